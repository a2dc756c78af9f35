#include "unseen/interval/interval.hpp"

#include "interval/few_clusters.hpp"

#include "unseen/base/error.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace unseen {

namespace {

/// One cross-validation of rows that are independent draws, by a measure that is a mean over them.
bool pooled_folds(const Design& d, const Measure& m)
{
    return d.each_row_once && d.repeats == 1 && d.groups == 0 && m.additive();
}

std::string independent(const IntervalInput& input)
{
    return std::string(input.design.groups > 0 ? "groups" : "rows") + " are independent draws";
}

Interval make(const IntervalInput& input, Level level, double lower, double upper, std::string method, Target target,
              Guarantee guarantee, std::vector<std::string> assumptions)
{
    // The ends stay within the measure's range; a probability never exceeds 1.
    return {.lower = std::max(lower, input.measure->lowest),
            .upper = std::min(upper, input.measure->highest),
            .level = level,
            .method = std::move(method),
            .target = target,
            .guarantee = guarantee,
            .assumptions = std::move(assumptions)};
}

/// Counts of independent rows are binomial given the model. Accuracy counts the right rows, the error rate the wrong ones.
IntervalResult exact_binomial(const IntervalInput& input, Level level)
{
    const auto ones = static_cast<std::uint64_t>(std::llround(input.row_mean * static_cast<double>(input.rows)));
    const auto limits = clopper_pearson(ones, input.rows, level.outside());
    return {make(input, level, limits.lower, limits.upper, "exact_binomial", Target::model, Guarantee::exact,
                 {"test rows are independent draws"}),
            ""};
}

/// Ends of mean +- t s / sqrt(n), where s is the standard deviation of n independent losses.
IntervalResult t_mean(const IntervalInput& input, Level level)
{
    if (input.rows < 2) return {std::nullopt, "one_row"};
    if (!(input.row_variance > 0.0)) return {std::nullopt, "zero_variance"};
    const auto n = static_cast<double>(input.rows);
    const double half = student_t_quantile(tail(level), n - 1.0) * std::sqrt(input.row_variance / n);
    return {make(input, level, input.value - half, input.value + half, "t_mean", Target::model, Guarantee::asymptotic,
                 {"test rows are independent draws", "enough rows for the mean loss to be nearly normal"}),
            ""};
}

/// The same for the root of a mean, on the logarithmic scale: root exp(-+ t se / (2 mean)), METHODS I.18.
IntervalResult t_log(const IntervalInput& input, Level level)
{
    if (input.rows < 2) return {std::nullopt, "one_row"};
    if (!(input.row_variance > 0.0)) return {std::nullopt, "zero_variance"};
    const auto n = static_cast<double>(input.rows);
    const double relative = student_t_quantile(tail(level), n - 1.0) * std::sqrt(input.row_variance / n) / (2.0 * input.row_mean);
    return {make(input, level, input.value * std::exp(-relative), input.value * std::exp(relative), "t_log", Target::model,
                 Guarantee::asymptotic, {"test rows are independent draws", "enough rows for the mean loss to be nearly normal"}),
            ""};
}

/// Mean +- z sqrt(s2 / n), s2 the variance of all losses about their mean with divisor n (METHODS C.10).
IntervalResult wald_all_pairs(const IntervalInput& input, Level level)
{
    if (!(input.row_variance > 0.0)) return {std::nullopt, "zero_variance"};
    const auto n = static_cast<double>(input.rows);
    const double variance = input.row_variance * (n - 1.0) / n;
    const double half = normal_quantile(tail(level)) * std::sqrt(variance / n);
    return {make(input, level, input.value - half, input.value + half, "wald_all_pairs", Target::fold_models,
                 Guarantee::asymptotic,
                 {"rows are independent draws", "the learner is stable: one row more or less hardly changes its losses"}),
            ""};
}

/// Value +- t sqrt(s2 (1/J + n2/n1)) over J splits, s2 their sample variance (METHODS C.12).
IntervalResult corrected_t(const IntervalInput& input, Level level)
{
    const auto splits = static_cast<double>(input.splits.count());
    if (input.splits.count() < 2) return {std::nullopt, "one_split"};
    const double variance = input.splits.variance();
    if (!(variance > 0.0)) return {std::nullopt, "zero_variance"};
    const double half =
        student_t_quantile(tail(level), splits - 1.0) * std::sqrt(variance * (1.0 / splits + input.test_train_ratio));
    return {make(input, level, input.value - half, input.value + half, "corrected_t", Target::procedure, Guarantee::heuristic,
                 {independent(input), "two splits' figures correlate as the test share of their rows"}),
            ""};
}

/// Value +- z sqrt(s2 / n), s2 the mean of the folds' sample variances (METHODS C.10).
IntervalResult wald_within_fold(const IntervalInput& input, Level level)
{
    if (!(input.within_fold_variance >= 0.0)) return {std::nullopt, "no_variance_within_folds"};
    if (input.within_fold_variance == 0.0) return {std::nullopt, "zero_variance"};
    const double half = normal_quantile(tail(level)) * std::sqrt(input.within_fold_variance / static_cast<double>(input.rows));
    return {make(input, level, input.value - half, input.value + half, "wald_within_fold", Target::fold_models,
                 Guarantee::asymptotic,
                 {"rows are independent draws", "the learner is stable: one row more or less hardly changes its losses"}),
            ""};
}

/// [Q(t), Q(N+1-t)] of N splits' figures in ascending order, t = floor(alpha (N+1) / 2): by exchangeability the figure of one more split lies
/// outside with probability 2t/(N+1) at most (METHODS C.4). The level is what that leaves.
IntervalResult order_statistics(const IntervalInput& input, Level level)
{
    const auto n = input.split_values.size();
    if (n < input.design.splits) return {std::nullopt, "failed_fits"}; // what is left is no random choice
    // Exact where alpha (N+1) / 2 is a whole number, but for the rounding of alpha.
    const auto rank = static_cast<std::size_t>(level.outside() * static_cast<double>(n + 1) / 2.0 + 1e-12);
    if (rank == 0) return {std::nullopt, "too_few_splits"};
    auto figures = input.split_values;
    std::sort(figures.begin(), figures.end());
    const Level reached(1.0 - 2.0 * static_cast<double>(rank) / static_cast<double>(n + 1));
    return {make(input, reached, figures[rank - 1], figures[n - rank], "order_statistics", Target::split, Guarantee::exact,
                 {"one more split is drawn as these were, from the same rows"}),
            ""};
}

/// Value +- z sd / sqrt(J), as if the splits were independent (METHODS C.11).
IntervalResult naive_z(const IntervalInput& input, Level level)
{
    if (input.splits.count() < 2) return {std::nullopt, "one_split"};
    const double variance = input.splits.variance();
    if (!(variance > 0.0)) return {std::nullopt, "zero_variance"};
    const double half = normal_quantile(tail(level)) * std::sqrt(variance / static_cast<double>(input.splits.count()));
    return {
        make(input, level, input.value - half, input.value + half, "naive_z", Target::procedure, Guarantee::heuristic,
             {"splits are independent of each other, which they never are"}),
        "",
        {{"naive_interval", "splits share rows, so that this interval is far too short: at a nominal 95 % it may cover the error "
                            "two times out of three"}}};
}

/// Value +- z times the standard error that the reduction found.
IntervalResult z_of_standard_error(const IntervalInput& input, Level level, std::string method, Guarantee guarantee,
                                   std::vector<std::string> assumptions)
{
    if (!(input.standard_error > 0.0)) return {std::nullopt, "zero_variance"};
    const double half = normal_quantile(tail(level)) * input.standard_error;
    return {make(input, level, input.value - half, input.value + half, std::move(method), Target::procedure, guarantee,
                 std::move(assumptions)),
            ""};
}

IntervalResult conservative_z(const IntervalInput& input, Level level)
{
    return z_of_standard_error(
        input, level, "conservative_z", Guarantee::asymptotic,
        {"rows are independent draws", "a mean over splits of half of the rows varies no less than one of all"});
}

IntervalResult nested_cv(const IntervalInput& input, Level level)
{
    return z_of_standard_error(
        input, level, "nested_cv", Guarantee::heuristic,
        {"rows are independent draws", "the error of cross-validation of one fold less stands for that of all"});
}

const std::array<IntervalMethod, 10>& interval_table()
{
    static const std::array<IntervalMethod, 10> methods = {{
        {"exact_binomial", "exact limits of a proportion of independent test rows",
         [](const Design& d, const Measure& m) { return d.one_test_set() && m.row_mean() && m.row_mean()->proportion; },
         exact_binomial},
        {"t_mean", "Student's t for the mean loss of independent test rows",
         [](const Design& d, const Measure& m) { return d.one_test_set() && m.additive(); }, t_mean},
        {"t_log", "the same for a root of a mean loss, on the logarithmic scale",
         [](const Design& d, const Measure& m) { return d.one_test_set() && m.finishes(); }, t_log},
        {"wald_all_pairs", "normal interval of pooled losses of one cross-validation", pooled_folds, wald_all_pairs,
         "84 to 95 %"},
        {"corrected_t", "corrected resampled t over splits or repeated folds",
         [](const Design& d, const Measure& m) {
             return d.correlated_splits() && (d.random_splits || d.repeats > 1 || !m.additive());
         },
         corrected_t, "82 to 97 %"},
        {"conservative_z", "normal interval from the differences of disjoint halves",
         [](const Design& d, const Measure&) { return d.halvings; }, conservative_z},
        {"nested_cv", "normal interval from the squared error of inner cross-validations",
         [](const Design& d, const Measure& m) { return d.fold_pairs && m.additive(); }, nested_cv, "88 to 100 %"},
        {"wald_within_fold", "normal interval of pooled losses, from their variances within folds",
         [](const Design& d, const Measure& m) { return !d.one_row_splits && pooled_folds(d, m); }, wald_within_fold,
         "84 to 95 %", IntervalNeeds::within_folds},
        {"order_statistics", "where the figure of one further random split will lie",
         [](const Design& d, const Measure&) { return d.random_splits; }, order_statistics, "", IntervalNeeds::each_split},
        {"naive_z", "normal interval as if splits were independent: too short",
         [](const Design& d, const Measure&) { return d.correlated_splits(); }, naive_z, "", IntervalNeeds::nothing, true},
    }};
    return methods;
}

} // namespace

