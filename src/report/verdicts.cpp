#include "unseen/report/verdicts.hpp"

#include "report/bound_words.hpp"
#include "report/words.hpp"

#include "unseen/base/inert.hpp"
#include "unseen/compare/models.hpp"
#include "unseen/compare/verdict.hpp"
#include "unseen/estimate/tested_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace unseen {

namespace {

Json state_json(Json json, VerdictState state) { return std::move(json.add("state", name_of(state))); }

Json sentences_json(const std::vector<std::string>& sentences)
{
    return Json::list(sentences, [](const std::string& text) { return Json::sentence(text); });
}

Json relation_json(const Relation& relation)
{
    const auto name = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
    auto json = Json::object().add("a", name(relation.a)).add("b", name(relation.b));
    json = state_json(std::move(json), relation.state);
    json.add("test", name(relation.test)).add("level", relation.level.value());
    json.add_value("difference", relation.difference);
    json.add("interval", relation.interval ? interval_json(*relation.interval) : Json());
    if (!relation.interval) json.add("reason", relation.interval.reason());
    json.add_value("p_value", relation.p_value);
    return json.add("adjusted", relation.adjusted);
}

/// "By log_loss, holdout: ...", a further verdict in one line that says how it differs from the first. A
/// verdict on a bound already says what it is about.
std::string line_of(const Verdict& further, const Verdict& first)
{
    if (further.question == Question::at_most) return as_paragraph(further.sentences);
    std::string about = further.part;
    const auto add = [&](const std::string& own, const std::string& of_first) {
        if (own != of_first) about += (about.empty() ? "by " : about == further.part ? ", by " : ", ") + own;
    };
    add(further.measure, first.measure);
    add(further.estimator, first.estimator);
    return capitalised(about) + ": " + as_paragraph(further.sentences);
}

Json verdict_json(const Verdict& verdict);

/// Without an answer there is no line, because the table has its figures.
Json further_json(const Verdict& further, const Verdict& first)
{
    auto json = verdict_json(further);
    if (further.state != VerdictState::none) json.add("line", Json::sentence(line_of(further, first)));
    return json;
}

Json requirement_json(const Requirement& requirement)
{
    auto json = state_json(Json::object().add("text", requirement.text), requirement.state);
    json.add("measure", requirement.measure)
        .add_value("value", requirement.value)
        .add("bound", requirement.bound);
    json.add_value(requirement.lower ? "at_least" : "at_most", requirement.limit);
    json.add("level", requirement.level.value());
    if (const auto& look = requirement.look)
        json.add("look", Json::object()
                             .add("number", look->look)
                             .add("of", look->looks)
                             .add("level", look->together.value())
                             .add("rows", look->rows));
    if (const auto& log_e = requirement.log_e)
        json.add_value("log_e", std::isfinite(*log_e) ? Value(*log_e) : Value::none(reasons::infinite));
    if (requirement.decides_half)
        json.add("units", requirement.units)
            .add_value("decides_half", requirement.decides_half)
            .add_value("decides_most", requirement.decides_most);
    return json;
}

Json verdict_json(const Verdict& verdict)
{
    auto json = Json::object().add("question", name_of(verdict.question));
    json.add("asks", words_of(verdict.question));
    json = state_json(std::move(json), verdict.state);
    if (const auto* reason = verdict.reason()) json.add("reason", *reason);
    json.add("noun", verdict.noun).add("leaders", Json::list(verdict.leaders)).add("among", verdict.among);
    json.add("given", verdict.given);
    if (verdict.ranked)
        json.add("may_be_best", Json::list(verdict.may_be_best))
            .add("best_is_shown", verdict.best_is_shown)
            .add("ranked_level", verdict.ranked->value());
    json.add("measure", verdict.measure.empty() ? Json() : Json(verdict.measure));
    json.add("estimator", verdict.estimator.empty() ? Json() : Json(verdict.estimator));
    json.add_value("value", verdict.value);
    json.add("interval", verdict.interval ? interval_json(*verdict.interval) : Json());
    if (verdict.together) json.add("together", verdict.together->value());
    json.add("relations", Json::list(verdict.relations, relation_json));
    if (const auto& baseline = verdict.baseline)
        json.add("baseline", Json::object()
                                 .add("name", Json::sentence(baseline->name))
                                 .add("value", Json(baseline->value))
                                 .add("relation", relation_json(baseline->relation)));
    if (!verdict.gaps.empty()) json.add("gaps", Json::list(verdict.gaps, relation_json));
    if (!verdict.requirements.empty())
        json.add("requirements", Json::list(verdict.requirements, requirement_json));
    json.add("further",
             Json::list(verdict.further, [&](const Verdict& one) { return further_json(one, verdict); }));
    return json.add("sentences", sentences_json(verdict.sentences))
        .add("limits", sentences_json(verdict.limits));
}

bool same_question(const Estimate& a, const Estimate& b) { return a.asked.same_question(b.asked); }

/// The figure of one learner, or the bound on it.
Verdict alone(const Estimate& e)
{
    Verdict verdict{
        .leaders = {e.asked.learner_name}, .measure = e.asked.measure, .estimator = e.asked.estimator_name};
    verdict.value = e.value;
    verdict.interval = e.interval.without_reason();
    if (e.bound) {
        verdict = bound_verdict(e.bound->bound);
        verdict.noun = "learner";
        verdict.leaders = {e.asked.learner_name};
        verdict.sentences.front().insert(0, e.asked.learner_name + ", " + e.asked.estimator_name + ": ");
    }
    return verdict;
}

/// Several learners whose differences are not tested.
Verdict untested(const std::vector<const Estimate*>& learners)
{
    const auto& first = *learners.front();
    const auto measure =
        make_measure(Spec::parse(first.asked.measure), judges_classes(Spec::parse(first.asked.measure)));
    Verdict verdict{.question = Question::which_is_better,
                    .measure = first.asked.measure,
                    .estimator = first.asked.estimator_name};
    verdict.direction = measure.direction;
    std::vector<std::string> names;
    std::vector<Value> values;
    for (const auto* e : learners) {
        names.push_back(e->asked.learner_name);
        values.push_back(measure.best ? Value::none(reasons::no_direction) : e->value);
    }
    take_leaders(verdict, names, values);
    for (const auto* e : learners) {
        if (verdict.leaders.empty() || e->asked.learner_name == verdict.leaders.front()) continue;
        verdict.relations.push_back({.a = verdict.leaders.front(), .b = e->asked.learner_name});
    }
    return verdict;
}

/// The comparison of a learner and its baseline on the rows of one test set, as compare::compare_models()
/// does it; none where it would take long, or there are no such rows.
std::optional<compare::Answer> compared_on_rows(const Estimate& leader, const BaselineFigure& figure,
                                                const Measure& measure, Level level)
{
    constexpr std::size_t most_rows_drawn = 20'000; // for measures that are no means of rows
    if (!leader.tested || !figure.tested || !leader.value || !figure.value ||
        leader.estimand == Estimand::none || measure.best)
        return std::nullopt;
    const auto& design = leader.tested->design;
    if (measure.row_mean() == nullptr && design.size() > most_rows_drawn) return std::nullopt;
    const std::array models{
        compare::ModelPredictions{leader.asked.learner_name, view_of(design, leader.tested->model)},
        compare::ModelPredictions{figure.name, view_of(design, figure.tested->model)}};
    return compare::compare_models(models, design, {.measures = {measure}, .level = level});
}

/// The baseline of the leading learner, and the test of the learner against it. The test is one, of the
/// learner that leads, outside the family of comparisons of learners.
std::optional<Baseline> baseline_of(const std::vector<const Estimate*>& learners, const Verdict& verdict,
                                    Level level)
{
    if (verdict.leaders.empty()) return std::nullopt;
    const auto leader = std::ranges::find_if(
        learners, [&](const Estimate* e) { return e->asked.learner_name == verdict.leaders.front(); });
    if (leader == learners.end() || !(*leader)->baseline) return std::nullopt;
    const auto& figure = *(*leader)->baseline;
    if (std::ranges::any_of(learners, [&](const Estimate* e) { return e->asked.learner == figure.learner; }))
        return std::nullopt; // it is one of the learners, and compared with them
    Baseline baseline{.name = figure.name, .value = figure.value, .relation = {}};
    Estimate other = **leader;
    other.asked.learner_name = figure.name;
    other.value = figure.value;
    other.interval = reasons::no_value;
    other.spread.per_split = figure.per_split;
    other.pairing.units = figure.units;
    const std::array both{**leader, std::move(other)};
    const bool classes = judges_classes(Spec::parse(both[0].asked.measure));
    const auto compared = compare_estimates("", classes ? ResponseType::classes : ResponseType::numbers, both,
                                            {.level = level});
    const auto on_rows =
        compared.empty()
            ? compared_on_rows(**leader, figure, make_measure(Spec::parse((*leader)->asked.measure), classes),
                               level)
            : std::nullopt;
    if (const auto* answer = on_rows            ? &*on_rows
                             : compared.empty() ? nullptr
                                                : &compared.front().answer;
        answer != nullptr && !answer->comparisons.empty()) {
        const auto tested = compare::verdict_of(*answer);
        for (const auto& relation : tested.relations)
            if (relation.a == verdict.leaders.front() || relation.b == verdict.leaders.front())
                baseline.relation = relation.a == figure.name ? turned(relation) : relation;
    }
    const auto measure = make_measure(Spec::parse(both[0].asked.measure), classes);
    if (baseline.relation.state == VerdictState::none && measure.no_skill && (*leader)->tested) {
        auto one = alone(**leader);
        one.direction = measure.direction;
        baseline.relation = against_constant(one, figure.name, *measure.no_skill);
    }
    baseline.relation.a = verdict.leaders.front();
    baseline.relation.b = figure.name;
    if (baseline.relation.state == VerdictState::none && (*leader)->estimand != Estimand::none)
        baseline.untested = (*leader)->cost.fits > 1
                                ? "no valid test is known for such splits"
                                : "no valid test is known for such a figure of one test set";
    return baseline;
}

/// What the figure of the leading learner is without the rows that equal training rows of their split, if
/// there are some: a sentence.
std::optional<std::string> without_copies(const std::vector<const Estimate*>& learners,
                                          const Verdict& verdict)
{
    const auto leads = [&](const Estimate* e) {
        return !verdict.leaders.empty() && e->asked.learner_name == verdict.leaders.front();
    };
    const auto leader = std::ranges::find_if(learners, leads);
    if (leader == learners.end() || !(*leader)->without_copies || !(*leader)->value) return std::nullopt;
    const auto& found = *(*leader)->without_copies;
    if (found.copies == 0 || !found.value) return std::nullopt;
    const auto asked = Spec::parse((*leader)->asked.measure);
    const bool higher = make_measure(asked, judges_classes(asked)).direction == Direction::higher_is_better;
    const auto better = [&](double a, double b) { return higher ? a > b : a < b; };
    const double with = (*leader)->value.number();
    auto best = leader;
    for (auto at = learners.begin(); at != learners.end(); ++at)
        if (const auto& other = (*at)->without_copies;
            other && other->value && better(other->value.number(), (*best)->without_copies->value.number()))
            best = at;
    const auto rest = found.value.number();
    return std::to_string(found.copies) + " of " + std::to_string(found.tested) +
           " test rows are copies of training rows" +
           (better(with, rest) ? ", which makes the figure too good" : "") + ": without them it is " +
           readable(rest) +
           (best == leader ? ""
                           : ", and that of " + (*best)->asked.learner_name + " is " +
                                 readable((*best)->without_copies->value.number())) +
           '.';
}

bool has_figure(const Estimate* e) { return e->value.exists(); }

/// The only learner that has a figure, and why nothing is shown about the others.
Verdict only_one(const Estimate& known, const std::vector<const Estimate*>& learners)
{
    auto verdict = alone(known);
    verdict.question = Question::which_is_better;
    for (const auto* e : learners)
        if (e != &known)
            verdict.relations.push_back({.a = known.asked.learner_name,
                                         .b = e->asked.learner_name,
                                         .p_value = Value::none(e->value.reason())});
    return verdict;
}

/// The verdict on these learners, which one estimator judges by one measure.
Verdict verdict_on(const std::vector<const Estimate*>& learners, std::span<const ComparedLearners> compared)
{
    const auto& first = *learners.front();
    if (learners.size() == 1) return alone(first);
    if (std::ranges::count_if(learners, has_figure) == 1)
        return only_one(**std::ranges::find_if(learners, has_figure), learners);
    const auto tested = std::ranges::find_if(compared, [&](const auto& one) {
        return one.estimator == first.asked.estimator && one.measure == first.asked.measure &&
               !one.answer.models.empty();
    });
    auto verdict = tested != compared.end() ? compare::verdict_of(tested->answer) : untested(learners);
    verdict.sentences.clear(); // settle() makes them again, with what follows
    for (const auto* e : learners)
        if (const auto all = without_reason(e->simultaneous);
            verdict.leaders.size() == 1 && e->asked.learner_name == verdict.leaders.front() && all) {
            verdict.interval = all;
            verdict.together = e->interval->level;
        }
    return verdict;
}

/// The same; of bounds, which nothing compares, one for each learner.
std::vector<Verdict> verdicts_on(const std::vector<const Estimate*>& learners,
                                 std::span<const ComparedLearners> compared, Level level)
{
    std::vector<Verdict> all;
    if (learners.front()->bound)
        for (const auto* e : learners) all.push_back(alone(*e));
    else
        all.push_back(verdict_on(learners, compared));
    for (auto& verdict : all) {
        verdict.estimator = learners.front()->asked.estimator_name;
        const auto judged = static_cast<std::size_t>(std::ranges::count_if(learners, has_figure));
        verdict.among = learners.front()->bound ? 1 : std::max<std::size_t>(judged, 1);
        verdict.seen = learners.front()->estimand == Estimand::none && learners.front()->value;
        verdict.possible = learners.front()->possible_errors;
        if (!learners.front()->bound) verdict.baseline = baseline_of(learners, verdict, level);
        settle(verdict);
        if (const auto copies = without_copies(learners, verdict)) verdict.limits.push_back(*copies);
    }
    return all;
}

} // namespace

