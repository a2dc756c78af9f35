// Intervals for any measure of the predictions of one test set: what the fitted model's figure on new rows may be.
#pragma once

#include "unseen/estimate/interval.hpp"
#include "unseen/stats/moments.hpp"

namespace unseen {

/// The rows of a test set, and what is asked of them.
struct TestIntervalInput {
    const PredictionView* predictions = nullptr;
    const Measure* measure = nullptr;
    double value = 0.0;                   ///< the measure of these predictions
    std::uint64_t seed = 1;               ///< of the drawn samples, where a method draws
    std::uint64_t samples = 2000;         ///< how many it draws
    const Confusion* confusion = nullptr; ///< of the rows, for measures that are functions of it; then `predictions` may be null
};

/// A method for measures that are no means of row values: its name, what it is for, and whether and how it applies.
struct TestIntervalMethod {
    std::string name;
    std::string help;
    bool (*valid)(const Measure&);
    IntervalResult (*compute)(const TestIntervalInput&, Level);
};

/// The methods, best first. Rows are independent draws in all of them, and the target is the model.
///
/// - `exact_binomial` of a proportion of the rows of one truth or one prediction, given how many those are; exact.
/// - `wilson_mover` Wilson limits of the classes' recalls, squared and added (METHODS I.3); asymptotic.
/// - `bca` of a function of the confusion matrix, whose cells are drawn anew (METHODS I.3); asymptotic.
/// - `logit`, `logit_z`, `delong`, `kl` of the AUC (METHODS I.1); asymptotic, `kl` exact.
/// - `influence`, `boyd` of the average precision (METHODS I.2); asymptotic, heuristic.
/// - `order_statistics` of a quantile of errors (METHODS I.18); exact.
std::span<const TestIntervalMethod> test_interval_methods();

/// Throws InputError if no method of that name exists (`auto` does), or none is valid for the measure, naming those that are.
void require_test_interval(const std::string& method, const Measure& measure);

/// The interval of a mean of row values, from the moments of these.
IntervalResult make_test_interval(const std::string& method, const Measure& measure, double value, const Moments& rows,
                                  Level level);

/// Whether require_test_interval() would pass.
bool test_interval_valid(const std::string& method, const Measure& measure);

/// The interval by `method` (`auto` picks), for means of row values by make_interval() for a test set. No interval, with reason: `weighted`
/// (rows count differently; none is implemented), `one_row`, `zero_variance`, `too_few_rows`, `class_without_rows`,
/// `undefined_in_resamples`, `infinite`, `no_interval_yet`.
IntervalResult make_test_interval(const std::string& method, const TestIntervalInput& input, Level level);

} // namespace unseen
