// A piece of a CSV text, between two line starts, read into columns of its own: what one thread does.
#pragma once

#include "read/read_options.hpp"
#include "unseen/base/labels.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// What is to be made of a column.
struct CsvPlan {
    enum class Kind { unread, numbers, categories };

    Kind kind = Kind::numbers;
    bool must_be_numeric = false; ///< of numbers: a text is a problem; else it ends the column as one of numbers
};

/// The cells of one column of a piece.
struct CsvCells {
    std::vector<double> values;
    std::vector<std::int32_t> codes; ///< into `labels`, in order of appearance
    Labels labels;
    bool text_met = false;                   ///< of a column of numbers: there was a cell of another kind, and `values` is empty
    std::vector<const char*> infinite_cells; ///< the first ones
    std::size_t infinite_count = 0;
};

/// Something that is wrong in the text, and where.
struct CsvProblem {
    const char* at;
    std::string what;
};

struct CsvPiece {
    std::vector<CsvCells> columns{};
    std::size_t rows = 0;
    std::vector<CsvProblem> problems{}; ///< the first ones, as many as are ever named
    std::size_t problem_count = 0;
    bool broken = false; ///< the last problem ended reading: where the next cell begins would be a guess
    bool quoted = false; ///< stopped at a quoted cell, as was asked for
};

struct CsvForm {
    char separator = ',';
    const MissingMarks* marks = nullptr;
    const std::vector<std::string>* names = nullptr;
    std::vector<CsvPlan> plans;
};

struct CsvPieceOptions {
    std::size_t most_rows = static_cast<std::size_t>(-1);
    bool stop_at_quotes = false; ///< the piece may begin inside a quoted cell, unless there are none at all
};

/// Reads the rows of `text`. O(bytes). `used`: a piece of which nothing is needed any more but its memory.
CsvPiece read_csv_piece(std::string_view text, const CsvForm& form, const CsvPieceOptions& options, CsvPiece used = {});

} // namespace unseen
