// Private: the baselines beside which the figures of estimate() stand, judged in the same way.
#pragma once

#include "run/baseline_beside.hpp"
#include "run/estimation.hpp"

#include "unseen/learn/baseline.hpp"

#include <memory>
#include <span>
#include <vector>

namespace unseen {

/// A baseline that is learned, and what it is judged by.
struct JudgedBaseline {
    BaselineLearner baseline;
    EstimateOptions options; ///< with measures
    bool fixed = false;      ///< it is the same for all splits, and learned nowhere
    Estimation judging{};    ///< of the options

    /// Judges it beside a learner on the splits that both are judged on. `sinks`: of that learner, one for
    /// each request of `of_learner`.
    void join(const Estimation& of_learner, std::vector<Sink*>& sinks, const Dataset& data);
    /// Its figures after the run: those that were made beside the learner, and the others from a run of its
    /// own.
    std::vector<Estimate> figures(const Dataset& data) const;

    struct Beside {
        std::unique_ptr<Reduction> reduction{};
        std::unique_ptr<BaselineBeside> sink{};
    };
    std::vector<Beside> beside{}; ///< by estimator; empty where it is not judged beside the learner
};

/// Those for all measures that have one; none if all learners are baselines.
std::vector<JudgedBaseline> judged_baselines(const Dataset& data, std::span<const Learner* const> learners,
                                             const EstimateOptions& options);

/// Adds the figures of the baselines to the estimates, each by its estimator and measure.
void add_baselines(EstimateReport& report, const Dataset& data, std::span<const JudgedBaseline> baselines);

} // namespace unseen
