#include "unseen/compare/counts.hpp"

#include "unseen/base/error.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/distributions.hpp"

#include "compare/counts/independent_proportions.hpp"
#include "compare/counts/paired_proportions.hpp"
#include "compare/inference.hpp"
#include "compare/significance.hpp"
#include "compare/tests.hpp"

#include <array>

namespace unseen::compare {

namespace {

using detail::as_probability;
using detail::rate;

constexpr std::uint64_t least_rows = 30;        ///< fewest rows for the unpooled z
constexpr std::uint64_t most_rows = 1ULL << 52; ///< sums of two stay exact as doubles

const std::vector<std::string> independent_sets = {
    "The two test sets are independent of each other, and so are their rows.",
    "The models were fixed before these rows were seen."};
const std::vector<std::string> same_rows = {"The test rows are drawn independently of each other.",
                                            "The models were fixed before these rows were seen."};

/// The largest confidence of the coarse table whose rounded z does not exceed `z`; `below_table` if there is
/// none.
Value table_confidence(double z, bool one_sided)
{
    static constexpr std::array<std::array<double, 2>, 7> table = {
        {{0.67, 0.50}, {1.00, 0.68}, {1.28, 0.80}, {1.64, 0.90}, {1.96, 0.95}, {2.33, 0.98}, {2.58, 0.99}}};
    Value found = Value::none(reasons::below_table);
    for (const auto& [least, confidence] : table)
        if (z >= least) found = one_sided ? std::round((0.5 + 0.5 * confidence) * 1e4) / 1e4 : confidence;
    return found;
}

void give_interval(Comparison& result, Limits limits, Level level, const std::string& method,
                   const std::vector<std::string>& assumptions)
{
    result.interval = Interval{.lower = limits.lower,
                               .upper = limits.upper,
                               .level = level,
                               .method = method,
                               .estimand = Estimand::model,
                               .guarantee = Guarantee::asymptotic,
                               .assumptions = assumptions};
}

/// Sets the interval d -+ half of a difference of proportions; for half = 0 there is no interval.
void set_wald(Comparison& result, double d, double half, Level level, const std::string& method,
              const std::vector<std::string>& assumptions)
{
    result.interval = reasons::zero_variance;
    if (half > 0.0)
        give_interval(result, {std::max(-1.0, d - half), std::min(1.0, d + half)}, level, method,
                      assumptions);
}

std::vector<Figure> confidences(Value two_sided, Value one_sided, Value table, Value table_one_sided)
{
    const auto named = [](const char* name, Value value) {
        return Figure{.name = name, .value = std::move(value), .kind = Figure::Kind::confidence};
    };
    return {named("confidence", std::move(two_sided)), named("confidence_one_sided", std::move(one_sided)),
            named("confidence_table", std::move(table)),
            named("confidence_table_one_sided", std::move(table_one_sided))};
}

} // namespace

Comparison farrington_manning(ErrorCount a, ErrorCount b, Level level)
{
    detail::require_counts(a, b);
    Comparison result{.test = "farrington_manning", .a = "A", .b = "B"};
    const double z = detail::score_statistic(a, b, 0.0);
    result.difference = rate(a) - rate(b);
    result.statistic = z;
    result.p_value = as_probability(2.0 * normal_tail(std::abs(z)));
    result.p_value_one_sided = normal_tail(-z);
    give_interval(result, detail::score_limits(a, b, level.outside()), level, "miettinen_nurminen",
                  independent_sets);
    return result;
}

Comparison z_two_proportions(ErrorCount a, ErrorCount b, Level level, Proportions form)
{
    detail::require_counts(a, b);
    Comparison result{.test = form == Proportions::pooled ? "z_two_proportions_pooled" : "z_two_proportions",
                      .a = "A",
                      .b = "B"};
    const double e1 = rate(a);
    const double e2 = rate(b);
    const auto n1 = static_cast<double>(a.rows);
    const auto n2 = static_cast<double>(b.rows);
    result.difference = e1 - e2;
    if (std::min(a.rows, b.rows) < least_rows) {
        const Value none = Value::none(reasons::too_few_rows);
        detail::take_away(result, none.reason());
        result.figures = confidences(none, none, none, none);
        return result;
    }
    const double variance = e1 * (1.0 - e1) / n1 + e2 * (1.0 - e2) / n2;
    const double e = (static_cast<double>(a.errors) + static_cast<double>(b.errors)) / (n1 + n2);
    const double sd =
        std::sqrt(form == Proportions::pooled ? e * (1.0 - e) * (1.0 / n1 + 1.0 / n2) : variance);
    const double d = e1 - e2;
    if (sd == 0.0 && d == 0.0) {
        detail::take_away(result, reasons::zero_variance, true);
        const Value none = Value::none(reasons::below_table);
        result.figures = confidences(0.0, 0.0, none, none);
    } else {
        const double z = std::abs(d) / sd; // infinite for sd = 0
        const double tail = normal_tail(z);
        result.statistic = z;
        result.p_value = as_probability(2.0 * tail);
        result.p_value_one_sided = d <= 0.0 ? tail : normal_tail(-z);
        result.figures =
            confidences(1.0 - 2.0 * tail, 1.0 - tail, table_confidence(z, false), table_confidence(z, true));
    }
    set_wald(result, d, normal_quantile(tail(level)) * std::sqrt(variance), level, "wald", independent_sets);
    if (!result.interval)
        result.warnings.push_back(
            {warnings::zero_variance,
             "each model was right on all its rows or wrong on all: the normal approximation says nothing"});
    return result;
}

Comparison mcnemar(const Discordant& counts, Level level, McNemar form)
{
    static const std::array<const char*, 4> names = {"mcnemar_exact", "mcnemar_midp", "mcnemar_chi2",
                                                     "mcnemar_chi2_continuity"};
    const std::uint64_t b = counts.only_a;
    const std::uint64_t c = counts.only_b;
    require(b <= most_rows && c <= most_rows, "discordant: counts must be at most 2^52");
    require(!counts.rows || b + c <= *counts.rows,
            "discordant: " + std::to_string(b) + " + " + std::to_string(c) +
                " must be <= rows = " + std::to_string(counts.rows.value_or(0)));
    Comparison result{.test = names.at(static_cast<std::size_t>(form)), .a = "A", .b = "B"};
    const std::uint64_t all = b + c;
    const auto n = static_cast<double>(all);
    const double gap = static_cast<double>(b) - static_cast<double>(c);
    const bool chi2 = form == McNemar::chi2 || form == McNemar::chi2_continuity;
    if (counts.rows && *counts.rows > 0) {
        const auto rows = static_cast<double>(*counts.rows);
        const double d = -gap / rows;
        result.difference = d;
        if (chi2) {
            const double deviation = std::sqrt(std::max(0.0, n - gap * gap / rows));
            set_wald(result, d, normal_quantile(tail(level)) * deviation / rows, level, "wald_paired",
                     same_rows);
        } else {
            const Limits limits = detail::score_limits(counts, level.outside()); // of the accuracies
            give_interval(result, {-limits.upper, -limits.lower}, level, "score", same_rows);
        }
    } else {
        result.difference = Value::none(reasons::rows_unknown);
        result.interval = reasons::rows_unknown;
    }
    if (chi2) {
        const double taken_off = form == McNemar::chi2_continuity ? 1.0 : 0.0;
        const double root = all == 0 ? 0.0 : std::max(0.0, std::abs(gap) - taken_off) / std::sqrt(n);
        result.statistic = root * root;
        result.df = {1.0};
        result.p_value = as_probability(2.0 * normal_tail(root));
        result.p_value_one_sided = all == 0 ? 1.0 : normal_tail((gap - taken_off) / std::sqrt(n));
        return result;
    }
    result.statistic = static_cast<double>(std::min(b, c));
    if (all == 0) {
        result.p_value = result.p_value_one_sided = 1.0;
        return result;
    }
    const double off =
        form == McNemar::mid_p ? 0.5 : 0.0; // share of the observed count's probability to subtract
    const double mass = off == 0.0 ? 0.0 : std::exp(binomial_log_pmf(std::min(b, c), all, 0.5));
    const double tail = std::exp(binomial_log_cdf(std::min(b, c), all, 0.5));
    result.p_value = b == c ? 1.0 : as_probability(2.0 * (tail - off * mass));
    result.p_value_one_sided = as_probability(std::exp(binomial_log_upper_tail(b, all, 0.5)) - off * mass);
    detail::warn_of_disagreement(result);
    return result;
}

namespace detail {

namespace {

/// An exact test with the score interval.
std::vector<Inference> with_score_interval(const CountsInput& in, Comparison exact, bool leads)
{
    give_interval(exact, score_limits(in.a, in.b, in.level.outside()), in.level, "miettinen_nurminen",
                  independent_sets);
    warn_of_disagreement(exact);
    exact.primary = leads;
    return alone(std::move(exact));
}

} // namespace

std::vector<Inference> counts_boschloo(const CountsInput& in)
{
    if (!few_enough_for_boschloo(in.a, in.b)) return {};
    return with_score_interval(in, boschloo(in.a, in.b), true);
}

std::vector<Inference> counts_fisher(const CountsInput& in)
{
    const bool leads = !few_enough_for_boschloo(in.a, in.b) && too_sparse_for_score(in.a, in.b);
    return with_score_interval(in, fisher_exact(in.a, in.b), leads);
}

} // namespace detail

Answer compare_counts(ErrorCount a, ErrorCount b, Level level)
{
    Answer answer{.digest =
                      Hasher().add("counts").add(a.errors).add(a.rows).add(b.errors).add(b.rows).finish(),
                  .comparisons = detail::comparisons_of(detail::CountsInput{a, b, level})};
    const Measure measure = make_measure(Spec("error_rate"), true);
    const auto model = [&](const std::string& name, ErrorCount count) {
        IntervalInput input{.design = test_set_design, .measure = &measure};
        input.rows = count.rows;
        input.row_mean = rate(count);
        return Model{name,
                     {{"error_rate", input.row_mean,
                       make_interval("exact_binomial", input, level).interval.without_reason()},
                      {"rows", static_cast<double>(count.rows)}}};
    };
    answer.models = {model("A", a), model("B", b)};
    answer.level = level;
    answer.figure = "error_rate";
    answer.scope = "on new rows";
    answer.not_shown =
        detail::no_learner_shown(answer.models) + ", and nothing at all if the two test sets share rows.";
    return answer;
}

Answer compare_discordant(const Discordant& counts, Level level)
{
    Hasher hasher;
    hasher.add("discordant").add(counts.only_a).add(counts.only_b);
    if (counts.rows) hasher.add(*counts.rows);
    Answer answer{.digest = hasher.finish(),
                  .models = {Model{"A"}, Model{"B"}},
                  .comparisons = detail::comparisons_of(detail::DiscordantInput{counts, level})};
    answer.level = level;
    answer.figure = "error_rate";
    answer.scope = "on new rows";
    answer.not_shown = detail::no_learner_shown(answer.models) + ": only these two models were compared.";
    return answer;
}

} // namespace unseen::compare
