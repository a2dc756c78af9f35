// The importance of features: the comparison of a learner with the same learner on permuted features.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto tree = make_learner(Spec("tree"), iris.response_type());
//     const auto as_it_is = permuted_learner(*tree, {}, 1);
//     const auto without_petals = permuted_learner(*tree, {2, 3}, 1);
//     const Learner* const learners[] = {as_it_is.get(), without_petals.get()};
//     const auto report = estimate(iris, learners, {.learner_names = {"tree", "tree without petals"}});
//     const auto found = importances_of(iris.response_type(), report.estimates, {"petals"}, Level(0.95));
//     assert(found[0].name == "petals" && found[0].value.number() > 0.3);
//     assert(found[0].relation.state == VerdictState::shown);
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/verdict/verdict.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// How much worse the predictions of a learner become if its models see the cells of some features permuted.
struct FeatureImportance {
    std::string name; ///< of these features
    Value permuted;   ///< the learner's figure with their cells permuted
    Value value;      ///< the difference of that and the learner's own figure, above 0 where it is worse
    /// "The predictions need these features": `a` is their name, `b` is empty and `difference` is the value.
    /// It is shown or not, and never refuted (METHODS F.8). The intervals of all features hold together, for
    /// the model of all rows, and p-values are adjusted (Bonferroni).
    Relation relation{};
    std::vector<Warning> warnings{}; ///< about the test
};

/// The importance of each of `features`, in their order. The estimates are by one estimator and one measure:
/// first that of the learner, then one for each of the features. Each is compared with the first by the rows
/// of a cross-validation or by the splits (compare_estimates()), else not at all. The best value of the
/// measure must not lie between worse ones.
std::vector<FeatureImportance> importances_of(ResponseType response, std::span<const Estimate> estimates,
                                              const std::vector<std::string>& features, Level level);

} // namespace unseen
