// The table of intervals. Each method says for which predictions it is valid, its estimand, its guarantee and
// its needs.
//
// Example:
//
//     // The error rate of one test set: 0 errors of 100 rows.
//     const Measure measure = make_measure(Spec("error_rate"), true);
//     IntervalInput input{.design = {.estimand = Estimand::model, .splits = 1}, .measure = &measure};
//     input.rows = 100;
//     const auto result = make_interval("exact_binomial", input, Level(0.95));
//     assert(std::abs(result.interval->upper - (1 - std::pow(0.025, 1.0 / 100))) <
//            1e-15); // Clopper & Pearson
//     assert(result.interval->lower == 0.0 && result.interval->guarantee == Guarantee::exact);
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/interval_choice.hpp"
#include "unseen/base/maybe.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/predictions/design.hpp"
#include "unseen/stats/moments.hpp"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace unseen {

struct IntervalEnds;
struct TestIntervalInput;

/// The spread of the losses of a cross-validation over its repeats (METHODS I.20). For the AUC and for
/// measures of whole repeats, the loss of a row is its influence.
struct LossSpread {
    std::uint64_t rows = 0;      ///< rows of a repeat
    std::uint64_t units = 0;     ///< independent draws: rows, or groups of rows
    std::uint64_t folds = 0;     ///< folds of a repeat
    std::uint64_t positives = 0; ///< units with a positive row; for the AUC only
    std::uint64_t negatives = 0; ///< units with a negative row; for the AUC only
    std::uint64_t smallest_class =
        0; ///< units with a row of the class that the fewest have; only for pooled rows of classes
    double mean = 0.0;     ///< weighted mean of all losses
    double variance = 0.0; ///< variance of the mean if all models were the same
    double covariance =
        0.0; ///< covariance of two rows' losses under one model, between models of these data; >= 0
    double carriers = 0.0; ///< (sum l)^2 / sum l^2 over units, where l is the mean over repeats: the
                           ///< effective number of units in the sum (Kish). Of an explained share: of the
                           ///< losses; 0 for other measures of whole repeats
    bool repeated = false; ///< repeats have different folds; if not, `covariance` is unknown and 0
    bool cut_off = false;  ///< a score was 0 or 1, so that a loss may be infinite
};

/// The figures of rows and splits from which an interval is computed.
struct IntervalInput {
    Design design;
    const Measure* measure = nullptr;
    double value = 0.0;                           ///< the figure on which the interval is centred
    std::uint64_t rows = 0;                       ///< number of pooled row values, repeats included
    double row_mean = 0.0;                        ///< mean of the row values, before the measure's `finish`
    double row_variance = 0.0;                    ///< variance of the row values, with divisor rows - 1
    Moments splits{};                             ///< moments of the splits' figures that exist
    std::vector<double> split_values{};           ///< the splits' figures, if interval_needs() asks for them
    double test_train_ratio = 0.0;                ///< mean over splits of test rows / training rows
    std::optional<double> within_fold_variance{}; ///< mean of the sample variances within folds, if they
                                                  ///< exist and interval_needs() asks for it
    double standard_error = 0.0;                  ///< standard error of the figure, if the design gives one
    Maybe<LossSpread> spread =
        reasons::incomplete_repeats; ///< if interval_needs() asks for it; each repeat tests every row once
};

/// An interval and the warnings about it.
struct IntervalResult {
    Maybe<Interval> interval = reasons::no_interval_for_design;
    std::vector<Warning> warnings{}; ///< given if an assumption of the method is in doubt
    /// For several candidates on one test set (TestIntervalInput::candidates), if there is an interval: the
    /// one at the higher level at which the intervals of all candidates hold together.
    std::optional<Maybe<Interval>> simultaneous{};
};

/// The predictions for which a method is made.
enum class IntervalRows {
    of_splits,             ///< the test rows of several splits
    alike,                 ///< one test set of independent rows without weights
    weighted_or_clustered, ///< one test set with weights, or with clusters that are the independent draws
    of_test_set,           ///< one test set of either kind
};

