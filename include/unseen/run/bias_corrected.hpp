// The honest figure of the best of many candidates, without further fits: bootstrap bias-corrected
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
    /// The weight of each row, at least 0, some more than 0: `losses` are then row values times it. Empty: 1.
    std::span<const double> weights{};
};

/// How samples are drawn.
struct BiasCorrectedOptions {
    Level level{0.95};
    std::uint64_t samples = 1000;
    std::uint64_t seed = 1;
    std::size_t threads = 0;
    /// Draws a sample: calls put(unit) once for each of `units` draws. Null: draws by the stream (seed,
    /// interval, 7, sample).
    std::function<void(std::uint64_t sample, std::size_t units, const std::function<void(std::size_t)>& put)>
        draw{};
};

/// The figure, on other rows, of the candidate that is best on the drawn rows, with its percentile interval.
struct BiasCorrected {
    double value = 0.0;
    std::optional<Limits> interval{}; ///< none if the limits are equal: nearly all samples agree, which says
                                      ///< little about other rows
    Level level{0.95};
    std::uint64_t samples = 0; ///< that left some rows out
};

/// Each sample draws as many rows (or groups) as there are, with replacement; the candidate that is best on
/// the drawn rows, ties to the first, is judged on the others. The value is the mean over the samples, and
/// the limits are percentiles of type 7. They are about the rows left out, fewer than n, so the interval is
/// longer than necessary. Only the bias of the choice is corrected: nothing is fitted again. The measure is a
/// mean of row values, possibly finished. Returns nothing if no sample leaves a row out. O(samples x rows x
/// candidates); holds a copy of the losses, and 16 samples per thread.
std::optional<BiasCorrected> bias_corrected(const CandidateLosses& losses, const Measure& measure,
                                            const BiasCorrectedOptions& options);

} // namespace unseen
