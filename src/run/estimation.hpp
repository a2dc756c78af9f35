// Private: what estimate() runs, and how the predictions become figures.
#pragma once

#include "unseen/base/maybe.hpp"
#include "unseen/estimate/estimator.hpp"
#include "unseen/run/estimate.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// An estimator, a plan or a bound that was asked for.
struct AskedEstimator {
    Estimator made;
    std::string name; ///< as the options have it, or the default
    bool bound = false;
    std::optional<Plan> plan{}; ///< of the options, in place of the one that its spec names
    /// Why it has no figure, for each measure, where it has none; for a bound there is one element. Without
    /// any figure it makes no requests.
    std::vector<std::optional<Refusal>> refusals{};
    std::size_t first_request = 0; ///< the position of its first request in Estimation::requests
    /// That of the training rows of its splits, if they are judged.
    std::optional<std::size_t> training_request{};

    bool refused() const
    {
        return std::ranges::all_of(refusals, [](const auto& refusal) { return refusal.has_value(); });
    }
    /// True if the learner itself gives its figures.
    bool closed() const { return made.closed_form != ClosedForm::none && !refused(); }
};

/// The requests to run, and how their predictions become estimates.
struct Estimation {
    ReductionOptions options;
    std::vector<Warning> warnings;
    std::vector<AskedEstimator> estimators{}; ///< estimators, plans and bounds, in this order
    std::vector<RunRequest> requests{};

    std::span<const RunRequest> requests_of(const AskedEstimator& estimator) const
    {
        return std::span(requests).subspan(estimator.first_request, estimator.made.requests.size());
    }
    /// True if it judges splits, whose training sets have one size, on their test rows.
    bool tests_apart(const AskedEstimator& estimator) const;
    /// True if it judges one model on one test set.
    bool tests_once(const AskedEstimator& estimator) const;
    /// True if some of the `rows` labelled rows are predicted by models that were not trained on them.
    bool draws_training_rows(const AskedEstimator& estimator, Row rows) const;
    /// Null for an estimator without any figure, and for one with closed forms.
    std::unique_ptr<Reduction> reduction(const AskedEstimator& estimator) const;
    /// The estimates of its reduction (null if it is refused); a refused one is replaced by an estimate that
    /// says why.
    std::vector<Estimate> finish(const AskedEstimator& estimator, const Reduction* reduction) const;
};

/// Throws InputError as estimate() does. `intervals`: false for figures that are only compared with.
Estimation make_estimation(const Dataset& data, const EstimateOptions& options, bool intervals = true);

/// True if a plan tests rows of the test file.
bool tests_file_rows(const Plan& plan, const Dataset& data);

} // namespace unseen
