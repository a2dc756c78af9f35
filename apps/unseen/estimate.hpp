// The command `estimate`, and its steps for other commands that estimate.
#pragma once

#include "common.hpp"
#include "interrupt.hpp"

#include "unseen/contest/compared_learners.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unseen::cli {

/// The options of `estimate`, and its steps, of which other commands are made.
struct EstimateCommand {
    DataOptions data;
    AnswerOptions answer;
    EstimateOptions job;
    std::vector<NamedSpec> learners;
    std::optional<double> delta;
    std::string unlabelled;
    std::string store;
    bool compare = false;
    bool kept = false; ///< what is done outlasts an interruption, also without a store
    std::string list;
    std::string horizons; ///< as given; one of them at a time is a role of the data

    void declare(Arguments& arguments);
    int run();

    // The steps of a command that estimates.
    void declare_bounds(Arguments& arguments);
    /// Checks the options of bounds, and makes ready what depends on the level.
    void check_bounds();
    /// Checks what needs no data; `command` is named in messages.
    void check(const std::string& command);
    Dataset read();
    /// The dataset of the data file's table.
    Dataset dataset_of(Table table);
    /// The learners, whose names are those of the job from now on.
    std::vector<std::unique_ptr<Learner>> make_learners(ResponseType response);
    /// Calls `fits` with job.run made ready: seed, threads, store, progress. False if the run was
    /// interrupted, which is told.
    bool fit(const Interrupt& interrupt, const std::function<RunReport()>& fits);
    /// Fits and judges; nothing if it was interrupted, which is told.
    std::optional<EstimateReport> judge(const Dataset& dataset, const Interrupt& interrupt);
    /// The comparisons of the learners; tells the warnings of both. Estimates for which `apart` differs are
    /// not compared with each other.
    std::vector<ComparedLearners> compared(const Dataset& dataset, const EstimateReport& report,
                                           const std::function<double(const Estimate&)>& apart = {}) const;
    /// The exit status; tells how many fits failed.
    static int status(const RunReport& run);
    /// The command `unseen fit` on these data, with these words.
    std::string fit_command(const std::vector<std::string>& words) const;

private:
    int run_horizons(const std::vector<std::uint64_t>& all, Output& out, const Interrupt& interrupt);
    void name_models(Answer& answer, const EstimateReport& report, const Dataset& dataset) const;
};

} // namespace unseen::cli
