#include "unseen/verdict/verdict.hpp"

#include "verdict/sentences.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

struct QuestionWords {
    Question question;
    const char* name;
    const char* words;
};

constexpr QuestionWords questions[] = {
    {Question::how_wrong, "how_wrong", "How wrong will it be on rows that it has not seen?"},
    {Question::how_good, "how_good", "How good will it be on items that it has not seen?"},
    {Question::which_is_better, "which_is_better", "Which is better?"},
    {Question::at_most, "at_most", "How wrong will it be at most?"},
    {Question::how_many_rows, "how_many_rows", "How many rows does the comparison need?"},
    {Question::which_parameters, "which_parameters",
     "Which parameters are best, and how wrong is that choice?"},
    {Question::which_estimator, "which_estimator", "Which estimator is nearest to the truth?"},
    {Question::which_features, "which_features", "Which features do the predictions need?"},
};

const QuestionWords& of(Question question)
{
    return *std::ranges::find(questions, question, &QuestionWords::question);
}

bool leads(const Verdict& verdict, const std::string& name)
{
    return std::ranges::find(verdict.leaders, name) != verdict.leaders.end();
}

VerdictState opposite(VerdictState state)
{
    return state == VerdictState::shown     ? VerdictState::refuted
           : state == VerdictState::refuted ? VerdictState::shown
                                            : state;
}

/// The state of "the leader is better than all others", from the leader's relations. Where there are none, a
/// test of all subjects at once decides.
VerdictState state_of(const Verdict& verdict)
{
    std::vector<VerdictState> states;
    for (const auto& relation : verdict.relations)
        if (relation.a.empty() ? verdict.relations.size() == 1 : leads(verdict, relation.a))
            states.push_back(relation.state);
    using enum VerdictState;
    for (const auto state : {none, shown, refuted})
        if (std::ranges::all_of(states, [&](auto one) { return one == state; })) return state;
    const bool open =
        std::ranges::none_of(states, [](auto one) { return one == undecided || one == refuted; });
    return open ? not_shown : undecided;
}

} // namespace

std::string name_of(Question question) { return of(question).name; }

std::string words_of(Question question) { return of(question).words; }

std::string name_of(VerdictState state)
{
    constexpr const char* names[] = {"shown", "not_shown", "refuted", "undecided", "none"};
    return names[static_cast<std::size_t>(state)];
}

const Reason* Verdict::reason() const
{
    if (state != VerdictState::none) return nullptr;
    if (!value) return &value.reason();
    for (const auto& relation : relations)
        if (!relation.p_value) return &relation.p_value.reason();
    return &reasons::not_tested;
}

void take_leaders(Verdict& verdict, const std::vector<std::string>& names, const std::vector<Value>& values)
{
    verdict.among = names.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!values[i]) {
            if (verdict.leaders.empty()) verdict.value = values[i];
            continue;
        }
        const double x = values[i].number();
        const bool better = verdict.leaders.empty() ||
                            (verdict.direction == Direction::lower_is_better ? x < verdict.value.number()
                                                                             : x > verdict.value.number());
        if (better) verdict.leaders.clear();
        if (better || x == verdict.value.number()) verdict.leaders.push_back(names[i]);
        if (better) verdict.value = x;
    }
    // A figure that is infinite is better than every number, and which of several is best is not known.
    if (verdict.direction == Direction::higher_is_better &&
        std::ranges::any_of(values, [](const Value& value) { return value.lacks(reasons::infinite); })) {
        verdict.leaders.clear();
        verdict.value = Value::none(reasons::infinite);
    }
}

Relation turned(Relation relation)
{
    std::swap(relation.a, relation.b);
    relation.state = opposite(relation.state);
    if (relation.difference) relation.difference = -relation.difference.number();
    if (relation.interval) {
        const double lower = relation.interval->lower;
        relation.interval->lower = -relation.interval->upper;
        relation.interval->upper = -lower;
    }
    return relation;
}

VerdictState met(const std::vector<Requirement>& requirements)
{
    const auto is = [](VerdictState state) {
        return [state](const Requirement& requirement) { return requirement.state == state; };
    };
    if (std::ranges::all_of(requirements, is(VerdictState::shown))) return VerdictState::shown;
    return std::ranges::any_of(requirements, is(VerdictState::refuted)) ? VerdictState::refuted
                                                                        : VerdictState::undecided;
}

void settle(Verdict& verdict)
{
    auto& relations = verdict.relations;
    for (auto& relation : relations)
        if (leads(verdict, relation.b) && !leads(verdict, relation.a)) relation = turned(std::move(relation));
    std::ranges::stable_partition(relations, [&](const Relation& relation) {
        return relation.a.empty() || leads(verdict, relation.a);
    });
    if (verdict.question == Question::which_is_better && relations.empty() && verdict.ranked)
        verdict.state = verdict.best_is_shown ? VerdictState::shown : VerdictState::not_shown;
    else if (verdict.question == Question::which_is_better)
        verdict.state = state_of(verdict);
    else if (verdict.state == VerdictState::none && verdict.value)
        verdict.state = verdict.interval ? VerdictState::shown : VerdictState::not_shown;
    if (!verdict.requirements.empty()) verdict.state = met(verdict.requirements);
    if (verdict.sentences.empty())
        verdict.sentences = detail::sentences_of(verdict);
    else
        detail::add_facts(verdict.sentences, verdict);
}

} // namespace unseen
