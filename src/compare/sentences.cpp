#include "compare/sentences.hpp"

#include "unseen/base/number.hpp"

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
    return " (" + test.test + ", " + (p < 1e-4 ? "p < 0.0001" : "p = " + rounded(p)) + ")";
}

bool significant(const Comparison& test, Level level)
{
    const Value& p = decisive_p(test);
    return p && p.number() <= level.outside();
}

std::string better_of(const Comparison& test, double difference, bool higher)
{
    if (difference == 0.0) return "";
    return (difference > 0.0) == higher ? test.a : test.b;
}

std::string nothing_shown(const Comparison& test, const std::string& what)
{
    return "The data show nothing about " + what + ": the test has no p-value (" + test.p_value.reason() + ").";
}

std::string shown(const Comparison& test, const std::string& better, const std::string& what, Level level)
{
    if (!test.p_value) return nothing_shown(test, what);
    if (better.empty()) return "The data show no difference in " + what + " at all" + evidence(test) + ".";
    if (significant(test, level)) return "The data show that " + better + " is better in " + what + evidence(test) + ".";
    return "The data favour " + better + " in " + what +
           ", but a difference of this size would arise by chance too often at level " + shortest(level.value()) +
           evidence(test) + ".";
}

} // namespace unseen::compare::detail
