// Private: the families of curves that make up the table of curve.cpp.
#pragma once

#include "unseen/curve/curve.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace unseen {

/// A row of the table. `make` gets a resolved spec and gives the curve of one class against all others.
struct CurveEntry {
    CurveInfo info;
    std::function<Curve(const Spec&, const PredictionView&, std::uint32_t label, std::size_t threads)> make;
};

/// Curves over the cuts of the ranking: roc, pr, threshold, lift.
std::vector<CurveEntry> cut_curves();
/// Curves over bins of scores: reliability, histogram.
std::vector<CurveEntry> bin_curves();

} // namespace unseen
