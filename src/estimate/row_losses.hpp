// Private: shared by all reductions: the row values of a measure, and the counts of fits and failures.
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/predictions/predictions.hpp"

#include "unseen/stats/moments.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// Writes the measure's row values into `values`. Returns the reason if there are none (that of
/// missing_need(), or `infinite`), else null.
const Reason* row_losses(const Measure& measure, const PredictionView& predictions,
                         std::vector<double>& values);

/// Counts fits, failures and the choices of fits, and sums their times.
class FitTally {
public:
    void judged(const SplitInfo& split, const PredictionView& predictions);
    void failed(const SplitInfo& split, const Failure& failure);
    /// Keeps the size of the first model of all rows.
    void of_all_rows(const PredictionView& predictions)
    {
        if (cost_.complexity.empty())
            cost_.complexity.assign(predictions.complexity.begin(), predictions.complexity.end());
    }
    std::uint64_t judged() const { return cost_.fits - cost_.failures; }
    std::uint64_t failures() const { return cost_.failures; }
    /// Writes the cost into the estimate, and the warning `failed_fits` if there are failures.
    void report(Estimate& estimate) const;

private:
    FitCost cost_;
    std::string first_failure_;
    std::map<std::string, std::uint64_t> chosen_;
    Moments chosen_by_; ///< the figures of the choices
    std::string chosen_measure_;
    /// For each code of a warning about a fit, the number of fits that have it, and the first sentence.
    std::map<std::string, std::pair<std::uint64_t, std::string>> warned_;
};

} // namespace unseen
