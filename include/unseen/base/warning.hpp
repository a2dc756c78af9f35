// Warnings that travel inside results.
//
// Example:
//
//     const Warning warning(warnings::class_smaller_than_folds,
//                           "class 'a' has 3 rows and there are 10 folds");
//     assert(warning.is(warnings::class_smaller_than_folds));
#pragma once

#include "unseen/base/warnings.hpp"

#include <string>

namespace unseen {

/// A stable code (warnings.hpp; docs/VALIDITY.md explains each one) and a sentence about this case.
struct Warning {
    Warning(const WarningCode& its_code, std::string its_text);
    /// One that was read from a file: this program may not know its code.
    Warning(OwnCode its_code, std::string its_text);

    std::string code;
    std::string text;

    bool is(const WarningCode& of) const { return code == of.name; }

    friend bool operator==(const Warning&, const Warning&) = default;
};

} // namespace unseen
