// Private: figures of bootstrap samples, and of all units but one.
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/stats/random.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace unseen {

/// How many samples or patterns are drawn, from which seed, on how many threads (0: all; no result depends on it).
struct Draws {
    std::uint64_t seed = 1;
    std::uint64_t count = 2000;
    std::size_t threads = 1;
};

/// A figure of bootstrap samples: where it exists, ascending, and in how many it does not.
struct Replicates {
    std::vector<double> sorted{};
    std::uint64_t undefined = 0;

    static Replicates of(std::span<const Value> values);
    std::uint64_t drawn() const { return sorted.size() + undefined; }
    /// Why no limits can be read off, or empty: `undefined_in_resamples` (more than 5 %), `zero_variance` (all are equal, but for their rounding).
    std::string missing() const;
};

/// Draws a sample from the stream and puts each figure of it into its place. Each thread works with a copy, which owns what it works with.
using Sample = std::function<void(Stream&, std::span<Value>)>;

/// So many figures of `draws.count` samples, all of the same ones; stream (seed, purpose, part, sample).
std::vector<Replicates> replicates(std::size_t figures, const Draws& draws, Purpose purpose, std::uint64_t part,
                                   const Sample& sample);

/// A figure of units, from how often each is there. Called from several threads at once.
using OfCounts = std::function<Value(std::span<const std::uint32_t> times)>;

/// The figure of samples of as many units as there are.
Replicates replicates(std::size_t units, const OfCounts& figure, const Draws& draws);

/// The figure without each unit in turn.
std::vector<Value> jackknife(std::size_t units, const OfCounts& figure, std::size_t threads);

} // namespace unseen
