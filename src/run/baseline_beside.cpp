#include "run/baseline_beside.hpp"

namespace unseen {

void BaselineBeside::take(const SplitInfo& split, const PredictionView& view)
{
    next_.take(split, view);
    complete_ = complete_ && split.trained_on_rest;
    if (!complete_) return;
    try {
        if (!prepared_) {
            const auto spec = baseline_.spec();
            prepared_ = baseline_.prepare(data_, {&spec, 1}, {});
        }
        const std::size_t variant = 0;
        const auto found = prepared_->evaluate(
            {.train = train_.without(data_.labelled(), view.row), .predict = view.row}, {&variant, 1});
        auto judged = view;
        judged.probabilities = found[0].probabilities;
        judged.one_score = false;
        judged.threshold = {};
        judged.label = found[0].label;
        judged.scores = found[0].scores;
        judged.value = found[0].value;
        judged.complexity = found[0].complexity;
        judged.choice = nullptr;
        judged.warnings = found[0].warnings;
        own_.take(split, judged);
    } catch (const std::exception&) {
        complete_ = false; // its own run says which failure it was
    }
}

void BaselineBeside::take(const SplitInfo& split, const Failure& failure)
{
    next_.take(split, failure);
    complete_ = false;
}

} // namespace unseen
