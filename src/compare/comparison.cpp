#include "unseen/compare/comparison.hpp"

#include <stdexcept>

namespace unseen::compare {

const Comparison& primary(const Answer& answer)
{
    for (const auto& comparison : answer.comparisons)
        if (comparison.primary) return comparison;
    throw std::logic_error("compare: no test is primary");
}

} // namespace unseen::compare
