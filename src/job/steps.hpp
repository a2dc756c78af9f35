// Private: the steps of jobs about learners.
#pragma once

#include "unseen/base/error.hpp"
#include "unseen/contest/compared_learners.hpp"
#include "unseen/job/estimate_job.hpp"
#include "unseen/store/store.hpp"
#include "unseen/store/store_file.hpp"
#include "unseen/verdict/verdict.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// Throws InputError for the probability of bounds that nobody asked for.
template <class Options>
void check_for_bounds(const Options& options, const JobData& data)
{
    require(!data.unlabelled || !options.bounds.empty(),
            "`unlabelled` is for bounds, and there is none; expected `bound=SPEC` with it");
    require(!options.delta || !options.bounds.empty(),
            "`delta` is for bounds, and there is none; expected `bound=SPEC` with it");
}

/// The options of the job on these data.
EstimateOptions options_on(const EstimateJob& job, const DataWithUnlabelled& made);

/// Calls `fits` with the run's options and the store open, if there is one. `again`: it needs fits again, so
/// that without a store the memory keeps them.
template <class Fits>
auto with_store(const std::string& path, const std::string& data_name, RunOptions run, const Fits& fits,
                bool again = false)
{
    const auto file = path.empty() ? nullptr : open_store(path);
    const auto memory = again && !file ? make_memory_store() : nullptr;
    run.store = file ? file.get() : memory.get();
    run.data_name = data_name;
    auto found = fits(run);
    if (file) file->flush();
    return found;
}

/// Adds the commands that write the classifiers which the bounds of `estimates` are about.
void name_models(Answer& page, const JobData& data, const DataWithUnlabelled& made, const Roles& roles,
                 std::span<const Estimate> estimates, const std::function<Spec(const Estimate&)>& learner_of);

/// What a job finds: the figures, and whether requirements on them are met.
struct JudgedLearners {
    EstimateReport report;
    std::vector<Requirement> requirements{};
};

/// Throws InputError for a requirement that cannot be read, or is on a figure that these data do not have.
void check_requirements(const std::vector<std::string>& requirements, Level level, const Dataset& data);

/// Judges requirements on the figures of the one learner by the first estimator, whose intervals get the
/// level of one-sided limits. The store of the run has the fits. Empty if the run was stopped.
std::vector<Requirement> judge_requirements(const std::vector<std::string>& requirements, Level level,
                                            const Dataset& data, std::span<const Learner* const> learner,
                                            EstimateOptions options);

/// Fits and judges the learners.
JudgedLearners judge(const EstimateJob& job, const Dataset& data, EstimateOptions options);

/// The comparisons of the learners. Estimates for which `apart` differs are not compared with each other.
/// Throws InputError if pairs are to be shown and there are none.
std::vector<ComparedLearners> compare_pairs(const EstimateJob& job, const Dataset& data,
                                            const EstimateReport& report,
                                            const std::function<double(const Estimate&)>& apart = {});

} // namespace unseen
