// Tables of results, as people read them and in full for machines.
#pragma once

#include "unseen/base/value.hpp"

#include <concepts>
#include <string>
#include <vector>

namespace unseen {

/// A cell: as people read it, and in full for machines (CSV).
struct Cell {
    std::string shown;
    std::string full;

    Cell(std::string text) : shown(text), full(std::move(text)) {}
    Cell(const char* text) : Cell(std::string(text)) {}
    Cell(std::string shown_, std::string full_) : shown(std::move(shown_)), full(std::move(full_)) {}
    Cell(std::integral auto count) : Cell(std::to_string(count)) {}
    /// A figure rounded for reading; `-` in the text and an empty CSV field where there is none.
    explicit Cell(const Value& value);
};

/// A table with a title for each column.
struct ResultTable {
    struct Column {
        std::string title;
        bool right = false; ///< aligned to the right, for numbers
    };
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
};

/// A number as people read it: four decimals, fewer for large and scientific for tiny ones.
std::string readable(double number);

/// The table in letters of equal width, with a line below the titles.
std::string print_text(const ResultTable& table);
/// The full values as CSV.
std::string print_csv(const ResultTable& table);

} // namespace unseen
