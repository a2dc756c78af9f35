// Intervals for any measure of the predictions of one test set: what the fitted model's figure on new rows may be.
#pragma once

#include "unseen/interval/interval.hpp"

namespace unseen {

class Units;
struct Replicates;
struct RowBootstrap;

/// The design of one test set, judged by one model.
inline constexpr Design test_set_design{.target = Target::model, .splits = 1};

/// The rows of a test set, and what is asked of them.
struct TestIntervalInput {
    const PredictionView* predictions = nullptr;
    const Measure* measure = nullptr;
    double value = 0.0;           ///< the measure of these predictions
    std::uint64_t seed = 1;       ///< of the drawn samples, where a method draws
    std::uint64_t samples = 2000; ///< how many it draws
    std::size_t threads = 1;      ///< that draw; 0: all. No result depends on it
    /// The clusters of the rows, which are the independent draws then; empty: each row is one.
    std::span<const std::uint32_t> cluster{};
    /// Of these predictions, where they are there already (evaluate_all() makes the first two); null: they are made. Of rows that nobody has any more
    /// `predictions` is null, and intervals exist of what is a function of moments or of the confusion matrix.
    const Ranking* ranking = nullptr;
    const Moments* moments = nullptr; ///< of the measure's row values
    const Confusion* confusion = nullptr;
    const Replicates* replicates = nullptr;  ///< of the measure as a function of drawn cells of the confusion matrix
    const Units* units = nullptr;            ///< the rows, or clusters of them, as what samples are made of
    const RowBootstrap* bootstrap = nullptr; ///< of the measure as a function of drawn units

    /// Rows that count differently or depend on each other: methods for rows that are alike do not hold.
    bool weighted_or_clustered() const { return !cluster.empty() || (predictions != nullptr && !predictions->weight.empty()); }
};

/// The interval by `method` (`auto` picks); throws as require_interval() does for test_set_design. No interval, with reason: `one_row`, `one_cluster`,
/// `zero_variance`, `too_few_rows`, `too_many_rows`, `too_many_bins`, `class_without_rows`, `undefined_in_resamples`, `biased_in_resamples`,
/// `biased`, `zero_division` (0/0 was told to be a number), `infinite`, `needs_rows` (of rows that nobody has any more).
IntervalResult make_test_interval(const std::string& method, const TestIntervalInput& input, Level level);

/// An interval that is asked for.
struct TestIntervalRequest {
    std::string method;
    TestIntervalInput input;
};

/// What make_test_interval() makes of each, by `threads` (0: all) threads. All are about the same rows, with one seed and number of samples.
std::vector<IntervalResult> make_test_intervals(std::vector<TestIntervalRequest> requests, Level level, std::size_t threads);

} // namespace unseen
