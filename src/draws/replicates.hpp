// Private: bootstrap replicates and jackknife values of a figure.
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/stats/random.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace unseen {

/// The number of samples or patterns, the seed, and the number of threads (0: all; no result depends on it).
struct Draws {
    std::uint64_t seed = 1;
    std::uint64_t count = 2000;
    std::size_t threads = 1;
};

/// The replicates of a figure: its values in bootstrap samples.
struct Replicates {
    std::vector<double> sorted{}; ///< ascending
    std::uint64_t undefined = 0;  ///< number of samples in which the figure does not exist

    static Replicates of(std::span<const Value> values);
    std::uint64_t drawn() const { return sorted.size() + undefined; }
    /// Why the replicates give no limits: `undefined_in_resamples` (in more than 5 % of the samples),
    /// `zero_variance` (all are equal up to rounding). Empty if they do.
    const Reason* missing() const;
};

/// Draws a sample from the stream and writes each of its figures. Each thread calls a copy of its own, which
/// must own its working memory.
using Sample = std::function<void(Stream&, std::span<Value>)>;

/// The replicates of several figures of the same `draws.count` samples; each sample has the stream (seed,
/// purpose, part, sample).
std::vector<Replicates> replicates(std::size_t figures, const Draws& draws, Purpose purpose,
                                   std::uint64_t part, const Sample& sample);

/// A figure as a function of how often each unit occurs. Several threads call it at once.
using OfCounts = std::function<Value(std::span<const std::uint32_t> times)>;

/// The replicates of the figure in samples of `units` units, drawn with replacement.
Replicates replicates(std::size_t units, const OfCounts& figure, const Draws& draws);

/// The jackknife values: the figure without each unit in turn.
std::vector<Value> jackknife(std::size_t units, const OfCounts& figure, std::size_t threads);

} // namespace unseen
