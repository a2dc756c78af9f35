// Intervals for estimates: each method says for which predictions it is valid, what it covers, what it promises and what it needs.
#pragma once

#include "unseen/base/interval.hpp"
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

/// What an interval may be computed from where nothing is left but figures: of the rows and of the splits.
struct IntervalInput {
    Design design;
    const Measure* measure = nullptr;
    double value = 0.0;                 ///< the figure on which the interval is centred
    std::uint64_t rows = 0;             ///< row values that were pooled, repeats included
    double row_mean = 0.0;              ///< their mean, before the measure's `finish`
    double row_variance = 0.0;          ///< their variance with divisor rows - 1
    Moments splits{};                   ///< the splits' figures, where they exist
    std::vector<double> split_values{}; ///< the same one by one; where interval_needs() says so
    double test_train_ratio = 0.0;      ///< mean over splits of test rows / training rows
    std::optional<double>
        within_fold_variance{};  ///< mean of the folds' sample variances, if they exist; where interval_needs() says so
    double standard_error = 0.0; ///< of the figure, where the design tells it
};

/// An interval or the reason why there is none.
struct IntervalResult {
    std::optional<Interval> interval;
    std::string reason;
    std::vector<Warning> warnings{}; ///< where an assumption of the method is in doubt
};

/// The predictions that a method is for.
enum class IntervalRows {
    of_splits,             ///< the test rows of several splits
    alike,                 ///< those of one test set, each of which counts once and is an independent draw
    weighted_or_clustered, ///< those of one test set, with weights, or in clusters that are the independent draws
    of_test_set,           ///< those of one test set of either kind
};

/// What a method reads beside the figure.
enum class IntervalNeeds {
    moments,      ///< of the row values and of the splits' figures
    each_split,   ///< the splits' figures one by one
    within_folds, ///< the variances of the row values within folds
    confusion,    ///< the confusion matrix of the test set
    ranking,      ///< its rows in the order of their scores
    rows,         ///< its rows as they are
    units,        ///< likewise, at least two of them or of their clusters
};

/// How the work of a method can be shared, where several intervals are made.
enum class IntervalWork {
    of_one_thread,  ///< intervals can be made side by side
    of_all_threads, ///< one is made after the other, each by all threads
    of_drawn_cells, ///< measures have samples of the confusion matrix in common; the rest is as `of_one_thread`
    of_drawn_units, ///< likewise samples of rows or clusters
};

/// A method: its name, what it is about, what it promises, and whether and how it applies. A name may stand for several methods: the first that is
/// valid is taken.
struct IntervalMethod {
    std::string name;
    std::string help;
    Target target = Target::none;
    Guarantee guarantee = Guarantee::heuristic;
    IntervalRows rows = IntervalRows::of_splits;
    IntervalNeeds needs = IntervalNeeds::moments;
    bool (*fits)(const Design&, const Measure&) = nullptr;
    /// From figures, or from the predictions of one test set.
    std::variant<IntervalEnds (*)(const IntervalInput&, Level), IntervalEnds (*)(const TestIntervalInput&, Level)> compute{};
    IntervalWork work = IntervalWork::of_one_thread;
    /// How often it covered in simulations with known errors at a nominal 95 %, where that may be more than two points too seldom
    /// (tests/simulations/interval_coverage.cpp, docs/VALIDITY.md); its intervals then carry the warning `may_undercover`.
    std::string simulated{};
    bool by_name = false;                               ///< too short to be taken unless it is asked for
    bool (*chosen)(const TestIntervalInput&) = nullptr; ///< whether `auto` may pick it for these rows; null: for any

    bool valid(const Design& design, const Measure& measure, bool weighted_or_clustered = false) const;
};

/// The methods, best first: `auto` takes the first that is valid, and is not `by_name`.
///
/// Of the rows of one test set, about the fitted model:
/// - `exact_binomial` Clopper & Pearson (1934), proportions of independent rows, or of those of one truth or one prediction, given how many
///   those are; exact.
/// - `t_mean` mean +- t s/sqrt(n) of independent rows' losses; asymptotic.
/// - `t_log` of a root of such a mean, on the logarithmic scale (METHODS I.18); asymptotic.
/// - `wilson_mover` Wilson limits of the classes' recalls, squared and added (METHODS I.3); asymptotic.
/// - `bca` of a function of the confusion matrix, whose cells are drawn anew (METHODS I.3); asymptotic.
/// - `logit`, `logit_z`, `delong`, `kl` of the AUC (METHODS I.1); asymptotic, `kl` exact.
/// - `influence`, `boyd` of the average precision (METHODS I.2); asymptotic, heuristic.
/// - `bca`, `percentile` of the AUC and the average precision: rows drawn anew, ranked once, the AUC's jackknife in closed form (METHODS C.15);
///   asymptotic.
/// - `order_statistics` of a quantile of errors (METHODS I.18); exact.
/// - `bins` of calibration errors, `robust_bins` of `ece` of weighted or clustered rows; asymptotic.
/// - `robust_logit` of the AUC and the average precision, of several classes too, of weighted or clustered rows: influences summed over clusters, on the logit scale (METHODS
///   I.4; Obuchowski 1997); asymptotic.
/// - `influence` of the AUC and the average precision of several classes, of their own accord where samples of all rows would cost too much; asymptotic.
/// - `bca`, `percentile` of any measure but calibration errors: rows or clusters drawn anew (METHODS C.15, I.4); asymptotic.
/// - `robust_t` of a mean of row values, or a root of one, of weighted or clustered rows; asymptotic.
///
/// Of the rows of several splits:
/// - `wald_all_pairs` Bayle, Bayle, Janson & Mackey (2020), one cross-validation of rows without groups; target fold_models; asymptotic under stability.
/// - `corrected_t` Nadeau & Bengio (2003) over splits or repeated folds; target procedure; heuristic.
/// - `conservative_z` Nadeau & Bengio (2003) of random splits of all rows and of halves; target procedure; asymptotic.
/// - `nested_cv` Bates, Hastie & Tibshirani (2024) of nested cross-validation; target procedure; heuristic.
/// - `wald_within_fold` Bayle et al. (2020) with the folds' own variances; target fold_models; asymptotic under stability.
/// - `order_statistics` of random splits, by exchangeability; target split; exact, at the level that their number allows.
/// - `naive_z` as if splits were independent; target procedure; heuristic, with a warning.
std::span<const IntervalMethod> interval_methods();

/// The names of the methods, each once, in their order.
std::vector<std::string> interval_names();

/// Throws InputError for a `method` that is unknown (`auto` is known), or not valid for the predictions, naming those that are.
/// `weighted_or_clustered`: of one test set, whose rows count differently or depend on each other.
void require_interval(const std::string& method, const Design& design, const Measure& measure,
                      bool weighted_or_clustered = false);

/// Whether require_interval() would pass.
bool interval_valid(const std::string& method, const Design& design, const Measure& measure, bool weighted_or_clustered = false);

/// What the interval by `method` needs.
IntervalNeeds interval_needs(const std::string& method, const Design& design, const Measure& measure);

/// The interval from figures by `method` (`auto` picks); throws as require_interval() does. No interval, with reason: `no_interval_for_design`,
/// `clustered_folds` (one cross-validation of rows in groups), `one_split`, `one_row`, `no_variance_within_folds`, `zero_variance`,
/// `too_few_splits` and `failed_fits` (order statistics), `infinite` (an end would be), `needs_rows`.
IntervalResult make_interval(const std::string& method, const IntervalInput& input, Level level);

} // namespace unseen
