// Readers: a file becomes a Table. CSV, ARFF and .npy (numpy), plain or gzip; the form is told from the content, not the name.
#pragma once

#include "unseen/data/table.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// How to read; empty lists and optionals mean "find out from the file".
struct ReadOptions {
    std::optional<char> separator{};        ///< CSV; else the one of , ; tab | that splits the first lines evenly
    std::optional<bool> header{};           ///< CSV; else there is one unless a cell of the first row is a number
    std::vector<std::string> categorical{}; ///< columns whose cells are categories even if they are all numbers
    std::vector<std::string> numeric{};     ///< columns that must be numbers: any other cell is an error
    std::vector<std::string> missing = {"", "?", "NA", "NaN"}; ///< cells that are missing; NaN in any case
    /// CSV and .npy: gets the names of all columns and returns those that are wanted; the table has no others, and their cells are not looked at.
    std::function<std::vector<std::string>(const std::vector<std::string>& names)> wanted{};
    std::size_t threads = 0; ///< CSV; 0: all. The table is the same for any number
};

/// Reads the file, or standard input for "-". Throws IoError if it cannot be opened or read (a directory, no permission), InputError
/// "FILE:LINE:COLUMN: what is wrong; what was expected" (.npy: "FILE: row R, column 'C': ...") for its content (no rows, ragged rows, an infinite cell, binary
/// garbage, a truncated gzip stream, two columns of one name); of many problems the first ten are named in one message.
/// O(bytes) time; holds the text and the columns.
Table read_table(const std::string& path, const ReadOptions& options = {});

/// The same from the content of a file in memory; `source` names it in messages.
Table parse_table(std::string_view text, const std::string& source, const ReadOptions& options = {});

/// The formats that are read, for messages and help: "CSV, ARFF or .npy, plain or gzip".
std::string input_formats();

} // namespace unseen
