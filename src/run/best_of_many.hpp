// Private: how optimistic the figure of the best of many learners is.
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"

#include <cstdint>
#include <span>

namespace unseen {

/// Warns (`best_of_many`) at the best of two or more figures of learners under one estimator by one measure,
/// all of which exist. The best was chosen by its own figure, so it is optimistic on average. `figures` are
/// of distinct learners. METHODS E.17.
///
/// If each figure is a mean of losses of the same rows, at most 100,000, the size of the optimism comes from
/// drawing rows (bias_corrected()), and Estimate::bias_corrected is set. Otherwise it comes from a parametric
/// bootstrap: with Z ~ N(0, V), where V is the covariance of the figures, and b the best of the figures + Z,
/// it is the improvement E(Z_b). V is (1/J + r) S, with S the sample covariance of the J splits' figures and
/// r the ratio of test to training rows (Nadeau & Bengio 2003), where there are such splits; Z is then a sum
/// of the splits' deviations with normal weights. Without such splits the figures are treated as independent,
/// with the standard errors of their intervals, which gives about an upper limit, because learners judged on
/// the same rows vary together. The stream is (seed, interval, 6, draw).
///
/// There is no warning below a tenth of the best figure's standard error. At most 1000 draws, each in
/// O(rows x learners), on `threads` threads (0: all), or in O(splits x learners).
void warn_best_of_many(std::span<Estimate* const> figures, const Measure& measure, std::uint64_t seed,
                       std::size_t threads = 1);

} // namespace unseen
