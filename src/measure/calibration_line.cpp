// Calibration slope and intercept: the logistic regression of the truth on the logit of its probability
// (METHODS D.4).
#include "measure/calibration_line.hpp"
#include "measure/entry.hpp"
#include "stats/grouped_values.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace unseen {

namespace {

/// Probabilities are at least this far from 0 and 1 before their logit is taken, as for the log loss.
constexpr double nearest_to_zero = 0x1p-52;

double logistic(double eta)
{
    return eta >= 0.0 ? 1.0 / (1.0 + std::exp(-eta)) : std::exp(eta) / (1.0 + std::exp(eta));
}

/// The log likelihood of a row: y eta - ln(1 + e^eta).
double log_likelihood(double positive, double eta)
{
    return positive * eta - std::max(eta, 0.0) - std::log1p(std::exp(-std::abs(eta)));
}

void judge_line(Line& line, const LogitRows& rows)
{
    std::array<ExactSum, 3> information;
    std::array<ExactSum, 2> gradient;
    ExactSum likelihood;
    for (std::size_t i = 0; i < rows.x.size(); ++i) {
        const double w = rows.weight[i];
        const double x = rows.x[i];
        const double eta = line.at[0] + line.at[1] * x;
        const double p = logistic(eta);
        const double variance = p * (1.0 - p);
        const double residual = rows.positive[i] - p;
        information[0].add_product(w, variance);
        information[1].add_product(w, variance * x);
        information[2].add_product(w, variance * x * x);
        gradient[0].add_product(w, residual);
        gradient[1].add_product(w, residual * x);
        likelihood.add_product(w, log_likelihood(rows.positive[i], eta));
    }
    for (std::size_t k = 0; k < 3; ++k) line.information[k] = information[k].value();
    for (std::size_t k = 0; k < 2; ++k) line.gradient[k] = gradient[k].value();
    line.likelihood = likelihood.value();
}

std::array<double, 2> newton_step(const Line& line, bool slope)
{
    const auto [a, b, c] = line.information;
    if (!slope) return {line.gradient[0] / a, 0.0};
    const double determinant = a * c - b * b;
    return {(c * line.gradient[0] - b * line.gradient[1]) / determinant,
            (a * line.gradient[1] - b * line.gradient[0]) / determinant};
}

/// The log odds of the weighted share of positive rows; both classes occur.
double log_odds_of_share(const LogitRows& rows)
{
    std::array<ExactSum, 2> of_class;
    for (std::size_t i = 0; i < rows.x.size(); ++i)
        of_class[static_cast<std::size_t>(rows.positive[i])].add(rows.weight[i]);
    return std::log(of_class[1].value() / of_class[0].value());
}

/// Maximises the likelihood from this line on by Newton's steps, each halved until the likelihood does not
/// fall by more than rounding errors. The likelihood is concave, so this converges if there is a maximum. The
/// step after one below 1e-8 is the last, because each step squares the error. There is no line if the
/// information vanishes in double precision, as it may where nearly all probabilities are 0 or 1. `slope`:
/// the slope is fitted too.
std::optional<Line> climb(const LogitRows& rows, bool slope, std::array<double, 2> from)
{
    Line line{.at = from};
    judge_line(line, rows);
    bool near = false;
    for (int i = 0; i < 100; ++i) {
        auto step = newton_step(line, slope);
        if (!std::isfinite(step[0]) || !std::isfinite(step[1])) return std::nullopt;
        const double least = line.likelihood - 1e-12 * std::abs(line.likelihood);
        Line next;
        next.likelihood = -std::numeric_limits<double>::infinity();
        for (int halvings = 0; halvings < 60 && !(next.likelihood >= least); ++halvings) {
            if (halvings > 0)
                for (auto& s : step) s /= 2.0;
            next.at = {line.at[0] + step[0], line.at[1] + step[1]};
            judge_line(next, rows);
        }
        if (!(next.likelihood >= least)) return std::nullopt;
        line = next;
        if (near) return line;
        near = std::max(std::abs(step[0]), std::abs(step[1])) <
               1e-8 * (1.0 + std::abs(line.at[0]) + std::abs(line.at[1]));
    }
    return std::nullopt;
}

/// The line of the largest likelihood, sought from the probabilities as they are; if these are too extreme
/// for that, from the share of positive rows, where no row is.
std::optional<Line> fitted(const LogitRows& rows, bool slope)
{
    if (!slope) return climb(rows, slope, {rows.mean, 1.0}); // ln odds = intercept + logit
    if (auto line = climb(rows, slope, {0.0, 1.0})) return line;
    return climb(rows, slope, {log_odds_of_share(rows), 0.0});
}

/// The reason why there is no line: one class, equal probabilities, or classes that some threshold of the
/// probabilities separates. Empty if there is one.
const Reason* no_line(const LogitRows& rows, bool slope)
{
    constexpr double inf = std::numeric_limits<double>::infinity();
    std::array<double, 2> lowest{inf, inf};
    std::array<double, 2> highest{-inf, -inf};
    for (std::size_t i = 0; i < rows.x.size(); ++i) {
        const auto c = static_cast<std::size_t>(rows.positive[i]);
        lowest[c] = std::min(lowest[c], rows.x[i]);
        highest[c] = std::max(highest[c], rows.x[i]);
    }
    if (lowest[0] == inf || lowest[1] == inf) return &reasons::one_class;
    if (!slope) return nullptr;
    if (std::max(highest[0], highest[1]) == std::min(lowest[0], lowest[1])) return &reasons::constant_scores;
    return lowest[1] >= highest[0] || lowest[0] >= highest[1] ? &reasons::infinite : nullptr;
}

} // namespace

