// The table of intervals, from which come the choice of `auto`, the known names and the rules of validity.
#include "interval/methods.hpp"

#include "measure/whole_repeats.hpp"
#include "rank/rank_figure.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// One cross-validation of rows that are independent draws, by a measure that is a mean over them.
bool pooled_folds(const Design& d, const Measure& m)
{
    return d.each_row_once && d.repeats == 1 && d.groups == 0 && m.additive();
}
bool folds_of_rows(const Design& d, const Measure& m) { return !d.one_row_splits && pooled_folds(d, m); }
bool folds_of_proportion(const Design& d, const Measure& m)
{
    return d.each_row_once && m.row_mean() && m.row_mean()->proportion;
}
bool folds_of_losses(const Design& d, const Measure& m)
{
    return d.each_row_once && m.row_mean() && !m.row_mean()->proportion && m.lowest == 0.0;
}
bool folds_of_area(const Design& d, const Measure& m)
{
    return d.each_row_once && !d.one_row_splits && m.rank_figure() == &roc_area;
}
bool repeats_on_a_scale(const Design& d, const Measure& m)
{
    // Not judged_by_repeats(): figures of scores then have the reason why splits of one row give none.
    return d.judges_repeats() && m.of_whole_repeats &&
           (m.explained_share() || (m.highest == 1.0 && (m.lowest == 0.0 || m.lowest == -1.0)));
}
/// A measure of whole repeats has no interval from figures of folds, which are not its parts.
bool splits_without_pooling(const Design& d, const Measure& m)
{
    return d.correlated_splits() && !judged_by_repeats(m, d) &&
           (d.random_splits || d.repeats > 1 || !m.additive());
}
bool halvings(const Design& d, const Measure&) { return d.halvings; }
bool mean_of_fold_pairs(const Design& d, const Measure& m) { return d.fold_pairs && m.additive(); }
bool random_splits(const Design& d, const Measure&) { return d.random_splits; }
bool random_splits_of_a_range(const Design& d, const Measure& m)
{
    return d.random_splits && std::isfinite(m.direction == Direction::lower_is_better ? m.lowest : m.highest);
}
bool correlated_splits(const Design& d, const Measure& m)
{
    return d.correlated_splits() && !judged_by_repeats(m, d);
}

