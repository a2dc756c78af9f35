// Private: the rows of a table without their order: the distinct ones, and how often each occurs.
#pragma once

#include "state/bytes.hpp"

#include "unseen/base/labels.hpp"
#include "unseen/data/table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// A multiset of rows. A cell is a number, a text or missing; a text that is the shortest form of a number counts as that number, so that it
/// does not matter whether other cells of its part were numbers. Memory: 8 bytes a cell and 8 a distinct row.
class RowCounts {
public:
    explicit RowCounts(std::vector<std::string> names) : names_(std::move(names)), texts_(names_.size()), cells_(names_.size()) {}

    const std::vector<std::string>& names() const { return names_; }
    std::uint64_t rows() const;
    /// Adds the rows of a table, which has columns of these names.
    void add(const Table& table);
    /// Adds the rows of another multiset with the same names.
    void merge(const RowCounts& other);
    /// The rows in the order of their cells, numbers before texts before missing cells. A column with a text in it has categories, as a reader would
    /// have made of them. O(distinct rows x log) and the rows.
    Table table(const std::string& source);

    /// Equal multisets write equal bytes.
    void write(ByteWriter& out);
    static RowCounts read(ByteReader& in, std::vector<std::string> names);

private:
    std::uint64_t cell_of_text(std::size_t column, std::string_view text);
    /// Sorts the rows and adds up equal ones.
    void settle();
    void sort_texts();

    std::vector<std::string> names_;
    std::vector<Labels> texts_;                     ///< a column
    std::vector<std::vector<std::uint64_t>> cells_; ///< a column: see row_counts.cpp
    std::vector<std::uint64_t> counts_;
    std::size_t settled_ = 0; ///< distinct rows when it was last settled
};

} // namespace unseen
