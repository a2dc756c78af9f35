// Intervals for estimates: each method says for which designs it is valid, what it covers and what it promises.
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/predictions/design.hpp"
#include "unseen/stats/moments.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// What an interval may be computed from: the figure, its rows and its splits.
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
    double within_fold_variance =
        -1.0; ///< mean of the folds' sample variances, where interval_needs() says so; negative where one does not exist
    double standard_error = 0.0; ///< of the figure, where the design tells it
};

/// An interval or the reason why there is none.
struct IntervalResult {
    std::optional<Interval> interval;
    std::string reason;
    std::vector<Warning> warnings{}; ///< where an assumption of the method is in doubt
};

/// What a method needs beyond the figure and the moments of rows and splits.
enum class IntervalNeeds { nothing, each_split, within_folds };

/// A method: its name, what it is for, and whether and how it applies.
struct IntervalMethod {
    std::string name;
    std::string help;
    bool (*valid)(const Design&, const Measure&);
    IntervalResult (*compute)(const IntervalInput&, Level);
    /// How often it covered in simulations with known errors at a nominal 95 %, where that may be more than two points too seldom
    /// (tests/simulations/interval_coverage.cpp, docs/VALIDITY.md); its intervals then carry the warning `may_undercover`.
    std::string simulated{};
    IntervalNeeds needs = IntervalNeeds::nothing;
    bool by_name = false; ///< too short to be taken unless it is asked for
};

/// The methods, best first: `auto` takes the first that is valid, and is not `by_name`.
///
/// - `exact_binomial` Clopper & Pearson (1934), proportions of independent test rows; target model; exact.
/// - `t_mean` mean +- t s/sqrt(n) of independent test rows' losses; target model; asymptotic.
/// - `t_log` of a root of such a mean, on the logarithmic scale (METHODS I.18); target model; asymptotic.
/// - `wald_all_pairs` Bayle, Bayle, Janson & Mackey (2020), one cross-validation of rows without groups; target fold_models; asymptotic under stability.
/// - `corrected_t` Nadeau & Bengio (2003) over splits or repeated folds; target procedure; heuristic.
/// - `conservative_z` Nadeau & Bengio (2003) of random splits of all rows and of halves; target procedure; asymptotic.
/// - `nested_cv` Bates, Hastie & Tibshirani (2024) of nested cross-validation; target procedure; heuristic.
/// - `wald_within_fold` Bayle et al. (2020) with the folds' own variances; target fold_models; asymptotic under stability.
/// - `order_statistics` of random splits, by exchangeability; target split; exact, at the level that their number allows.
/// - `naive_z` as if splits were independent; target procedure; heuristic, with a warning.
std::span<const IntervalMethod> interval_methods();

/// Throws InputError for a `method` that is unknown (`auto` is known), or not valid for the design, naming those that are.
void require_interval(const std::string& method, const Design& design, const Measure& measure);

/// Whether require_interval() would pass.
bool interval_valid(const std::string& method, const Design& design, const Measure& measure);

/// What the interval by `method` needs.
IntervalNeeds interval_needs(const std::string& method, const Design& design, const Measure& measure);

/// The interval by `method` (`auto` picks); throws as require_interval() does. No interval, with reason: `no_interval_for_design`,
/// `clustered_folds` (one cross-validation of rows in groups), `one_split`, `one_row`, `no_variance_within_folds`, `zero_variance`,
/// `too_few_splits` and `failed_fits` (order statistics), `infinite` (an end would be).
IntervalResult make_interval(const std::string& method, const IntervalInput& input, Level level);

} // namespace unseen
