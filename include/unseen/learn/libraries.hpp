// Learners from other libraries, which a build may lack.
//
// Example:
//
//     for (const auto& line : missing_libraries())
//         std::cout << "without: " << line << '\n'; // as unseen --version does
#pragma once

#include <string>
#include <vector>

namespace unseen {

/// The learners that this build refuses because it lacks a library: "svm needs LIBSVM (Debian: libsvm-dev)".
/// Empty if none is missing.
std::vector<std::string> missing_libraries();

} // namespace unseen
