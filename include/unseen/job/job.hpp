// The common parts of jobs: data, learners, and an answer with further messages for the user. A job is a
// question in the library's own words, into which the command line and the Python package translate theirs.
//
// Example:
//
//     const JobData iris{.source = "iris", .read = [] { return read_table("data/iris.csv"); }};
//     assert(iris.dataset().data.labelled() == 150);
#pragma once

#include "unseen/learn/learner.hpp"
#include "unseen/read/unlabelled.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/run/run.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace unseen {

/// A model that can be fitted and written to a file.
struct ModelToFit {
    Spec learner;
    std::string deploy{};   ///< one of deploy_names(); empty: the default
    std::string resample{}; ///< the plan of a model of several fits; empty: none
};

/// A learner whose features' importance can be asked for, with the splits and the measure of its figure.
struct ImportanceToAsk {
    Spec learner;
    std::string estimator;
    std::string measure;
};

/// The data of a job.
struct JobData {
    std::string source;            ///< their name in the answer
    std::function<Table()> read{}; ///< called once, after all checks that need no data
    Roles roles{};
    bool unlabelled = false; ///< whether `make` gives unlabelled rows, which only bounds use
    /// Makes a dataset from the table, once for each horizon. If empty, Dataset::make() does.
    std::function<DataWithUnlabelled(Table, const Roles&)> make{};
    /// Returns the command that fits a model of these data. If empty, answers name no such commands.
    std::function<std::string(const Roles&, const ModelToFit&)> fit_command{};
    /// Returns the command that shows which features a learner needs. If empty, answers name no such
    /// commands.
    std::function<std::string(const Roles&, const ImportanceToAsk&)> importance_command{};

    /// Makes the dataset of a table with these roles.
    DataWithUnlabelled dataset_of(Table table, const Roles& by) const;
    DataWithUnlabelled dataset() const { return dataset_of(read(), roles); }
};

/// The default plan of curves, and of the honest figure of tuning.
inline const char* const repeated_folds = "cv:folds=10,repeats=5";

/// A learner and its name in the answer.
struct JobLearner {
    std::string name;
    Spec spec;
    std::function<std::unique_ptr<Learner>(ResponseType)> make{}; ///< empty: make_learner(spec)
};

/// Makes the learners for such a response. Throws InputError if two have the same name.
std::vector<std::unique_ptr<Learner>> make_learners(const std::vector<JobLearner>& learners,
                                                    ResponseType response);

/// An answer, and further messages for the user.
struct Answered {
    Answer answer{}; ///< empty if the run was stopped
    RunReport run{}; ///< of all fits
};

} // namespace unseen
