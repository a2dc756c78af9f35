#include "measure/missing_need.hpp"

namespace unseen {

std::string missing_need(const Measure& measure, const PredictionView& predictions)
{
    if (measure.needs_labels && !predictions.has_labels()) return "no_labels";
    if (measure.needs_scores && predictions.scores.empty()) return "no_scores";
    if (measure.needs_probabilities && !predictions.probabilities) return "not_probabilities";
    if (measure.needs_order && !predictions.ordered) return "not_ordered";
    if (!measure.for_classes && !measure.several_targets && predictions.targets > 1) return "several_targets";
    if (measure.class_count == ClassCount::two && predictions.classes->size() != 2) return "not_binary";
    return "";
}

} // namespace unseen
