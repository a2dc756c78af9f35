// Readers: a file becomes a Table. CSV, ARFF, svmlight and .npy, plain or gzip, are recognised by their
// content, CoNLL by its name or first line, and C4.5 by a .names file beside the .data file.
//
// Example:
//
//     const Table iris = read_table("data/iris.csv");
//     assert(iris.rows() == 150 && iris.columns.size() == 5);
//     const Table small = parse_table("x;y\n1;a\n2;b\n", "memory", {.separator = ';'});
//     assert(small.columns[0].is_numeric() && !small.columns[1].is_numeric());
#pragma once

#include "unseen/base/error.hpp"
#include "unseen/data/table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The first faults of a file: what() has a line for each, which holds no other line ends.
class FileFaults : public InputError {
public:
    using InputError::InputError;
};

/// How to read a file. By default everything is found out from the file; set an option if the guess is wrong.
struct ReadOptions {
    std::optional<char>
        separator{};    ///< CSV; default: the one of , ; tab | that splits the first lines evenly
    char decimal = '.'; ///< CSV; ',' for numbers such as 0,5, which then cannot have a decimal point
    std::optional<bool>
        header{}; ///< CSV; default: true unless a cell of the first row is a number that is not a name
    std::uint64_t skip = 0;        ///< CSV; lines to leave out at the beginning, such as a title
    std::optional<char> comment{}; ///< CSV; lines that begin with it are left out; default: # if the file
                                   ///< begins with such lines
    std::string encoding{}; ///< text; a name that iconv knows, as windows-1252; empty: UTF-8, UTF-16 with its
                            ///< mark, or what the bytes suggest
    std::vector<std::string> categorical{}; ///< columns whose cells are categories, even if all are numbers
    std::vector<std::string> numeric{};     ///< columns that must be numbers; any other cell is an error
    std::vector<std::string> missing = {"", "?", "NA", "NaN"}; ///< texts of a missing cell; NaN in any case
    /// CSV and .npy: receives the names of all columns and returns those to read. Set it to save time and
    /// memory: the cells of the other columns are not parsed.
    std::function<std::vector<std::string>(const std::vector<std::string>& names)> wanted{};
    /// If false, more than 100,000 columns, and gzip data that expand out of all proportion without a row,
    /// cause an InputError in little time and memory. Set it for very wide files.
    bool large = false;
    /// For svmlight without `wanted`: whether features stay sparse rows (Table::sparse). `by_size` follows
    /// keep_sparse(). Answers do not depend on it.
    enum class Rows { by_size, sparse, dense };
    Rows rows = Rows::by_size;
    std::size_t threads = 0; ///< CSV; 0: all cores. The table does not depend on it
};

/// Reads the file, or standard input for "-". Throws IoError if it cannot be opened or read (a directory, no
/// permission). Throws InputError "FILE:LINE:COLUMN: what is wrong; what was expected" (.npy: "FILE: row R,
/// column 'C': ...") if its content is wrong: no rows, rows of different lengths, an infinite cell, bytes
/// that are not text, an encoding that is neither UTF-8 nor certain, a truncated gzip stream, two columns of
/// one name (CSV: the second is called NAME_2). One message lists the first ten problems. O(bytes) time; the
/// text and the columns are in memory.
Table read_table(const std::string& path, const ReadOptions& options = {});

/// Reads files that are parts of one table. A column that holds a text in one of them has categories in all,
/// so its labels are the same as in the joined file (`01` stays `01`). Throws as read_table() does.
std::vector<Table> read_tables(const std::vector<std::string>& paths, const ReadOptions& options = {});

/// Reads the content of a file in memory; `source` is its name in messages.
Table parse_table(std::string_view text, const std::string& source, const ReadOptions& options = {});

/// The formats that are read, for messages and help: "CSV, ARFF ... or C4.5, plain or gzip".
std::string input_formats();

} // namespace unseen
