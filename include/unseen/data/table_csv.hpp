// A table as CSV.
#pragma once

#include "unseen/base/write.hpp"
#include "unseen/data/table.hpp"

namespace unseen {

/// Writes a line of column names and a line a row, piece by piece; a missing cell is an empty field, a number the shortest text that reads back
/// the same.
void write_csv(const Table& table, const Write& write);

} // namespace unseen
