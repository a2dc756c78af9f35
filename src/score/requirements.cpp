#include "score/requirements.hpp"

#include "base/listed.hpp"
#include "stats/beta_limits.hpp"
#include "stats/first_where.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/score/compare_matched.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace unseen {

namespace {

// The words between the models of a requirement on two.
constexpr std::string_view not_worse = " not worse than ";
constexpr std::string_view better = " better than ";

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
    return first_where(low, high, reaches);
}

/// How many rows the limit needs to reach the bound, if the figure stays what it is. `trials`: if the figure
/// is a proportion, of how many of the rows; else 0.
Value rows_to_decide(const Bound& asked, const Requirement& judged, double rows, double trials)
{
    const double figure = judged.value.number();
    if (figure == asked.bound) return Value::none(reasons::infinite);
    if (trials == 0.0) {
        const double ratio = (figure - judged.limit.number()) / (figure - asked.bound);
        return rows * ratio * ratio;
    }
    const double outside = 2.0 * judged.level.outside();
    const auto needed = first_reached(trials, [&](double n) {
        const auto limits = beta_limits(figure * n, n, 0.0, outside);
        return figure > asked.bound ? limits.lower >= asked.bound : limits.upper <= asked.bound;
    });
    return needed ? Value(needed.number() * rows / trials) : needed;
}

/// Sets the state, the limit that decides, and, if `units` is not 0, the number that would decide.
void settle_by(Requirement& judged, const Bound& asked, double lower, double upper, double units,
               double trials)
{
    take_state(judged, asked, lower, upper);
    if (judged.state != VerdictState::undecided || units == 0.0 || judged.look) return;
    judged.decides_half = rows_to_decide(asked, judged, units, trials);
    if (!judged.decides_half) return;
    const double z = normal_quantile(judged.level.value());
    const double more = (z + normal_quantile(0.8)) / z;
    judged.decides_most = judged.decides_half.number() * more * more;
}

template <class Options>
void require_looks_for_requirements(const Options& options)
{
    require(!options.requirements.empty() || (!options.looks && !options.look),
            "`looks` and `look` say when requirements are judged; expected `require`");
}

/// The confidence of each limit, and the look at which it is judged.
struct Confidence {
    std::optional<PlannedLook> look;
    Level level;
};

template <class Options>
Confidence confidence_of(const Options& options)
{
    const Level level = options.require_level;
    require_one_sided(level);
    const auto look = planned_look(level, options.looks, options.look);
    return {look, look ? level_at(*look) : level};
}

/// Throws InputError if the limits are used so far out that an approximation need not hold there. Exact
/// limits hold, and those of beta laws and their kin err on the safe side for one test set. `alike`: the rows
/// are of the kind that can also be looked at at any time.
void require_far_limits(const Interval& interval, const std::string& measure, const Confidence& confidence,
                        bool one_test_set, bool alike)
{
    constexpr double far_out = 0.001;
    if (!confidence.look || confidence.level.outside() >= far_out * (1.0 - 1e-9)) return;
    const bool holds = interval.guarantee == Guarantee::exact ||
                       (interval.guarantee == Guarantee::heuristic && one_test_set);
    const double most = 1.0 + 0.2 * confidence.look->together.outside() / far_out;
    require(holds, "`looks`: at look " + std::to_string(confidence.look->look) + " of " +
                       std::to_string(confidence.look->looks) + " a limit needs " +
                       percent_known(confidence.level) + " confidence, for which the limits of " + measure +
                       " (" + interval.method + ") are too approximate; expected " +
                       (most + 1e-6 < 2.0 ? "a lower `require_level`, or one look without `looks`"
                                          : "at most " + shortest(std::floor(most + 1e-6)) + " looks") +
                       (alike ? ", or `any_time` with a measure that is a mean over rows" : ""));
}

/// Independent draws of one weight, each with one value.
bool are_alike(const RowDesign& design, const PredictionView& rows)
{
    return design.weight.empty() && design.cluster.empty() && !design.out_of_fold && !design.overlapping &&
           !design.time_ordered && rows.judged == nullptr && rows.repeated == nullptr;
}

