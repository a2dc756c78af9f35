// All measures of given predictions, each with an interval for the model that made them.
//
// Example:
//
//     const std::vector<Table> files{
//         parse_table("truth,predicted\nyes,yes\nno,no\nyes,no\nno,no\n", "predictions.csv")};
//     const auto report = score(make_scored_rows(files), {.measures = {Spec("accuracy")}});
//     const ScoredMeasure& accuracy = report.measures.front();
//     assert(accuracy.value.number() == 0.75); // 3 of 4 rows are right
//     assert(accuracy.interval->method == "exact_binomial" && accuracy.estimand == Estimand::model);
#pragma once

#include "unseen/base/any_time.hpp"
#include "unseen/base/digest.hpp"
#include "unseen/base/interval_choice.hpp"
#include "unseen/base/level.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/interval/judge_beta.hpp"
#include "unseen/interval/repeated.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/roles/scored_rows.hpp"
#include "unseen/score/chosen_thresholds.hpp"
#include "unseen/verdict/verdict.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// The figures to compute from the rows, and how.
struct ScoreOptions {
    std::vector<Spec> measures{}; ///< empty: all that make sense for these rows (usual_measures())
    bool per_class = false;       ///< set it to judge each class against all others too
    bool main_only = false;       ///< if no measure is named: the few that are shown first (Measure::main)
    /// The method of intervals. `auto` takes the best valid method; name one to use that. If no measure is
    /// named, measures for which the named method is not valid take `auto`.
    IntervalChoice interval{};
    /// A rule (threshold_rules()) that makes labels from the scores of two classes, for each row by a
    /// threshold that is chosen on other rows. If empty, the labels stay.
    std::optional<Spec> threshold_rule{};
    Level level{0.95};
    /// The number of models judged on these rows from which this one was or may be chosen, including itself.
    /// With more than one, figures have a simultaneous interval.
    std::size_t candidates = 1;
    /// Requirements on figures, such as "accuracy >= 0.9": whether the rows show that they are met.
    std::vector<std::string> requirements{};
    Level require_level{0.95};            ///< of the one-sided limit that shows or refutes a requirement
    std::optional<std::uint64_t> looks{}; ///< the planned number of looks at the requirements, if several
    std::optional<std::uint64_t> look{};  ///< the number of this one, from 1
    /// Of judged items: a width of the interval for which the number of labels is computed; by default half
    /// of the present one.
    std::optional<double> width{};
    std::uint64_t seed = 1;       ///< of intervals that draw samples
    std::uint64_t samples = 2000; ///< bootstrap samples; more make the limits vary less with the seed
    std::size_t threads = 1;      ///< raise it for large files or bootstraps; 0: all. No result depends on it
    ZeroDivision zero_division = ZeroDivision::usual; ///< change it to agree with a program that gives 0/0 a
                                                      ///< value
};

/// How a figure of out-of-fold predictions was combined from the folds.
struct FoldFigures {
    Aggregation aggregation = Aggregation::pooled; ///< which of the next two is the figure
    Value pooled = Value::none(
        reasons::not_pooled); ///< over all rows; for measures of ranks only if the measure was named
    Value mean_of_folds = Value::none(reasons::one_row_splits);
    Value standard_deviation =
        Value::none(reasons::one_split); ///< of the folds' figures: not a standard error
};

/// The difference between the figure of a subgroup of rows and that of all other rows.
struct GapToRest {
    Value value = Value::none(reasons::no_value); ///< the figure of the subgroup less that of the rest
    Maybe<Interval> interval = reasons::no_value;
    Value p_value =
        Value::none(reasons::no_p_value); ///< two-sided; it is 1 - level where the interval ends at 0
    Value p_value_adjusted = Value::none(reasons::no_p_value); ///< for all subgroups, by Holm's method
};

/// One figure. The estimand is the model for a test set, and the procedure that made the folds' models for
/// out-of-fold predictions.
struct ScoredMeasure {
    std::string name{}; ///< as the user wrote it, or the plain name of a default measure
    Measure measure;
    Value value = Value::none(reasons::no_rows);
    Maybe<Interval> interval = reasons::no_value;
    /// With ScoreOptions::candidates, if there is an interval: the one at the higher level at which the
    /// intervals of all candidates hold together (METHODS E.18).
    std::optional<Maybe<Interval>> simultaneous{};
    /// Without a value: what is known of it, an interval of which one end is infinite.
    std::optional<Interval> half_open{};
    Estimand estimand = Estimand::model;
    std::optional<FoldFigures> folds{}; ///< of predictions whose folds are known
    std::optional<GapToRest> gap{};     ///< of a subgroup
    /// Of the judged rows themselves; none for subgroups and classes.
    std::optional<BaselineFigure> baseline{};
    std::optional<Limits>
        limits{}; ///< of the exact value, if a state of fixed size knows only these; `value` is their middle

    /// The interval, or what is known of a figure that has no value.
    std::optional<Interval> known() const { return half_open ? half_open : interval.without_reason(); }
};

