// A table as read from a file, before a column is chosen as the response.
//
// Example:
//
//     const Table table{.source = "memory", .columns = {{"x", NumericColumn{{1.0, 2.0}}}}};
//     assert(table.rows() == 2 && table.columns[0].name == "x");
#pragma once

#include "unseen/data/column.hpp"
#include "unseen/data/sparse_rows.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// The only text in a column of numbers.
struct OddCell {
    std::string column;
    std::string what; ///< "FILE:LINE:COLUMN: ...": the cell, and what to do about it
};

/// Columns of equal length with distinct names, and their source.
struct Table {
    std::string source; ///< the file name, for messages
    std::vector<Column> columns;
    bool declared_types = false; ///< the file declares the types of its columns (ARFF); none was guessed
    /// Notes for the user on guesses while reading ("separator ';'", "no header: columns are V1, V2 ...").
    std::vector<std::string> notes{};
    std::string form{}; ///< how the file was read: "CSV, separator ',', the first row is the header"
    /// A column that is not a feature unless named: an unnamed one with distinct cells (the row index that
    /// pandas and R write), or the queries of an svmlight file; may be empty.
    std::string row_names{};
    /// The column of groups that the file itself has (the sentences of a CoNLL file). It has this role unless
    /// roles name another. Empty if there is none.
    std::string group{};
    /// The column of weights that the file itself has (`cost` of an svmlight file), as `group`.
    std::string weight{};
    std::optional<std::vector<std::string>>
        missing{}; ///< the texts that were taken for missing cells; the reader fills them in
    std::vector<OddCell> odd_cells{}; ///< columns that may be categories because of a single cell
    std::vector<std::string> dates{}; ///< columns of dates, which became numbers of days
    std::size_t first_row = 0;        ///< the number of the first row in its file, from 0; for messages
    /// Numeric columns as sparse rows, which come before `columns`; null if there are none.
    std::shared_ptr<const SparseRows> sparse{};
    /// The file leaves zeros out (svmlight): a column V1, V2 ... that it lacks is 0 in all of its rows.
    bool leaves_zeros_out = false;

    std::size_t rows() const
    {
        return !columns.empty() ? columns.front().rows() : sparse ? sparse->rows() : 0;
    }
};

} // namespace unseen
