// The list of all comparison tests.
//
// Example:
//
//     const auto tests = compare::test_infos();
//     assert(std::any_of(tests.begin(), tests.end(),
//                        [](const auto& test) { return test.name == "mcnemar_exact"; }));
#pragma once

#include <span>
#include <string>
#include <vector>

namespace unseen::compare {

/// A test of a design. A test that serves two designs has two entries.
struct TestInfo {
    std::string name;   ///< as in Comparison::test
    std::string design; ///< what is compared
    std::string gives;  ///< the results beside the difference: `p`, `adjusted p`, `interval`, `posterior`,
                        ///< separated by commas
    std::string help;   ///< one line
};

/// All tests, in the order in which answers list them.
std::span<const TestInfo> test_infos();

/// Throws InputError, with the nearest known name, for a name that no test has.
void require_tests(const std::vector<std::string>& tests);

} // namespace unseen::compare