LogitRows logit_rows(const PredictionView& view)
{
    const auto n = view.size();
    LogitRows rows{.x = std::vector<double>(n), .positive = std::vector<double>(n), .weight = {}};
    for (std::size_t i = 0; i < n; ++i) {
        const double p = std::clamp(view.score(i, view.positive), nearest_to_zero, 1.0 - nearest_to_zero);
        rows.x[i] = std::log(p) - std::log1p(-p);
        rows.positive[i] = view.true_label[i] == view.positive ? 1.0 : 0.0;
    }
    ExactSum sum;
    ExactSum weights;
    if (view.weight.empty()) {
        rows.weight.assign(n, 1.0);
        sum.add(rows.x);
    } else {
        rows.weight.assign(view.weight.begin(), view.weight.end());
        for (std::size_t i = 0; i < n; ++i) sum.add_product(rows.weight[i], rows.x[i]);
    }
    weights.add(rows.weight);
    rows.mean = sum.value() / weights.value();
    for (auto& x : rows.x) x -= rows.mean;
    return rows;
}

LogitRows condensed(const LogitRows& rows)
{
    constexpr double width = 1.0 / 1024.0;
    if (rows.x.size() < GroupedValues::many ||
        std::ranges::any_of(rows.weight, [](double w) { return w != 1.0; }))
        return rows;
    const auto [least, most] = std::ranges::minmax(rows.x);
    std::array<GroupedValues, 2> of_class{{{least, most, width}, {least, most, width}}};
    for (std::size_t i = 0; i < rows.x.size(); ++i)
        of_class[static_cast<std::size_t>(rows.positive[i])].add(rows.x[i]);
    LogitRows few{.x = {}, .positive = {}, .weight = {}, .mean = rows.mean};
    for (std::size_t c = 0; c < 2; ++c)
        of_class[c].for_each([&](double x, double number) {
            few.x.push_back(x);
            few.positive.push_back(static_cast<double>(c));
            few.weight.push_back(number);
        });
    return few;
}

double Line::probability(double x) const { return logistic(at[0] + at[1] * x); }

Maybe<Line> line_of(const LogitRows& rows, bool slope)
{
    if (const auto* reason = no_line(rows, slope)) return *reason;
    if (const auto line = fitted(condensed(rows), slope)) return *line;
    return reasons::no_convergence;
}

std::optional<Line> line_with(const LogitRows& rows, bool slope, double parameter, const Line& from)
{
    if (slope) return climb(rows, false, {from.at[0], parameter});
    Line line{.at = {parameter, 1.0}};
    judge_line(line, rows);
    return line;
}

namespace {

Value slope_of(const PredictionView& view)
{
    const auto line = line_of(logit_rows(view), true);
    return line ? Value(line->at[1]) : Value::none(line.reason());
}

Value intercept_of(const PredictionView& view)
{
    const auto rows = logit_rows(view);
    const auto line = line_of(rows, false);
    return line ? Value(line->at[0] - rows.mean) : Value::none(line.reason());
}

/// The derivative of slope or intercept in each row's weight, times the weight: the row's score, by the
/// inverse information.
std::vector<double> line_influences(const PredictionView& view, bool slope)
{
    const auto rows = logit_rows(view);
    const auto line = line_of(rows, slope);
    const auto [a, b, c] = line->information;
    std::vector<double> all(rows.x.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double residual = rows.weight[i] * (rows.positive[i] - line->probability(rows.x[i]));
        all[i] = slope ? residual * (a * rows.x[i] - b) / (a * c - b * b) : residual / a;
    }
    return all;
}

/// The rows whose logit is infinite.
std::vector<std::uint32_t> certain_rows(const PredictionView& view)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < view.size(); ++i) {
        const double p = view.score(i, view.positive);
        if (p < nearest_to_zero || p > 1.0 - nearest_to_zero) rows.push_back(i);
    }
    return rows;
}

MeasureEntry of_line(std::string name, std::string help, bool slope)
{
    return {.info = {.name = std::move(name), .help = std::move(help)}, .make = [slope](const Spec& spec) {
                return Measure{
                    .spec = spec,
                    .class_count = ClassCount::two,
                    .direction = Direction::higher_is_better,
                    .lowest = -std::numeric_limits<double>::infinity(),
                    .best = slope ? 1.0 : 0.0,
                    .needs_scores = true,
                    .needs_probabilities = true,
                    .either_class = slope,
                    .kind = OfRows{.value = slope ? slope_of : intercept_of,
                                   .more = CalibrationLine{.slope = slope,
                                                           .influences =
                                                               [slope](const PredictionView& view) {
                                                                   return line_influences(view, slope);
                                                               }}},
                    .clipped = ClippedRows{.find = certain_rows,
                                           .one = "a probability of 0 or 1, which is moved by 2^-52",
                                           .many = "a probability of 0 or 1, which is moved by 2^-52"}};
            }};
}

} // namespace

std::vector<MeasureEntry> calibration_line_measures()
{
    return {
        of_line("calibration_slope",
                "slope of the logistic regression of truth on logit; below 1 probabilities are too extreme",
                true),
        of_line("calibration_intercept",
                "its intercept if the slope is 1; above 0 probabilities are too small on average", false),
    };
}

} // namespace unseen
