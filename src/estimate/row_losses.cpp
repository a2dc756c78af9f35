#include "estimate/row_losses.hpp"

#include "measure/missing_need.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

const Reason* row_losses(const Measure& measure, const PredictionView& predictions,
                         std::vector<double>& values)
{
    const auto* missing = missing_need(measure, predictions);
    if (missing != nullptr) return missing;
    values.resize(predictions.size());
    measure.row_mean()->values(predictions, values);
    // The square of a huge error may be infinite.
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })
               ? nullptr
               : &reasons::infinite;
}

void FitTally::judged(const SplitInfo& split, const PredictionView& predictions)
{
    ++cost_.fits;
    cost_.seconds += split.seconds;
    for (const auto& warning : predictions.warnings)
        ++warned_.try_emplace(warning.code, 0, warning.text).first->second.first;
    if (predictions.choice == nullptr) return;
    chosen_measure_ = predictions.choice->measure;
    ++chosen_[predictions.choice->text];
    chosen_by_.add(predictions.choice->figure);
}

void FitTally::failed(const SplitInfo& split, const Failure& failure)
{
    ++cost_.fits;
    ++cost_.failures;
    cost_.seconds += split.seconds;
    if (first_failure_.empty()) first_failure_ = "split " + std::to_string(split.index) + ": " + failure.text;
}

void FitTally::report(Estimate& estimate) const
{
    estimate.cost = cost_;
    if (chosen_by_.count() > 0)
        estimate.selection = {{chosen_.begin(), chosen_.end()}, chosen_by_.mean(), chosen_measure_};
    for (const auto& [code, warned] : warned_)
        estimate.warnings.emplace_back(OwnCode{code},
                                       std::to_string(warned.first) + " of " + std::to_string(cost_.fits) +
                                           (cost_.fits == 1 ? " fit: " : " fits: ") + warned.second);
    if (cost_.failures > 0)
        estimate.warnings.push_back(
            {warnings::failed_fits, std::to_string(cost_.failures) + " of " + std::to_string(cost_.fits) +
                                        " fits failed and are not in this figure; " + first_failure_});
}

} // namespace unseen
