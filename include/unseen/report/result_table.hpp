// Tables of results: cells are rounded for people, and complete for programs.
//
// Example:
//
//     const ResultTable table{.columns = {{"model"}, {"auc", true}}, .rows = {{"a", Cell(Value(2.0 / 3))}}};
//     assert(print_csv(table) == "model,auc\na,0.6666666666666666\n");
//     assert(readable(2.0 / 3) == "0.6667");
#pragma once

#include "unseen/base/value.hpp"

#include <concepts>
#include <string>
#include <vector>

namespace unseen {

/// A cell of a table.
struct Cell {
    std::string shown; ///< the text for people
    std::string full;  ///< the complete value, for CSV

    Cell(std::string text) : shown(text), full(std::move(text)) {}
    Cell(const char* text) : Cell(std::string(text)) {}
    Cell(std::string shown_, std::string full_) : shown(std::move(shown_)), full(std::move(full_)) {}
    Cell(std::integral auto count) : Cell(std::to_string(count)) {}
    /// A figure, rounded in the text. If there is none, `-` in the text and an empty field in CSV.
    explicit Cell(const Value& value);
};

/// A table with a title for each column.
struct ResultTable {
    struct Column {
        std::string title;
        bool right = false;  ///< aligned to the right, for numbers
        bool detail = false; ///< left out of a brief answer
        bool once = false;   ///< a brief answer says it in a line below the table if all its cells are equal
        bool names =
            false; ///< names and labels of the user's, which stay text even if they look like numbers
    };
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
};

/// The table as text with aligned columns and a line below the titles.
std::string print_text(const ResultTable& table);
/// The complete values as CSV.
std::string print_csv(const ResultTable& table);

} // namespace unseen
