// Warnings that travel inside results.
#pragma once

#include <string>

namespace unseen {

/// A stable code (codes.hpp; docs/VALIDITY.md explains each) and a sentence for the reader.
struct Warning {
    /// Throws std::logic_error unless the code is among warning_codes(): that is a bug.
    Warning(std::string its_code, std::string its_text);

    std::string code;
    std::string text;

    friend bool operator==(const Warning&, const Warning&) = default;
};

} // namespace unseen
