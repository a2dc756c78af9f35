#include "compare/sentences.hpp"

#include "base/listed.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::compare::detail {

namespace {

const Value& decisive_p(const Comparison& test)
{
    return test.p_value_adjusted ? test.p_value_adjusted : test.p_value;
}

} // namespace

std::string rounded(double x)
{
    const std::string text = shortest(std::round(x * 1e4) / 1e4);
    if (text.find('e') == std::string::npos) return text;
    const auto units =
        static_cast<int>(std::lround(std::abs(x) * 1e4)); // below 10: larger ones have no exponent
    return std::string(x < 0.0 ? "-" : "") + "0.000" + std::to_string(units);
}

std::string evidence(const Comparison& test)
{
    const double p = decisive_p(test).number();
    const std::string name = test.p_value_adjusted ? "adjusted p" : "p";
    return " (" + test.test + ", " + name + (p < 1e-4 ? " < 0.0001" : " = " + rounded(p)) + ")";
}

bool significant(const Comparison& test, Level level)
{
    const Value& p = decisive_p(test);
    const auto& warnings = test.warnings;
    return p && p.number() <= level.outside() &&
           std::none_of(warnings.begin(), warnings.end(), [](const Warning& one) {
               return one.code == "interval_disagrees"; // then the more cautious of both counts
           });
}

std::string not_significant(Level level)
{
    return "not significant at the " + rounded(100.0 * level.outside()) + " % level";
}

std::string better_of(const Comparison& test, double difference, bool higher)
{
    if (difference == 0.0) return "";
    return (difference > 0.0) == higher ? test.a : test.b;
}

std::string nothing_shown(const Comparison& test, const std::string& what)
{
    return "The data show nothing about " + what + ": the test has no p-value (" + test.p_value.reason() +
           ')';
}

std::string shown(const Comparison& test, const std::string& better, const Subject& subject, Level level,
                  const std::string& more)
{
    const std::string seen = "in these " + subject.seen;
    const std::string of_subject = subject.figure + ' ' + subject.scope;
    const auto clause = !test.p_value    ? nothing_shown(test, of_subject)
                        : better.empty() ? "No difference in " + subject.figure + " was seen " + seen
                        : significant(test, level)
                            ? "The data show that " + better + " is better in " + of_subject
                            : better + " is better " + seen + ", but the difference in " + subject.figure +
                                  " is " + not_significant(level);
    return clause + (test.p_value ? evidence(test) : "") + (more.empty() ? "" : "; " + more) + '.';
}

std::string base_shown(std::span<const Comparison> tests, const std::string& base, const Subject& subject,
                       bool higher, Level level)
{
    const auto better = [&](const Comparison& test) {
        return test.difference ? better_of(test, test.difference.number(), higher) : "";
    };
    if (tests.size() == 1) return shown(tests.front(), better(tests.front()), subject, level);
    std::vector<std::string> worse;
    std::vector<std::string> open;
    std::vector<std::string> better_than_base;
    std::vector<std::string> leading{base};
    bool best = true;
    for (const auto& test : tests) {
        if (test.a != base && test.b != base) continue;
        const auto& other = test.a == base ? test.b : test.a;
        const auto winner = better(test);
        best = best && winner != other;
        if (test.difference && winner.empty()) leading.push_back(other);
        auto& among = winner.empty() || !significant(test, level) ? open
                      : winner == base                            ? worse
                                                                  : better_than_base;
        among.push_back(other + (decisive_p(test) ? evidence(test) : ""));
    }
    std::string text;
    if (best)
        text = listed(leading, most_named) + (leading.size() == 1 ? " has" : " have") + " the best " +
               subject.figure + ' ' + subject.scope + '.';
    const auto add = [&](const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence + '.'; };
    if (!worse.empty()) add("The data show that " + base + " is better than " + listed(worse, most_named));
    if (!better_than_base.empty())
        add("The data show that " + base + " is worse than " + listed(better_than_base, most_named));
    if (!open.empty())
        add((open.size() == 1 ? "The difference between " : "The differences between ") + base + " and " +
            listed(open, most_named) + (open.size() == 1 ? " is " : " are ") + not_significant(level));
    return text;
}

std::string no_learner_shown(std::span<const Model> models)
{
    return "The data do not show which learner, " +
           (models.size() == 2 ? "that of " + models[0].name + " or that of " + models[1].name
                               : "of the " + std::to_string(models.size()) + " that made these models") +
           ", is better with other training sets";
}

} // namespace unseen::compare::detail
