// The command `estimate`, and its steps for other commands that estimate.
#pragma once

#include "common.hpp"
#include "requirements.hpp"

#include "unseen/job/estimate_job.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen::cli {

/// The options of `estimate`, and its steps, which other commands use.
struct EstimateCommand {
    DataOptions data;
    AnswerOptions answer;
    EstimateJob job{.data = {}, .learners = {}};
    std::vector<NamedSpec> learners;
    std::string unlabelled;
    RequirementOptions gate;
    bool kept = false; ///< finished work survives an interruption, even without a store
    std::string list;
    std::string horizons; ///< as given; one at a time is a role of the data

    void declare(Arguments& arguments);
    int run();

    // The steps of a command that estimates.
    void declare_learners(Arguments& arguments);
    void declare_unlabelled(Arguments& arguments);
    /// Checks the options as far as possible without data; messages name `command`.
    void check(const std::string& command) const;
    /// Checks the data and threads alone.
    void check_data(const std::string& command) const;
    /// Refuses a question without learners.
    static void check_learners(bool any);
    /// The job that the options describe, without the run.
    EstimateJob asked() const;
    JobData job_data() const;
    /// The line of a command about these data and this learner, which ends in the words `more`.
    std::string command_about(const std::string& command, const Roles& roles, const Spec& learner,
                              std::span<const std::string> more) const;
    /// Calls `work` with the options of the run, which Ctrl-C stops, and prints its warnings and its answer.
    /// Returns the exit status.
    int print(Output& out, const std::function<Answered(const RunOptions&)>& work);
};

} // namespace unseen::cli
