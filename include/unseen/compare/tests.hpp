// The tests of comparisons that there are.
#pragma once

#include <span>
#include <string>

namespace unseen::compare {

/// A test of a design: what it gives beside the difference, and what it is about, for a reader. The same test of another design is another row.
struct TestInfo {
    std::string name;   ///< Comparison::test
    std::string design; ///< what is compared
    std::string gives;  ///< `p`, `adjusted p`, `interval`, `posterior`, with commas
    std::string help;
};

/// All tests, in the order in which they stand in answers.
std::span<const TestInfo> test_infos();

} // namespace unseen::compare
