// Files read as one, a bounded piece at a time.
#pragma once

#include "unseen/read/reader.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace unseen {

/// Reads the files one after the other ("-": standard input) and hands their rows to `take` as tables of whole rows, made of about
/// `chunk_bytes` of text each. Each table tells for itself which of its
/// columns are numbers; notes come with the first of a file. `options.wanted` is asked once a file.
///
/// Memory: a few times `chunk_bytes`, more only for a row longer than that, a text whose lines end in CR alone, and ARFF and .npy, which are read whole.
/// Throws as read_table() does, and InputError if a file's columns are not those of the first.
void read_chunks(std::span<const std::string> paths, const ReadOptions& options, std::size_t chunk_bytes,
                 const std::function<void(const Table&)>& take);

} // namespace unseen
