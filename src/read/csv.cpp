#include "read/csv.hpp"

#include "base/listed.hpp"
#include "base/pages.hpp"
#include "base/parallel.hpp"
#include "data/column_tools.hpp"
#include "data/spelling.hpp"
#include "read/column_type.hpp"
#include "read/csv_cursor.hpp"
#include "read/csv_dialect.hpp"
#include "read/csv_piece.hpp"
#include "read/encoding.hpp"
#include "read/format.hpp"
#include "read/problems.hpp"
#include "read/read_options.hpp"
#include "read/text_source.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace unseen {

namespace {

/// The facts about a CSV text that its beginning shows.
struct CsvLayout {
    CsvDialect dialect;
    std::vector<std::string> names;
    std::size_t body = 0;        ///< where the rows of data begin
    bool first_nameless = false; ///< the header has an empty name for the first column
    std::vector<std::size_t>
        nameless{}; ///< all columns with an empty name in the header, until they are noted
    std::vector<std::string> discrete{}; ///< columns that Orange's header declares categories
};

/// The first rows decide which columns are categories. A column with a text in a later row is read again.
constexpr std::size_t first_rows = 1000;

/// Cuts the text at line ends into pieces of at least `size` bytes; the last may be smaller.
std::vector<std::string_view> pieces_of(std::string_view text, std::size_t size)
{
    std::vector<std::string_view> pieces;
    while (text.size() > size) {
        const auto end = text.find('\n', size - 1);
        if (end == std::string_view::npos) break;
        pieces.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    if (!text.empty() || pieces.empty()) pieces.push_back(text);
    return pieces;
}

/// Joins the pieces of a text in their order.
class CsvColumns {
public:
    /// `body` is the size of the text in bytes.
    CsvColumns(const CsvForm& form, std::size_t body) : form_(&form), body_(body), columns_(form.plans.size())
    {
    }

    /// Adds the cells and the problems of a piece of `bytes` bytes.
    void add(CsvPiece&& piece, std::size_t bytes)
    {
        // Estimates the number of rows from the bytes; the columns of a single piece are used as they are.
        if (rows_ == 0 && bytes < body_)
            rows_ = static_cast<std::size_t>(1.02 * static_cast<double>(piece.rows) *
                                             static_cast<double>(body_) / static_cast<double>(bytes));
        for (std::size_t j = 0; j < columns_.size(); ++j) {
            auto& from = piece.columns[j];
            auto& to = columns_[j];
            to.text_met = to.text_met || from.text_met;
            to.infinite_cells.insert(to.infinite_cells.end(), from.infinite_cells.begin(),
                                     from.infinite_cells.end());
            to.infinite_count += from.infinite_count;
            if (to.text_met) {
                to.values = {};
                to.spelling = {};
            } else {
                to.spelling.append(from.spelling, to.values.size());
                append(to.values, std::move(from.values));
            }
            if (form_->plans[j].kind != CsvPlan::Kind::categories) continue;
            to.categories.reserve(rows_);
            to.categories.append(from.labels, std::move(from.codes));
        }
        problems_.insert(problems_.end(), piece.problems.begin(), piece.problems.end());
        problem_count_ += piece.problem_count;
        broken_ = piece.broken;
    }

    bool text_met(std::size_t j) const { return columns_[j].text_met; }
    NumericColumn numbers(std::size_t j)
    {
        auto spelling = columns_[j].spelling.finish(columns_[j].values);
        return {std::move(columns_[j].values), std::move(spelling)};
    }
    CodedColumn categories(std::size_t j) { return columns_[j].categories.finish(); }

    /// Throws InputError if there were problems.
    void check(Problems& problems) const
    {
        for (const auto& problem : problems_) problems.add(problem.at, problem.what);
        problems.add_more(problem_count_ - problems_.size());
        if (broken_) problems.throw_if_any();
        for (const auto& column : columns_) {
            if (column.text_met) continue;
            for (const auto* at : column.infinite_cells)
                problems.add(at, "infinite cell; expected a finite number or a missing mark");
            problems.add_more(column.infinite_count - column.infinite_cells.size());
        }
        problems.throw_if_any();
    }

private:
    struct Cells {
        std::vector<double> values{};
        SpellingBuilder spelling{};
        CategoryBuilder categories{};
        bool text_met = false;
        std::vector<const char*> infinite_cells{};
        std::size_t infinite_count = 0;
    };

    void append(std::vector<double>& to, std::vector<double>&& from) const
    {
        if (rows_ == 0) {
            to = std::move(from);
            return;
        }
        if (to.capacity() == 0 && !from.empty()) {
            to.reserve(rows_);
            prefer_large_pages(to.data(), to.capacity() * sizeof to[0]);
        }
        to.insert(to.end(), from.begin(), from.end());
    }

    const CsvForm* form_;
    std::size_t body_;
    std::size_t rows_ = 0; ///< estimated number of rows of several pieces
    std::vector<Cells> columns_;
    std::vector<CsvProblem> problems_;
    std::size_t problem_count_ = 0;
    bool broken_ = false;
};

/// True if a column of categories holds numbers only, some of them with a decimal comma.
bool all_have_decimal_commas(const Column& column)
{
    if (column.is_numeric()) return false;
    const auto& names = column.coded().labels.names();
    return std::any_of(names.begin(), names.end(), has_decimal_comma) &&
           std::all_of(names.begin(), names.end(),
                       [](const auto& name) { return has_decimal_comma(name) || parse_number(name); });
}

bool all_missing(const Column& column)
{
    for (std::size_t r = 0; r < column.rows(); ++r)
        if (!column.missing(r)) return false;
    return true;
}

bool all_differ(const Column& column)
{
    if (!column.is_numeric()) return column.coded().labels.size() == column.rows();
    std::vector<double> values = column.numeric().values;
    if (std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); })) return false;
    std::sort(values.begin(), values.end());
    return std::adjacent_find(values.begin(), values.end()) == values.end();
}

