#include "measure/missing_need.hpp"

#include <algorithm>

namespace unseen {

const Reason* missing_need(const Measure& measure, const PredictionView& predictions)
{
    if (measure.needs_labels && !predictions.has_labels()) return &reasons::no_labels;
    if (measure.needs_scores && predictions.scores.empty()) return &reasons::no_scores;
    if (measure.needs_probabilities && !predictions.probabilities) return &reasons::not_probabilities;
    if (measure.needs_order && !predictions.ordered) return &reasons::not_ordered;
    if (measure.judges == Judges::numbers && !measure.several_targets && predictions.targets > 1)
        return &reasons::several_targets;
    if (measure.class_count == ClassCount::two && predictions.classes->size() != 2)
        return &reasons::not_binary;
    if (measure.drawn_answers > 1 &&
        (predictions.answers.empty() || std::ranges::min(predictions.answers) < measure.drawn_answers))
        return &reasons::too_few_repeats;
    return nullptr;
}

} // namespace unseen
