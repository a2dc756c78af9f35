#include "read/csv_dialect.hpp"

#include "base/listed.hpp"
#include "data/times.hpp"
#include "read/csv_cursor.hpp"
#include "read/dressed_number.hpp"
#include "read/problems.hpp"
#include "read/read_options.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace unseen {

namespace {

constexpr std::size_t sample_rows = 100;

/// How a separator splits the first rows.
struct Split {
    std::size_t even_rows = 0; ///< rows with the most frequent number of cells
    std::size_t cells = 0;     ///< this number
};

/// True for a quote inside an unquoted cell, which is text or shows that the separator is wrong.
bool stray_quote(const CsvCell& cell)
{
    return !cell.raw.empty() && *cell.begin != '"' && cell.raw.find('"') != cell.raw.npos;
}

Split split_by(std::string_view text, char separator, char comment)
{
    CsvCursor cursor(text, separator, comment);
    std::vector<std::pair<std::size_t, std::size_t>> rows_with; // a number of cells, and its rows
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
        ++rows;
        auto known = std::ranges::find(rows_with, cells, &std::pair<std::size_t, std::size_t>::first);
        if (known == rows_with.end()) known = rows_with.emplace(known, cells, 0);
        if (!stray) ++known->second;
    }
    Split split; // of equally many rows, the number of cells that comes first
    for (const auto& [cells, even] : rows_with)
        if (even > split.even_rows) split = {.even_rows = even, .cells = cells};
    return split;
}

/// True for a number that shows its decimal mark: 12,5, -0,25 and 1.037,50 a comma, 1,037 none.
bool shows_decimal_mark(const std::string& cell, char decimal)
{
    const auto number = cell.find(decimal) != cell.npos ? dressed_number(cell, decimal) : std::nullopt;
    return number && number->dress.unit.empty() &&
           (number->decimals || (!number->dress.group.empty() && number->decisive));
}

using Rows = std::vector<std::vector<std::string>>;

/// True if commas do not separate these cells: below the first row, which may be a header, cells with a comma
/// are numbers with a decimal comma, or a blank follows each comma, as in "Smith, J.".
bool commas_are_in_cells(const Rows& rows)
{
    bool decimals = false;
    bool numbers = true;
    bool texts = true;
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const auto& cell : rows[i]) {
            for (auto at = cell.find(','); at != cell.npos; at = cell.find(',', at + 1))
                texts = texts && at + 1 < cell.size() && cell[at + 1] == ' ';
            if (i == 0 || cell.find(',') == cell.npos) continue;
            numbers = numbers && dressed_number(cell, ',').has_value();
            decimals = decimals || shows_decimal_mark(cell, ',');
        }
    return (numbers && decimals) || texts;
}

/// The decimal mark of the numbers below a header: a comma if some have one, and none a point.
char decimal_mark_of(const Rows& rows)
{
    const auto is_shown = [&](char decimal) {
        return std::ranges::any_of(rows, [&](const auto& row) {
            return std::ranges::any_of(row,
                                       [&](const auto& cell) { return shows_decimal_mark(cell, decimal); });
        });
    };
    return is_shown(',') && !is_shown('.') ? ',' : '.';
}

/// True if blanks split all rows alike (the first may have one cell less: R's header), into several cells of
/// which at least one is a number below the first row.
bool blanks_separate(std::string_view text, char decimal, char comment)
{
    const auto rows = texts_of_rows(text, {.separator = ' ', .comment = comment}, sample_rows);
    if (rows.size() < 3) return false;
    const auto cells = rows[1].size();
    const auto fits = [&](const std::vector<std::string>& row) {
        return row.size() == cells && std::ranges::any_of(row, [&](const auto& cell) {
                   return cell_number(cell, decimal).has_value();
               });
    };
    return cells > 1 && (rows[0].size() == cells || rows[0].size() + 1 == cells) &&
           std::all_of(rows.begin() + 1, rows.end(), fits);
}