/// Reads pieces of the text on several threads, with numbers directly into their columns. Columns that turn
/// out to be categories late are read a second time. No cell is kept as a string.
class CsvReader {
public:
    CsvReader(std::string_view text, const CsvSource& source, const CsvLayout& layout,
              const ReadOptions& options)
        : source_(source),
          options_(options),
          marks_(options.missing),
          usual_marks_(options.missing == ReadOptions().missing),
          layout_(layout),
          names_(layout.names),
          text_(text),
          problems_(text, source.name, source.first_line),
          body_(text.substr(layout.body))
    {
    }

    Table table()
    {
        check_forced_columns(options_, names_, source_.name);
        plan();
        auto read = read_body();
        read.check(problems_);

        std::vector<Column> columns(names_.size());
        take(read, columns);
        if (std::any_of(form_.plans.begin(), form_.plans.end(),
                        [](const CsvPlan& p) { return p.kind == CsvPlan::Kind::categories; })) {
            read = read_body();
            take(read, columns);
        }
        refuse_repeated_header(columns);
        Table table{.source = source_.name, .columns = {}, .notes = layout_.dialect.notes};
        table.form =
            std::string("CSV, separator ") +
            (layout_.dialect.separator == '\t'  ? "tab"
             : layout_.dialect.separator == ' ' ? "blanks"
                                                : std::string("'") + layout_.dialect.separator + '\'') +
            (layout_.dialect.header ? ", the first row is the header" : ", no header");
        if (layout_.first_nameless && !unwanted_[0] && all_differ(columns[0])) table.row_names = names_[0];
        // KNIME names the rows.
        if (table.row_names.empty() && layout_.dialect.header && !unwanted_[0] && names_[0] == "row ID" &&
            names_.size() > 1 && all_differ(columns[0])) {
            table.row_names = names_[0];
            table.notes.push_back("column " + excerpt(names_[0]) + " is taken for the names of the rows");
        }
        // Excel and others end each line with a separator.
        for (const auto j : layout_.nameless)
            if (!unwanted_[j] && !options_.wanted && names_.size() > 1 && all_missing(columns[j])) {
                unwanted_[j] = true;
                table.notes.push_back("column " + std::to_string(j + 1) +
                                      " has no name and no value, and is left out");
            }
        for (const auto j : layout_.nameless)
            if (!unwanted_[j] || options_.wanted)
                table.notes.push_back(
                    "column " + std::to_string(j + 1) + " has no name" +
                    (names_[j] == table.row_names
                         ? ", is called " + names_[j] + " and is taken for the names of the rows"
                         : " and is called " + names_[j]));
        for (std::size_t j = 0; j < names_.size(); ++j) {
            if (unwanted_[j]) continue;
            columns[j].name = names_[j];
            settle_texts(columns[j], j, table);
            if (!columns[j].is_numeric() && contains_name(options_.numeric, names_[j])) refuse_texts(j);
            if (all_have_decimal_commas(columns[j]))
                table.notes.push_back("column " + excerpt(names_[j]) +
                                      " holds numbers with a decimal comma and is taken for categories" +
                                      how_to_read_commas(columns[j].coded(), names_[j]));
            table.columns.push_back(std::move(columns[j]));
        }
        return table;
    }

private:
    void plan()
    {
        form_ = {.separator = layout_.dialect.separator,
                 .comment = layout_.dialect.comment,
                 .decimal = options_.decimal,
                 .marks = &marks_,
                 .names = &names_,
                 .plans = {}};
        form_.plans.resize(names_.size());
        unwanted_.assign(names_.size(), false);
        if (options_.wanted) {
            const auto list = options_.wanted(names_);
            const std::unordered_set<std::string_view> wanted(list.begin(), list.end());
            for (std::size_t j = 0; j < names_.size(); ++j) unwanted_[j] = wanted.count(names_[j]) == 0;
        }
        for (std::size_t j = 0; j < names_.size(); ++j) {
            auto& p = form_.plans[j];
            if (contains_name(options_.categorical, names_[j])) p.kind = CsvPlan::Kind::categories;
            if (unwanted_[j]) p.kind = CsvPlan::Kind::unread;
        }
        const auto first = read_csv_piece(body_, form_, {.most_rows = first_rows});
        for (std::size_t j = 0; j < names_.size(); ++j)
            if (first.columns[j].text_met) form_.plans[j].kind = CsvPlan::Kind::categories;
    }

