// What every job has: data, learners, and an answer with what a front has to tell besides. A job is a
// question in the library's own words; the command line and the Python package only translate theirs into it.
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

/// A model that can be fitted to be taken away.
struct ModelToFit {
    Spec learner;
    std::string deploy{};   ///< as deploy_names() has it; empty: the default
    std::string resample{}; ///< the plan of a model of several fits; empty: none
};

/// The data of a job.
struct JobData {
    std::string source;            ///< what the answer calls them
    std::function<Table()> read{}; ///< called once, when all is checked that needs no data
    Roles roles{};
    /// Makes the dataset of the table; empty: Dataset::make(). Called for each horizon.
    std::function<DataWithUnlabelled(Table, const Roles&)> make{};
    /// The command that fits a model of these data; empty: answers name no such commands.
    std::function<std::string(const Roles&, const ModelToFit&)> fit_command{};

    /// The dataset of a table by these roles.
    DataWithUnlabelled dataset_of(Table table, const Roles& by) const;
    DataWithUnlabelled dataset() const { return dataset_of(read(), roles); }
};

/// A learner and its name in the answer.
struct JobLearner {
    std::string name;
    Spec spec;
    std::function<std::unique_ptr<Learner>(ResponseType)> make{}; ///< empty: make_learner(spec)
};

/// The learners, made for such a response. Throws InputError if two have one name.
std::vector<std::unique_ptr<Learner>> make_learners(const std::vector<JobLearner>& learners,
                                                    ResponseType response);

/// An answer, and what a front has to tell besides.
struct Answered {
    Answer answer{};                 ///< empty if the run was stopped
    std::vector<Warning> warnings{}; ///< about the data and the plans, each once
    std::vector<Warning> doubts{};   ///< these, and those about each figure and comparison
    RunReport run{};                 ///< of all fits
};

} // namespace unseen
