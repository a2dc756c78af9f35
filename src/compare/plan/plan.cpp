// The table of tests that can be planned. A new one is a function and a row. Formulas are asymptotic unless a
// figure says `exact`.
#include "unseen/compare/plan.hpp"

#include "base/spec_keys.hpp"
#include "base/spec_table.hpp"
#include "stats/first_where.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

namespace unseen::compare {

namespace {

double normal_cdf(double z) { return normal_tail(-z); }

/// The normal quantiles in every formula of a sample size.
struct Quantiles {
    double significance; ///< at 1 - alpha / 2
    double power;
    double sum() const { return significance + power; }
};

Quantiles quantiles(const Spec& spec, Level level)
{
    return {normal_quantile(tail(level)), normal_quantile(spec.real("power"))};
}

/// P(|Z| > significance) for Z normal with mean `shift` and variance 1.
double two_sided_power(double shift, double significance)
{
    return normal_cdf(std::abs(shift) - significance) + normal_cdf(-std::abs(shift) - significance);
}

std::optional<double> given(const Spec& spec, const std::string& key)
{
    if (spec.empty(key)) return std::nullopt;
    return spec.real(key);
}

double needed(const Spec& spec, const std::string& key)
{
    require(!spec.empty(key), "plan of '" + spec.name() + "' needs " + key + "=");
    return spec.real(key);
}

/// Where an increasing function crosses `level`; `high` if it does not before.
double crossing(const std::function<double(double)>& increasing, double level, double low, double high)
{
    return first_where(low, high, [&](double x) { return !(increasing(x) < level); });
}

/// The smallest x at which the function reaches `level`, or `power_never_reached`.
Value smallest(const std::function<double(double)>& power, double wanted, double highest)
{
    const double found = crossing(power, wanted, 0.0, highest);
    return found < highest ? Value(found) : Value::none(reasons::power_never_reached);
}

// ---- two proportions, independent test sets

double variance_of_share(double p) { return p * (1.0 - p); }

/// Of a difference of error rates a and `other`.
double power_of_proportions(double a, double other, double rows, double significance)
{
    const double error = std::sqrt((variance_of_share(a) + variance_of_share(other)) / rows);
    if (error > 0.0) return two_sided_power(std::abs(other - a) / error, significance);
    return other == a ? 0.0 : 1.0;
}

double proportions_at(const Spec& spec, Level level, double rows)
{
    return power_of_proportions(spec.real("a"), spec.real("b"), rows, quantiles(spec, level).significance);
}

std::vector<Figure> two_proportions(const Spec& spec, Level level)
{
    const double a = needed(spec, "a");
    const double b = needed(spec, "b");
    const auto z = quantiles(spec, level);
    const auto variance = variance_of_share;
    const double d = std::abs(a - b);
    const double mean = (a + b) / 2;
    std::vector<Figure> figures;
    if (d > 0.0) {
        const double pooled =
            z.significance * std::sqrt(2.0 * variance(mean)) + z.power * std::sqrt(variance(a) + variance(b));
        figures.push_back(
            {"rows_needed", std::ceil(z.sum() * z.sum() * (variance(a) + variance(b)) / (d * d))});
        figures.push_back({"rows_needed_pooled", std::ceil(pooled * pooled / (d * d))});
    } else {
        figures.push_back({"rows_needed", Value::none(reasons::no_difference)});
    }
    if (const auto rows = given(spec, "rows")) {
        const auto power = [&](double other) {
            return power_of_proportions(a, other, *rows, z.significance);
        };
        figures.push_back({"power", power(b)});
        figures.push_back({"smallest_difference",
                           smallest([&](double x) { return power(a + x); }, spec.real("power"), 1.0 - a)});
    }
    return figures;
}

// ---- McNemar: two models on the same rows

/// Power of the exact test: the number m of discordant rows is Bin(n, psi), and the number of those on which
/// A is right is Bin(m, (psi + d) / (2 psi)).
double mcnemar_power_exact(std::uint64_t n, double discordant, double difference, double outside)
{
    const double share = (discordant + difference) / (2.0 * discordant);
    double power = 0.0;
    const double centre = static_cast<double>(n) * discordant;
    const double spread = 9.0 * std::sqrt(centre * (1.0 - discordant)) + 20.0;
    const auto first = static_cast<std::uint64_t>(std::max(0.0, std::floor(centre - spread)));
    const auto last = std::min(n, static_cast<std::uint64_t>(centre + spread));
    std::uint64_t critical =
        0; // for m rows, the largest count of the rarer outcome that is significant, plus one
    for (std::uint64_t m = first; m <= last; ++m) {
        while (critical > 0 && 2.0 * std::exp(binomial_log_cdf(critical - 1, m, 0.5)) > outside) --critical;
        while (critical < m && 2.0 * std::exp(binomial_log_cdf(critical, m, 0.5)) <= outside) ++critical;
        if (critical == 0) continue;
        const double rejects = std::exp(binomial_log_cdf(critical - 1, m, share)) +
                               std::exp(binomial_log_upper_tail(m - critical + 1, m, share));
        power += std::exp(binomial_log_pmf(m, n, discordant)) * rejects;
    }
    return std::min(power, 1.0);
}

double mcnemar_power(double n, double psi, double d, double significance)
{
    const double rest = psi - d * d;
    return rest > 0.0 ? normal_cdf((std::sqrt(n) * d - significance * std::sqrt(psi)) / std::sqrt(rest))
                      : 1.0;
}

double mcnemar_at(const Spec& spec, Level level, double rows)
{
    return mcnemar_power(rows, spec.real("discordant"), std::abs(spec.real("difference")),
                         quantiles(spec, level).significance);
}

std::vector<Figure> mcnemar(const Spec& spec, Level level)
{
    const double psi = needed(spec, "discordant");
    const auto z = quantiles(spec, level);
    const auto power = [&](double n, double d) { return mcnemar_power(n, psi, d, z.significance); };
    std::vector<Figure> figures;
    const auto difference = given(spec, "difference");
    if (difference) {
        const double d = std::abs(*difference);
        require(d <= psi, "plan of '" + spec.name() +
                              "': difference cannot exceed discordant, the share of rows on which one model "
                              "is right alone");
        if (d > 0.0) {
            const double root = z.significance * std::sqrt(psi) + z.power * std::sqrt(psi - d * d);
            const double rows = root * root / (d * d);
            figures.push_back({"rows_needed", std::ceil(rows)});
            Value exact = Value::none(reasons::too_many_rows);
            if (rows <= 20000.0) {
                auto n = static_cast<std::uint64_t>(0.8 * rows) + 1;
                while (mcnemar_power_exact(n, psi, d, level.outside()) < spec.real("power")) ++n;
                exact = static_cast<double>(n);
            }
            figures.push_back({"rows_needed_exact", exact});
        } else {
            figures.push_back({"rows_needed", Value::none(reasons::no_difference)});
        }
    }
    if (const auto rows = given(spec, "rows")) {
        if (difference) {
            figures.push_back({"power", power(*rows, std::abs(*difference))});
            figures.push_back({"power_exact", mcnemar_power_exact(static_cast<std::uint64_t>(*rows), psi,
                                                                  std::abs(*difference), level.outside())});
        }
        figures.push_back({"smallest_difference",
                           smallest([&](double d) { return power(*rows, d); }, spec.real("power"), psi)});
    }
    require(!figures.empty(), "plan of '" + spec.name() + "' needs difference= or rows=");
    return figures;
}

// ---- two areas under the ROC curve on the same rows

/// Variance of an area from its value and the class sizes alone (Hanley & McNeil 1982).
double auc_variance(double auc, double positives, double negatives)
{
    const double q1 = auc / (2.0 - auc);
    const double q2 = 2.0 * auc * auc / (1.0 + auc);
    return (auc * (1.0 - auc) + (positives - 1.0) * (q1 - auc * auc) + (negatives - 1.0) * (q2 - auc * auc)) /
           (positives * negatives);
}

/// Of the difference of the areas, for this many positive rows and negative ones in proportion.
double auc_error(const Spec& spec, double positives)
{
    const double negatives = positives * spec.real("negatives") / spec.real("positives");
    const double va = auc_variance(spec.real("a"), positives, negatives);
    const double vb = auc_variance(spec.real("b"), positives, negatives);
    return std::sqrt(std::max(0.0, va + vb - 2.0 * spec.real("correlation") * std::sqrt(va * vb)));
}

double auc_at(const Spec& spec, Level level, double positives)
{
    return two_sided_power(std::abs(spec.real("a") - spec.real("b")) / auc_error(spec, positives),
                           quantiles(spec, level).significance);
}

std::vector<Figure> paired_auc(const Spec& spec, Level level)
{
    const double a = needed(spec, "a");
    const double b = needed(spec, "b");
    const double positives = needed(spec, "positives");
    const double ratio = needed(spec, "negatives") / positives;
    const auto z = quantiles(spec, level);
    const auto error = [&](double p) { return auc_error(spec, p); };
    const double d = std::abs(a - b);
    std::vector<Figure> figures = {{"standard_error", error(positives)},
                                   {"power", two_sided_power(d / error(positives), z.significance)},
                                   {"smallest_difference", z.sum() * error(positives)}};
    if (d > 0.0) {
        double needed_positives = 2.0;
        while (two_sided_power(d / error(needed_positives), z.significance) < spec.real("power") &&
               needed_positives < 1e9) {
            const double step = std::max(
                1.0, std::floor(needed_positives / 1024)); // steps of one row below 2048 rows, then of 0.1 %
            needed_positives += step;
        }
        figures.push_back({"positives_needed", needed_positives});
        figures.push_back({"negatives_needed", std::ceil(needed_positives * ratio)});
    }
    return figures;
}

// ---- two learners over splits

double corrected_t_error(const Spec& spec)
{
    return spec.real("sd") *
           std::sqrt(1.0 / spec.real("splits") + spec.real("test_rows") / spec.real("train_rows"));
}

double corrected_t_at(const Spec& spec, Level level, double difference)
{
    const double df = spec.real("splits") - 1.0;
    const double critical = student_t_quantile(tail(level), df);
    const double shift = difference / corrected_t_error(spec);
    return noncentral_t_tail(critical, df, shift) + 1.0 - noncentral_t_tail(-critical, df, shift);
}

std::vector<Figure> corrected_t(const Spec& spec, Level level)
{
    const double sd = needed(spec, "sd");
    const double ratio = needed(spec, "test_rows") / needed(spec, "train_rows");
    needed(spec, "splits");
    const double error = corrected_t_error(spec);
    const auto power = [&](double d) { return corrected_t_at(spec, level, d); };
    const auto z = quantiles(spec, level);
    std::vector<Figure> figures = {{"smallest_difference", smallest(power, spec.real("power"), 1e3 * error)},
                                   {"smallest_difference_limit", z.sum() * sd * std::sqrt(ratio)}};
    if (const auto difference = given(spec, "difference"))
        figures.push_back({"power", power(std::abs(*difference))});
    return figures;
}

// ---- many data sets

/// P(D1 + D2 > 0) - 1/2 of normal differences whose mean is `effect` standard deviations.
double wilcoxon_excess(double effect) { return normal_cdf(std::numbers::sqrt2 * effect) - 0.5; }

double wilcoxon_power(double n, double effect, double significance)
{
    return normal_cdf(std::sqrt(3.0 * n) * wilcoxon_excess(effect) - significance);
}

double wilcoxon_at(const Spec& spec, Level level, double data_sets)
{
    return wilcoxon_power(data_sets, std::abs(spec.real("effect")), quantiles(spec, level).significance);
}

std::vector<Figure> wilcoxon_data_sets(const Spec& spec, Level level)
{
    const auto z = quantiles(spec, level);
    const auto power = [&](double n, double effect) { return wilcoxon_power(n, effect, z.significance); };
    std::vector<Figure> figures;
    if (const auto effect = given(spec, "effect")) {
        const double excess = wilcoxon_excess(std::abs(*effect));
        figures.push_back(
            {"data_sets_needed", excess > 0.0 ? Value(std::ceil(z.sum() * z.sum() / (3.0 * excess * excess)))
                                              : Value::none(reasons::no_difference)});
    }
    if (const auto n = given(spec, "data_sets")) {
        if (const auto effect = given(spec, "effect"))
            figures.push_back({"power", power(*n, std::abs(*effect))});
        figures.push_back(
            {"smallest_effect", smallest([&](double e) { return power(*n, e); }, spec.real("power"), 10.0)});
    }
    require(!figures.empty(), "plan of '" + spec.name() + "' needs effect= or data_sets=");
    return figures;
}

double friedman_at(const Spec& spec, Level level, double n)
{
    const double k = spec.real("learners");
    const double effect = spec.real("effect");
    // One learner is better by `effect`, the others are equal: sum (tau_j - mean)^2 = effect^2 (k-1)/k. e is
    // the efficiency of ranks for normal errors.
    const double efficiency = 3.0 * k / (std::numbers::pi * (k + 1.0));
    const double df1 = k - 1.0;
    const double df2 = (k - 1.0) * (n - 1.0);
    const double lambda = efficiency * n * effect * effect * (k - 1.0) / k;
    return noncentral_f_tail(f_quantile(1.0 - level.outside(), df1, df2), df1, df2, lambda);
}

std::vector<Figure> friedman_data_sets(const Spec& spec, Level level)
{
    needed(spec, "learners");
    const double effect = needed(spec, "effect");
    const auto power = [&](double n) { return friedman_at(spec, level, n); };
    std::vector<Figure> figures;
    if (effect > 0.0) {
        double n = 2.0;
        while (power(n) < spec.real("power") && n < 1e6) n += std::max(1.0, std::floor(n / 1024));
        figures.push_back({"data_sets_needed", n});
    } else {
        figures.push_back({"data_sets_needed", Value::none(reasons::no_difference)});
    }
    if (const auto n = given(spec, "data_sets")) figures.push_back({"power", power(*n)});
    return figures;
}

// ---- one model: rows until the bound is near

std::vector<Figure> bound_width(const Spec& spec, Level level)
{
    const double rate = needed(spec, "rate");
    const double width = needed(spec, "width");
    const double delta = spec.empty("delta") ? level.outside() : spec.real("delta");
    const double limit = rate + width;
    require(limit < 1.0, "plan of '" + spec.name() + "': rate + width must be below 1");
    // U(k, m, delta) <= limit just where the lower tail at the limit is at most delta.
    const auto holds = [&](double m) {
        const auto rows = static_cast<std::uint64_t>(m);
        const auto errors = static_cast<std::uint64_t>(std::max(0.0, std::ceil(rate * m - 1e-9)));
        return errors < rows && binomial_log_cdf(errors, rows, limit) <= std::log(delta);
    };
    // Hoeffding's limits hold at this number of rows, and the exact limits are tighter. So count down to the
    // last number that fails.
    const auto enough = [&](double h) {
        const double root = (h + std::sqrt(h * h + 4.0 * width)) / (2.0 * width);
        return std::ceil(root * root) + 1.0;
    };
    const double of_bound = std::sqrt(std::log(1.0 / delta) / 2.0);
    double rows = enough(of_bound);
    while (rows > 1.0 && holds(rows - 1.0)) --rows;
    // With this number of rows the bound is near at the expected count, which means about half of the time.
    // The required assurance needs more rows.
    const double assurance = spec.real("assurance");
    double sure = enough(of_bound + std::sqrt(std::log(1.0 / (1.0 - assurance)) / 2.0));
    std::uint64_t within = static_cast<std::uint64_t>(
        limit * sure); // number of the counts 0, 1, ... with a bound below the limit
    const auto assured = [&](double m) {
        const auto n = static_cast<std::uint64_t>(m);
        within = std::min(within + 1, n);
        while (within > 0 && binomial_log_cdf(within - 1, n, limit) > std::log(delta)) --within;
        return within > 0 && (rate == 0.0 || std::exp(binomial_log_cdf(within - 1, n, rate)) >= assurance);
    };
    while (sure > 1.0 && assured(sure - 1.0)) --sure;
    return {{"rows_needed", rows}, {"rows_needed_assured", sure}};
}

// ---- the table

SpecKey count_key(std::string name, std::string help, double lowest)
{
    return integer_key(std::move(name), "", std::move(help), lowest, 1e9);
}

/// How the power depends on a size, if the keys that it needs besides are given.
struct PowerBySize {
    const char* size = nullptr; ///< the key
    double least = 1.0;
    bool whole = true;
    const char* needed = nullptr; ///< the figure that has the size for the wanted power
    std::vector<const char*> keys{};
    double (*at)(const Spec&, Level, double size) = nullptr;
};

struct PlanRow {
    SpecInfo info;
    std::vector<Figure> (*compute)(const Spec&, Level);
    std::vector<std::string> assumptions;
    PowerBySize power{};
};

const std::vector<PlanRow>& table()
{
    const SpecKey power = open_real_key("power", "0.8", "wanted power", 0, 1);
    static const std::vector<PlanRow> rows = {
        {{.name = "z_two_proportions",
          .help = "two models, each on its own test set",
          .keys = {real_key("a", "", "error rate of A", 0, 1), real_key("b", "", "error rate of B", 0, 1),
                   count_key("rows", "rows of each test set", 1), power}},
         two_proportions,
         {"test sets and training sets are independent", "normal approximation"},
         {"rows", 1, true, "rows_needed", {"a", "b"}, proportions_at}},
        {{.name = "mcnemar_exact",
          .help = "two models on the same rows",
          .keys = {open_real_key("discordant", "", "share of rows on which exactly one model is right", 0, 1),
                   real_key("difference", "", "of the error rates", -1, 1), count_key("rows", "rows", 1),
                   power}},
         mcnemar,
         {"rows are independent draws", "normal approximation (Connor 1987), but for figures called exact"},
         {"rows", 1, true, "rows_needed", {"difference"}, mcnemar_at}},
        {{.name = "delong",
          .help = "two areas under the ROC curve on the same rows",
          .keys = {open_real_key("a", "", "AUC of A", 0, 1), open_real_key("b", "", "AUC of B", 0, 1),
                   real_key("correlation", "0.5", "of the two estimates", -1, 1),
                   count_key("positives", "positive rows", 2), count_key("negatives", "negative rows", 2),
                   power}},
         paired_auc,
         {"rows are independent draws", "variances of Hanley & McNeil (1982), for lack of scores"},
         {"positives", 2, true, "positives_needed", {"a", "b"}, auc_at}},
        {{.name = "corrected_t",
          .help = "two learners over splits",
          .keys = {open_real_key("sd", "", "standard deviation of the splits' differences", 0, 1e300),
                   count_key("splits", "number of splits", 2),
                   count_key("train_rows", "training rows of a split", 1),
                   count_key("test_rows", "test rows of a split", 1),
                   real_key("difference", "", "of the means", -1e300, 1e300), power}},
         corrected_t,
         {"two splits' figures correlate as the test share of their rows"},
         {"difference", 0, false, "smallest_difference", {}, corrected_t_at}},
        {{.name = "wilcoxon",
          .help = "two learners over data sets",
          .keys = {real_key("effect", "", "mean difference in standard deviations of the differences", -10,
                            10),
                   count_key("data_sets", "number of data sets", 1), power}},
         wilcoxon_data_sets,
         {"independent data sets", "normal differences (Noether 1987)"},
         {"data_sets", 1, true, "data_sets_needed", {"effect"}, wilcoxon_at}},
        {{.name = "friedman",
          .help = "many learners over data sets",
          .keys = {count_key("learners", "number of learners", 2),
                   real_key("effect", "",
                            "how far one learner is better, in standard deviations of the scores' errors", 0,
                            100),
                   count_key("data_sets", "number of data sets", 2), power}},
         friedman_data_sets,
         {"independent data sets", "one learner differs from all others, which are alike", "normal errors"},
         {"data_sets", 2, true, "data_sets_needed", {"effect"}, friedman_at}},
        {{.name = "exact_binomial",
          .help = "one model: test rows until the upper bound is near the error rate",
          .keys = {real_key("rate", "", "expected error rate", 0, 1),
                   real_key("width", "", "bound minus rate", 0.002, 1),
                   open_real_key("delta", "", "failure probability of the bound; 1 - level if not given", 0,
                                 1),
                   open_real_key("assurance", "0.8", "probability that the bound is as near", 0, 1)}},
         bound_width,
         {"test rows are independent draws"}},
    };
    return rows;
}

/// From the least size to twice the one that is needed or given.
PowerCurve curve_of(const PowerBySize& by, const Spec& spec, Level level, std::span<const Figure> figures)
{
    constexpr int steps = 50;
    PowerCurve curve;
    if (by.at == nullptr || std::ranges::any_of(by.keys, [&](const char* key) { return spec.empty(key); }))
        return curve;
    const auto found = std::ranges::find(figures, by.needed, &Figure::name);
    double most = found != figures.end() && found->value ? 2.0 * found->value.number() : 0.0;
    if (const auto size = given(spec, by.size)) most = std::max(most, 1.2 * std::abs(*size));
    if (!(most > by.least)) return curve;
    curve.size = by.size;
    curve.wanted = spec.real("power");
    for (int i = 0; i <= steps; ++i) {
        double size = by.least + (most - by.least) * i / steps;
        if (by.whole) size = std::round(size);
        if (!curve.sizes.empty() && size == curve.sizes.back()) continue;
        curve.sizes.push_back(size);
        curve.power.push_back(by.at(spec, level, size));
    }
    return curve;
}

} // namespace

std::span<const SpecInfo> test_plan_infos()
{
    static const std::vector<SpecInfo> infos = infos_of(table());
    return infos;
}

TestPlan plan_test(const Spec& spec, Level level)
{
    const auto& row = table()[find_info(test_plan_infos(), spec.name(), "test to plan")];
    const auto resolved = resolve(spec, row.info);
    auto figures = row.compute(resolved, level);
    auto curve = curve_of(row.power, resolved, level, figures);
    return {.spec = resolved,
            .figures = std::move(figures),
            .assumptions = row.assumptions,
            .curve = std::move(curve)};
}

} // namespace unseen::compare
