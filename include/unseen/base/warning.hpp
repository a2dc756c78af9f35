// Warnings that travel inside results.
//
// Example:
//
//     const Warning warning("class_smaller_than_folds", "class 'a' has 3 rows and there are 10 folds");
//     assert(find_code(warning_codes(), warning.code) != nullptr);
#pragma once

#include <string>

namespace unseen {

/// A stable code (codes.hpp; docs/VALIDITY.md explains each one) and a sentence about this case.
struct Warning {
    /// Throws std::logic_error unless warning_codes() has the code: that is a bug.
    Warning(std::string its_code, std::string its_text);

    std::string code;
    std::string text;

    friend bool operator==(const Warning&, const Warning&) = default;
};

} // namespace unseen