/// The separator that Excel's first line names, as in `sep=;`, and the end of that line.
std::optional<std::pair<char, std::size_t>> separator_line(std::string_view text)
{
    constexpr std::string_view begin = "sep=";
    const auto quote = text.starts_with('"') ? std::size_t{1} : 0;
    const auto at = quote + begin.size();
    if (text.size() < at + 2 || text.substr(quote, begin.size()) != begin) return std::nullopt;
    auto end = at + 1 + quote;
    if (end < text.size() && text[end] == '\r') ++end;
    if (end < text.size() && text[end] == '\n') ++end;
    if (end == at + 1 + quote || text[at] == '"' || text[at] == '\n' || text[at] == '\r') return std::nullopt;
    return std::pair{text[at], end};
}

char guessed_separator(std::string_view text, char decimal, char comment)
{
    char best = decimal == ',' ? ';' : ',';
    Split most;
    char other = best; // the best but for the comma
    Split most_of_others;
    for (const char separator : {',', ';', '\t', '|'}) {
        if (separator == decimal) continue;
        const auto split = split_by(text, separator, comment);
        if (split.cells < 2) continue;
        const auto take = [&](char& chosen, Split& largest) {
            if (split.even_rows < largest.even_rows ||
                (split.even_rows == largest.even_rows && split.cells <= largest.cells))
                return;
            chosen = separator;
            largest = split;
        };
        take(best, most);
        if (separator != ',') take(other, most_of_others);
    }
    const auto rows_by = [&](char separator) {
        return texts_of_rows(text, {.separator = separator, .comment = comment}, sample_rows);
    };
    // Rows such as 12,5;3,25 have equally many commas, which separate no cells.
    if (best == ',' && most_of_others.even_rows >= most.even_rows && most.cells > 1 &&
        commas_are_in_cells(rows_by(other)))
        return other;
    if (most.cells < 2) return blanks_separate(text, decimal, comment) ? ' ' : best;
    const bool blanks =
        best == ',' && blanks_separate(text, ',', comment) && decimal_mark_of(rows_by(' ')) == ',';
    return blanks ? ' ' : best;
}

/// True if the first row names columns although some of its cells are numbers. Either one of its texts stands
/// above numbers, or its numbers are 0, 1, 2 ..., as pandas names columns, and none of its texts occurs again
/// in its column.
bool names_with_numbers(const std::vector<std::vector<std::string>>& rows, const MissingMarks& marks,
                        char decimal)
{
    if (rows.size() < 2) return false;
    const auto& names = rows.front();
    std::size_t numbers = 0;
    bool counted = true;
    bool texts_occur_once = true;
    for (std::size_t j = 0; j < names.size(); ++j) {
        if (const auto number = cell_number(names[j], decimal)) {
            counted = counted && *number == static_cast<double>(numbers++);
            continue;
        }
        std::size_t numbers_below = 0;
        std::size_t texts_below = 0;
        for (std::size_t i = 1; i < rows.size(); ++i) {
            if (j >= rows[i].size()) continue;
            if (rows[i][j] == names[j]) texts_occur_once = false;
            if (cell_number(rows[i][j], decimal))
                ++numbers_below;
            else if (!marks.contains(rows[i][j]) && !is_missing_word(rows[i][j]))
                ++texts_below;
        }
        if (!marks.contains(names[j]) && !is_missing_word(names[j]) && numbers_below > 0 && texts_below == 0)
            return true;
    }
    return counted && numbers >= 2 && numbers < names.size() && texts_occur_once;
}

/// What a cell that is no plain number most likely is.
enum class CellKind { text, mark, date, time, dressed };

