#include "unseen/compare/comparison.hpp"

#include "compare/common.hpp"

#include <stdexcept>

namespace unseen::compare {

const Comparison& primary(const Answer& answer)
{
    for (const auto& comparison : answer.comparisons)
        if (comparison.primary) return comparison;
    throw std::logic_error("compare: no test is primary");
}

std::string detail::shown(const Comparison& test, const std::string& better, const std::string& what, Level level)
{
    if (!test.p_value)
        return "The data show nothing about " + what + ": the test has no p-value (" + test.p_value.reason() + ").";
    const double p = test.p_value_adjusted ? test.p_value_adjusted.number() : test.p_value.number();
    const std::string by = " (" + test.test + ", " + p_text(p) + ").";
    if (better.empty()) return "The data show no difference in " + what + " at all" + by;
    if (p <= level.outside()) return "The data show that " + better + " is better in " + what + by;
    return "The data favour " + better + " in " + what +
           ", but a difference of this size would arise by chance too often at level " + shortest(level.value()) + by;
}

} // namespace unseen::compare
