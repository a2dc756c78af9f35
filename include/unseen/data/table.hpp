// A table as read from a file, before anybody has said which column is the response.
#pragma once

#include "unseen/data/column.hpp"

#include <string>
#include <vector>

namespace unseen {

/// Columns of equal length with distinct names, and where they came from.
struct Table {
    std::string source; ///< file name for messages
    std::vector<Column> columns;
    bool declared_types = false; ///< the file itself says which columns are categories (ARFF); nothing was inferred
    /// Guesses made while reading ("separator ';'", "no header: columns are V1, V2 ..."), to be printed.
    std::vector<std::string> notes{};
    std::size_t first_row = 0; ///< the number of the first row in its file, from 0; for messages

    std::size_t rows() const { return columns.empty() ? 0 : columns.front().rows(); }
};

} // namespace unseen