CellKind kind_of(const std::string& cell, const MissingMarks& marks)
{
    if (marks.contains(cell) || is_missing_word(cell)) return CellKind::mark;
    const auto is_date = [](std::initializer_list<std::string> texts) {
        return moments_of_dates(std::vector<std::string>(texts)).has_value();
    };
    const bool digits = std::ranges::any_of(cell, [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) return CellKind::text;
    if (is_date({cell}) || is_date({cell, "31/12/2024"})) return CellKind::date; // 02/03/2024 alone is none
    const bool clock = std::ranges::all_of(cell, [](char c) { return (c >= '0' && c <= ':') || c == '.'; });
    if (clock && std::ranges::count(cell, ':') > 0) return CellKind::time;
    for (const char decimal : {'.', ','})
        if (const auto number = dressed_number(cell, decimal); number && number->dress.unit.empty())
            return CellKind::dressed;
    return CellKind::text;
}

/// A cell of the first row that is a date, a time of day or a dressed number as the cells below it are; or,
/// if every text of that row occurs again in its column and the row is no header that is repeated as a whole,
/// the first of these. Empty if the row may be a header.
std::string value_among_names(const Rows& rows, const MissingMarks& marks)
{
    const auto& names = rows.front();
    if (rows.size() < 3) return "";
    const auto below = [&](std::size_t j, auto is) { // in how many rows
        return static_cast<std::size_t>(std::count_if(
            rows.begin() + 1, rows.end(), [&](const auto& row) { return j < row.size() && is(row[j]); }));
    };
    bool all_again = names.size() > 1;
    bool apart = false;
    std::string text;
    const auto copies = static_cast<std::size_t>(std::count(rows.begin() + 1, rows.end(), names));
    for (std::size_t j = 0; j < names.size(); ++j) {
        const auto kind = kind_of(names[j], marks);
        if (kind == CellKind::mark) continue;
        if (kind != CellKind::text) {
            const auto others = below(j, [&](const auto& cell) {
                const auto own = kind_of(cell, marks);
                return own != kind && own != CellKind::mark;
            });
            if (10 * others < rows.size() && others + 1 < rows.size()) return names[j];
        }
        const auto again = below(j, [&](const auto& cell) { return cell == names[j]; });
        all_again = all_again && again > 0;
        apart = apart || again > copies;
        if (text.empty()) text = names[j];
    }
    return all_again && apart ? text : "";
}

/// The place behind the mark of a comment line and its blanks.
std::size_t behind_mark(std::string_view text, std::size_t line)
{
    const auto at = text.find_first_not_of("# \t", line);
    return at == text.npos ? text.size() : at;
}

/// Finds comments at the beginning of a text, from `dialect.begin` on.
void find_comments(std::string_view text, const ReadOptions& options, CsvDialect& dialect)
{
    if (dialect.begin >= text.size() || text[dialect.begin] != '#') return;
    const auto line_after = [&](std::size_t at) { return at + after_lines(text.substr(at), 1); };
    auto last = text.npos; // where the last comment of the block begins
    std::size_t comments = 0;
    auto at = dialect.begin;
    for (; at < text.size() && (text[at] == '#' || text[at] == '\n' || text[at] == '\r'); at = line_after(at))
        if (text[at] == '#') {
            last = at;
            ++comments;
        }
    if (comments == 0 || at == text.size()) return;
    const auto rest = text.substr(at);
    const auto separator =
        options.separator ? *options.separator : guessed_separator(rest, options.decimal, '#');
    const CsvDialect of_rest{.separator = separator, .comment = '#'};
    const auto rows = texts_of_rows(rest, of_rest, 1);
    const auto names = texts_of_rows(text.substr(behind_mark(text, last)), of_rest, 1);
    const bool as_many = !rows.empty() && !names.empty() && rows.front().size() == names.front().size();
    const bool numbers = !rows.empty() && std::ranges::any_of(rows.front(), [&](const std::string& cell) {
        return cell_number(cell, options.decimal).has_value();
    });
    const bool header = as_many && (numbers ? names.front().size() > 1 : false) && !options.header;
    // `#id,x,y` alone is a header whose first name begins with the mark.
    const bool blank_behind = last + 1 < text.size() && (text[last + 1] == ' ' || text[last + 1] == '\t');
    if (comments == 1 && as_many && !blank_behind) return;
    dialect.comment = '#';
    dialect.begin = header ? behind_mark(text, last) : at;
    if (header && comments == 1)
        dialect.notes.emplace_back("the first line, which begins with #, is the header");
    else
        dialect.notes.push_back("the first " + counted(comments, "line") +
                                (comments == 1 ? " begins" : " begin") + " with # and " +
                                (header          ? "are comments, but for the last, which is the header"
                                 : comments == 1 ? "is no row"
                                                 : "are no rows"));
}

} // namespace

