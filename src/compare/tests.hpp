// Private: the data of each design, and the function that runs all tests of a design.
#pragma once

#include "compare/inference.hpp"

#include "unseen/compare/counts.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/compare/splits.hpp"

#include <string>
#include <vector>

namespace unseen::compare::detail {

/// The number of models or learners up to which an answer has all tests of all pairs by default.
inline constexpr std::size_t most_with_pairs = 12;

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
    double ratio() const
    {
        return static_cast<double>(design.test_rows) / static_cast<double>(design.train_rows);
    }
};

/// Two learners of one cross-validation.
struct UnitsInput {
    const UnitFigures& a;
    const UnitFigures& b;
    PairedScores scores; ///< of the splits; none if there are none
    double ratio = 0.0;  ///< test rows / training rows of a split
    Level level;
    const ResultsOptions& options;

    /// Each split has a figure of both, so that tests by splits apply.
    bool has_scores() const
    {
        return ratio > 0.0 && scores.a.size() > 1 && scores.a.size() == scores.b.size();
    }
};

struct ResultsInput; // compare/results.hpp
struct PairInput;    // compare/pair.hpp

/// Runs all tests of the design that takes these data, in the order of the table, and marks the primary one.
/// `Input` is one of the above.
template <class Input>
std::vector<Inference> inferences_of(const Input& input);

/// Only the comparisons.
template <class Input>
std::vector<Comparison> comparisons_of(const Input& input)
{
    std::vector<Comparison> list;
    for (auto& inference : inferences_of(input)) list.push_back(std::move(inference.comparison));
    return list;
}

} // namespace unseen::compare::detail
