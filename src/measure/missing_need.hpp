// Private: checks that predictions have what a measure needs.
#pragma once

#include "unseen/measure/measure.hpp"
#include "unseen/predictions/predictions.hpp"

#include <string>

namespace unseen {

/// The reason why the measure does not exist for such predictions (`no_labels`, `no_scores`,
/// `not_probabilities`, `not_ordered`, `several_targets`, `not_binary`, `too_few_repeats`), or null.
const Reason* missing_need(const Measure& measure, const PredictionView& predictions);

} // namespace unseen
