// `unseen compare models`: what it may be told, and its answer.
#pragma once

#include "arguments.hpp"
#include "common.hpp"

#include "unseen/compare/comparison.hpp"
#include "unseen/score/matched_models.hpp"

#include <string>
#include <utility>
#include <vector>

namespace unseen::cli {

/// The options that only this design takes.
struct CompareModelsOptions {
    MatchRoles roles;
    std::vector<std::string> scores; ///< NAME=COLUMN of one file
    std::vector<std::string> names;
    std::vector<std::string> measures;
    std::string threshold;
    std::string margin;
    std::string horizon;
    std::string samples;
    std::string permutations;
    DataOptions form; ///< how the files are written

    void declare(Arguments& arguments);
    /// The flags, and whether each was given.
    std::vector<std::pair<std::string, bool>> given() const;
};

/// Reads the files, matches the rows, tells guesses and warnings on standard error unless quiet, and compares. `train_rows`: of a split, or empty.
compare::Answer compare_models(const CompareModelsOptions& options, const std::vector<std::string>& files,
                               const std::string& train_rows, const AnswerOptions& answer);

} // namespace unseen::cli
