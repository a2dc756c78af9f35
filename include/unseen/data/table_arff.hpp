// Writes a table as ARFF, which keeps types and the order of labels.
//
// Example:
//
//     std::string text;
//     write_arff(parse_table("a,b\n1,x\n?,y\n", "memory"), [&](std::string_view piece) { text += piece; });
//     assert(text == "@relation rows\n\n@attribute a numeric\n@attribute b {x,y}\n\n@data\n1,x\n?,y\n");
#pragma once

#include "unseen/base/write.hpp"
#include "unseen/data/table.hpp"

#include <string>

namespace unseen {

/// Writes the declarations of the columns and a line for each row, piece by piece. A missing cell is a
/// question mark; a number is the shortest text that reads back as the same double. The file reads back as
/// the same table.
void write_arff(const Table& table, const Write& write);

/// A name or label as ARFF writes it, in quotes where it needs them.
std::string arff_text(const std::string& text);

} // namespace unseen