/// Figures of one class against all others, or their averages over classes.
struct ClassFigures {
    std::string name;     ///< of the class; `macro` or `weighted`
    double support = 0.0; ///< rows of the class, or the sum of their weights
    std::vector<ScoredMeasure> measures{};
};

/// What the repeats of items say (METHODS I.31).
struct RepeatsOfItems {
    std::uint64_t items = 0;
    std::uint64_t rows = 0;
    std::uint64_t most = 0; ///< the largest number of repeats of an item
    ItemSpread spread{};
    Maybe<Interval> these_items =
        reasons::one_repeat;           ///< of the mean of these items, if they were judged again
    std::optional<CrossedRuns> runs{}; ///< if the repeats may be runs

    /// The standard error of the mean.
    Value error() const;
    /// The same of this many times the items, with this many times the repeats each.
    Value error_of(double more_items, double more_repeats) const;
};

/// Items of which a judge says much the same.
struct JudgeStratum {
    std::string says{}; ///< the labels, or the smallest and the largest number
    Stratum counts{};
    Value mean = Value::none(reasons::no_value); ///< of the human values
};

/// What a judge adds to few human values (METHODS I.34).
struct JudgeHelp {
    std::uint64_t items = 0;
    std::string mean_is{}; ///< JudgedItems::mean_is
    ItemsAbout about = ItemsAbout::population;
    bool labelled_by_judge = false;
    double alone = 0.0; ///< the mean of the labels alone
    Interval interval_alone{};
    double help = 1.0; ///< how much more a label counts with the judge than alone
    double effective =
        0.0; ///< the number of labels that would be as precise alone; infinite if the mean is known
    /// For "the labelled items are a random draw of all"; only by what the judge says of them.
    Value p_random = Value::none(reasons::no_p_value);
    double width = 0.0;                                             ///< that is wanted
    Value labels_for_width = Value::none(reasons::clusters_decide); ///< how many give it
    Value width_of_all = Value::none(reasons::clusters_decide);     ///< if all items had a label
    std::vector<JudgeStratum> strata{};

    /// Below this the judge is said not to help.
    static constexpr double least_help = 1.05;
    /// Below this the labelled items are said to be no random draw.
    static constexpr double least_p = 0.01;
};

/// The answer of score().
struct ScoreReport {
    ScoreTask task = ScoreTask::binary;
    std::optional<ValueScale> scale{}; ///< of values of items
    std::optional<RepeatsOfItems> repeated{};
    std::optional<JudgeHelp> judged{};
    std::optional<Digest> digest{}; ///< of the rows, in their order; none of a state, which does not hold
                                    ///< them, nor of a subgroup
    std::uint64_t seed = 1;         ///< ScoreOptions::seed
    std::uint64_t rows = 0;
    Level level{0.95};
    Labels classes{};
    std::string positive{};                              ///< the positive class of a binary task
    PositiveBy positive_by = PositiveBy::name;           ///< how it was found
    Value prevalence = Value::none(reasons::not_binary); ///< weighted share of positive rows
    std::vector<ScoredMeasure> measures{};
    std::size_t leading = 0; ///< the place of the measure that answers the question
    std::vector<ClassFigures>
        per_class{}; ///< with ScoreOptions::per_class: the measures that have averages over classes
    std::vector<ClassFigures> averages{}; ///< with it: these averages
    std::optional<Confusion> confusion{}; ///< if there are classes and predicted labels
    std::vector<std::string> notes{};
    std::vector<Warning> warnings{};              ///< of the rows and of the intervals, and `auc_below_half`,
                                                  ///< `class_never_predicted`, `pooled_scores`
    std::optional<ChosenThresholds> thresholds{}; ///< with ScoreOptions::threshold_rule
    std::vector<Requirement> requirements{};      ///< as in the options, in their order
    std::optional<AnyTime> any_time{};            ///< of limits that hold at every look (AnyTimeState)
    std::uint64_t folds = 0;              ///< number of folds that hold rows, for out-of-fold predictions
    std::uint64_t repeats = 0;            ///< number of repeats of the cross-validation
    double training_rows = 0.0;           ///< mean over the folds
    std::uint64_t clusters = 0;           ///< number of clusters that hold rows
    std::string subgroup{};               ///< name of the subgroup, in an element of `subgroups`
    std::vector<ScoreReport> subgroups{}; ///< a report of each subgroup
};

/// Computes the measures of all rows, and of each subgroup separately.
///
/// For out-of-fold predictions with known folds, additive measures pool all rows and other measures are the
/// mean of the folds' figures (METHODS I.10); intervals are those of a cross-validation
/// (interval/interval.hpp). If the folds are unknown, measures are pooled and have no interval
/// (`no_fold_information`). Candidates are only for one test set. Clusters within folds have no Wald interval
/// (`clustered_folds`). Throws InputError for a measure or method that is unknown or does not fit the rows.
/// O(rows log rows) per measure.
ScoreReport score(const ScoredRows& rows, const ScoreOptions& options = {});

} // namespace unseen