bool is_proportion(const Design&, const Measure& m) { return m.row_mean() && m.row_mean()->proportion; }
bool is_row_mean(const Design&, const Measure& m) { return m.row_mean(); }
bool is_mean(const Design&, const Measure& m) { return m.additive(); }
/// A mean of values in a range that the measure has by definition. That of the log loss is where scores are
/// cut off.
bool has_range(const Design&, const Measure& m)
{
    return m.additive() && !m.row_mean()->cut_off && std::isfinite(m.lowest) && std::isfinite(m.highest);
}
bool is_in_range(const Design& d, const Measure& m) { return has_range(d, m) && !m.row_mean()->proportion; }
/// A mean of losses that scores of 0 and 1 make infinite, and which are cut off there.
bool is_cut_off(const Design&, const Measure& m) { return m.additive() && m.row_mean()->cut_off; }
bool is_mean_of_items(const Design&, const Measure& m)
{
    return m.additive() && m.judges == Judges::values && !m.row_mean()->proportion;
}
bool is_judged_mean(const Design& d, const Measure& m)
{
    return has_range(d, m) && m.judges == Judges::values && m.row_mean()->items == 1.0;
}
bool is_loss(const Design&, const Measure& m) { return m.row_mean() && !m.row_mean()->proportion; }
bool is_net_benefit(const Design&, const Measure& m)
{
    return m.standardised_benefit() || (m.additive() && m.row_mean()->benefit);
}
bool is_root_of_mean(const Design&, const Measure& m) { return m.finishes(); }
bool is_share(const Design&, const Measure& m) { return m.of_confusion() && m.of_confusion()->share; }
bool is_mean_of_recalls(const Design&, const Measure& m)
{
    return m.of_confusion() && m.of_confusion()->mean_of == ClassFigure::recall;
}
bool is_mean_of_classes(const Design&, const Measure& m)
{
    return m.of_confusion() && m.of_confusion()->mean_of != ClassFigure::none;
}
bool is_overlap(const Design&, const Measure& m) { return m.of_confusion() && m.of_confusion()->overlap; }
/// Two kinds of rows of one weight count as one kind.
bool is_overlap_of_two(const Design& d, const Measure& m)
{
    return is_overlap(d, m) &&
           m.of_confusion()->overlap->first_weight == m.of_confusion()->overlap->second_weight;
}
bool is_quotient(const Design&, const Measure& m)
{
    return m.of_confusion() && m.of_confusion()->quotient_of;
}
bool is_event_ratio(const Design&, const Measure& m) { return m.event_ratio(); }
bool is_of_cells(const Design&, const Measure& m) { return m.of_confusion(); }
bool is_auc(const Design&, const Measure& m) { return m.rank_figure() == &roc_area; }
bool is_precision(const Design&, const Measure& m) { return m.rank_figure() == &precision_area; }
bool is_ranking(const Design&, const Measure& m) { return m.rank_figure(); }
bool is_class_ranking(const Design&, const Measure& m) { return m.class_ranks(); }
bool is_mean_precision(const Design&, const Measure& m)
{
    return m.class_ranks() && m.class_ranks()->mean_precision;
}
bool is_any_ranking(const Design&, const Measure& m) { return m.rank_figure() || m.class_ranks(); }
bool is_quantile(const Design&, const Measure& m) { return m.error_quantile(); }
bool is_calibration_mean(const Design&, const Measure& m)
{
    return m.calibration() && !m.calibration()->largest;
}
bool is_calibration_max(const Design&, const Measure& m)
{
    return m.calibration() && m.calibration()->largest;
}
bool is_explained_share(const Design&, const Measure& m) { return m.explained_share(); }
bool is_calibration_line(const Design&, const Measure& m) { return m.calibration_line(); }
/// A quantile of values jumps from value to value, which resampled clusters do not show.
bool is_drawn(const Design&, const Measure& m)
{
    return m.drawn_anew() && !(m.judges == Judges::values && m.error_quantile() != nullptr);
}

/// False if all pairs are ordered alike, so that ranks show no variance; `kl` then has exact limits.
bool ranks_vary(const TestIntervalInput& input)
{
    const bool all_tied = input.ranking != nullptr && input.ranking->size() == 1;
    return input.value > 0.0 && input.value < 1.0 && !all_tied;
}

/// An interval of the AUC from the variance of the ranks.
IntervalMethod auc_from_variance(std::string name, std::string help,
                                 Maybe<IntervalEnds> (*compute)(const TestIntervalInput&, Level))
{
    return {.name = std::move(name),
            .help = std::move(help),
            .estimand = Estimand::model,
            .guarantee = Guarantee::asymptotic,
            .rows = IntervalRows::alike,
            .needs = IntervalNeeds::ranking,
            .applies = is_auc,
            .compute = compute,
            .chosen = ranks_vary};
}

