// Private: the table of tests, and how those of a design are run.
#pragma once

#include "compare/inference.hpp"

#include "unseen/compare/counts.hpp"
#include "unseen/compare/splits.hpp"

#include <string>
#include <vector>

namespace unseen::compare::detail {

struct CountsInput {
    ErrorCount a;
    ErrorCount b;
    Level level;
};

struct DiscordantInput {
    Discordant counts;
    Level level;
};

struct SplitsInput {
    PairedScores scores;
    SplitDesign design;
    Level level;

    /// Test rows / training rows.
    double ratio() const { return static_cast<double>(design.test_rows) / static_cast<double>(design.train_rows); }
};

struct ResultsInput; // compare/results.hpp
struct PairInput;    // compare/pair.hpp

/// What the tests of the design that takes such data give, in the order of the table, the primary one marked. `Input` is one of the above.
template <class Input>
std::vector<Inference> inferences_of(const Input& input);

/// The same without what belongs to them.
template <class Input>
std::vector<Comparison> comparisons_of(const Input& input)
{
    std::vector<Comparison> list;
    for (auto& inference : inferences_of(input)) list.push_back(std::move(inference.comparison));
    return list;
}

} // namespace unseen::compare::detail