    CsvColumns read_body()
    {
        if (auto read = read_pieces(pieces_of(body_, source_.piece))) return std::move(*read);
        // A line end may be inside quotes; then a piece would begin in the middle of a cell.
        return std::move(*read_pieces({body_}));
    }

    /// Reads pieces of the text on several threads and joins them in their order. std::nullopt if there are
    /// several pieces and a quoted cell.
    std::optional<CsvColumns> read_pieces(const std::vector<std::string_view>& texts)
    {
        CsvColumns columns(form_, body_.size());
        std::mutex mutex;
        std::condition_variable turned;
        std::size_t turn = 0; // the number of the next piece to add
        std::atomic<bool> stopped = false;
        bool quoted = false;
        const auto stop = [&] {
            stopped = true;
            turned.notify_all();
        };
        const auto read = [&](std::size_t p, CsvPiece& piece) {
            piece = read_csv_piece(texts[p], form_, {.stop_at_quotes = texts.size() > 1}, std::move(piece));
            if (!piece.plain) {
                if (texts[p].find('\0') != std::string_view::npos)
                    refuse_nul(text_, source_.name, source_.first_line);
                refuse_other_encoding(texts[p], source_.name);
            }
            std::unique_lock lock(mutex);
            turned.wait(lock, [&] { return turn == p || stopped; });
            if (stopped) return;
            if (piece.quoted) {
                quoted = true;
                stop();
                return;
            }
            columns.add(std::move(piece), texts[p].size());
            if (source_.done) source_.done(texts[p]);
            ++turn;
            turned.notify_all();
        };
        parallel_for(texts.size(), options_.threads, [&](SharedNumbers numbers) {
            CsvPiece piece;
            try {
                for (const auto p : numbers) {
                    if (stopped) return;
                    read(p, piece);
                }
            } catch (...) {
                const std::lock_guard lock(mutex);
                stop();
                throw;
            }
        });
        if (quoted) return std::nullopt;
        return columns;
    }

    /// The option that makes numbers of cells with decimal commas. Where commas separate cells, none helps if
    /// the commas may be those of thousands.
    std::string how_to_read_commas(const CodedColumn& coded, const std::string& name) const
    {
        if (layout_.dialect.separator != ',') return "; `decimal=,` reads them";
        const bool sure = column_type(coded, options_.decimal, usual_marks_, true).numbers.has_value();
        return sure ? "; `numeric=" + name + "` reads them" : "";
    }

    /// Gives a column with texts the type that its cells have, and notes what was decided.
    void settle_texts(Column& column, std::size_t j, Table& table)
    {
        if (column.is_numeric() || contains_name(options_.categorical, names_[j])) return;
        const bool commas = layout_.dialect.separator != ',';
        auto type = column_type(column.coded(), options_.decimal, usual_marks_, commas);
        if (const bool numeric = contains_name(options_.numeric, names_[j]); numeric && !type.numbers) {
            type = column_type(column.coded(), options_.decimal, usual_marks_, commas, true);
            if (!type.numbers) type = column_type(column.coded(), options_.decimal, usual_marks_, true, true);
        }
        const auto& name = names_[j];
        if (!type.odd_rows.empty()) return tell_odd_cells(column.coded(), type, name, j, table);
        if (!type.dress.empty())
            table.notes.push_back("column " + excerpt(name) + ": cells such as " +
                                  excerpt(type.dressed_cell) + " are read as numbers (" + type.dress +
                                  "); `categorical=" + name + "` keeps them as they are");
        if (!type.undressed_cell.empty())
            table.notes.push_back(
                "column " + excerpt(name) + " is taken for categories: most cells are numbers such as " +
                excerpt(type.dressed_cell) + ", and " + excerpt(type.undressed_cell) + " is none");
        if (!type.unit_cell.empty())
            table.notes.push_back("column " + excerpt(name) + " is taken for categories: cells such as " +
                                  excerpt(type.unit_cell) + " are numbers with a unit; `numeric=" + name +
                                  "` reads them without it");
        if (!type.date.empty()) table.dates.push_back(name);
        if (!type.date.empty())
            table.notes.push_back("column " + excerpt(name) + ": dates such as " + excerpt(type.date) +
                                  " are read as numbers of days since 1970; `categorical=" + name +
                                  "` keeps them as they are");
        if (!type.words.empty())
            table.notes.push_back("column " + excerpt(name) + ": " + counted(type.missing, "cell") +
                                  " with " + listed_in_quotes(type.words) +
                                  (type.missing == 1 ? " is" : " are") + " taken for missing" +
                                  (type.numbers ? ", because all other cells are numbers" : ""));
        if (!type.numbers) note_other_separators(column.coded().labels.names(), name, table);
        if (!type.numbers) note_swallowed_lines(column.coded().labels.names(), name, table);
        if (type.numbers)
            column.cells = std::move(*type.numbers);
        else if (!type.words.empty())
            column.cells = without_labels(column.coded(), type.words);
    }

