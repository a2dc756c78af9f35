// Private: what every reduction does with a split: row values of a measure, and the count of what was fitted.
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/predictions/predictions.hpp"

#include <string>
#include <vector>

namespace unseen {

/// The measure's row values into `values`; empty, or the reason why there are none (those of missing_need(), `infinite`).
std::string row_losses(const Measure& measure, const PredictionView& predictions, std::vector<double>& values);

/// Fits asked for, those of them that failed, and what they took.
class FitTally {
public:
    void judged(const SplitInfo& split);
    void failed(const SplitInfo& split, const Failure& failure);
    std::uint64_t judged() const { return fits_ - failures_; }
    std::uint64_t failures() const { return failures_; }
    /// Writes them into the estimate, with the warning `failed_fits`.
    void report(Estimate& estimate) const;

private:
    std::uint64_t fits_ = 0;
    std::uint64_t failures_ = 0;
    double seconds_ = 0.0;
    std::string first_failure_;
};

} // namespace unseen
