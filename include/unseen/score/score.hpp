// All measures of given predictions, each with an interval for the model that made them.
#pragma once

#include "unseen/base/level.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/roles/scored_rows.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen {

struct ScoreOptions {
    std::vector<Spec> measures{}; ///< empty: all that tell something of such rows; those of scores only if there are scores
    /// `auto`, or a method. Where it is named and the measures are not, measures for which it is not valid take `auto`.
    std::string interval = "auto";
    Level level{0.95};
    std::uint64_t seed = 1;       ///< of what an interval draws
    std::uint64_t samples = 2000; ///< drawn by a bootstrap
    std::size_t threads = 1;      ///< of a bootstrap; 0: all. No result depends on it
    ZeroDivision zero_division = ZeroDivision::usual;
};

/// How a figure of out-of-fold predictions came about.
struct FoldFigures {
    Aggregation aggregation = Aggregation::pooled; ///< which of the two is the figure
    Value pooled = Value::none("not_pooled");      ///< over all rows; of ranks only if the measure was asked for
    Value mean_of_folds = Value::none("one_row_splits");
    Value standard_deviation = Value::none("one_split"); ///< of the folds' figures; no standard error
};

/// One figure. Of a test set its target is the model, of out-of-fold predictions the procedure that made the folds' models.
struct ScoredMeasure {
    std::string name{}; ///< as it was asked for; the bare name, its keys being at their defaults, if nobody asked
    Measure measure;
    Value value = Value::none("no_rows");
    std::optional<Interval> interval{};
    std::string interval_reason{}; ///< why there is none
    Target target = Target::model;
    std::optional<FoldFigures> folds{}; ///< of predictions whose folds are known
    std::optional<Limits> limits{};     ///< of the exact value, where a state of fixed size knows no more; `value` lies halfway
};

struct ScoreReport {
    ScoreTask task = ScoreTask::binary;
    std::uint64_t rows = 0;
    Level level{0.95};
    Labels classes{};
    std::string positive{};                       ///< of a binary task
    Value prevalence = Value::none("not_binary"); ///< weighted share of positive rows
    std::vector<ScoredMeasure> measures{};
    std::optional<Confusion> confusion{}; ///< of classes with labels
    std::vector<std::string> notes{};
    std::vector<Warning>
        warnings{}; ///< those of the rows and of the intervals, `auc_below_half`, `class_never_predicted`, `pooled_scores`
    std::uint64_t folds = 0; ///< with rows, of out-of-fold predictions
    std::uint64_t repeats = 0;
    double training_rows = 0.0; ///< mean over the folds
    std::uint64_t clusters = 0; ///< with rows
    std::string group{};        ///< the group's name, in `groups`
    std::vector<ScoreReport> groups{};
};

/// Judges the rows, and each of their groups for itself.
///
/// Out-of-fold predictions with folds: additive measures pool all rows, the others are the mean of the folds' figures (METHODS I.10), with the
/// intervals of a cross-validation (estimate/interval.hpp). Without folds: pooled, and no interval (`no_fold_information`). Clusters in folds have
/// no Wald interval (`clustered_folds`). Throws InputError for a measure or method that does not exist or does not fit. O(rows log rows) a measure.
ScoreReport score(const ScoredRows& rows, const ScoreOptions& options = {});

} // namespace unseen