std::span<const IntervalMethod> interval_methods() { return interval_table(); }

bool interval_valid(const std::string& method, const Design& design, const Measure& measure)
{
    return method == "auto" || std::any_of(interval_table().begin(), interval_table().end(), [&](const IntervalMethod& row) {
               return row.name == method && row.valid(design, measure);
           });
}

void require_interval(const std::string& method, const Design& design, const Measure& measure)
{
    if (method == "auto") return;
    std::string valid;
    const auto of_test_sets = test_interval_methods();
    bool known = std::any_of(of_test_sets.begin(), of_test_sets.end(), [&](const auto& m) { return m.name == method; });
    for (const auto& row : interval_table()) {
        known = known || row.name == method;
        if (!row.valid(design, measure)) continue;
        if (row.name == method) return;
        valid += ", " + row.name;
    }
    throw InputError(std::string(known ? "interval '" + method + "' is not valid here" : "unknown interval '" + method + "'") +
                     " (measure '" + measure.name() + "'); valid: auto" + valid);
}

IntervalNeeds interval_needs(const std::string& method, const Design& design, const Measure& measure)
{
    for (const auto& row : interval_table())
        if ((method == "auto" ? !row.by_name : method == row.name) && row.valid(design, measure)) return row.needs;
    return IntervalNeeds::nothing;
}