    /// Notes that most categories are several numbers with blanks between them, or stand in single quotes:
    /// the file may have another separator or quote than was taken.
    static void note_other_separators(const std::vector<std::string>& labels, const std::string& name,
                                      Table& table)
    {
        const auto most = [&](auto is) {
            return !labels.empty() &&
                   2 * std::ranges::count_if(labels, is) > static_cast<std::ptrdiff_t>(labels.size());
        };
        const auto numbers = [](const std::string& label) {
            std::size_t count = 0;
            for (std::size_t begin = 0; begin < label.size();) {
                const auto end = std::min(label.find(' ', begin), label.size());
                const auto part = std::string_view(label).substr(begin, end - begin);
                const auto number = parse_number(part);
                // 030 123 456 is a telephone number.
                if (!part.empty() && (!number || loses_spelling(part, *number))) return false;
                count += end > begin ? 1 : 0;
                begin = end + 1;
            }
            return count > 2;
        };
        const auto in_quotes = [](const std::string& label) {
            return label.size() > 1 && label.front() == '\'' && label.back() == '\'';
        };
        if (most(numbers))
            table.notes.push_back("column " + excerpt(name) + ": cells such as " + excerpt(labels.front()) +
                                  " hold several numbers: the file may have another separator");
        if (most(in_quotes))
            table.notes.push_back("column " + excerpt(name) + ": cells such as " + excerpt(labels.front()) +
                                  " keep their single quotes, and separators between these separate cells; "
                                  "only double quotes hold a cell together");
    }

    /// Notes a cell that holds a whole line with as many separators as a row: a quote may not have been meant
    /// as one.
    void note_swallowed_lines(const std::vector<std::string>& labels, const std::string& name,
                              Table& table) const
    {
        const auto separators = static_cast<std::ptrdiff_t>(names_.size()) - 1;
        const auto is_row = [&](std::string_view line) {
            return separators > 0 && std::ranges::count(line, layout_.dialect.separator) == separators;
        };
        const auto swallows = [&](const std::string& label) {
            for (auto end = label.find('\n'); end != label.npos; end = label.find('\n', end + 1)) {
                const auto next = std::min(label.find('\n', end + 1), label.size());
                if (is_row(std::string_view(label).substr(end + 1, next - end - 1))) return true;
            }
            return false;
        };
        const auto cells = std::ranges::count_if(labels, swallows);
        if (cells > 0)
            table.notes.push_back(
                "column " + excerpt(name) + ": " + counted(static_cast<std::uint64_t>(cells), "cell") +
                (cells == 1 ? " holds" : " hold") +
                " whole lines between quotes; if the quotes are marks of the text, double them");
    }

