// Intervals for any measure of the predictions of one test set: what the fitted model's figure on new rows may be.
#pragma once

#include "unseen/interval/interval.hpp"

namespace unseen {

class Units;
struct Replicates;
struct RowBootstrap;

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

/// Rows for which a method holds.
enum class RowKind {
    alike,                 ///< each counts once and is drawn for itself
    weighted_or_clustered, ///< with weights, or in clusters that are the independent draws
    any,
};

/// How the work of a method can be shared, where several intervals are made.
enum class IntervalWork {
    of_one_thread,  ///< intervals can be made side by side
    of_all_threads, ///< one is made after the other, each by all threads
    of_drawn_cells, ///< measures have samples of the confusion matrix in common; the rest is as `of_one_thread`
    of_drawn_units, ///< likewise samples of rows or clusters
};

/// A method: its name, what it is for, and whether and how it applies.
struct TestIntervalMethod {
    std::string name;
    std::string help;
    bool (*valid)(const Measure&);
    IntervalResult (*compute)(const TestIntervalInput&, Level);
    RowKind rows = RowKind::alike;
    IntervalWork work = IntervalWork::of_one_thread;
    bool (*chosen)(const TestIntervalInput&) = nullptr; ///< whether `auto` may pick it for these rows; null: for any
};

/// The methods, best first; for means of row values of rows that are alike those of interval_methods() come before. The target is the model.
///
/// - `exact_binomial` of a proportion of the rows of one truth or one prediction, given how many those are; exact.
/// - `wilson_mover` Wilson limits of the classes' recalls, squared and added (METHODS I.3); asymptotic.
/// - `bca` of a function of the confusion matrix, whose cells are drawn anew (METHODS I.3); asymptotic.
/// - `logit`, `logit_z`, `delong`, `kl` of the AUC (METHODS I.1); asymptotic, `kl` exact.
/// - `influence`, `boyd` of the average precision (METHODS I.2); asymptotic, heuristic.
/// - `influence` of the AUC and the average precision of several classes, of their own accord where samples of all rows would cost too much; asymptotic.
/// - `bca`, `percentile` of the AUC and the average precision: rows drawn anew, ranked once, the AUC's jackknife in closed form (METHODS C.15);
///   asymptotic.
/// - `order_statistics` of a quantile of errors (METHODS I.18); exact.
/// - `bins` of calibration errors, `robust_bins` of `ece` of weighted or clustered rows; asymptotic.
/// - `robust_logit` of the AUC and the average precision, of several classes too, of weighted or clustered rows: influences summed over clusters, on the logit scale (METHODS
///   I.4; Obuchowski 1997); asymptotic.
/// - `bca`, `percentile` of any measure but calibration errors: rows or clusters drawn anew (METHODS C.15, I.4); asymptotic.
/// - `robust_t` of a mean of row values, or a root of one, of weighted or clustered rows; asymptotic.
std::span<const TestIntervalMethod> test_interval_methods();

/// Throws InputError if no method of that name exists (`auto` does), or none is valid for the measure, naming those that are.
void require_test_interval(const std::string& method, const Measure& measure, bool weighted_or_clustered = false);

/// Whether require_test_interval() would pass.
bool test_interval_valid(const std::string& method, const Measure& measure, bool weighted_or_clustered = false);

/// The interval by `method` (`auto` picks). No interval, with reason: `one_row`, `one_cluster`, `zero_variance`, `too_few_rows`,
/// `too_many_rows`, `too_many_bins`, `class_without_rows`, `undefined_in_resamples`, `biased_in_resamples`, `biased`, `zero_division` (0/0 was told to be a number),
/// `infinite`, `needs_rows` (of rows that nobody has any more).
IntervalResult make_test_interval(const std::string& method, const TestIntervalInput& input, Level level);

/// An interval that is asked for.
struct TestIntervalRequest {
    std::string method;
    TestIntervalInput input;
};

/// What make_test_interval() makes of each, by `threads` (0: all) threads. All are about the same rows, with one seed and number of samples.
std::vector<IntervalResult> make_test_intervals(std::vector<TestIntervalRequest> requests, Level level, std::size_t threads);

} // namespace unseen
