// Private: whether predictions have what a measure needs.
#pragma once

#include "unseen/measure/measure.hpp"
#include "unseen/predictions/predictions.hpp"

#include <string>

namespace unseen {

/// Why the measure cannot be had of such predictions (`no_labels`, `no_scores`, `not_probabilities`, `not_ordered`, `several_targets`, `not_binary`);
/// empty if it can.
std::string missing_need(const Measure& measure, const PredictionView& predictions);

} // namespace unseen
