// Answers about estimates.
//
// Example:
//
//     const auto iris = Dataset::make(read_table("data/iris.csv"));
//     const auto majority = make_learner(Spec("majority"), iris.response_type());
//     const Learner* learners[] = {majority.get()};
//     const EstimateOptions options{.estimators = {Spec::parse("cv:folds=10")}};
//     const auto report = estimate(iris, learners, options);
//     const Answer answer = answer_of(report, "iris", iris, options);
//     assert(answer.table.rows.size() == 1); // one learner, one estimator, one measure
//     std::cout << format_named("text").print(answer);
#pragma once

#include "unseen/contest/compared_learners.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/run/estimate.hpp"

#include <string>
#include <vector>

namespace unseen {

/// The estimates as a JSON array. It has no times, so that equal runs print equal bytes.
Json estimates_json(const EstimateReport& report);

/// Which baselines the notes have: all if there are several measures, because a verdict has that of the
/// first; all; or none.
enum class BaselineLines { beside_verdict, all, none };

/// A table with one row per learner, estimator (or bound) and measure. The notes state bounds, baselines and
/// reasons for missing intervals; the legend explains targets and intervals, and gives names in full. The
/// JSON is estimates_json(). Only the table has times, as a detail.
Answer answer_of(const EstimateReport& report, BaselineLines baselines = BaselineLines::beside_verdict);

/// The same with a description of the dataset; `source` is the user's name for it.
Answer answer_of(const EstimateReport& report, const std::string& source, const Dataset& data,
                 const EstimateOptions& options);

/// Adds the comparisons of the learners, whose tests decide together at `level`: a sentence on each, a
/// table of all pairs, which is a detail unless `show_pairs`, and the key `comparisons` of the JSON with the
/// keys of a comparison and `estimator`. With `show_pairs` CSV has the pairs, not the figures.
Answer with_comparisons(Answer answer, std::span<const Estimate> estimates,
                        std::span<const ComparedLearners> compared, Level level, bool show_pairs);

} // namespace unseen
