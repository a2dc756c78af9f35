// Writes a table as CSV.
//
// Example:
//
//     std::string text;
//     write_csv(parse_table("a,b\n1,x\n?,y\n", "memory"), [&](std::string_view piece) { text += piece; });
//     assert(text == "a,b\n1,x\n,y\n");
#pragma once

#include "unseen/base/write.hpp"
#include "unseen/data/table.hpp"

namespace unseen {

/// Writes a line of column names and a line for each row, piece by piece. A missing cell is an empty field; a
/// number is the shortest text that reads back as the same double.
void write_csv(const Table& table, const Write& write);

} // namespace unseen
