// Reads files as one table, a bounded piece at a time.
//
// Example:
//
//     const std::vector<std::string> paths = {"data/iris.csv"};
//     std::size_t rows = 0;
//     read_chunks(paths, {}, 1024, [&](const Table& chunk) { rows += chunk.rows(); });
//     assert(rows == 150);
#pragma once

#include "unseen/read/reader.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace unseen {

/// Reads the files one after the other ("-": standard input) and passes their rows to `take` as tables of
/// whole rows, each made of about `chunk_bytes` of text. The types of the columns are found separately for
/// each table. The first table of a file carries its notes. `options.wanted` is called once for each file.
///
/// Memory: a few times `chunk_bytes`; more for a row longer than that, for a text whose lines end in CR
/// alone, and for ARFF and .npy, which are read whole. Throws as read_table() does, and InputError if the
/// columns of a file differ from those of the first.
void read_chunks(std::span<const std::string> paths, const ReadOptions& options, std::size_t chunk_bytes,
                 const std::function<void(const Table&)>& take);

} // namespace unseen
