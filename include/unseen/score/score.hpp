// All measures of given predictions, each with an interval for the model that made them.
#pragma once

#include "unseen/base/level.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/score/scored_rows.hpp"

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
    ZeroDivision zero_division = ZeroDivision::usual;
};

/// One figure. Its target is the model: the rows are taken for a test set that the model has not seen.
struct ScoredMeasure {
    std::string name; ///< as it was asked for; the bare name, its keys being at their defaults, if nobody asked
    Measure measure;
    Value value = Value::none("no_rows");
    std::optional<Interval> interval{};
    std::string interval_reason{}; ///< why there is none
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
    std::vector<Warning> warnings{}; ///< those of the rows and of the intervals, `auc_below_half`, `class_never_predicted`
};

/// Judges the rows. Throws InputError for a measure or method that does not exist or does not fit. O(rows log rows) a measure.
ScoreReport score(const ScoredRows& rows, const ScoreOptions& options = {});

} // namespace unseen
