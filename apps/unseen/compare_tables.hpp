// The tables that `unseen compare` reads: results of many learners, and predicted labels.
#pragma once

#include "unseen/compare/results.hpp"
#include "unseen/data/table.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace unseen::cli {

/// A wide table: the first column names the data set, the others hold a learner's scores; an empty cell is a missing score. Throws InputError
/// for a data set that stands on two lines, naming both, and for one without a name.
compare::Results read_results(const std::string& path);

/// The labels of a column as text. Throws InputError if there is no such column, naming those there are, or a cell is missing.
std::vector<std::string> labels_of(const Table& table, const std::string& name);

/// B's rows in the order of A's: by the column `id`, or as they stand where it is empty. Throws InputError unless both have the same rows.
std::vector<std::size_t> matched_rows(const Table& a, const Table& b, const std::string& id);

} // namespace unseen::cli