Requirement judged_requirement(const Bound& asked, const ScoredMeasure& figure, const ScoreReport& report,
                               const Confidence& confidence, const ScoredRows& rows)
{
    const bool judged_items = rows.predicted.judged.has_value();
    const bool alike = are_alike(rows.design, view_of(rows.design, rows.predicted));
    Requirement judged{.text = asked.text,
                       .state = VerdictState::undecided,
                       .measure = asked.measure.print(),
                       .value = figure.value,
                       .bound = asked.bound,
                       .level = confidence.level,
                       .look = confidence.look,
                       .units = report.clusters > 0 ? "groups"
                                : judged_items      ? "labels"
                                                    : "rows"};
    require_in_range(asked, figure.measure);
    if (!figure.value || !figure.interval) {
        judged.limit = Value::none(!figure.value ? figure.value.reason() : figure.interval.reason());
        return judged;
    }
    require_far_limits(*figure.interval, judged.measure, confidence, report.folds == 0, alike);
    const auto* mean = figure.measure.row_mean();
    const auto* of_cells = figure.measure.of_confusion();
    double trials = 0.0;
    if (alike && mean != nullptr && mean->proportion)
        trials = static_cast<double>(report.rows);
    else if (alike && of_cells != nullptr && of_cells->share && report.confusion)
        trials = of_cells->share(*report.confusion).trials;
    // What decides about runs is how many there are.
    const bool of_runs = report.repeated && report.repeated->runs;
    const auto units = report.folds > 0 || of_runs ? 0 : report.clusters > 0 ? report.clusters : report.rows;
    settle_by(judged, asked, figure.interval->lower, figure.interval->upper, static_cast<double>(units),
              trials);
    return judged;
}

Requirement judged_pair(const PairBound& asked, const compare::Comparison& test, const Confidence& confidence,
                        double rows, bool alike)
{
    const auto bound = bound_of(asked, test.direction);
    Requirement judged{.text = asked.text,
                       .state = VerdictState::undecided,
                       .measure = difference_named(asked),
                       .value = test.difference,
                       .bound = bound.bound,
                       .level = confidence.level,
                       .look = confidence.look,
                       .units = "rows"};
    if (!test.difference || !test.interval || test.not_of_the_test) {
        judged.limit = Value::none(!test.difference ? test.difference.reason()
                                   : !test.interval ? test.interval.reason()
                                                    : reasons::no_interval_for_test);
        return judged;
    }
    require_far_limits(*test.interval, judged.measure, confidence, true, alike);
    settle_by(judged, bound, test.interval->lower, test.interval->upper, rows, 0.0);
    return judged;
}

} // namespace

std::optional<PlannedLook> planned_look(Level together, const std::optional<std::uint64_t>& looks,
                                        const std::optional<std::uint64_t>& look)
{
    require(looks || !look, "`look`: of how many planned looks is this one? expected also `looks`");
    if (!looks) return std::nullopt;
    require(look.has_value(), "`looks`: which of the " + std::to_string(*looks) +
                                  " looks is this? expected also `look`, from 1 on");
    require(*looks >= 2 && *look >= 1 && *look <= *looks,
            "`look`: " + std::to_string(*look) + " of " + std::to_string(*looks) +
                " planned looks; expected a number from 1 to `looks`, and at least 2 looks");
    const auto errors = [&](double share) { return normal_quantile(1.0 - share * together.outside()); };
    const double power = normal_quantile(0.8);
    const double ratio = (errors(0.8) + power) / (errors(1.0) + power);
    return PlannedLook{.look = *look, .looks = *looks, .together = together, .rows = ratio * ratio};
}

Level level_at(const PlannedLook& look)
{
    const double share = look.look == look.looks ? 0.8 : 0.2 / static_cast<double>(look.looks - 1);
    return Level(1.0 - share * look.together.outside());
}

Bound parse_requirement(const std::string& text)
{
    const auto fault = [&](const std::string& what) {
        return InputError("`require`: '" + text + "' " + what +
                          "; expected a measure, >= or <=, and a number, such as 'accuracy >= 0.9'");
    };
    const auto sign = text.find_first_of("<>");
    if (compares_models(text)) throw fault("compares two models");
    if (sign == text.npos) throw fault("has no >= or <=");
    const bool equal = sign + 1 < text.size() && text[sign + 1] == '=';
    const auto measure = trimmed(std::string_view(text).substr(0, sign));
    const auto number = trimmed(std::string_view(text).substr(sign + (equal ? 2 : 1)));
    if (measure.ends_with('=')) throw fault("has its = before " + std::string(1, text[sign]));
    if (measure.empty()) throw fault("names no measure");
    const auto bound = parse_number(number);
    if (!bound || !std::isfinite(*bound))
        throw fault(number.empty() ? "has no number behind it" : "has '" + number + "' in place of a number");
    return {.text = measure + ' ' + text[sign] + (equal ? "= " : " ") + number,
            .measure = Spec::parse(measure),
            .at_least = text[sign] == '>',
            .strict = !equal,
            .bound = *bound};
}

void take_state(Requirement& judged, const Bound& asked, double lower, double upper)
{
    judged.state = state_of(asked, lower, upper);
    judged.lower = judged.state == VerdictState::undecided
                       ? judged.value.number() >= asked.bound
                       : (judged.state == VerdictState::shown) == asked.at_least;
    judged.limit = judged.lower ? lower : upper;
}

Bound bound_of(const PairBound& asked, Direction better)
{
    const bool high = better == Direction::higher_is_better;
    return {.text = {},
            .measure = asked.measure,
            .at_least = high,
            .strict = asked.better,
            .bound = high == asked.better ? asked.margin : -asked.margin};
}

