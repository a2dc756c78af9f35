// Intervals for any measure of the predictions of one test set: the fitted model's figure on new rows.
//
// Example:
//
//     const Labels classes({"no", "yes"});
//     const std::vector<std::uint32_t> truth{1, 1, 1, 1, 0};
//     PredictionView predictions;
//     predictions.classes = &classes;
//     predictions.positive = 1;
//     predictions.true_label = truth;
//     predictions.label = truth; // all rows are right
//     const Measure recall = make_measure(Spec("recall"), true);
//     const auto result = make_test_interval(
//         "auto", {.predictions = &predictions, .measure = &recall, .value = 1.0}, Level(0.95));
//     assert(result.interval->method == "exact_binomial"); // 4 of 4 positive rows are found
//     assert(std::abs(result.interval->lower - std::pow(0.025, 1.0 / 4)) < 1e-15);
#pragma once

#include "unseen/interval/interval.hpp"
#include "unseen/interval/repeated.hpp"

namespace unseen {

class Units;
struct Replicates;
struct RowBootstrap;

/// The design of one test set, judged by one model.
inline constexpr Design test_set_design{.estimand = Estimand::model, .splits = 1};

/// The predictions of a test set and a measure, with options and with results to reuse.
struct TestIntervalInput {
    const PredictionView* predictions = nullptr;
    const Measure* measure = nullptr;
    double value = 0.0;           ///< the measure of these predictions
    std::uint64_t seed = 1;       ///< for methods that draw samples
    std::uint64_t samples = 2000; ///< bootstrap samples; more make the limits vary less with the seed
    std::size_t threads = 1;      ///< for methods that draw samples; 0: all. No result depends on it
    /// The number of models judged on these rows, from which one may be chosen by its figure. With more than
    /// one there is also a simultaneous interval.
    std::size_t candidates = 1;
    /// The cluster of each row. Set it if clusters are the independent draws; if empty, rows are.
    std::span<const std::uint32_t> cluster{};
    /// Existing results for these predictions; if null, they are computed when needed. If the rows are gone,
    /// `predictions` is null, and only functions of moments or of the confusion matrix have an interval.
    const Ranking* ranking = nullptr; ///< from evaluate_all()
    const RepeatedItems* repeated =
        nullptr; ///< of items that were judged several times, whose means are judged here
    const Moments* moments = nullptr;        ///< of the measure's row values, from evaluate_all()
    const Confusion* confusion = nullptr;    ///< the confusion matrix
    const Replicates* replicates = nullptr;  ///< of the measure, in bootstrap samples of the confusion matrix
    const Units* units = nullptr;            ///< the rows or clusters that are drawn
    const RowBootstrap* bootstrap = nullptr; ///< of the measure, in bootstrap samples of the units

    /// True if rows have weights or clusters; then methods for independent rows without weights do not hold.
    bool weighted_or_clustered() const
    {
        return !cluster.empty() || (predictions != nullptr && !predictions->weight.empty());
    }
};

/// Computes the interval by `method`. Throws as require_interval() does for test_set_design. Without an
/// interval the result has a reason: `one_row`, `one_cluster`, `zero_variance`, `too_few_rows`,
/// `too_many_rows`, `too_many_bins`, `class_without_rows`, `undefined_in_resamples`, `biased_in_resamples`,
/// `biased`, `zero_division` (the value is 0/0 as ZeroDivision sets it), `infinite`, `needs_rows` (the rows
/// are gone).
///
/// With m candidates the result also has the simultaneous interval, at level_of_each(level, m): the intervals
/// of all m models hold together with probability `level`, and so does that of the best-looking model,
/// however it was chosen (METHODS E.18). Methods that draw take at least 10 m / (1 - level) samples for it,
/// so that some replicates lie beyond each limit.
IntervalResult make_test_interval(const IntervalChoice& method, const TestIntervalInput& input, Level level);

/// What is known of a measure that has no value for these predictions, such as a quotient over 0: an interval
/// of which one end is infinite. Empty if no method has one. `input.value` is not read, and a method that
/// needs the confusion matrix does not count it.
std::optional<Interval> half_open_interval(const TestIntervalInput& input, Level level);

/// A method with its input.
struct TestIntervalRequest {
    IntervalChoice method;
    TestIntervalInput input;
};

/// Calls make_test_interval() for each request, on `threads` threads (0: all), and shares bootstrap samples
/// between them. All requests must have the same rows, seed, number of samples and number of candidates.
std::vector<IntervalResult> make_test_intervals(std::vector<TestIntervalRequest> requests, Level level,
                                                std::size_t threads);

} // namespace unseen
