// Private: the cells of the kept rows, as numbers or labels.
#pragma once

#include "data/cell_codes.hpp"
#include "roles/columns.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

constexpr std::size_t most_labels_listed = 3; ///< the largest number of labels in a message

/// The text of a cell of a coded column; the cell must not be missing.
const std::string& text_of(const Column& column, std::size_t row);
/// 0 or 1 for False and True, in any case, and for these numbers.
std::optional<std::size_t> truth_value(std::string label);
/// True if no cell is missing. Takes no branch for a cell.
bool complete(const Column& column);

/// The cells of the kept rows of joined tables. Functions throw InputError for a missing or wrong cell, and
/// name the cell.
class KeptCells {
public:
    /// `joined` must outlive the object.
    explicit KeptCells(JoinedTables& joined, KeptRows rows = KeptRows())
        : joined_(&joined),
          rows_(std::move(rows))
    {
    }

    std::size_t size() const { return rows_.size(); }
    bool all() const { return rows_.all(); }
    const KeptRows& rows() const { return rows_; }
    /// The place of kept row k, for messages.
    std::string where(const Column& column, std::size_t k) const
    {
        return joined_->where(column.name, rows_[k]);
    }

    /// The numbers of a column; a text that spells a number is that number. `what` describes them in
    /// messages. `last_use`: the cells of the column are not used after this call.
    std::vector<double> numbers(const Column& column, const std::string& what, bool last_use = false);
    /// The numbers of several columns, row by row. For a single column this is the last use.
    std::vector<double> interleaved(const std::vector<const Column*>& columns, const std::string& what);
    /// The class of each cell. `codes_of_cells` are the codes of the column; `expected` describes the cells
    /// in messages.
    std::vector<std::uint32_t> labels(const Column& column, const CellCodes& codes_of_cells,
                                      const Labels& classes, const std::string& expected) const;

private:
    double number(const Column& column, std::size_t row, const std::string& what) const;

    JoinedTables* joined_;
    KeptRows rows_;
};

} // namespace unseen
