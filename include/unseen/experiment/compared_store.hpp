// Comparison of learners from a store of fits, without fitting.
//
// Example:
//
//     const auto path = (std::filesystem::temp_directory_path() / "compared.store").string();
//     std::filesystem::remove(path);
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto majority = make_learner(Spec("majority"), iris.response_type());
//     const auto knn = make_learner(Spec("knn"), iris.response_type());
//     const std::vector<const Learner*> learners = {majority.get(), knn.get()};
//     const auto store = open_store(path);
//     estimate(iris, learners,
//              {.estimators = {Spec("cv")}, .run = {.store = store.get(), .data_name = "iris"}});
//     store->flush();
//     const auto compared = compare_stored(path, {.measure = "error_rate"}, {});
//     assert(compare::primary(compared.answer).test == "cv_paired");
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/experiment/experiment.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// A question to a store.
struct StoredQuestion {
    std::string experiment{}; ///< the name or digest for find_experiment()
    std::string measure{};    ///< empty: the experiment's first, or the default of the target
    std::string estimator{};  ///< empty: the experiment's first, or the only plan; without keys the
                              ///< experiment's estimator of that name
    std::uint64_t seed = 1;   ///< the seed of the plan, if there is no experiment
    std::size_t threads = 0;
    OwnLearners own{}; ///< those of the experiment
};

/// The comparison of the learners in a store, and the question.
struct ComparedStore {
    compare::Answer answer;
    std::vector<std::string>
        notes{}; ///< the figures that were compared, one line a data set; then what was left out
};

/// Compares the learners of an experiment in a store, without fitting: over its data sets by
/// compare_results(), with tests by the splits of each data set if there are any; on one data set by
/// compare_learners(). The experiment's data files are read. For a store without experiments, as `estimate
/// --store` fills it, all its learners under one plan are compared, without the data files. Throws InputError
/// if there is no such experiment or too little to compare, and for a measure whose best value lies between
/// worse ones.
ComparedStore compare_stored(const std::string& store, const StoredQuestion& question,
                             compare::ResultsOptions options);

} // namespace unseen