const std::vector<IntervalMethod>& interval_table()
{
    using enum IntervalNeeds;
    using enum IntervalWork;
    using enum Guarantee;
    using Rows = IntervalRows;
    static const std::vector<IntervalMethod> methods = {
        // Means of rows.
        {.name = "judge_beta",
         .help = "mean of values that few items have, and a judge of all: beta limits with the effective "
                 "number of "
                 "labels",
         .estimand = Estimand::model,
         .guarantee = heuristic,
         .rows = Rows::of_test_set,
         .needs = units,
         .applies = is_judged_mean,
         .compute = judge_beta,
         .chosen = has_judge},
        {"exact_binomial", "exact limits of a proportion of independent test rows", Estimand::model, exact,
         Rows::alike, moments, is_proportion, binomial_proportion},
        {"mover_benefit",
         "net benefit of independent test rows, plain or standardised: beta limits of the true and the false "
         "positives, joined",
         Estimand::model, heuristic, Rows::alike, rows, is_net_benefit, mover_benefit},
        {.name = "items_and_runs",
         .help = "mean of items that several runs judged: never shorter than by the items alone, and wider "
                 "where runs differ",
         .estimand = Estimand::model,
         .guarantee = heuristic,
         .rows = Rows::of_test_set,
         .needs = units,
         .applies = is_mean_of_items,
         .compute = items_and_runs,
         .chosen = has_runs,
         .counts_runs = true},
        {"end_dirichlet",
         "mean of values in the measure's own range: gamma laws of the rows' weights, and of an end of the "
         "range",
         Estimand::model, heuristic, Rows::alike, rows, is_in_range, end_dirichlet},
        {.name = "end_dirichlet",
         .help = "log loss of few distinct scores: the same in the range of the losses that they may have",
         .estimand = Estimand::model,
         .guarantee = heuristic,
         .rows = Rows::alike,
         .needs = rows,
         .applies = is_cut_off,
         .compute = end_dirichlet_of_few,
         .chosen = has_few_losses},
        {.name = "gaffke",
         .help = "the same without a share of the other end: wider, exact for values at both ends",
         .estimand = Estimand::model,
         .guarantee = heuristic,
         .rows = Rows::alike,
         .needs = rows,
         .applies = has_range,
         .compute = gaffke,
         .by_name = true},
        {.name = "betting",
         .help = "mean of values in the measure's own range: all means against which bets on the rows in ten "
                 "orders would not win; wide",
         .estimand = Estimand::model,
         .guarantee = exact,
         .rows = Rows::alike,
         .needs = rows,
         .applies = has_range,
         .compute = betting,
         .by_name = true},
        {"hall_t",
         "Hall's transformed t for the mean loss of independent test rows, or its root: corrected for "
         "skewness",
         Estimand::model, asymptotic, Rows::alike, rows, is_row_mean, hall_t, of_all_threads},
        {"t_mean", "Student's t for the mean loss of independent test rows", Estimand::model, asymptotic,
         Rows::alike, moments, is_mean, t_mean},
        {"t_log", "the same for a root of a mean loss, on the logarithmic scale", Estimand::model, asymptotic,
         Rows::alike, moments, is_root_of_mean, t_log},
        // Several splits.
        {.name = "cv_wilson",
         .help = "error rate of a cross-validation: Wilson's limits with an effective number of rows",
         .estimand = Estimand::procedure,
         .guarantee = heuristic,
         .needs = spread,
         .applies = folds_of_proportion,
         .compute = cv_wilson,
         .also = Estimand::model},
        {.name = "cv_log",
         .help = "mean loss of a cross-validation, or its root: from the spread of the losses, on the "
                 "logarithmic scale",
         .estimand = Estimand::procedure,
         .guarantee = heuristic,
         .needs = spread,
         .applies = folds_of_losses,
         .compute = cv_log,
         .also = Estimand::model},
        {.name = "cv_logit",
         .help = "AUC of a cross-validation: from the spread of the rows' influences, on the logit scale",
         .estimand = Estimand::procedure,
         .guarantee = heuristic,
         .needs = spread,
         .applies = folds_of_area,
         .compute = cv_logit,
         .also = Estimand::model},
        {.name = "cv_pooled",
         .help = "other measures of a cross-validation, pooled within repeats: from the spread of the rows' "
                 "influences",
         .estimand = Estimand::procedure,
         .guarantee = heuristic,
         .needs = spread,
         .applies = repeats_on_a_scale,
         .compute = cv_pooled},
        {.name = "wald_all_pairs",
         .help = "normal interval of pooled losses of one cross-validation",
         .estimand = Estimand::fold_models,
         .guarantee = asymptotic,
         .applies = pooled_folds,
         .compute = wald_all_pairs,
         .simulated = "84 to 95 %"},
        {.name = "corrected_t",
         .help = "corrected resampled t over splits or repeated folds",
         .estimand = Estimand::procedure,
         .guarantee = heuristic,
         .applies = splits_without_pooling,
         .compute = corrected_t,
         .simulated = "82 to 97 %"},
        {.name = "conservative_z",
         .help = "normal interval from the differences of disjoint halves",
         .estimand = Estimand::procedure,
         .guarantee = asymptotic,
         .applies = halvings,
         .compute = conservative_z},
        {.name = "nested_cv",
         .help = "normal interval from the squared error of inner cross-validations",
         .estimand = Estimand::procedure,
         .guarantee = heuristic,
         .applies = mean_of_fold_pairs,
         .compute = nested_cv,
         .simulated = "88 to 100 %"},
        {.name = "wald_within_fold",
         .help = "normal interval of pooled losses, from their variances within folds",
         .estimand = Estimand::fold_models,
         .guarantee = asymptotic,
         .needs = within_folds,
         .applies = folds_of_rows,
         .compute = wald_within_fold,
         .simulated = "84 to 95 %"},
        {.name = "order_statistics",
         .help = "where the figure of one further random split will lie",
         .estimand = Estimand::split,
         .guarantee = exact,
         .needs = each_split,
         .applies = random_splits,
         .compute = split_order_statistics},
        {.name = "order_statistics_limit",
         .help = "one-sided: how bad the figure of one further random split may be",
         .estimand = Estimand::split,
         .guarantee = exact,
         .needs = each_split,
         .applies = random_splits_of_a_range,
         .compute = split_order_limit},
        {.name = "naive_z",
         .help = "normal interval as if splits were independent: too short",
         .estimand = Estimand::procedure,
         .guarantee = heuristic,
         .applies = correlated_splits,
         .compute = naive_z,
         .by_name = true},
        // Functions of the confusion matrix.
        {"exact_binomial", "exact limits of a proportion of the rows of one truth or one prediction",
         Estimand::model, exact, Rows::alike, confusion, is_share, binomial_share},
        {"exact_binomial",
         "f1 and jaccard: exact limits of the rows found among those positive in truth or prediction",
         Estimand::model, exact, Rows::alike, confusion, is_overlap_of_two, overlap_exact},
        {"mid_p", "f1 and jaccard: the same, each tail with half of the probability of the count itself",
         Estimand::model, asymptotic, Rows::alike, confusion, is_overlap_of_two, overlap_mid_p},
        {"melded_beta", "fbeta: beta laws of the rows found and of the kinds of the others, melded",
         Estimand::model, heuristic, Rows::alike, confusion, is_overlap, melded_beta},
        {.name = "score_ratio",
         .help = "quotient of two proportions: all ratios that the score test does not reject",
         .estimand = Estimand::model,
         .guarantee = asymptotic,
         .rows = Rows::alike,
         .needs = confusion,
         .applies = is_quotient,
         .compute = score_ratio,
         .without_value = score_ratio_over_0},
        {.name = "directional_dirichlet",
         .help = "any function of the confusion matrix: Dirichlet laws of its cells, melded",
         .estimand = Estimand::model,
         .guarantee = heuristic,
         .rows = Rows::alike,
         .needs = confusion,
         .applies = is_of_cells,
         .compute = directional_dirichlet,
         .chosen = dirichlet_is_best},
        {"mover_beta",
         "mean over classes of precision, recall or f1: beta limits of each class, squared and added",
         Estimand::model, heuristic, Rows::alike, confusion, is_mean_of_classes, mover_beta},
        {"wilson_mover", "mean of recalls: Wilson limits of each class, squared and added", Estimand::model,
         asymptotic, Rows::alike, confusion, is_mean_of_recalls, wilson_mover},
        {"bca", "any function of the confusion matrix: its cells resampled, bias corrected and accelerated",
         Estimand::model, asymptotic, Rows::alike, confusion, is_of_cells, cells_bca, of_drawn_cells},
        // Functions of the ranking of two classes.
        auc_from_variance("logit", "AUC: DeLong's variance, floored, on the logit scale with Student's t",
                          ranking_logit),
        auc_from_variance("delong", "AUC: DeLong's normal interval, as pROC; too short for an AUC near 1",
                          ranking_delong),
        auc_from_variance("logit_z", "AUC: DeLong's variance on the logit scale, normal", ranking_logit_z),
        {"kl", "AUC: distribution-free, wide", Estimand::model, exact, Rows::alike, ranking, is_auc,
         ranking_kl},
        {"ap_beta",
         "average precision: beta limits with an effective number of rows, few where few rows are positive",
         Estimand::model, heuristic, Rows::alike, ranking, is_precision, ranking_ap_beta},
        {"influence", "average precision: variance from the rows' influence, on the logit scale",
         Estimand::model, asymptotic, Rows::alike, ranking, is_precision, ranking_influence},
        {"boyd", "average precision: as if it were a proportion of the positive rows; wide", Estimand::model,
         heuristic, Rows::alike, ranking, is_precision, ranking_boyd},
        {"bca", "AUC, average precision: rows resampled, ranked once, bias corrected and accelerated",
         Estimand::model, asymptotic, Rows::alike, ranking, is_ranking, ranking_bca, of_all_threads},
        {"percentile", "AUC, average precision: rows resampled, ranked once, plain quantiles",
         Estimand::model, asymptotic, Rows::alike, ranking, is_ranking, ranking_percentile, of_all_threads},
        // Functions of all rows.
        {"order_statistics", "quantile of errors: exact, from ranks", Estimand::model, exact, Rows::alike,
         rows, is_quantile, error_order_statistics},
        {"bins", "calibration errors: limits from the noise of the bins, which they are not widened by",
         Estimand::model, asymptotic, Rows::alike, rows, is_calibration_mean, calibration_mean},
        {"bins", "largest calibration error: exact limits of each bin, widened for their number",
         Estimand::model, asymptotic, Rows::alike, rows, is_calibration_max, calibration_max},
        {"robust_bins",
         "ece of weighted or clustered rows: the same, the noise of the bins from sums over clusters",
         Estimand::model, asymptotic, Rows::weighted_or_clustered, units, is_calibration_mean,
         robust_calibration_mean},
        {"robust_logit",
         "AUC, average precision of weighted or clustered rows: influences summed over clusters, on the "
         "logit scale",
         Estimand::model, asymptotic, Rows::weighted_or_clustered, units, is_any_ranking, robust_logit},
        {"ap_beta",
         "mean over classes of the average precision: beta limits of each class, joined by the correlations "
         "of their influences",
         Estimand::model, heuristic, Rows::alike, rows, is_mean_precision, class_ap_beta},
        {.name = "influence",
         .help = "AUC, average precision of several classes: variance from the rows' influence, on the logit "
                 "scale",
         .estimand = Estimand::model,
         .guarantee = asymptotic,
         .rows = Rows::alike,
         .needs = units,
         .applies = is_class_ranking,
         .compute = class_influence,
         .chosen = drawing_is_costly},
        {.name = "end_dirichlet",
         .help = "the same of sums over clusters: gamma laws of the clusters' weights, and of an end of the "
                 "range",
         .estimand = Estimand::model,
         .guarantee = heuristic,
         .rows = Rows::weighted_or_clustered,
         .needs = units,
         .applies = has_range,
         .compute = end_dirichlet,
         .chosen = has_no_weights},
        {"korn_graubard_beta",
         "proportion of weighted or clustered rows: beta limits with an effective number of rows",
         Estimand::model, heuristic, Rows::weighted_or_clustered, units, is_proportion, korn_graubard_beta},
        {"hall_clusters",
         "mean, or root of one, of weighted or clustered rows: Hall's transformed t of the ratio of sums",
         Estimand::model, asymptotic, Rows::weighted_or_clustered, units, is_loss, hall_clusters},
        {"beta_ratio",
         "observed over expected events: beta limits with an effective number of rows, over the mean "
         "probability",
         Estimand::model, heuristic, Rows::of_test_set, units, is_event_ratio, beta_ratio},
        {"log_ratio",
         "r2, scaled_brier: the ratio of both sums of losses, on the logarithmic scale with Student's t",
         Estimand::model, asymptotic, Rows::of_test_set, units, is_explained_share, log_ratio},
        {.name = "lr_scaled",
         .help = "slope and intercept of calibration: their profile likelihood, scaled by the variance of "
                 "the scores",
         .estimand = Estimand::model,
         .guarantee = asymptotic,
         .rows = Rows::of_test_set,
         .needs = units,
         .applies = is_calibration_line,
         .compute = lr_scaled,
         .without_value = lr_scaled_of_separated},
        {"robust_t",
         "slope and intercept of calibration: influences summed over rows or clusters, Student's t",
         Estimand::model, asymptotic, Rows::of_test_set, units, is_calibration_line, influence_t},
        {.name = "influence",
         .help = "function of the confusion matrix of many weighted rows or clusters: influences summed over "
                 "clusters, Student's t",
         .estimand = Estimand::model,
         .guarantee = asymptotic,
         .rows = Rows::weighted_or_clustered,
         .needs = units,
         .applies = is_of_cells,
         .compute = influence_t,
         .chosen = spread_has_many_units},
        {"bca", "any measure: rows or clusters resampled, bias corrected and accelerated", Estimand::model,
         asymptotic, Rows::of_test_set, units, is_drawn, drawn_bca, of_drawn_units},
        {"percentile", "any measure: rows or clusters resampled, plain quantiles", Estimand::model,
         asymptotic, Rows::of_test_set, units, is_drawn, drawn_percentile, of_drawn_units},
        {"robust_t", "mean, or root of one, of weighted or clustered rows: Student's t over clusters",
         Estimand::model, asymptotic, Rows::weighted_or_clustered, units, is_row_mean, robust_t},
    };
    return methods;
}

