#include "report/words.hpp"

#include "unseen/base/number.hpp"

#include <cmath>

namespace unseen {

std::string percent(Level level) { return shortest(std::round(level.value() * 1e8) / 1e6) + " %"; }

/// What a target is, in one sentence.
std::string explained(Target target)
{
    switch (target) {
    case Target::model: return "model: the error of the very model that was fitted, on new rows like these";
    case Target::procedure: return "procedure(n): the expected error of the learner when it is trained on n rows like these";
    case Target::fold_models: return "fold-models: the mean error of the models that were fitted in the folds";
    case Target::randomised: return "randomised: the error of the classifier that draws one of the models for each new row";
    case Target::split: return "split: the figure of one further split of the same rows";
    case Target::none: return "none: a figure of these rows only; the training error is too good for new ones";
    }
    return "";
}

/// What is promised of an interval.
std::string explained(Guarantee guarantee)
{
    switch (guarantee) {
    case Guarantee::exact: return "exact: covers its target at least that often";
    case Guarantee::asymptotic: return "asymptotic: covers its target about that often if there are many rows";
    case Guarantee::heuristic: return "heuristic: plausible, without a proof";
    }
    return "";
}

/// Why there is no interval, or no value; empty where the reason's name says it.
std::string explained(const std::string& reason)
{
    if (reason == "no_fold_information") return "out-of-fold predictions whose folds are not known; --split names their column";
    if (reason == "clustered_folds") return "no interval is implemented for clusters in the folds of one cross-validation";
    if (reason == "biased") return "the figure of so few rows of a class is too large by more than it varies";
    if (reason == "biased_in_resamples") return "drawn samples lie on one side of the figure, so that they tell no interval";
    if (reason == "one_cluster") return "one cluster shows no spread, so no interval";
    if (reason == "too_many_rows") return "clusters of so many rows would take too long to draw; --samples N draws fewer";
    if (reason == "too_many_bins") return "how more than 200 bins vary together is not told by weighted or clustered rows";
    if (reason == "too_few_rows") return "too few rows (of a class) for an interval at this level";
    if (reason == "class_without_rows") return "a class that is only predicted has no recall to be uncertain about";
    if (reason == "zero_division") return "the value is what was wished for 0/0, not a figure of the rows";
    if (reason == "undefined_in_resamples") return "without some row the figure would not exist, so no interval";
    if (reason == "no_interval_for_design") return "no interval is known to hold for this design";
    if (reason == "zero_variance") return "no spread, so no interval";
    if (reason == "one_split") return "one split shows no spread, so no interval";
    if (reason == "bound_instead") return "a bound stands for the interval";
    if (reason == "no_variance_within_folds")
        return "no variance within folds is known: a fold tests one row, or rows have weights";
    if (reason == "one_row") return "one test row shows no spread, so no interval";
    if (reason == "score_cells") return "a state of fixed size knows limits of the value, not the order of rows inside its cells";
    if (reason == "needs_exact_state") return "a state of fixed size does not hold what this measure needs; an exact state does";
    if (reason == "infinite") return "an end would be infinite: too few rows for this level, or numbers too large to be squared";
    if (reason == "no_labels") return "nothing says which rows are predicted positive; --threshold makes labels of scores";
    if (reason == "not_probabilities") return "the scores are no probabilities";
    if (reason == "one_class") return "the truth lacks a class that the figure compares or divides by";
    if (reason == "nothing_predicted")
        return "no row is predicted as a class that the figure divides by; --zero-division says what 0/0 is";
    return "";
}

Json interval_json(const Interval& interval)
{
    std::vector<Json> assumptions;
    for (const auto& text : interval.assumptions) assumptions.emplace_back(text);
    return Json::object()
        .add("lower", interval.lower)
        .add("upper", interval.upper)
        .add("level", interval.level.value())
        .add("method", interval.method)
        .add("target", name_of(interval.target))
        .add("guarantee", name_of(interval.guarantee))
        .add("assumptions", Json::array(std::move(assumptions)));
}

} // namespace unseen