std::string difference_named(const PairBound& asked)
{
    return "the " + asked.measure.print() + " of " + asked.a + " less that of " + asked.b;
}

void require_in_range(const Bound& asked, const Measure& measure)
{
    require(asked.bound >= measure.lowest && asked.bound <= measure.highest,
            "`require`: '" + asked.text + "': " + measure.name() + " lies between " +
                shortest(measure.lowest) + " and " + shortest(measure.highest));
}

void require_one_sided(Level level)
{
    require(level.value() > 0.5, "`require_level`: " + shortest(level.value()) +
                                     " is the confidence of a one-sided limit; expected more than 0.5");
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
    require_looks_for_requirements(options);
    if (options.requirements.empty()) return all;
    const auto confidence = confidence_of(options);
    std::vector<Bound> asked;
    auto own = options;
    own.measures.clear();
    own.per_class = false;
    own.candidates = 1;
    own.level = Level::of_each_side(confidence.level.value());
    for (const auto& text : options.requirements) {
        asked.push_back(parse_requirement(text));
        if (std::ranges::find(own.measures, asked.back().measure) == own.measures.end())
            own.measures.push_back(asked.back().measure);
    }
    const auto report = judge(rows, own);
    for (const auto& one : asked) {
        const auto at = std::ranges::find(own.measures, one.measure) - own.measures.begin();
        all.push_back(
            judged_requirement(one, report.measures[static_cast<std::size_t>(at)], report, confidence, rows));
    }
    return all;
}

bool compares_models(std::string_view requirement)
{
    return requirement.find(not_worse) != requirement.npos || requirement.find(better) != requirement.npos;
}

PairBound parse_pair_requirement(const std::string& text)
{
    const auto fault = [&](const std::string& what) {
        return InputError(
            "`require`: '" + text + "' " + what +
            "; expected two models, a margin and a measure, such as 'A not worse than B by 0.02 in "
            "accuracy', or 'A better than B in accuracy'");
    };
    const auto worse = text.find(not_worse);
    const bool is_better = worse == text.npos;
    const auto first = is_better ? text.find(better) : worse;
    if (!compares_models(text)) throw fault("compares no models");
    const auto second = first + (is_better ? better : not_worse).size();
    const auto in = text.rfind(" in ");
    if (in == text.npos || in < second) throw fault("has no measure");
    auto end = text.rfind(" by ", in); // of B's name
    std::optional<double> margin;
    if (end != text.npos && end >= second)
        margin = parse_number(trimmed(std::string_view(text).substr(end + 4, in - end - 4)));
    else if (!is_better)
        throw fault("has no margin");
    if (is_better && !margin) { // then " by " belongs to the name
        margin = 0.0;
        end = in;
    }
    if (!margin || !(*margin >= 0.0) || !std::isfinite(*margin))
        throw fault("has a margin that is no number >= 0");
    return {.text = trimmed(text),
            .a = trimmed(std::string_view(text).substr(0, first)),
            .b = trimmed(std::string_view(text).substr(second, end - second)),
            .better = is_better,
            .margin = *margin,
            .measure = Spec::parse(trimmed(std::string_view(text).substr(in + 4)))};
}

std::vector<Requirement> judge_pair_requirements(std::span<const compare::ModelPredictions> models,
                                                 const RowDesign& design, compare::ModelsOptions options)
{
    std::vector<Requirement> all;
    require_looks_for_requirements(options);
    const auto texts = std::exchange(options.requirements, {});
    if (texts.empty()) return all;
    const auto confidence = confidence_of(options);
    options.level = Level::of_each_side(confidence.level.value());
    options.margin.reset();
    options.tests.clear();
    const auto model = [&](const std::string& name) {
        const auto found = std::ranges::find(models, name, &compare::ModelPredictions::name);
        std::vector<std::string> names;
        for (const auto& one : models) names.push_back(one.name);
        require(found != models.end(),
                "`require`: there is no model '" + name + "'; there are " + listed_in_quotes(names, 10));
        return *found;
    };
    for (const auto& text : texts) {
        const auto asked = parse_pair_requirement(text);
        options.measures = {make_measure(asked.measure, design)};
        options.names = {asked.measure.print()};
        require(asked.a != asked.b, "`require`: '" + text + "' compares a model with itself");
        const std::vector<compare::ModelPredictions> pair{model(asked.a), model(asked.b)};
        const auto answer = compare::compare_models(pair, design, options);
        const auto* repeated = pair[0].view.repeated;
        const bool alone = design.cluster.empty() && design.fold.empty() && !design.time_ordered &&
                           !(repeated != nullptr && may_have_runs(*repeated));
        all.push_back(judged_pair(asked, compare::primary(answer), confidence,
                                  alone ? static_cast<double>(pair[0].view.size()) : 0.0,
                                  are_alike(design, pair[0].view) && models.size() == 2));
        if (pair[0].view.judged != nullptr) all.back().units = "labels";
    }
    return all;
}

} // namespace unseen
