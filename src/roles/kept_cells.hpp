// Private: cells of the rows that count, as numbers or labels.
#pragma once

#include "data/cell_codes.hpp"
#include "roles/columns.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

constexpr std::size_t most_labels_listed = 5; ///< in a message

/// A cell that is not missing, of a column of categories.
const std::string& text_of(const Column& column, std::size_t row);
/// "-1,25": digits with one comma between them.
bool has_decimal_comma(const std::string& text);
/// Whether no cell is missing; without a branch a cell.
bool complete(const Column& column);

/// The cells of the kept rows of joined tables. All functions throw InputError for a cell that is not as it must be, and name it.
class KeptCells {
public:
    /// The tables must live as long.
    explicit KeptCells(JoinedTables& joined, KeptRows rows = KeptRows()) : joined_(&joined), rows_(std::move(rows)) {}

    std::size_t size() const { return rows_.size(); }
    bool all() const { return rows_.all(); }
    const KeptRows& rows() const { return rows_; }
    /// Where the k-th of them is, for messages.
    std::string where(const Column& column, std::size_t k) const { return joined_->where(column.name, rows_[k]); }

    /// The numbers of a column; texts that spell numbers are such. `what` they are; `last_use`: nobody asks for this column's cells after this.
    std::vector<double> numbers(const Column& column, const std::string& what, bool last_use = false);
    /// Those of several columns, row by row; of one column alone it is the last use.
    std::vector<double> interleaved(const std::vector<const Column*>& columns, const std::string& what);
    /// Which of the classes each cell is. `codes_of_cells`: of the column; `expected`: instead of a missing one.
    std::vector<std::uint32_t> labels(const Column& column, const CellCodes& codes_of_cells, const Labels& classes,
                                      const std::string& expected) const;

private:
    double number(const Column& column, std::size_t row, const std::string& what) const;

    JoinedTables* joined_;
    KeptRows rows_;
};

} // namespace unseen
