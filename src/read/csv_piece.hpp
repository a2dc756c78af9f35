// Private: reads a piece of a CSV text, between two line starts, into columns; the work of one thread.
#pragma once

#include "data/spelling.hpp"
#include "read/read_options.hpp"
#include "unseen/base/labels.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// How to read a column.
struct CsvPlan {
    enum class Kind { unread, numbers, categories };

    Kind kind = Kind::numbers;
    bool must_be_numeric = false; ///< a text is a problem; false: a text makes the column categorical
};

/// The cells of one column of a piece.
struct CsvCells {
    std::vector<double> values;
    bool text_met = false;                   ///< a numeric column had a text, so `values` is empty
    std::vector<std::int32_t> codes;         ///< codes of `labels`, which are in order of appearance
    std::vector<const char*> infinite_cells; ///< the first ones
    std::size_t infinite_count = 0;
    Labels labels;
    SpellingBuilder spelling; ///< cells of `values` whose spelling is lost
};

/// A problem in the text and its place.
struct CsvProblem {
    const char* at;
    std::string what;
};

struct CsvPiece {
    std::vector<CsvCells> columns{};
    std::size_t rows = 0;
    std::vector<CsvProblem> problems{}; ///< the first ones, as many as a message names
    std::size_t problem_count = 0;
    bool broken = false; ///< the last problem ended reading, because the start of the next cell is not known
    bool quoted = false; ///< stopped at a quoted cell because of stop_at_quotes
    bool plain = true;   ///< all cells are numbers or empty, so that no byte of the text is NUL or above 0x7F
};

struct CsvForm {
    char separator = ',';
    char comment = '\0';
    char decimal = '.';
    const MissingMarks* marks = nullptr;
    const std::vector<std::string>* names = nullptr;
    std::vector<CsvPlan> plans;
};

struct CsvPieceOptions {
    std::size_t most_rows = static_cast<std::size_t>(-1);
    bool stop_at_quotes =
        false; ///< stop at a quoted cell, because another piece may then begin inside quotes
};

/// Reads the rows of `text`. O(bytes). The memory of `used`, a piece that is no longer needed, is reused.
CsvPiece read_csv_piece(std::string_view text, const CsvForm& form, const CsvPieceOptions& options,
                        CsvPiece used = {});

} // namespace unseen