void conclude(Answer& answer, Verdict verdict)
{
    answer.json.put_after("version", "verdict", verdict_json(verdict));
    answer.verdict = std::move(verdict);
}

void add_requirements(Answer& answer, std::vector<Requirement> requirements)
{
    if (requirements.empty() || !answer.verdict) return;
    auto verdict = *answer.verdict;
    verdict.requirements = std::move(requirements);
    verdict.sentences.clear(); // settle() makes them again
    settle(verdict);
    conclude(answer, std::move(verdict));
}

Relation against_constant(const Verdict& verdict, const std::string& name, double value)
{
    Relation relation{.a = verdict.leaders.front(), .b = name};
    const auto& interval = verdict.interval;
    const bool higher = verdict.direction == Direction::higher_is_better;
    if (!interval || !verdict.value || interval->guarantee == Guarantee::heuristic ||
        (!higher && verdict.direction != Direction::lower_is_better))
        return relation;
    const bool above = interval->lower > value;
    const bool below = interval->upper < value;
    relation.state = !above && !below  ? VerdictState::not_shown
                     : above == higher ? VerdictState::shown
                                       : VerdictState::refuted;
    relation.test = interval->method;
    relation.level = interval->level;
    relation.difference = Value(verdict.value.number() - value);
    auto of_difference = *interval;
    of_difference.lower -= value;
    of_difference.upper -= value;
    relation.interval = std::move(of_difference);
    return relation;
}

