#include "score/requirements.hpp"

#include "stats/beta_limits.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

std::string trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    if (begin == text.npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

/// The smallest number of rows, a fraction too, at which `reaches` is true, from `rows` on, where it is not.
template <class Reaches>
Value first_reached(double rows, const Reaches& reaches)
{
    double low = rows;
    double high = 2.0 * rows;
    while (!reaches(high)) {
        low = high;
        high *= 2.0;
        if (high > 1e15) return Value::none(reasons::infinite);
    }
    while (high - low > 1e-10 * high) {
        const double middle = 0.5 * (low + high);
        (reaches(middle) ? high : low) = middle;
    }
    return high;
}

/// How many rows the limit needs to reach the bound, if the figure stays what it is. `exact`: the figure is a
/// proportion of the rows.
Value rows_to_decide(const Bound& asked, const Requirement& judged, double rows, bool exact)
{
    const double figure = judged.value.number();
    if (figure == asked.bound) return Value::none(reasons::infinite);
    if (!exact) {
        const double ratio = (figure - judged.limit.number()) / (figure - asked.bound);
        return rows * ratio * ratio;
    }
    const double outside = 2.0 * judged.level.outside();
    return first_reached(rows, [&](double n) {
        const auto limits = beta_limits(figure * n, n, 0.0, outside);
        return figure > asked.bound ? limits.lower >= asked.bound : limits.upper <= asked.bound;
    });
}

Requirement judged_requirement(const Bound& asked, const ScoredMeasure& figure, const ScoreReport& report,
                               const ScoreOptions& options, bool alike)
{
    Requirement judged{.text = asked.text,
                       .state = VerdictState::undecided,
                       .measure = asked.measure.print(),
                       .value = figure.value,
                       .level = options.require_level,
                       .units = report.clusters > 0 ? "groups" : "rows"};
    if (!figure.value || !figure.interval) {
        judged.limit = Value::none(!figure.value ? figure.value.reason() : figure.interval.reason());
        return judged;
    }
    const auto [lower, upper] = std::pair(figure.interval->lower, figure.interval->upper);
    judged.state = state_of(asked, lower, upper);
    judged.lower = judged.state == VerdictState::undecided
                       ? figure.value.number() >= asked.bound
                       : (judged.state == VerdictState::shown) == asked.at_least;
    judged.limit = judged.lower ? lower : upper;
    if (judged.state != VerdictState::undecided || report.folds > 0) return judged;
    const auto* mean = figure.measure.row_mean();
    judged.decides_half = rows_to_decide(
        asked, judged, static_cast<double>(report.clusters > 0 ? report.clusters : report.rows),
        alike && mean != nullptr && mean->proportion);
    if (!judged.decides_half) return judged;
    const double z = normal_quantile(options.require_level.value());
    const double more = (z + normal_quantile(0.8)) / z;
    judged.decides_most = judged.decides_half.number() * more * more;
    return judged;
}

} // namespace

Bound parse_requirement(const std::string& text)
{
    const auto fault = [&](const std::string& what) {
        return InputError("`require`: '" + text + "' " + what +
                          "; expected a measure, >= or <=, and a number, such as 'accuracy >= 0.9'");
    };
    const auto sign = text.find_first_of("<>");
    if (sign == text.npos) throw fault("has no >= or <=");
    const bool equal = sign + 1 < text.size() && text[sign + 1] == '=';
    const auto measure = trimmed(std::string_view(text).substr(0, sign));
    const auto number = trimmed(std::string_view(text).substr(sign + (equal ? 2 : 1)));
    if (measure.empty()) throw fault("names no measure");
    const auto bound = parse_number(number);
    if (!bound || !std::isfinite(*bound)) throw fault("has no number behind it");
    return {.text = measure + ' ' + text[sign] + (equal ? "= " : " ") + number,
            .measure = Spec::parse(measure),
            .at_least = text[sign] == '>',
            .strict = !equal,
            .bound = *bound};
}

VerdictState state_of(const Bound& asked, double lower, double upper)
{
    const double c = asked.bound;
    const bool shown =
        asked.at_least ? (asked.strict ? lower > c : lower >= c) : (asked.strict ? upper < c : upper <= c);
    const bool refuted =
        asked.at_least ? (asked.strict ? upper <= c : upper < c) : (asked.strict ? lower >= c : lower > c);
    return shown ? VerdictState::shown : refuted ? VerdictState::refuted : VerdictState::undecided;
}

std::vector<Requirement>
judge_requirements(const ScoredRows& rows, const ScoreOptions& options,
                   const std::function<ScoreReport(const ScoredRows&, const ScoreOptions&)>& judge)
{
    std::vector<Requirement> all;
    if (options.requirements.empty()) return all;
    require(options.require_level.value() > 0.5,
            "`require_level` = " + shortest(options.require_level.value()) +
                " is the confidence of a one-sided limit; expected more than 0.5");
    std::vector<Bound> asked;
    auto own = options;
    own.measures.clear();
    own.per_class = false;
    own.candidates = 1;
    own.level = Level::of_each_side(options.require_level.value());
    for (const auto& text : options.requirements) {
        asked.push_back(parse_requirement(text));
        if (std::ranges::find(own.measures, asked.back().measure) == own.measures.end())
            own.measures.push_back(asked.back().measure);
    }
    const auto report = judge(rows, own);
    const bool alike = rows.design.weight.empty() && rows.design.cluster.empty();
    for (const auto& one : asked) {
        const auto at = std::ranges::find(own.measures, one.measure) - own.measures.begin();
        all.push_back(
            judged_requirement(one, report.measures[static_cast<std::size_t>(at)], report, options, alike));
    }
    return all;
}

} // namespace unseen
