// The honest figure of the best of many candidates without another fit: bootstrap bias-corrected
// cross-validation (Tsamardinos, Greasidou & Borboudakis 2018, Mach. Learn. 107:1895; METHODS G.13).
//
// Example:
//
//     const Measure measure = make_measure(Spec("error_rate"), true);
//     const std::vector<double> losses = {1, 0, 0, 1,
//                                         1, 0, 0, 0}; // four rows, each with the losses of two candidates
//     const auto corrected = bias_corrected({.candidates = 2, .losses = losses}, measure, {.samples = 500});
//     assert(corrected && corrected->interval->lower <= corrected->value &&
//            corrected->value <= corrected->interval->upper);
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/level.hpp"
#include "unseen/measure/measure.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace unseen {

/// Out-of-fold losses of candidates on the same rows.
struct CandidateLosses {
    std::size_t candidates = 0;
    std::span<const double> losses{};        ///< row values of the measure, those of one row together
    std::span<const std::uint32_t> groups{}; ///< the group of each row; empty: rows are drawn
};

/// How samples are drawn.
struct BiasCorrectedOptions {
    Level level{0.95};
    std::uint64_t samples = 1000;
    std::uint64_t seed = 1;
    std::size_t threads = 0;
    /// Draws of a sample: calls put(unit) for as many units as there are. Null: by the stream (seed,
    /// interval, 7, sample).
    std::function<void(std::uint64_t sample, std::size_t units, const std::function<void(std::size_t)>& put)>
        draw{};
};

/// The figure of "choose the best candidate by these rows" on other rows, with its percentile interval.
struct BiasCorrected {
    double value = 0.0;
    std::optional<Limits> interval{}; ///< none if the limits are equal: nearly all samples agree, which says
                                      ///< little about other rows
    Level level{0.95};
    std::uint64_t samples = 0; ///< that left some rows out
};

/// Each sample draws as many rows (or groups) as there are, with replacement; the candidate that is best on
/// the drawn rows, ties to the first, is judged on the others. The value is the mean over the samples, the
/// limits are percentiles of type 7; they are about rows left out, fewer than n, and so longer than need be.
/// It is about the choice alone: nothing is fitted again, and what the candidates' models share stays. The
/// measure is a mean of row values, perhaps finished. None, if no sample leaves a row out. O(samples x rows x
/// candidates); holds a copy of the losses, and 16 samples a thread.
std::optional<BiasCorrected> bias_corrected(const CandidateLosses& losses, const Measure& measure,
                                            const BiasCorrectedOptions& options);

} // namespace unseen