    /// Throws InputError if a row has the name of each column, as in files that were joined.
    void refuse_repeated_header(const std::vector<Column>& columns)
    {
        if (!layout_.dialect.header || columns.size() < 2) return;
        std::vector<std::int32_t> codes;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            if (unwanted_[j] || columns[j].is_numeric()) return;
            const auto code = columns[j].coded().labels.code(names_[j]);
            if (!code) return;
            codes.push_back(static_cast<std::int32_t>(*code));
        }
        for (std::size_t r = 0; r < columns.front().rows(); ++r) {
            std::size_t j = 0;
            while (j < columns.size() && columns[j].coded().codes[r] == codes[j]) ++j;
            if (j == columns.size())
                problems_.fail(
                    cell_at(r, 0),
                    "the line repeats the header, as in files that were joined; expected one header");
        }
    }

    /// Throws InputError with the cells of a column that are no numbers.
    void refuse_texts(std::size_t j)
    {
        for (auto& plan : form_.plans) plan.kind = CsvPlan::Kind::unread;
        form_.plans[j] = {.kind = CsvPlan::Kind::numbers, .must_be_numeric = true};
        read_body().check(problems_);
    }

    void tell_odd_cells(const CodedColumn& coded, const ColumnType& type, const std::string& name,
                        std::size_t j, Table& table)
    {
        const auto label = [&](std::size_t row) -> const std::string& {
            return coded.labels.name(static_cast<std::size_t>(coded.codes[row]));
        };
        const auto place_in_text = [&](std::size_t row) {
            auto place = place_of(text_, static_cast<std::size_t>(cell_at(row, j) - text_.data()));
            place.line += source_.first_line - 1;
            return place;
        };
        const auto place = place_in_text(type.odd_rows.front());
        std::string lines;
        std::vector<std::string> marks;
        for (const auto row : type.odd_rows) {
            if (!contains_name(marks, label(row))) marks.push_back(label(row));
            lines += (lines.empty() ? "" : ", ") + std::to_string(place_in_text(row).line);
        }
        if (type.odd_cells > type.odd_rows.size()) lines += ", ...";
        auto all = options_.missing;
        all.insert(all.end(), type.words.begin(), type.words.end());
        all.insert(all.end(), marks.begin(), marks.end());
        const std::string advice = "`missing=" + option_list(all) + "` takes " +
                                   (type.odd_cells == 1 ? "it" : "them") +
                                   " for missing, `categorical=" + name + "` takes all cells for categories";
        const std::string what =
            type.odd_cells == 1
                ? "cell " + excerpt(marks.front()) + " is the only text in column " + excerpt(name) +
                      (type.words.empty() ? "" : ", beside " + listed_in_quotes(type.words)) + ", whose " +
                      counted(type.number_cells, "other cell") + " are " + type.usual + "; " + advice
                : std::to_string(type.odd_cells) + " cells (" + listed_in_quotes(marks) + "; lines " + lines +
                      ") are texts in column " + excerpt(name) + ", whose " +
                      counted(type.number_cells, "other cell") + " are " + type.usual + "; " + advice;
        const auto line = std::to_string(place.line);
        table.odd_cells.push_back(
            {name, source_.name + ':' + line + ':' + std::to_string(place.column) + ": " + what});
    }

    /// The place of a cell in the text. O(bytes).
    const char* cell_at(std::size_t row, std::size_t j) const
    {
        CsvCursor cursor(body_, layout_.dialect.separator, layout_.dialect.comment);
        for (std::size_t i = 0; cursor.begin_row(); ++i) {
            std::size_t column = 0;
            do {
                const auto cell = cursor.cell();
                if (i == row && column++ == j) return cell.begin;
            } while (cursor.next_cell());
        }
        return body_.data();
    }

    /// Takes the columns that were read, and plans to reread those whose type was wrong.
    void take(CsvColumns& read, std::vector<Column>& columns)
    {
        for (std::size_t j = 0; j < names_.size(); ++j) {
            auto& kind = form_.plans[j].kind;
            if (kind == CsvPlan::Kind::unread) continue;
            if (kind == CsvPlan::Kind::numbers && read.text_met(j)) {
                kind = CsvPlan::Kind::categories;
                continue;
            }
            if (kind == CsvPlan::Kind::numbers)
                columns[j].cells = read.numbers(j);
            else
                columns[j].cells = read.categories(j);
            kind = CsvPlan::Kind::unread;
        }
    }

    const CsvSource& source_;
    const ReadOptions& options_;
    MissingMarks marks_;
    bool usual_marks_; ///< the user names no others
    const CsvLayout& layout_;
    const std::vector<std::string>& names_;
    std::string_view text_;
    Problems problems_;
    std::string_view body_;
    std::vector<bool> unwanted_;
    CsvForm form_;
};

/// The numbers of cells that the first rows of a text have; none if quotes are wrong.
std::vector<std::size_t> cells_of_rows(std::string_view text, const CsvDialect& dialect)
{
    constexpr std::size_t most = 100;
    CsvCursor cursor(text, dialect.separator, dialect.comment);
    std::vector<std::size_t> counts;
    while (counts.size() < most && cursor.begin_row()) {
        std::size_t cells = 0;
        do {
            if (cursor.cell().state != CsvCell::State::good) return {};
            ++cells;
        } while (cursor.next_cell());
        counts.push_back(cells);
    }
    return counts;
}

/// The most frequent number of cells; of two, the one that comes later.
std::size_t usual_count(const std::vector<std::size_t>& counts)
{
    std::map<std::size_t, std::size_t> rows;
    std::size_t usual = 0;
    for (const auto count : counts)
        if (++rows[count] >= rows[usual]) usual = count;
    return usual;
}

/// The number of rows at the beginning that differ in their number of cells from most that follow, of which
/// there are at least three; 0 if there is no such beginning.
std::size_t odd_rows(const std::vector<std::size_t>& counts)
{
    constexpr std::size_t least = 3;
    constexpr std::size_t most = 20;
    if (counts.size() < least || (counts[0] == counts[1] && counts[0] > 1)) return 0; // a header and rows
    const auto usual = usual_count(counts);
    const auto with_usual = static_cast<std::size_t>(std::ranges::count(counts, usual));
    const auto odd = static_cast<std::size_t>(std::ranges::find(counts, usual) - counts.begin());
    return odd <= most && with_usual >= least && 2 * with_usual > counts.size() - odd ? odd : 0;
}

