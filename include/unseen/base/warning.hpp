// Warnings that travel inside results.
#pragma once

#include <string>

namespace unseen {

/// A stable code (docs/VALIDITY.md explains each) and a sentence for the reader.
struct Warning {
    std::string code;
    std::string text;

    friend bool operator==(const Warning&, const Warning&) = default;
};

} // namespace unseen
