// Private: the families of curves that make up the table of curve.cpp.
#pragma once

#include "curve/cut_points.hpp"

#include "unseen/curve/curve.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace unseen {

/// A row of the table, of one of two kinds. Each gives the curve of one class against all others.
struct CurveEntry {
    CurveInfo info;
    std::function<Curve(const CutPoints&)> of_cuts{}; ///< of how the scores for the class rank the rows
    std::function<Curve(const Spec&, const PredictionView&, std::uint32_t label)> of_rows{}; ///< the spec is resolved
};

/// Curves over the cuts of the ranking: roc, pr, threshold, lift.
std::vector<CurveEntry> cut_curves();
/// Curves over bins of scores: reliability, histogram.
std::vector<CurveEntry> bin_curves();

} // namespace unseen
