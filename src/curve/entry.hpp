// Private: the families of curves in the table of curve.cpp.
#pragma once

#include "curve/threshold_points.hpp"

#include "unseen/curve/curve.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace unseen {

/// A row of the table. One of its functions is set. Those of classes make the curve of one class against all
/// others.
struct CurveEntry {
    CurveInfo info;
    /// From the ranking by the scores for the class.
    std::function<CurveCells(const ThresholdPoints&)> of_thresholds{};
    std::function<CurveCells(const Spec&, const PredictionView&, std::uint32_t label)>
        of_rows{};                                                              ///< the spec is resolved
    std::function<CurveCells(const Spec&, const PredictionView&)> of_numbers{}; ///< likewise
    /// Of a curve that has means: its second column at these values of its first (after the threshold).
    std::function<std::vector<double>(const ThresholdPoints&, std::span<const double> x)> at{};
};

/// The row of a curve. Throws InputError for an unknown name.
const CurveEntry& curve_entry(const Spec& spec);

/// Curves over the thresholds of the ranking: roc, pr, threshold, lift.
std::vector<CurveEntry> threshold_curves();
/// Curves over bins of scores: reliability, histogram.
std::vector<CurveEntry> bin_curves();
/// Decision curves: decision.
std::vector<CurveEntry> decision_curves();
/// Curves of predicted numbers: residuals, their histogram, and their normal quantiles.
std::vector<CurveEntry> number_curves();

} // namespace unseen
