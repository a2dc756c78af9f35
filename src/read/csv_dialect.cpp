#include "read/csv_dialect.hpp"

#include "read/csv_cursor.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen {

namespace {

constexpr std::size_t sample_rows = 100;

/// How a separator splits the first rows.
struct Split {
    std::size_t even_rows = 0; ///< rows with the number of cells of the first row
    std::size_t cells = 0;     ///< cells of the first row
};

/// True for a quote inside an unquoted cell, which is text or shows that the separator is wrong.
bool stray_quote(const CsvCell& cell) { return !cell.raw.empty() && *cell.begin != '"' && cell.raw.find('"') != cell.raw.npos; }

Split split_by(std::string_view text, char separator)
{
    CsvCursor cursor(text, separator);
    Split split;
    std::size_t rows = 0;
    while (rows < sample_rows && cursor.begin_row()) {
        std::size_t cells = 0;
        bool blank = true;
        bool stray = false;
        do {
            const auto cell = cursor.cell();
            // A wrong quote: this is not the separator.
            if (cell.state != CsvCell::State::good) return {};
            blank = blank && cell.raw.empty();
            stray = stray || stray_quote(cell);
            ++cells;
        } while (cursor.next_cell());
        if (blank) continue; // a line of tabs has no information
        if (rows++ == 0) split.cells = cells;
        if (cells == split.cells && !stray) ++split.even_rows;
    }
    return split;
}

char guessed_separator(std::string_view text)
{
    char best = ',';
    Split most;
    for (const char separator : {',', ';', '\t', '|'}) {
        const auto split = split_by(text, separator);
        if (split.cells < 2) continue;
        if (split.even_rows > most.even_rows || (split.even_rows == most.even_rows && split.cells > most.cells)) {
            best = separator;
            most = split;
        }
    }
    return best;
}

bool first_row_has_number(std::string_view text, char separator)
{
    CsvCursor cursor(text, separator);
    std::string scratch;
    if (!cursor.begin_row()) return false;
    do
        if (parse_number(cursor.cell().text(scratch))) return true;
    while (cursor.next_cell());
    return false;
}

} // namespace

CsvDialect csv_dialect(std::string_view text, const ReadOptions& options)
{
    CsvDialect dialect;
    if (options.separator) {
        const char c = *options.separator;
        require(c != '"' && c != '\n' && c != '\r', "the separator of a CSV file cannot be a quote or a line end");
        dialect.separator = c;
    } else {
        dialect.separator = guessed_separator(text);
        if (dialect.separator == '\t')
            dialect.notes.emplace_back("separator: tab");
        else if (dialect.separator != ',')
            dialect.notes.push_back(std::string("separator '") + dialect.separator + "'");
    }
    dialect.header = options.header.value_or(!first_row_has_number(text, dialect.separator));
    if (!dialect.header && !options.header)
        dialect.notes.emplace_back(
            "no header (the first row holds a number; `header=yes` if it is one): columns are V1, V2, ...");
    return dialect;
}

} // namespace unseen
