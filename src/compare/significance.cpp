#include "compare/significance.hpp"

#include <algorithm>

namespace unseen::compare::detail {

const Value& decisive_p(const Comparison& test)
{
    return test.p_value_adjusted ? test.p_value_adjusted : test.p_value;
}

bool significant(const Comparison& test, Level level)
{
    const Value& p = decisive_p(test);
    return p && p.number() <= level.outside() && std::ranges::none_of(test.warnings, [](const Warning& one) {
               return one.is(warnings::interval_disagrees); // then the more cautious of both counts
           });
}

const Value* figure(const Comparison& test, const std::string& name)
{
    const auto found = std::ranges::find(test.figures, name, &Figure::name);
    return found == test.figures.end() ? nullptr : &found->value;
}

std::string no_learner_shown(std::span<const Model> models)
{
    return "The data do not show which learner, " +
           (models.size() == 2 ? "that of " + models[0].name + " or that of " + models[1].name
                               : "of the " + std::to_string(models.size()) + " that made these models") +
           ", is better with other training sets";
}

} // namespace unseen::compare::detail
