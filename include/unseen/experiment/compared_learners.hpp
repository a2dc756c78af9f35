// Learners compared by the figures of their splits: those of one estimate, or all that a store holds.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto majority = make_learner(Spec("majority"), iris.response_type());
//     const auto knn = make_learner(Spec("knn"), iris.response_type());
//     const std::vector<const Learner*> learners = {majority.get(), knn.get()};
//     const auto report = estimate(iris, learners, {.estimators = {Spec::parse("cv:folds=10")}});
//     const auto compared = compare_estimates("iris", iris.response_type(), report.estimates, {});
//     assert(compared.size() == 1 && compared[0].measure == "error_rate");
//     assert(compare::primary(compared[0].answer).test == "corrected_t");
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/experiment/experiment.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The learners of one data set under one estimator by one measure, compared.
struct ComparedLearners {
    std::string estimator;      ///< Estimate::estimator
    std::string estimator_name; ///< Estimate::estimator_name
    std::string measure;
    compare::Answer answer; ///< as compare_learners() gives it
};

/// Compares the learners of the `estimates` on one data set for each estimator and measure, in their order:
/// the corrected resampled t of all pairs (METHODS E.3), in windows in time Diebold and Mariano's test (I.5),
/// with p-values adjusted and intervals that hold together over the pairs of one estimator and measure.
/// Estimators whose splits no such test compares (Estimate::test_train_ratio and window_overlap are 0) are
/// left out, and so are measures that are best at a value between their ends. A learner without a figure in
/// some split is left out with the warning `learner_left_out`; with fewer than two others there is no
/// comparison. The estimates must list their splits. `measure` of the options is set to the measure.
std::vector<ComparedLearners> compare_estimates(const std::string& data, ResponseType response,
                                                std::span<const Estimate> estimates,
                                                const compare::ResultsOptions& options);

/// What to ask a store.
struct StoredQuestion {
    std::string experiment{}; ///< as find_experiment() takes it
    std::string measure{};    ///< empty: the experiment's first, or the default of the target
    std::string estimator{};  ///< empty: the experiment's first, or the only plan; without keys the
                              ///< experiment's estimator of that name
    std::uint64_t seed = 1;   ///< of the plan, where no experiment says it
    std::size_t threads = 0;
    OwnLearners own{}; ///< those of the experiment
};

/// The comparison of what a store holds, and what was asked.
struct ComparedStore {
    compare::Answer answer;
    std::vector<std::string>
        notes{}; ///< the figures that were compared, one line a data set; then what was left out
};

/// Compares the learners of an experiment in a store, without fitting: over its data sets by
/// compare_results(), with tests by the splits of each data set where there are such; on one data set by
/// compare_learners(). The experiment's data files are read. A store without experiments, as `estimate
/// --store` fills it, is asked for all its learners under one plan, without the data files. Throws InputError
/// if there is no such experiment or too little to compare, and for a measure that is best at a value between
/// its ends.
ComparedStore compare_stored(const std::string& store, const StoredQuestion& question,
                             compare::ResultsOptions options);

} // namespace unseen
