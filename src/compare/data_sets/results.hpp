// Private: the input of the tests of many learners over many data sets.
#pragma once

#include "unseen/compare/results.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unseen::compare::detail {

/// The data sets that have a score for every learner.
struct Complete {
    std::vector<std::vector<double>> scores{}; ///< one list for each learner
    std::size_t data_sets = 0;
    std::vector<std::string> left_out{};
};

/// Average ranks, and the sum of t^3 - t over the ties of each data set.
struct AverageRanks {
    std::vector<double> averages{};
    double ties = 0.0;
    std::vector<std::vector<std::uint32_t>> doubled{}; ///< of each data set, twice the learners' ranks
};

struct ResultsInput {
    const Results& results;
    const Complete& part;
    const AverageRanks& ranks;
    double rank_error = 0.0; ///< standard error of a difference of two average ranks
    std::optional<std::size_t> control{};
    const ResultsOptions& options;

    double learners() const { return static_cast<double>(ranks.averages.size()); }
    PairedScores scores(std::size_t a, std::size_t b) const
    {
        return {part.scores[a], part.scores[b], results.direction};
    }
};

} // namespace unseen::compare::detail