std::size_t after_lines(std::string_view text, std::uint64_t lines)
{
    std::size_t at = 0;
    for (; lines > 0 && at < text.size(); --lines) {
        at = std::min(text.find_first_of("\r\n", at), text.size());
        if (at < text.size() && text[at++] == '\r' && at < text.size() && text[at] == '\n') ++at;
    }
    return at;
}

std::vector<std::vector<std::string>> texts_of_rows(std::string_view text, const CsvDialect& dialect,
                                                    std::size_t most_rows)
{
    constexpr std::size_t most_cells = 100'000;
    std::vector<std::vector<std::string>> rows;
    CsvCursor cursor(text, dialect.separator, dialect.comment);
    std::string scratch;
    while (rows.size() < most_rows && rows.size() * (rows.empty() ? 0 : rows.front().size()) <= most_cells &&
           cursor.begin_row()) {
        rows.emplace_back();
        do rows.back().emplace_back(cursor.cell().text(scratch));
        while (cursor.next_cell());
    }
    return rows;
}

CsvDialect csv_dialect(std::string_view text, const ReadOptions& options)
{
    require(options.decimal == '.' || options.decimal == ',',
            std::string("`decimal`: '") + options.decimal + "' is not valid; expected a point or a comma");
    require(options.separator != options.decimal, "`decimal` and `separator` are the same character");
    require(!options.comment || (*options.comment != '"' && *options.comment != options.separator &&
                                 *options.comment != '\n' && *options.comment != '\r'),
            "`comment` is a quote, a line end or the separator; expected a character that begins no row");
    CsvDialect dialect;
    const auto whole = text;
    dialect.begin = after_lines(text, options.skip);
    dialect.begin = std::min(text.find_first_not_of("\r\n", dialect.begin), text.size());
    const auto line = separator_line(text.substr(dialect.begin));
    if (line) dialect.begin += line->second;
    if (options.comment)
        dialect.comment = *options.comment;
    else
        find_comments(whole, options, dialect);
    text.remove_prefix(dialect.begin);
    if (line) {
        dialect.notes.push_back(std::string("the first line names the separator '") + line->first +
                                "' and is no row");
    }
    if (line && !options.separator && line->first != options.decimal) {
        dialect.separator = line->first;
    } else if (options.separator) {
        const char c = *options.separator;
        require(c != '"' && c != '\n' && c != '\r',
                "the separator of a CSV file cannot be a quote or a line end");
        dialect.separator = c;
    } else {
        dialect.separator = guessed_separator(text, options.decimal, dialect.comment);
        if (dialect.separator == '\t')
            dialect.notes.emplace_back("separator: tab");
        else if (dialect.separator == ' ')
            dialect.notes.emplace_back("separator: blanks");
        else if (dialect.separator != ',')
            dialect.notes.push_back(std::string("separator '") + dialect.separator + "'");
    }
    dialect.decimal = options.decimal;
    if (dialect.separator != ',' && options.decimal == '.')
        dialect.decimal = decimal_mark_of(texts_of_rows(text, dialect, sample_rows));
    if (dialect.decimal != options.decimal) dialect.notes.emplace_back("numbers have a decimal comma");
    if (options.header) {
        dialect.header = *options.header;
        return dialect;
    }
    const auto rows = texts_of_rows(text, dialect, sample_rows);
    if (rows.empty()) return dialect;
    const MissingMarks marks(options.missing);
    const bool number = std::ranges::any_of(rows.front(), [&](const std::string& cell) {
        return cell_number(cell, dialect.decimal).has_value();
    });
    const auto value = number ? std::string() : value_among_names(rows, marks);
    if (!number && value.empty()) return dialect;
    dialect.header = names_with_numbers(rows, marks, dialect.decimal);
    if (number)
        dialect.notes.emplace_back(dialect.header ? "the first row is taken as the header, although it holds "
                                                    "a number (`header=no` if it is data)"
                                                  : "no header (the first row holds a number; `header=yes` "
                                                    "if it is one): columns are V1, V2, ...");
    else if (!dialect.header)
        dialect.notes.push_back(
            "no header (" + excerpt(value) +
            " in the first row is a cell like those below it; `header=yes` if it is a name): "
            "columns are V1, V2, ...");
    return dialect;
}

} // namespace unseen
