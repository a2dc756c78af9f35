// One table object behind text, CSV, Markdown and LaTeX.
#pragma once

#include "unseen/base/value.hpp"

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
    /// A figure rounded for reading; `-` in the text and an empty CSV field where there is none.
    explicit Cell(const Value& value);
};

/// A table with a title for each column, lines above it that say what it is about, and lines of explanation below.
struct ResultTable {
    struct Column {
        std::string title;
        bool right = false; ///< aligned to the right, for numbers
    };
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
    std::vector<std::string> heading{};
    std::vector<std::string> notes{};
};

/// A number as people read it: four decimals, fewer for large and scientific for tiny ones.
std::string readable(double number);

std::string print_text(const ResultTable& table);
std::string print_csv(const ResultTable& table); ///< full values, RFC 4180 quotes, no notes
std::string print_markdown(const ResultTable& table);
std::string print_latex(const ResultTable& table);

} // namespace unseen