/// The second line of a header, if the second row is one: no cell of it is a number or stands again in its
/// column, and two columns at least are numbers below.
std::vector<std::string> second_header(std::string_view text, const CsvDialect& dialect,
                                       const ReadOptions& options)
{
    constexpr std::size_t sample = 100;
    const auto rows = texts_of_rows(text, dialect, sample);
    if (rows.size() < 5 || rows[1].size() != rows[0].size()) return {};
    const MissingMarks marks(options.missing);
    const auto is_missing = [&](const std::string& cell) {
        return marks.contains(cell) || is_missing_word(cell);
    };
    std::size_t names_of_numbers = 0;
    for (std::size_t j = 0; j < rows[0].size(); ++j) {
        const auto& name = rows[1][j];
        if (cell_number(name, options.decimal) || cell_number(rows[0][j], options.decimal)) return {};
        bool numbers = false;
        bool others = false;
        for (std::size_t i = 2; i < rows.size(); ++i) {
            if (j >= rows[i].size() || is_missing(rows[i][j])) continue;
            if (!name.empty() && rows[i][j] == name) return {};
            (cell_number(rows[i][j], options.decimal) ? numbers : others) = true;
        }
        names_of_numbers += numbers && !others && !is_missing(name) ? 1 : 0;
    }
    return names_of_numbers >= 2 ? rows[1] : std::vector<std::string>();
}

/// True if the second and third lines are those of Orange's tables: the types of the columns, and their
/// roles.
bool declared_as_in_orange(std::string_view text, const CsvDialect& dialect)
{
    constexpr std::string_view types[] = {"c", "d", "s", "t", "continuous", "discrete", "string", "time"};
    constexpr std::string_view roles[] = {"", "class", "meta", "weight", "ignore", "i", "m", "w", "c"};
    const auto rows = texts_of_rows(text, dialect, 4);
    const auto all_in = [&](const std::vector<std::string>& row, const auto& words) {
        return row.size() == rows[0].size() && std::ranges::all_of(row, [&](const std::string& cell) {
                   return std::ranges::find(words, std::string_view(cell)) != std::end(words);
               });
    };
    // A line of tabs alone is blank, and its role is that of no column.
    return rows.size() == 4 && all_in(rows[1], types) && all_in(rows[2], roles);
}

/// Throws InputError if the header is a title beside empty cells, as spreadsheets write it.
void refuse_padded_title(std::string_view text, const CsvLayout& layout, Problems& problems)
{
    constexpr std::size_t sample = 20;
    constexpr std::size_t least = 3;
    const auto filled = [](const std::vector<std::string>& row) {
        return static_cast<std::size_t>(
            std::ranges::count_if(row, [](const auto& cell) { return !cell.empty(); }));
    };
    const auto rows = texts_of_rows(text.substr(layout.body), layout.dialect, sample);
    if (layout.names.size() < least || filled(rows.front()) != 1 || rows.front().front().empty()) return;
    CsvCursor cursor(text.substr(layout.body), layout.dialect.separator, layout.dialect.comment);
    for (std::size_t i = 0; i < rows.size() && cursor.begin_row(); ++i) {
        if (filled(rows[i]) >= 2)
            problems.fail(
                text.data() + layout.body,
                "the line has 1 cell that is not empty, and the rows below it have more; expected a header; "
                "`skip=" +
                    std::to_string(place_of(text, static_cast<std::size_t>(cursor.at() - text.data())).line -
                                   1) +
                    "` leaves out a title, `header=yes` takes the line for the header");
        do cursor.cell();
        while (cursor.next_cell());
    }
}

/// Removes Orange's types and roles from names such as `C#age` and `cD#class`, if all names have them or two
/// at least, and returns the columns that are discrete. `notes` says so, and which column is the target.
std::vector<std::string> without_orange_flags(std::vector<std::string>& names,
                                              std::vector<std::string>& notes)
{
    const auto mark_of = [](const std::string& name) {
        const auto at = name.find('#');
        const bool flags = at != name.npos && at > 0 && at <= 2 && at + 1 < name.size() &&
                           name.find_first_not_of("CDSTcimw") == at;
        return flags ? at : 0;
    };
    const auto flagged = static_cast<std::size_t>(
        std::ranges::count_if(names, [&](const auto& name) { return mark_of(name) > 0; }));
    if (flagged == 0 || (flagged < 2 && flagged < names.size())) return {};
    std::vector<std::string> discrete;
    std::string target;
    std::string example;
    for (auto& name : names) {
        const auto at = mark_of(name);
        if (at == 0) continue;
        const auto flags = name.substr(0, at);
        if (example.empty()) example = name;
        name.erase(0, at + 1);
        if (flags.find('D') != flags.npos) discrete.push_back(name);
        if (flags.find('c') != flags.npos) target = name;
    }
    notes.push_back(
        "the names begin with Orange's types and roles, as in " + excerpt(example) + ", which are left off" +
        (target.empty()
             ? ""
             : "; they declare column " + excerpt(target) + " the target (`target=" + target + "`)"));
    return discrete;
}