/// The input that a method needs in addition to the figure.
enum class IntervalNeeds {
    moments,      ///< the moments of the row values and of the splits' figures
    each_split,   ///< the list of the splits' figures
    within_folds, ///< the variances of the row values within folds
    spread,       ///< the variation of the rows' losses between repeats
    confusion,    ///< the confusion matrix of the test set
    ranking,      ///< the ranking of the test set
    rows,         ///< the rows of the test set
    units,        ///< the rows of the test set: at least two of them, or two clusters
};

/// How several intervals can share work and threads.
enum class IntervalWork {
    of_one_thread,  ///< each interval uses one thread, so several can be computed at once
    of_all_threads, ///< each interval uses all threads, so they are computed one after the other
    of_drawn_cells, ///< measures share bootstrap samples of the confusion matrix; else as `of_one_thread`
    of_drawn_units, ///< measures share bootstrap samples of rows or clusters; else as `of_one_thread`
};

/// A method: its name, estimand, guarantee and needs. Several methods may have one name; the first that is
/// valid is used.
struct IntervalMethod {
    std::string name;
    std::string help;
    Estimand estimand = Estimand::none;
    Guarantee guarantee = Guarantee::heuristic;
    IntervalRows rows = IntervalRows::of_splits;
    IntervalNeeds needs = IntervalNeeds::moments;
    bool (*applies)(const Design&, const Measure&) = nullptr;
    /// Computes the interval from figures, or from the predictions of one test set.
    std::variant<Maybe<IntervalEnds> (*)(const IntervalInput&, Level),
                 Maybe<IntervalEnds> (*)(const TestIntervalInput&, Level)>
        compute{};
    IntervalWork work = IntervalWork::of_one_thread;
    /// The coverage in simulations with known errors at a nominal 95 %, if it was more than two points too
    /// low (tests/simulations/interval_coverage.cpp, docs/VALIDITY.md). The intervals then have the warning
    /// `may_undercover`.
    std::string simulated{};
    Estimand also = Estimand::none; ///< a second estimand, which the intervals covered in simulations too
    bool by_name = false;           ///< `auto` never picks it, because it is too short
    bool (*chosen)(const TestIntervalInput&) =
        nullptr;              ///< true if `auto` may pick it for these rows; null: for any rows
    bool counts_runs = false; ///< that repeats of items may be runs; else a warning says that they are not
    /// The limits where the measure has no value, one of them infinite, if there are any; null: never.
    std::optional<Limits> (*without_value)(const TestIntervalInput&, Level) = nullptr;

    bool valid(const Design& design, const Measure& measure, bool weighted_or_clustered = false) const;
};

