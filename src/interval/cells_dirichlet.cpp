// Intervals of functions of the confusion matrix from Dirichlet laws of its cells (METHODS I.26).
#include "draws/replicates.hpp"
#include "interval/beta_laws.hpp"
#include "interval/methods.hpp"
#include "stats/gamma_draw.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace unseen {

namespace {

/// The cells of two classes, `few` the class with fewer rows.
struct TwoClasses {
    double few_right, few_wrong, many_wrong, many_right;
};

TwoClasses two_classes_of(Confusion c, bool transposed)
{
    if (transposed) std::swap(c.at(0, 1), c.at(1, 0));
    const std::size_t few = c.truth(0) <= c.truth(1) ? 0 : 1;
    return {c.at(few, few), c.at(few, 1 - few), c.at(1 - few, few), c.at(1 - few, 1 - few)};
}

/// The integral over a recall t ~ Beta(a, b).
class OverRecall {
public:
    OverRecall(double a, double b, double step)
        : a_(a),
          b_(b),
          step_(step),
          log_beta_(std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b)),
          support_{beta_quantile(1e-14, a, b), 1.0 - beta_quantile(1e-14, b, a)},
          nodes_(beta_nodes(a, b, step))
    {
        if (support_.lower < 1e-6) support_.lower = 0.0;
        if (support_.upper > 1.0 - 1e-6) support_.upper = 1.0;
    }

    /// P(t <= low) and the integral of f(t) from there to `high`. f has singular derivatives at both, so if
    /// they lie among the likely values it takes the tanh-sinh rule between them.
    template <class F>
    double below(double low, double high, F f) const
    {
        double sum = 0.0;
        if (low <= support_.lower && high >= support_.upper) {
            for (const auto& node : nodes_)
                if (node.weight > 1e-15) sum += node.weight * f(node.x);
            return sum;
        }
        sum = beta_cdf(low, a_, b_);
        low = std::max(low, support_.lower);
        high = std::min(high, support_.upper);
        if (!(low < high)) return sum;
        const double step = step_ / 3.0;
        for (double u = -4.25; u <= 4.25; u += step) {
            const double e = std::exp(-std::numbers::pi * std::sinh(std::abs(u)));
            const double near = (high - low) * e / (1.0 + e); // the distance to the nearer end
            const double t = u < 0.0 ? low + near : high - near;
            const double rest = high < 1.0 || u < 0.0 ? 1.0 - t : near;
            if (!(t > 0.0 && rest > 0.0)) continue;
            const double mass = std::exp((a_ - 1.0) * std::log(t) + (b_ - 1.0) * std::log(rest) - log_beta_);
            const double weight = step * std::numbers::pi * std::cosh(u) * near / (1.0 + e) * mass;
            if (weight > 1e-15) sum += weight * f(t);
        }
        return sum;
    }

private:
    double a_, b_, step_, log_beta_;
    Limits support_;
    std::vector<Node> nodes_;
};

/// The quantile p of a measure of two classes whose cells get the pseudo-counts d (right) and 1 - d (wrong).
/// Then the share of `few` among the rows ~ Beta(rows + 1, others + 1) and the recalls ~ Beta(right + d,
/// wrong + 1 - d) are independent. P(measure <= x) is the integral, over the share and the other recall, of
/// the probability that the recall of `few` is at most that at which the measure is x. It is 1 where even a
/// recall of 1 gives less, 0 where one of 0 gives more. A measure without a largest value m is searched on
/// the scale m / (1 + m).
double quantile_of_two(const Measure& measure, const TwoClasses& cells, double p, double d)
{
    const bool bounded = std::isfinite(measure.highest);
    const double lowest = measure.lowest;
    const double highest = bounded ? measure.highest : 1.0;
    const auto recall_at = [&, at = measure.of_confusion()->recall_at](double share, double other, double x) {
        return at(share, other, bounded ? x : x / (1.0 - x));
    };
    const BetaTable few(cells.few_right + d, cells.few_wrong + 1.0 - d);
    const auto with_step = [&](double step, double from, double to) {
        const auto shares = beta_nodes(cells.few_right + cells.few_wrong + 1.0,
                                       cells.many_right + cells.many_wrong + 1.0, step);
        const OverRecall over(cells.many_right + d, cells.many_wrong + 1.0 - d, step);
        const auto below = [&](double x) {
            double sum = 0.0;
            for (const auto& share : shares) {
                if (share.weight < 1e-14) continue;
                const double low = std::clamp(recall_at(1.0 - share.x, 1.0, x), 0.0, 1.0);
                const double high = std::clamp(recall_at(1.0 - share.x, 0.0, x), 0.0, 1.0);
                sum += share.weight *
                       over.below(low, high, [&](double t) { return few(recall_at(share.x, t, x)); });
            }
            return sum - p;
        };
        return crossing(below, from, to);
    };
    const double rough = with_step(0.5, lowest, highest);
    const double margin = 2e-3 * (highest - lowest);
    const Limits near{std::max(lowest, rough - margin), std::min(highest, rough + margin)};
    constexpr double fine = 0.125;
    double found = with_step(fine, near.lower, near.upper);
    if (!(near.lower < found && found < near.upper)) found = with_step(fine, lowest, highest);
    return bounded ? found : found / (1.0 - found);
}