template <class Wanted>
std::vector<std::string> names(Wanted wanted)
{
    std::vector<std::string> found;
    for (const auto& method : interval_table())
        if (wanted(method) && std::find(found.begin(), found.end(), method.name) == found.end())
            found.push_back(method.name);
    return found;
}

} // namespace

bool IntervalMethod::valid(const Design& design, const Measure& measure, bool weighted_or_clustered) const
{
    const auto other = weighted_or_clustered ? IntervalRows::alike : IntervalRows::weighted_or_clustered;
    return (rows == IntervalRows::of_splits) != design.one_test_set() && rows != other &&
           applies(design, measure);
}

std::span<const IntervalMethod> interval_methods() { return interval_table(); }

std::vector<std::string> interval_names()
{
    return names([](const IntervalMethod&) { return true; });
}

void require_interval(const IntervalChoice& method, const Design& design, const Measure& measure,
                      bool weighted_or_clustered)
{
    if (method.automatic()) return;
    const auto all = interval_names();
    const auto valid =
        names([&](const IntervalMethod& m) { return m.valid(design, measure, weighted_or_clustered); });
    if (std::find(valid.begin(), valid.end(), method.name()) != valid.end()) return;
    std::string listed;
    for (const auto& name : valid) listed += ", " + name;
    const bool known = std::find(all.begin(), all.end(), method.name()) != all.end();
    throw InputError((known ? "interval '" + method.name() + "' is not valid here"
                            : "unknown interval '" + method.name() + "'") +
                     " (measure '" + measure.name() + "'" +
                     (weighted_or_clustered ? " of weighted or clustered rows" : "") + "); valid: auto" +
                     listed);
}

bool interval_valid(const IntervalChoice& method, const Design& design, const Measure& measure,
                    bool weighted_or_clustered)
{
    const auto methods = interval_methods();
    return method.automatic() || std::any_of(methods.begin(), methods.end(), [&](const IntervalMethod& m) {
               return m.name == method.name() && m.valid(design, measure, weighted_or_clustered);
           });
}

IntervalChoice where_valid(const IntervalChoice& method, const Design& design, const Measure& measure,
                           bool weighted_or_clustered)
{
    return interval_valid(method, design, measure, weighted_or_clustered) ? method : IntervalChoice{};
}

IntervalNeeds interval_needs(const IntervalChoice& method, const Design& design, const Measure& measure)
{
    const auto* row = find_method(method, design, measure, false, [](const IntervalMethod&) { return true; });
    return row != nullptr ? row->needs : IntervalNeeds::moments;
}

} // namespace unseen