std::vector<std::string> lines_of(const Verdict& verdict)
{
    auto lines = verdict.sentences;
    for (const auto& other : verdict.further)
        if (other.state != VerdictState::none) lines.push_back(line_of(other, verdict));
    lines.insert(lines.end(), verdict.limits.begin(), verdict.limits.end());
    return lines;
}

Verdict verdict_of(std::span<const Estimate> estimates, std::span<const ComparedLearners> compared,
                   Level level)
{
    std::vector<Verdict> all;
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        const auto& first = estimates[i];
        if (std::ranges::any_of(estimates.first(i), [&](const auto& e) { return same_question(e, first); }))
            continue;
        std::vector<const Estimate*> learners;
        for (const auto& e : estimates.subspan(i))
            if (same_question(e, first)) learners.push_back(&e);
        for (auto& verdict : verdicts_on(learners, compared, level)) all.push_back(std::move(verdict));
    }
    if (all.empty()) settle(all.emplace_back());
    // Figures of training rows, and of what may be errors, lead only if there is nothing else (decision
    // 0024).
    const auto first =
        std::ranges::find_if(all, [](const Verdict& one) { return !one.seen && !one.possible; });
    if (first != all.end()) std::rotate(all.begin(), first, first + 1);
    auto verdict = std::move(all.front());
    const auto another = [&](const Estimate& e) {
        return e.asked.learner_name != estimates.front().asked.learner_name;
    };
    // The figures of one learner are in the table.
    if (verdict.question != Question::how_wrong && std::ranges::any_of(estimates, another))
        verdict.further.assign(std::make_move_iterator(all.begin() + 1), std::make_move_iterator(all.end()));
    return verdict;
}

} // namespace unseen