/// True if the last cell of each of the first rows is empty: separators end them.
bool all_end_empty(std::string_view rows, const CsvDialect& dialect)
{
    return std::ranges::all_of(texts_of_rows(rows, dialect, 100),
                               [](const auto& row) { return row.back().empty(); });
}

/// A name without line ends and tabs, which nobody can type.
std::string typed_name(std::string_view cell)
{
    std::string name(cell);
    for (char& c : name)
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    return name;
}

/// Reads the header. Throws InputError for an empty text, wrong quotes, lines at the beginning that are no
/// header.
CsvLayout csv_layout(std::string_view text, const std::string& source, const ReadOptions& given)
{
    CsvLayout layout{.dialect = csv_dialect(text, given), .names = {}};
    auto& dialect = layout.dialect;
    auto options = given;
    options.decimal = dialect.decimal;
    Problems problems(text, source);
    layout.body = dialect.begin;
    CsvCursor cursor(text.substr(layout.body), dialect.separator, dialect.comment);
    if (!cursor.begin_row()) problems.fail("is empty; expected a header and rows");
    const char* const first_line = cursor.at();
    std::unordered_set<std::string> seen;
    std::vector<std::size_t> nameless;
    std::vector<std::size_t> again; // columns with a name that stands before
    std::string scratch;
    const bool orange = dialect.header && declared_as_in_orange(text.substr(layout.body), dialect);
    const auto second = dialect.header && !orange ? second_header(text.substr(layout.body), dialect, options)
                                                  : std::vector<std::string>();
    std::string above; // a name over several columns stands once
    do {
        const auto cell = cursor.cell();
        if (const char* wrong = cell.wrong()) problems.fail(cell.begin, wrong);
        std::string name = dialect.header ? typed_name(cell.text(scratch)) : std::string();
        if (!second.empty()) {
            const auto& below = second[layout.names.size()];
            if (name.empty() && !layout.names.empty()) name = above;
            above = name;
            if (!below.empty() && below != name) name += (name.empty() ? "" : "_") + below;
        }
        if (name.empty())
            nameless.push_back(layout.names.size());
        else if (!seen.insert(name).second)
            again.push_back(layout.names.size());
        layout.names.push_back(std::move(name));
    } while (cursor.next_cell());
    problems.throw_if_any();
    if (dialect.header && !options.header) refuse_padded_title(text, layout, problems);
    layout.discrete =
        dialect.header ? without_orange_flags(layout.names, dialect.notes) : std::vector<std::string>();
    if (!second.empty()) {
        if (cursor.begin_row()) {
            do cursor.cell();
            while (cursor.next_cell());
        }
        dialect.notes.push_back("the first two lines are taken for the header, so that columns are called " +
                                listed_in_quotes(layout.names, 3));
    }
    if (orange) {
        std::string classes;
        cursor.begin_row();
        std::size_t j = 0;
        do {
            const auto type = cursor.cell().raw;
            if (type == "discrete" || type == "d") layout.discrete.push_back(layout.names[j]);
            ++j;
        } while (cursor.next_cell());
        cursor.begin_row();
        j = 0;
        do {
            const auto role = cursor.cell().raw;
            if (role == "class" || role == "c") classes = layout.names[j];
            ++j;
        } while (cursor.next_cell());
        dialect.notes.push_back("the second and third lines are those of Orange, and no rows" +
                                (classes.empty() ? ""
                                                 : "; they declare column " + excerpt(classes) +
                                                       " the target (`target=" + classes + "`)"));
    }
    for (const auto j : again) {
        auto& name = layout.names[j];
        std::size_t number = 2;
        while (!seen.insert(name + '_' + std::to_string(number)).second) ++number;
        dialect.notes.push_back("column " + std::to_string(j + 1) + " is called " + excerpt(name) +
                                " as one before it, and is called " +
                                excerpt(name + '_' + std::to_string(number)) + " here");
        name += '_' + std::to_string(number);
    }
    // R's write.table gives the column of row names no place in the header.
    const auto counts =
        cells_of_rows({first_line, static_cast<std::size_t>(cursor.end() - first_line)}, dialect);
    const auto odd = second.empty() ? odd_rows(counts) : 0;
    if (dialect.header && odd == 1 && layout.names.size() > 1 &&
        usual_count(counts) == layout.names.size() + 1) {
        if (all_end_empty({cursor.at(), static_cast<std::size_t>(cursor.end() - cursor.at())}, dialect)) {
            nameless.push_back(layout.names.size());
            layout.names.emplace_back();
        } else {
            layout.names.insert(layout.names.begin(), "");
            for (auto& j : nameless) ++j;
            nameless.insert(nameless.begin(), 0);
        }
    } else if (odd > 0) {
        CsvCursor rows({first_line, static_cast<std::size_t>(cursor.end() - first_line)}, dialect.separator,
                       dialect.comment);
        for (std::size_t k = 0; k <= odd && rows.begin_row() && k < odd; ++k) {
            do rows.cell();
            while (rows.next_cell());
        }
        const auto line = place_of(text, static_cast<std::size_t>(rows.at() - text.data())).line;
        problems.fail(first_line,
                      (odd == 1 ? "the line has " + counted(counts.front(), "cell")
                                : "the first " + std::to_string(odd) +
                                      " lines have other numbers of cells than the rows") +
                          (odd == 1 ? ", and the rows below it have " + std::to_string(usual_count(counts))
                                    : " below them, " + std::to_string(usual_count(counts))) +
                          "; expected a header, or a first row like the others; `skip=" +
                          std::to_string(line - 1) + "` leaves out a title or a comment");
    }
    // R's write.csv gives the column of row names no name, and names the columns of a matrix V1, V2 ...
    layout.first_nameless = dialect.header && !nameless.empty() && nameless.front() == 0;
    for (const auto j : nameless) {
        auto& name = layout.names[j] = 'V' + std::to_string(j + 1);
        while (!seen.insert(name).second) name += '_';
    }
    if (dialect.header) layout.nameless = std::move(nameless);
    if (dialect.header) layout.body = static_cast<std::size_t>(cursor.at() - text.data());
    return layout;
}