IntervalResult make_interval(const std::string& method, const IntervalInput& input, Level level)
{
    require_interval(method, input.design, *input.measure);
    for (const auto& row : interval_table()) {
        if ((method == "auto" ? row.by_name : method != row.name) || !row.valid(input.design, *input.measure)) continue;
        auto result = row.compute(input, level);
        // The logarithmic scale takes few rows at a high level beyond the largest number.
        if (result.interval && !(std::isfinite(result.interval->lower) && std::isfinite(result.interval->upper)))
            return {std::nullopt, "infinite"};
        if (result.interval && !row.simulated.empty())
            result.warnings.push_back({"may_undercover", row.name + " covered what it is about in " + row.simulated +
                                                             " of simulations at a nominal 95 %, with 50 to 1000 " +
                                                             (input.design.groups > 0 ? "rows that were in no groups" : "rows") +
                                                             " and all sizes of error: it may be too short"});
        if (result.interval && input.design.groups > 0)
            for (auto& warning : few_clusters_warning(input.design.groups)) result.warnings.push_back(std::move(warning));
        return result;
    }
    const bool clustered = input.design.groups > 0 && input.design.each_row_once;
    return {std::nullopt, clustered ? "clustered_folds" : "no_interval_for_design"};
}

} // namespace unseen
