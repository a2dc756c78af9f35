// Shared by tests of comparisons: the usual level, and a result's figures by name.
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/compare/verdict.hpp"

#include <stdexcept>
#include <string>

namespace unseen::test {

inline const Level level(0.95);

inline double figure(const compare::Comparison& result, const std::string& name)
{
    for (const auto& one : result.figures)
        if (one.name == name) return one.value.number();
    throw std::runtime_error("no figure " + name);
}

/// The verdict in one line.
inline std::string said(const compare::Answer& answer)
{
    std::string text;
    for (const auto& sentence : compare::verdict_of(answer).sentences) text += sentence + ' ';
    return text;
}

} // namespace unseen::test