/// The quantile p of the measure with cells ~ Gamma(rows + c), c = 2 d / K for each of the K right cells and
/// 2 (1 - d) / (K (K - 1)) for each wrong one, so that pseudo-counts add up to 2 whatever K. Draws without a
/// figure are left out.
Maybe<double> drawn_quantile(const TestIntervalInput& input, double p, double d, std::uint64_t part)
{
    const Confusion& rows = *input.confusion;
    const auto k = static_cast<double>(rows.classes);
    const double right = 2.0 * d / k;
    const double wrong = 2.0 * (1.0 - d) / (k * (k - 1.0));
    std::vector<std::size_t> full;  // cells drawn one by one: those with rows, and all right ones
    std::vector<std::size_t> empty; // the others, which have the same law
    for (std::size_t t = 0; t < rows.classes; ++t)
        for (std::size_t u = 0; u < rows.classes; ++u)
            (t == u || rows.at(t, u) > 0.0 ? full : empty).push_back(t * rows.classes + u);
    const auto sample = [&, drawn = rows, order = empty](Stream& stream, std::span<Value> values) mutable {
        std::fill(drawn.cells.begin(), drawn.cells.end(), 0.0);
        for (const auto cell : full) {
            const bool on_diagonal = cell % (rows.classes + 1) == 0;
            drawn.cells[cell] = draw_gamma(stream, rows.cells[cell] + (on_diagonal ? right : wrong));
        }
        if (!empty.empty()) {
            // Their sum is Gamma(m c). A uniformly chosen cell has the share Beta(1 + c, (m - 1) c) of it, as
            // if it were picked by size, and so on for the others, until hardly anything is left.
            const double c = wrong;
            order = empty; // a draw may not depend on the draws before it
            auto m = order.size();
            for (double left = draw_gamma(stream, static_cast<double>(m) * c); left > 1e-12 && m > 0; --m) {
                std::swap(order[stream.below(m)], order[m - 1]);
                const double one = draw_gamma(stream, 1.0 + c);
                const double others = m > 1 ? draw_gamma(stream, static_cast<double>(m - 1) * c) : 0.0;
                drawn.cells[order[m - 1]] = left * one / (one + others);
                left *= others / (one + others);
            }
        }
        values[0] = input.measure->of_confusion()->value(drawn);
    };
    const auto found =
        replicates(1, {input.seed, std::max<std::uint64_t>(10'000, input.samples), input.threads},
                   Purpose::interval, part, sample);
    if (found.front().sorted.empty()) return reasons::undefined_in_resamples;
    return quantile(found.front().sorted, p);
}

bool every_class_is_true(const Confusion& confusion)
{
    for (std::size_t c = 0; c < confusion.classes; ++c)
        if (!(confusion.truth(c) > 0.0)) return false;
    return true;
}

/// A class's figure with its limits and what the covariances of such figures need.
struct OfClass {
    std::size_t of;
    double value;
    double below;  ///< value - lower limit
    double above;  ///< upper limit - value
    double rows;   ///< 2 TP + FP + FN
    double spread; ///< the variance of f1 by its influences
};

/// The classes over which the mean is, with the limits of their figures: the beta limits, with d = 1/4, of
/// precision or recall, or of the Jaccard index J, f1 being 2 J / (1 + J).
std::vector<OfClass> of_classes(const Confusion& confusion, ClassFigure figure, double outside)
{
    std::vector<OfClass> found;
    const Margins m = margins_of(confusion);
    for (std::size_t c = 0; c < confusion.classes; ++c) {
        const double right = m.right[c];
        const double either = m.truth[c] + m.predicted[c];
        const double trials = figure == ClassFigure::f1       ? either - right
                              : figure == ClassFigure::recall ? m.truth[c]
                                                              : m.predicted[c];
        if (!(figure == ClassFigure::recall ? m.truth[c] > 0.0 : either > 0.0)) continue;
        Limits limits; // of a class that is never predicted: nothing is known, and its precision counts as 0
        if (trials > 0.0) limits = beta_limits(right, trials, 0.25, outside);
        double value = trials > 0.0 ? right / trials : 0.0;
        if (figure == ClassFigure::f1) {
            const auto f1 = [](double j) { return 2.0 * j / (1.0 + j); };
            limits = {f1(limits.lower), f1(limits.upper)};
            value = f1(value);
        }
        found.push_back(
            {c, value, value - limits.lower, limits.upper - value, either,
             (4.0 * (1.0 - value) * (1.0 - value) * right + value * value * (either - 2.0 * right)) /
                 (either * either)});
    }
    return found;
}

/// "class 'a'", or its place where the rows are gone and the names with them.
std::string class_named(const TestIntervalInput& input, std::size_t c)
{
    if (input.predictions != nullptr && input.predictions->classes != nullptr)
        return "class '" + input.predictions->classes->name(static_cast<std::uint32_t>(c)) + "'";
    return "class " + std::to_string(c + 1) + " of " + std::to_string(input.confusion->classes);
}

} // namespace

/// True for all functions of the cells but means over classes, of which it is best for two recalls only.
bool dirichlet_is_best(const TestIntervalInput& input)
{
    const OfConfusion& figure = *input.measure->of_confusion();
    if (figure.mean_of == ClassFigure::none) return true;
    if (figure.mean_of != ClassFigure::recall) return false;
    const Confusion& confusion =
        input.confusion != nullptr ? *input.confusion : confusion_of(*input.predictions);
    return confusion.classes == 2 && every_class_is_true(confusion);
}

/// A mean V of figures v of K classes with limits [l, u]: V + b - sqrt(sum r_ce (v_c - l_c)(v_e - l_e)) / K,
/// and likewise above (Zou & Donner 2008). Precisions and recalls of different classes are independent given
/// the margins. Those of f1 have the correlation r_ce = (M_ce + M_ec) v_c v_e / (S_c S_e sqrt(V_c V_e)) of
/// their influences, and their mean is too small by b, because f1 is concave in J.
Maybe<IntervalEnds> mover_beta(const TestIntervalInput& input, Level level)
{
    const Confusion& confusion = *input.confusion;
    const ClassFigure figure = input.measure->of_confusion()->mean_of;
    const auto classes = of_classes(confusion, figure, level.outside());
    const auto n = static_cast<double>(classes.size());
    double mean = 0.0;
    double bias = 0.0;
    double below = 0.0;
    double above = 0.0;
    for (const auto& c : classes) {
        mean += c.value / n;
        below += c.below * c.below;
        above += c.above * c.above;
        if (figure != ClassFigure::f1) continue;
        const double right = confusion.at(c.of, c.of);
        const double trials = c.rows - right;
        const double j = (right + 0.5) / (trials + 1.0);
        bias += 2.0 * j * (1.0 - j) / (trials * std::pow(1.0 + j, 3.0)) / n;
        for (const auto& e : classes) {
            if (e.of == c.of || !(c.spread > 0.0 && e.spread > 0.0)) continue;
            const double r = std::min(1.0, (confusion.at(c.of, e.of) + confusion.at(e.of, c.of)) * c.value *
                                               e.value / (c.rows * e.rows * std::sqrt(c.spread * e.spread)));
            below += r * c.below * e.below;
            above += r * c.above * e.above;
        }
    }
    // Under another ZeroDivision, or if a class is only predicted, the measure counts classes otherwise.
    if (std::abs(mean - input.value) > 1e-9) return reasons::class_without_rows;
    std::vector<Warning> warnings;
    const auto rarest = std::min_element(classes.begin(), classes.end(), [&](const auto& a, const auto& b) {
        return confusion.truth(a.of) < confusion.truth(b.of);
    });
    if (const double rows = confusion.truth(rarest->of); rows < 5.0)
        warnings.push_back({warnings::few_class_rows,
                            class_named(input, rarest->of) + " has only " +
                                std::to_string(std::llround(rows)) + (rows == 1.0 ? " row" : " rows") +
                                ": intervals of averages over classes may be too short with so few"});
    return IntervalEnds{.limits = {mean + bias - std::sqrt(below) / n, mean + bias + std::sqrt(above) / n},
                        .warnings = std::move(warnings)};
}

/// Melds the laws of the cells: its limits are the quantiles of the measure under directional Dirichlet laws,
/// which have the recalls lower for the lower limit and higher for the upper one. By quadrature if two
/// classes have OfConfusion::recall_at, else by 10,000 draws a side, whose error is 1.4 % of the half-width.
Maybe<IntervalEnds> directional_dirichlet(const TestIntervalInput& input, Level level)
{
    const Measure& measure = *input.measure;
    const OfConfusion& figure = *measure.of_confusion();
    if (figure.mean_of == ClassFigure::recall && !every_class_is_true(*input.confusion))
        return reasons::class_without_rows;
    const double tail = level.outside() / 2.0;
    // What the cells of right rows get of a pseudo-row for the lower limit; those of wrong rows get the rest,
    // and the upper limit exchanges the two. 0 gives the melding of Clopper and Pearson's laws.
    const double to_right = level.end_share();
    const double d = measure.direction == Direction::lower_is_better ? 1.0 - to_right : to_right;
    Limits limits{measure.lowest, measure.highest};
    const bool by_recalls = input.confusion->classes == 2 && figure.recall_at != nullptr;
    const auto limit = [&](double p, double right, std::uint64_t part) -> Maybe<double> {
        if (by_recalls)
            return quantile_of_two(measure, two_classes_of(*input.confusion, figure.transposed), p, right);
        return drawn_quantile(input, p, right, part);
    };
    if (input.value > measure.lowest) {
        const auto lower = limit(tail, d, 6);
        if (!lower) return lower.reason();
        limits.lower = *lower;
    }
    if (input.value < measure.highest) {
        const auto upper = limit(1.0 - tail, 1.0 - d, 7);
        if (!upper) return upper.reason();
        limits.upper = *upper;
    }
    return IntervalEnds{.limits = limits};
}

} // namespace unseen
