// Decision curves (Vickers & Elkin 2006, Med. Decis. Making 26:565; METHODS F.6).
#include "base/spec_keys.hpp"
#include "curve/entry.hpp"
#include "measure/bins.hpp"
#include "stats/benefit_limits.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace unseen {

namespace {

constexpr double fewest_above = 5.0; ///< rows for limits of weighted rows: of a mean with fewer values that
                                     ///< are not 0 they cover too seldom

/// The number of some rows, the sum of their weights, and of their squares.
struct Weights {
    double rows = 0.0;
    ExactSum sum;
    ExactSum squares;

    void add(double weight)
    {
        rows += 1.0;
        sum.add(weight);
        squares.add_product(weight, weight);
    }
    void merge(const Weights& other)
    {
        rows += other.rows;
        sum.merge(other.sum);
        squares.merge(other.squares);
    }
};

struct Rows {
    Weights positives;
    Weights negatives;

    void merge(const Rows& other)
    {
        positives.merge(other.positives);
        negatives.merge(other.negatives);
    }
};

/// The net benefit at odds o = t / (1 - t) is the mean of the rows' values 1 (a true positive), -o (a false
/// one) and 0. Weighted rows have the limits of a mean: b -+ t_(1+level)/2 sqrt(n / (n - 1)) e, where e^2 =
/// sum w^2 (value - b)^2 / (sum w)^2, with n - 1 degrees of freedom.
CurveCells decision(const Spec& spec, const PredictionView& view, std::uint32_t label)
{
    const auto n_steps = static_cast<std::size_t>(spec.integer("steps"));
    std::vector<double> thresholds;
    for (std::size_t i = 0; i < n_steps; ++i) thresholds.push_back(bin_edge(i, n_steps));
    std::vector<Rows> reached(n_steps + 1); ///< rows by the number of thresholds that they reach
    for (std::size_t i = 0; i < view.size(); ++i) {
        const double weight = view.weight_of(i);
        if (!(weight > 0.0)) continue;
        const auto above =
            std::upper_bound(thresholds.begin(), thresholds.end(), view.score(i, label)) - thresholds.begin();
        auto& rows = reached[static_cast<std::size_t>(above)];
        (view.true_label[i] == label ? rows.positives : rows.negatives).add(weight);
    }
    Rows all;
    for (const auto& rows : reached) all.merge(rows);
    const double positives = all.positives.sum.value();
    const double negatives = all.negatives.sum.value();
    if (!(positives > 0.0 && negatives > 0.0)) return reasons::one_class;
    const double total = positives + negatives;
    const double n = all.positives.rows + all.negatives.rows;
    const double all_squares = all.positives.squares.value() + all.negatives.squares.value();
    const Level level(spec.real("level"));
    const double quantile =
        student_t_quantile((1.0 + spec.real("level")) / 2.0, n - 1.0) * std::sqrt(n / (n - 1.0));
    std::vector<std::vector<Value>> points(n_steps);
    Rows above;
    std::optional<BenefitLimits> known; // many thresholds lie between two probabilities
    for (std::size_t i = n_steps; i-- > 0;) {
        above.merge(reached[i + 1]);
        const double odds = thresholds[i] / (1.0 - thresholds[i]);
        const double benefit = (above.positives.sum.value() - odds * above.negatives.sum.value()) / total;
        points[i] = {thresholds[i], benefit, (positives - odds * negatives) / total};
        if (view.weight.empty()) {
            const auto [tp, fp] = std::pair(above.positives.rows, above.negatives.rows);
            if (!known || !known->are_of(tp, fp)) known.emplace(tp, fp, n, level);
            const auto limits = known->at(odds);
            points[i].insert(points[i].end(), {limits.lower, limits.upper});
            continue;
        }
        const auto [tp, fp] = std::pair(above.positives.squares.value(), above.negatives.squares.value());
        const double others = std::max(0.0, all_squares - tp - fp);
        const double error = std::sqrt(tp * std::pow(1.0 - benefit, 2) + fp * std::pow(odds + benefit, 2) +
                                       others * benefit * benefit) /
                             total;
        const bool limited = above.positives.rows + above.negatives.rows >= fewest_above;
        for (const double limit : {benefit - quantile * error, benefit + quantile * error})
            points[i].push_back(limited ? Value(limit) : Value::none(reasons::few_rows_above));
    }
    std::vector<Value> cells;
    for (const auto& point : points) cells.insert(cells.end(), point.begin(), point.end());
    return cells;
}

} // namespace

std::vector<CurveEntry> decision_curves()
{
    return {{.info = {.spec = {.name = "decision",
                               .help = "net benefit of acting on the class from a probability on",
                               .keys = {integer_key("steps", "100",
                                                    "number of thresholds i / steps, from 0 on", 2, 1e6),
                                        open_real_key("level", "0.95",
                                                      "confidence level of the limits at each threshold", 0.0,
                                                      1.0)}},
                      .needs_probabilities = true,
                      .columns = {{"threshold", "rows with at least this probability are acted on"},
                                  {"net_benefit",
                                   "true positives a row, less false ones times threshold / (1 - threshold)"},
                                  {"treat_all", "that of acting on all rows; on none it is 0"},
                                  {.name = "lower",
                                   .help = "confidence limit of net_benefit at this threshold",
                                   .is_limit = true},
                                  {.name = "upper", .help = "likewise", .is_limit = true}},
                      .in_reports = InReports::of_all_models},
             .of_rows = decision}};
}

} // namespace unseen
