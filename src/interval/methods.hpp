// Private: the functions of the table of intervals (methods.cpp). A new method is a function here, in its own
// file or that of its family, and a row there.
#pragma once

#include "unseen/interval/test_interval.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The result of a method.
struct IntervalEnds {
    Limits limits{};
    std::vector<std::string>
        assumptions{}; ///< in addition to that of independent rows of one test set, or independent clusters
    std::vector<Warning> warnings{};
    std::optional<Level> level{}; ///< if it differs from the requested level
    bool known = false;           ///< the figure is known, not estimated: the limits may be equal
};

/// `few_rows_in_bins` for a mean calibration error of fewer than 100 rows (calibration_intervals.cpp).
std::vector<Warning> calibration_warnings(const TestIntervalInput& input);

/// Limits at the same distance on both sides.
inline Limits around(double centre, double half) { return {centre - half, centre + half}; }

// Means of rows of one test set (row_mean_intervals.cpp).
/// The moments of the measure's row values: those of the input, or computed from its predictions.
Moments moments_of(const TestIntervalInput& input);
Maybe<IntervalEnds> binomial_proportion(const IntervalInput& input, Level level);
Maybe<IntervalEnds> hall_t(const TestIntervalInput& input, Level level);
/// Adds `few_large_losses` and returns true if the loss rests on few of the units: an effective number of
/// `carriers` below 20 and below a fifth.
bool warn_of_few_carriers(std::vector<Warning>& warnings, const Measure& measure, double carriers,
                          double units);
/// `few_large_losses`, `extreme_scores` and `few_distinct_scores` for the mean of these row values.
std::vector<Warning> loss_warnings(const Measure& measure, std::span<const double> values);
/// Hall's (1992) T(x) = (cbrt(1 + 3a (x - b)) - 1) / a; x if a is 0.
double hall_transform(double x, double a, double b);
Maybe<IntervalEnds> t_mean(const IntervalInput& input, Level level);
Maybe<IntervalEnds> t_log(const IntervalInput& input, Level level);

// Means of values in a range of the measure's, and of weighted or clustered rows (cluster_intervals.cpp).
Maybe<IntervalEnds> end_dirichlet(const TestIntervalInput& input, Level level);
/// The envelope of the usual interval of the mean and of crossed_runs().
Maybe<IntervalEnds> items_and_runs(const TestIntervalInput& input, Level level);
bool has_runs(const TestIntervalInput& input);
/// `few_runs` for fewer than few_runs_below, else nothing.
std::vector<Warning> few_runs_warning(const CrossedRuns& runs);
/// The scores have so few distinct values that they show which losses are possible.
bool has_few_losses(const TestIntervalInput& input);
Maybe<IntervalEnds> end_dirichlet_of_few(const TestIntervalInput& input, Level level);
/// Few human labels and a judge of all items (judge_beta.hpp).
Maybe<IntervalEnds> judge_beta(const TestIntervalInput& input, Level level);
bool has_judge(const TestIntervalInput& input);
Maybe<IntervalEnds> gaffke(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> betting(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> hall_clusters(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> korn_graubard_beta(const TestIntervalInput& input, Level level);
bool has_no_weights(const TestIntervalInput& input);
/// `uneven_clusters` if the coefficient of variation of the clusters' sizes exceeds 1, else nothing.
std::vector<Warning> uneven_warning(std::span<const double> sizes);

// Of several splits (split_intervals.cpp).
Maybe<IntervalEnds> wald_all_pairs(const IntervalInput& input, Level level);
Maybe<IntervalEnds> corrected_t(const IntervalInput& input, Level level);
Maybe<IntervalEnds> conservative_z(const IntervalInput& input, Level level);
Maybe<IntervalEnds> nested_cv(const IntervalInput& input, Level level);
Maybe<IntervalEnds> wald_within_fold(const IntervalInput& input, Level level);
Maybe<IntervalEnds> split_order_statistics(const IntervalInput& input, Level level);
Maybe<IntervalEnds> split_order_limit(const IntervalInput& input, Level level);
Maybe<IntervalEnds> naive_z(const IntervalInput& input, Level level);

// Cross-validation, from the spread of its losses (cross_validation_intervals.cpp).
Maybe<IntervalEnds> cv_wilson(const IntervalInput& input, Level level);
Maybe<IntervalEnds> cv_log(const IntervalInput& input, Level level);
Maybe<IntervalEnds> cv_logit(const IntervalInput& input, Level level);
Maybe<IntervalEnds> cv_pooled(const IntervalInput& input, Level level);

// Functions of the confusion matrix (count_intervals.cpp).
Maybe<IntervalEnds> binomial_share(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> wilson_mover(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> overlap_exact(const TestIntervalInput& input, Level level); // overlap_intervals.cpp
Maybe<IntervalEnds> overlap_mid_p(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> melded_beta(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> directional_dirichlet(const TestIntervalInput& input, Level level); // cells_dirichlet.cpp
Maybe<IntervalEnds> mover_beta(const TestIntervalInput& input, Level level);
bool dirichlet_is_best(const TestIntervalInput& input);
Maybe<IntervalEnds> cells_bca(const TestIntervalInput& input, Level level);

// Functions of the ranking of two classes (ranking_intervals.cpp).
Maybe<IntervalEnds> ranking_logit(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> ranking_delong(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> ranking_logit_z(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> ranking_kl(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> ranking_influence(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> ranking_ap_beta(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> class_ap_beta(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> ranking_boyd(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> ranking_bca(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> ranking_percentile(const TestIntervalInput& input, Level level);

// Quantiles of errors (quantile_intervals.cpp) and calibration errors (calibration_intervals.cpp,
// robust_calibration.cpp).
Maybe<IntervalEnds> error_order_statistics(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> calibration_mean(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> calibration_max(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> robust_calibration_mean(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> mover_benefit(const TestIntervalInput& input, Level level); // ratio_intervals.cpp
Maybe<IntervalEnds> beta_ratio(const TestIntervalInput& input, Level level);    // ratio_intervals.cpp
Maybe<IntervalEnds> score_ratio(const TestIntervalInput& input, Level level);
std::optional<Limits> score_ratio_over_0(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> log_ratio(const TestIntervalInput& input, Level level); // explained_share_intervals.cpp
Maybe<IntervalEnds> lr_scaled(const TestIntervalInput& input, Level level);
std::optional<Limits> lr_scaled_of_separated(const TestIntervalInput& input,
                                             Level level); // calibration_line_intervals.cpp

// From the influences of rows (influence_intervals.cpp), and by drawing them (drawn_intervals.cpp).
Maybe<IntervalEnds> robust_logit(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> class_influence(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> robust_t(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> influence_t(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> drawn_bca(const TestIntervalInput& input, Level level);
Maybe<IntervalEnds> drawn_percentile(const TestIntervalInput& input, Level level);
bool drawing_is_costly(const TestIntervalInput& input);
/// At least 1000 rows or clusters carry the spread of the measure, so that its influences show it.
bool spread_has_many_units(const TestIntervalInput& input); // influence_intervals.cpp

/// The first method that this choice allows and that is valid for the predictions and `usable`; null if
/// there is none.
template <class Usable>
const IntervalMethod* find_method(const IntervalChoice& choice, const Design& design, const Measure& measure,
                                  bool weighted_or_clustered, Usable usable)
{
    for (const auto& method : interval_methods())
        if ((choice.automatic() ? !method.by_name : choice.name() == method.name) &&
            method.valid(design, measure, weighted_or_clustered) && usable(method))
            return &method;
    return nullptr;
}

} // namespace unseen
