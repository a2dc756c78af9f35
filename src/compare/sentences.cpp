#include "compare/sentences.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::compare::detail {

namespace {

const Value& decisive_p(const Comparison& test) { return test.p_value_adjusted ? test.p_value_adjusted : test.p_value; }

} // namespace

std::string rounded(double x)
{
    const std::string text = shortest(std::round(x * 1e4) / 1e4);
    if (text.find('e') == std::string::npos) return text;
    const auto units = static_cast<int>(std::lround(std::abs(x) * 1e4)); // below 10: larger ones have no exponent
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
    return p && p.number() <= level.outside() && std::none_of(warnings.begin(), warnings.end(), [](const Warning& one) {
               return one.code == "interval_disagrees"; // then the more cautious of both counts
           });
}

std::string not_significant(Level level) { return "not significant at the " + rounded(100.0 * level.outside()) + " % level"; }

std::string better_of(const Comparison& test, double difference, bool higher)
{
    if (difference == 0.0) return "";
    return (difference > 0.0) == higher ? test.a : test.b;
}

std::string nothing_shown(const Comparison& test, const std::string& what)
{
    return "The data show nothing about " + what + ": the test has no p-value (" + test.p_value.reason() + ").";
}

std::string shown(const Comparison& test, const std::string& better, const Subject& subject, Level level)
{
    if (!test.p_value) return nothing_shown(test, subject.figure + ' ' + subject.scope);
    const std::string seen = "in these " + subject.seen;
    if (better.empty()) return "No difference in " + subject.figure + " was seen " + seen + evidence(test) + '.';
    if (significant(test, level))
        return "The data show that " + better + " is better in " + subject.figure + ' ' + subject.scope + evidence(test) + '.';
    return better + " is better " + seen + ", but the difference in " + subject.figure + " is " + not_significant(level) +
           evidence(test) + '.';
}

std::string pairs_shown(std::span<const Comparison> tests, bool higher, Level level)
{
    if (tests.size() == 1) {
        const auto& test = tests.front();
        const double difference = test.difference ? test.difference.number() : 0.0;
        return shown(test, better_of(test, difference, higher),
                     {.figure = "mean score", .scope = "on this data set", .seen = "splits"}, level);
    }
    std::string text;
    std::size_t open = 0;
    for (const auto& test : tests) {
        const auto better = test.difference ? better_of(test, test.difference.number(), higher) : "";
        if (better.empty() || !significant(test, level)) {
            ++open;
            continue;
        }
        text += (text.empty() ? "The data show that " : ", ") + better + " is better than " +
                (better == test.a ? test.b : test.a) + evidence(test);
    }
    if (text.empty()) return "No difference between two learners is significant: all are " + not_significant(level) + '.';
    if (open > 0) text += "; no other difference is significant at the " + rounded(100.0 * level.outside()) + " % level";
    return text + '.';
}

} // namespace unseen::compare::detail
