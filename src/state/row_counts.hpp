// Private: the rows of a table without their order: the distinct rows and how often each occurs.
#pragma once

#include "state/bytes.hpp"

#include "unseen/base/labels.hpp"
#include "unseen/data/table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// A multiset of rows. A cell is a number, a text or missing. A text that is the shortest form of a number
/// counts as that number, so that it does not matter whether its column had only numbers. Memory: 8 bytes for
/// each cell and 8 for each distinct row.
class RowCounts {
public:
    explicit RowCounts(std::vector<std::string> names)
        : names_(std::move(names)),
          texts_(names_.size()),
          cells_(names_.size())
    {
    }

    const std::vector<std::string>& names() const { return names_; }
    std::uint64_t rows() const;
    /// Adds the rows of a table, which must have the columns of this multiset.
    void add(const Table& table);
    /// Adds the rows of another multiset with the same names.
    void merge(const RowCounts& other);
    /// The rows as a table, sorted by their cells: numbers, then texts, then missing cells. A column with a
    /// text has categories, as a reader would make it. O(d log d + rows) for d distinct rows.
    Table table(const std::string& source);

    /// Writes the multiset; equal multisets give equal bytes.
    void write(ByteWriter& out);
    static RowCounts read(ByteReader& in, std::vector<std::string> names);

private:
    std::uint64_t cell_of_text(std::size_t column, std::string_view text);
    /// Sorts the rows and joins equal ones.
    void settle();
    void sort_texts();

    std::vector<std::string> names_;
    std::vector<Labels> texts_;                     ///< the texts of each column
    std::vector<std::vector<std::uint64_t>> cells_; ///< the cells of each column; see row_counts.cpp
    std::vector<std::uint64_t> counts_;
    std::size_t settled_ = 0; ///< number of distinct rows after the last settle()
};

} // namespace unseen