/// All methods, best first. `auto` picks the first that is valid and not `by_name`.
///
/// For one test set; estimand model:
/// - `exact_binomial` for proportions of independent rows, of all or of one true or predicted class (Clopper
///   & Pearson 1934); exact.
/// - `hall_t` for a mean of losses of independent rows or its root, corrected for skewness (METHODS C.16;
///   Hall 1992); asymptotic.
/// - `t_mean` for the same mean, mean +- t s/sqrt(n); asymptotic.
/// - `t_log` for the root of such a mean, on the logarithmic scale (METHODS I.18); asymptotic.
/// - `exact_binomial`, `mid_p` for f1 and jaccard, `melded_beta` for fbeta (METHODS I.25); exact, asymptotic,
///   heuristic.
/// - `directional_dirichlet` for a function of the confusion matrix, `mover_beta` for a mean over classes
///   (METHODS I.26); heuristic.
/// - `wilson_mover` for a mean of recalls: Wilson limits, squared and added (METHODS I.3); asymptotic.
/// - `bca` for a function of the confusion matrix: a bootstrap of its cells (METHODS I.3); asymptotic.
/// - `logit`, `logit_z`, `delong`, `kl` for the AUC (METHODS I.1); asymptotic, `kl` exact.
/// - `influence`, `boyd` for the average precision (METHODS I.2); asymptotic, heuristic.
/// - `bca`, `percentile` for the AUC and the average precision: a bootstrap of rows that are ranked once
///   (METHODS C.15); asymptotic.
/// - `order_statistics` for a quantile of errors (METHODS I.18); exact.
/// - `bins` for calibration errors, `robust_bins` for `ece` with weights or clusters; asymptotic.
/// - `robust_logit` for the AUC and the average precision (also for several classes) with weights or
///   clusters: influences summed over clusters, on the logit scale (METHODS I.4; Obuchowski 1997);
///   asymptotic.
/// - `influence` for the AUC and the average precision of several classes; `auto` picks it if a bootstrap
///   would take too long; asymptotic.
/// - `bca`, `percentile` for any measure except calibration errors: a bootstrap of rows or clusters (METHODS
///   C.15, I.4); asymptotic.
/// - `robust_t` for a mean of row values, or its root, with weights or clusters; asymptotic.
///
/// For several splits:
/// - `cv_wilson`, `cv_log`, `cv_logit` for error rates, for mean losses or their roots, and for the AUC of a
///   cross-validation, from the losses of each row in all repeats (METHODS I.20); estimand procedure, and the
///   model of all rows; heuristic.
/// - `cv_pooled` for measures of whole repeats (Measure::of_whole_repeats) in 0..1 or -1..1 and for explained
///   shares, from the influences of the rows in all repeats (METHODS I.30); estimand procedure; heuristic.
/// - `wald_all_pairs` for one cross-validation without groups (Bayle, Bayle, Janson & Mackey 2020); estimand
///   fold_models; asymptotic under stability.
/// - `corrected_t` for splits or repeated folds (Nadeau & Bengio 2003); estimand procedure; heuristic.
/// - `conservative_z` for random splits of all rows and of halves (Nadeau & Bengio 2003); estimand procedure;
///   asymptotic.
/// - `nested_cv` for nested cross-validation (Bates, Hastie & Tibshirani 2024); estimand procedure;
///   heuristic.
/// - `wald_within_fold` for one cross-validation, from variances within folds (Bayle et al. 2020); estimand
///   fold_models; asymptotic under stability.
/// - `order_statistics` for random splits, by exchangeability; estimand split; exact, at the highest level
///   that their number allows.
/// - `naive_z` treats splits as independent; estimand procedure; heuristic, with a warning.
std::span<const IntervalMethod> interval_methods();

/// The names of the methods in their order, without repetitions.
std::vector<std::string> interval_names();

/// Throws InputError, listing the valid methods, if `method` is unknown or not valid for the predictions.
/// `auto` is always valid. `weighted_or_clustered`: the test set has weights or clusters.
void require_interval(const IntervalChoice& method, const Design& design, const Measure& measure,
                      bool weighted_or_clustered = false);

/// True if require_interval() would not throw.
bool interval_valid(const IntervalChoice& method, const Design& design, const Measure& measure,
                    bool weighted_or_clustered = false);

/// The method if interval_valid(), else the best that is valid.
IntervalChoice where_valid(const IntervalChoice& method, const Design& design, const Measure& measure,
                           bool weighted_or_clustered = false);

/// The input that the method needs.
IntervalNeeds interval_needs(const IntervalChoice& method, const Design& design, const Measure& measure);

/// Computes the interval from figures by `method`. Throws as require_interval() does. Without an interval the
/// result has a reason: `no_interval_for_design`, `clustered_folds` (one cross-validation with groups),
/// `one_split`, `one_row`, `no_variance_within_folds`, `zero_variance`, `too_few_splits` and `failed_fits`
/// (order statistics), `infinite` (a limit would be infinite), `needs_rows`.
IntervalResult make_interval(const IntervalChoice& method, const IntervalInput& input, Level level);

} // namespace unseen
