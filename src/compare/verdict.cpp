#include "unseen/compare/verdict.hpp"

#include "compare/significance.hpp"

#include "base/listed.hpp"

#include <algorithm>

namespace unseen::compare {

namespace {

/// A clause on equivalence, if there is a margin; else empty. `level` is that of a single pair.
std::string equivalence(const Comparison& test, Level level)
{
    const auto* p = detail::figure(test, "p_equivalent");
    if (p == nullptr) return "";
    const std::string margin = four_decimals(detail::figure(test, "margin")->number());
    const std::string pair = test.a + " and " + test.b;
    if (!*p)
        return "Equivalence of " + pair + " within " + margin + " could not be tested (" +
               std::string(p->reason()) + ")";
    const std::string of_pair = test.holm ? ", to be compared with " + four_decimals(level.outside()) : "";
    const std::string by = " (" + p_text("p", p->number()) + of_pair + ")";
    if (p->number() <= level.outside()) return pair + " are equivalent within " + margin + by;
    const auto* noninferior = detail::figure(test, "p_noninferior");
    if (noninferior != nullptr && *noninferior && noninferior->number() <= level.outside())
        return test.a + " is not worse than " + test.b + " by " + margin + " (" +
               p_text("p", noninferior->number()) + of_pair + "), but they are not shown to be equivalent" +
               by;
    return pair + " are not shown to be equivalent within " + margin + by;
}

/// Above 0 if A has the better figure, below 0 if B has. Counts of rows that only one model gets right have
/// no difference; then the one-sided p-value decides.
double side_of(const Comparison& test)
{
    if (test.difference)
        return test.direction == Direction::higher_is_better ? test.difference.number()
                                                             : -test.difference.number();
    return test.p_value_one_sided ? 0.5 - test.p_value_one_sided.number() : 0.0;
}

Relation relation_of(const Comparison& test, Level level)
{
    const auto& p = detail::decisive_p(test);
    Relation relation{.a = test.a,
                      .b = test.b,
                      .test = test.test,
                      .level = level,
                      .difference = test.difference,
                      .interval = test.interval,
                      .p_value = p,
                      .adjusted = test.p_value_adjusted.exists()};
    if (!p) return relation;
    const double side = side_of(test);
    if (p.number() > level.outside() || (side == 0.0 && !test.a.empty()))
        relation.state = VerdictState::not_shown;
    else if (!detail::significant(test, level))
        relation.state = VerdictState::undecided;
    else
        relation.state = side < 0.0 ? VerdictState::refuted : VerdictState::shown;
    return relation;
}

/// The verdict by the figures called `measure` and their tests.
Verdict verdict_by(const Answer& answer, const std::string& measure)
{
    Verdict verdict{.question = Question::which_is_better,
                    .noun = answer.noun,
                    .measure = measure.empty() ? answer.figure : measure,
                    .scope = answer.scope,
                    .premise = answer.premise};
    std::vector<const Comparison*> tests;
    bool differ = true; // pairs are looked at only if the ranks differ at all (Demsar 2006)
    for (const auto& test : answer.comparisons) {
        if (test.measure != measure || !(test.primary || test.follows)) continue;
        tests.push_back(&test);
        if (test.a.empty()) differ = detail::significant(test, answer.level);
    }
    const auto standings = std::ranges::find(answer.standings, measure, &Standings::measure);
    const bool ranked = standings != answer.standings.end();
    if (ranked) verdict.direction = standings->direction;
    if (!tests.empty()) verdict.direction = tests.front()->direction;
    std::vector<std::string> names;
    std::vector<Value> values;
    std::vector<const Figure*> figures;
    for (std::size_t i = 0; i < answer.models.size(); ++i) {
        const auto& model = answer.models[i];
        names.push_back(model.name);
        const auto own = std::ranges::find(model.measures, measure, &Figure::name);
        figures.push_back(!answer.ranks.empty()                        ? &answer.ranks[i]
                          : own != model.measures.end()                ? &*own
                          : measure.empty() && !model.measures.empty() ? &model.measures.front()
                                                                       : nullptr);
        values.push_back(figures.back() != nullptr ? figures.back()->value : Value::none(reasons::no_value));
    }
    if (!answer.ranks.empty()) {
        verdict.measure = "average rank";
        verdict.direction = Direction::lower_is_better;
    }
    take_leaders(verdict, names, values);
    if (!answer.control.empty()) {
        verdict.leaders = {answer.control};
        verdict.given = true;
        verdict.value =
            values[static_cast<std::size_t>(std::ranges::find(names, answer.control) - names.begin())];
    }
    for (const auto* test : tests) {
        auto relation = relation_of(*test, answer.level);
        if (!differ && test->follows) relation.state = VerdictState::not_shown;
        relation.remark =
            equivalence(*test, level_of_each(answer.level, names.size() * (names.size() - 1) / 2));
        verdict.relations.push_back(std::move(relation));
    }
    if (verdict.leaders.empty()) { // counts of differing rows have no figures of the models
        for (const auto* test : tests)
            if (test->p_value && test->p_value.number() < 1.0)
                verdict.leaders = {side_of(*test) > 0.0 ? test->a : test->b};
        if (verdict.leaders.empty()) verdict.leaders = names;
    }
    if (ranked) {
        verdict.ranked = answer.level;
        verdict.best_is_shown = standings->best_is_shown();
        for (const auto& one : standings->models)
            if (one.may_be_best) verdict.may_be_best.push_back(one.model);
    }
    if (verdict.leaders.size() == 1 && answer.ranks.empty())
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == verdict.leaders.front() && figures[i] != nullptr) {
                verdict.interval = figures[i]->simultaneous ? figures[i]->simultaneous : figures[i]->interval;
                if (figures[i]->simultaneous) verdict.together = answer.level;
            }
    return verdict;
}

} // namespace

Verdict verdict_of(const Answer& answer)
{
    std::vector<std::string> measures;
    for (const auto& test : answer.comparisons)
        if (std::ranges::find(measures, test.measure) == measures.end()) measures.push_back(test.measure);
    for (const auto& one : answer.standings)
        if (std::ranges::find(measures, one.measure) == measures.end()) measures.push_back(one.measure);
    if (measures.empty()) measures.emplace_back();
    auto verdict = verdict_by(answer, measures.front());
    for (std::size_t i = 1; i < measures.size(); ++i) {
        verdict.further.push_back(verdict_by(answer, measures[i]));
        settle(verdict.further.back());
    }
    verdict.requirements = answer.requirements;
    settle(verdict);
    if (!answer.not_shown.empty()) verdict.limits = {answer.not_shown};
    return verdict;
}

} // namespace unseen::compare
