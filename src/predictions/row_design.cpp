#include "unseen/predictions/row_design.hpp"

#include <stdexcept>

namespace unseen {

std::string name_of(ScoreTask task)
{
    switch (task) {
    case ScoreTask::binary: return "binary";
    case ScoreTask::multiclass: return "multiclass";
    case ScoreTask::ordinal: return "ordinal";
    case ScoreTask::regression: return "regression";
    case ScoreTask::values: return "values";
    }
    throw std::logic_error("unknown task");
}

PredictionView view_of(const RowDesign& design, const JudgedPredictions& predicted)
{
    PredictionView view;
    const bool numbers = design.task == ScoreTask::regression || design.task == ScoreTask::values;
    view.classes = numbers ? nullptr : &design.classes;
    view.positive = design.positive;
    view.probabilities = predicted.probabilities;
    view.one_score = predicted.one_score;
    view.ordered = design.ordered;
    view.targets = design.targets;
    view.true_label = design.true_label;
    view.label = predicted.label;
    view.scores = predicted.scores;
    view.true_value = design.true_value;
    view.value = predicted.value;
    view.answers = predicted.answers;
    view.repeated = predicted.repeated ? &*predicted.repeated : nullptr;
    view.judged = predicted.judged ? &*predicted.judged : nullptr;
    view.weight = design.weight;
    return view;
}

} // namespace unseen