/// Reads rows of data, possibly none. Throws InputError. The table has the notes of the layout.
Table parse_csv_rows(std::string_view text, const CsvSource& source, const CsvLayout& layout,
                     const ReadOptions& options)
{
    auto with_declared = options;
    with_declared.decimal = layout.dialect.decimal;
    for (const auto& name : layout.discrete)
        if (!contains_name(options.numeric, name)) with_declared.categorical.push_back(name);
    return CsvReader(text, source, layout, with_declared).table();
}

/// The end of the last complete row in a text that continues; 0 if there is none. A line end inside quotes
/// does not end a row.
std::size_t complete_rows(std::string_view text, const CsvDialect& dialect)
{
    if (text.find('"') == std::string_view::npos) return text.rfind('\n') + 1; // npos + 1 is 0
    CsvCursor cursor(text, dialect.separator, dialect.comment);
    std::size_t complete = 0;
    while (cursor.begin_row()) {
        do
            if (cursor.cell().state == CsvCell::State::unclosed_quote) return complete;
        while (cursor.next_cell());
        // A CR at the end may be the first half of a line end.
        if (cursor.at() != cursor.end() || text.back() == '\n')
            complete = static_cast<std::size_t>(cursor.at() - text.data());
    }
    return complete;
}

class CsvChunks final : public ChunkReader {
public:
    CsvChunks(std::string_view beginning, const std::string& source, const ReadOptions& options)
        : source_(source),
          options_(options),
          layout_(csv_layout(beginning, source, options))
    {
    }

    std::size_t complete_rows(std::string_view text) const override
    {
        const auto end = unseen::complete_rows(text, layout_.dialect);
        return end > layout_.body ? end : 0;
    }

    Table rows(std::string_view text, std::size_t first_line) override
    {
        auto table = parse_csv_rows(text, {.name = source_, .first_line = first_line}, layout_, options_);
        layout_.body = 0;
        layout_.dialect.notes.clear();
        layout_.nameless.clear();
        return table;
    }

private:
    std::string source_;
    ReadOptions options_;
    CsvLayout layout_;
};

} // namespace

Table parse_csv(std::string_view text, const CsvSource& source, const ReadOptions& options)
{
    auto table = parse_csv_rows(text, source, csv_layout(text, source.name, options), options);
    if (table.rows() == 0)
        Problems(text, source.name).fail("has a header but no rows; expected at least one row of data");
    // A row that is cut off in its last cell looks complete.
    if (text.back() != '\n' && text.back() != '\r')
        table.notes.emplace_back(
            "the last line has no line end; if the file was cut off, so was the last cell");
    return table;
}

InputFormat csv_format()
{
    return {.name = "CSV",
            .checks_encoding = true,
            .parse =
                [](std::string_view text, const std::string& source, const ReadOptions& options,
                   const std::function<void(std::string_view)>& done) {
                    return parse_csv(text, {.name = source, .done = done}, options);
                },
            .chunks = [](std::string_view beginning, const std::string& source,
                         const ReadOptions& options) -> std::unique_ptr<ChunkReader> {
                return std::make_unique<CsvChunks>(beginning, source, options);
            }};
}

} // namespace unseen
