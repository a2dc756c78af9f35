// Planning a comparison before it is made: its power, the rows or data sets that it needs, the smallest difference that it can show.
#pragma once

#include "unseen/base/level.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/compare/comparison.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen::compare {

/// What a planned test can show.
struct TestPlan {
    Spec spec;                     ///< the test, with every default written out
    std::vector<Figure> figures{}; ///< of `test_plan_infos()`' test: `power`, `rows_needed`, `smallest_difference` ...
    std::vector<std::string> assumptions{};
};

/// Plans the test that `spec` names, two-sided at 1 - level. A key that is left empty is one that is asked for. Throws InputError for an unknown
/// test or key, naming the nearest one, for a value out of range, and for a key that the test cannot do without. METHODS I.7, with sources.
TestPlan plan_test(const Spec& spec, Level level);

/// The tests that can be planned, with their keys.
std::span<const SpecInfo> test_plan_infos();

} // namespace unseen::compare
