#include "data/csv.hpp"

#include "base/parallel.hpp"
#include "data/csv_cursor.hpp"
#include "data/csv_piece.hpp"
#include "data/problems.hpp"
#include "data/read_options.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace unseen {

namespace {

/// So many rows tell which columns hold categories; a column that shows it later costs a second scan.
constexpr std::size_t rows_looked_at = 1000;

/// The text cut at line ends into at most `n` pieces of at least `least` bytes.
std::vector<std::string_view> pieces_of(std::string_view text, std::size_t n, std::size_t least)
{
    const std::size_t size = std::max(text.size() / n + 1, least);
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

/// Reads numbers straight into their columns, a piece of the text a thread. Columns that turn out to be categories late are read a
/// second time. No cell is kept as a string of its own.
class CsvReader {
public:
    CsvReader(std::string_view text, const CsvSource& source, const CsvLayout& layout, const ReadOptions& options)
        : source_(source),
          options_(options),
          marks_(options.missing),
          layout_(layout),
          names_(layout.names),
          problems_(text, source.name, source.first_line),
          body_(text.substr(layout.body))
    {
    }

    Table table()
    {
        check_forced_columns(options_, names_, source_.name);
        plan();
        auto pieces = read_pieces();
        collect_problems(pieces);

        std::vector<Column> columns(names_.size());
        join(pieces, columns);
        if (std::any_of(form_.plans.begin(), form_.plans.end(),
                        [](const CsvPlan& p) { return p.kind == CsvPlan::Kind::categories; })) {
            pieces = read_pieces();
            join(pieces, columns);
        }
        Table table{source_.name, {}, false, layout_.dialect.notes};
        for (std::size_t j = 0; j < names_.size(); ++j) {
            if (unwanted_[j]) continue;
            columns[j].name = names_[j];
            table.columns.push_back(std::move(columns[j]));
        }
        return table;
    }

private:
    void plan()
    {
        form_ = {.separator = layout_.dialect.separator, .marks = &marks_, .names = &names_, .plans = {}};
        form_.plans.resize(names_.size());
        unwanted_.assign(names_.size(), false);
        if (options_.wanted) {
            const auto wanted = options_.wanted(names_);
            for (std::size_t j = 0; j < names_.size(); ++j) unwanted_[j] = !contains_name(wanted, names_[j]);
        }
        for (std::size_t j = 0; j < names_.size(); ++j) {
            auto& p = form_.plans[j];
            p.must_be_numeric = contains_name(options_.numeric, names_[j]);
            if (contains_name(options_.categorical, names_[j])) p.kind = CsvPlan::Kind::categories;
            if (unwanted_[j]) p.kind = CsvPlan::Kind::unread;
        }
        const auto first = read_csv_piece(body_, form_, {.most_rows = rows_looked_at});
        for (std::size_t j = 0; j < names_.size(); ++j)
            if (first.columns[j].text_met) form_.plans[j].kind = CsvPlan::Kind::categories;
    }

    std::vector<CsvPiece> read_pieces()
    {
        auto texts = pieces_of(body_, thread_count(options_.threads), source_.least_piece);
        std::vector<CsvPiece> pieces(texts.size());
        const auto read = [&](std::size_t i) {
            pieces[i] =
                read_csv_piece(texts[i], form_, {.bytes_to_come = i == 0 ? body_.size() : 0, .stop_at_quotes = texts.size() > 1});
        };
        run_workers(texts.size(), read);
        if (std::any_of(pieces.begin(), pieces.end(), [](const CsvPiece& p) { return p.quoted; })) {
            // A line end may stand inside quotes, and then a piece begins in the middle of a cell.
            texts = {body_};
            pieces.resize(1);
            read(0);
        }
        return pieces;
    }

    void collect_problems(const std::vector<CsvPiece>& pieces)
    {
        for (const auto& piece : pieces) {
            for (const auto& problem : piece.problems) problems_.add(problem.at, problem.what);
            problems_.add_more(piece.problem_count - piece.problems.size());
            if (piece.broken) problems_.throw_if_any();
        }
        for (std::size_t j = 0; j < names_.size(); ++j)
            if (!has_text(pieces, j))
                for (const auto& piece : pieces) {
                    const auto& column = piece.columns[j];
                    for (const auto* at : column.infinite_cells)
                        problems_.add(at, "infinite cell; expected a finite number or a missing mark");
                    problems_.add_more(column.infinite_count - column.infinite_cells.size());
                }
        problems_.throw_if_any();
    }

    static bool has_text(const std::vector<CsvPiece>& pieces, std::size_t j)
    {
        return std::any_of(pieces.begin(), pieces.end(), [j](const CsvPiece& p) { return p.columns[j].text_met; });
    }

    /// Puts the columns together that were read, and plans another reading of those that were not what they seemed.
    void join(std::vector<CsvPiece>& pieces, std::vector<Column>& columns)
    {
        for (std::size_t j = 0; j < names_.size(); ++j) {
            auto& kind = form_.plans[j].kind;
            if (kind == CsvPlan::Kind::unread) continue;
            if (kind == CsvPlan::Kind::numbers && has_text(pieces, j)) {
                kind = CsvPlan::Kind::categories;
                continue;
            }
            if (kind == CsvPlan::Kind::numbers)
                columns[j].cells = joined_numbers(pieces, j);
            else
                columns[j].cells = joined_categories(pieces, j);
            kind = CsvPlan::Kind::unread;
        }
    }

    static NumericColumn joined_numbers(std::vector<CsvPiece>& pieces, std::size_t j)
    {
        NumericColumn column{std::move(pieces.front().columns[j].values)};
        std::size_t rows = 0;
        for (const auto& piece : pieces) rows += piece.rows;
        column.values.reserve(rows);
        for (std::size_t p = 1; p < pieces.size(); ++p) {
            auto& values = pieces[p].columns[j].values;
            column.values.insert(column.values.end(), values.begin(), values.end());
            values = {};
        }
        return column;
    }

    static CodedColumn joined_categories(std::vector<CsvPiece>& pieces, std::size_t j)
    {
        CategoryBuilder builder;
        for (auto& piece : pieces) builder.append(piece.columns[j].labels, std::move(piece.columns[j].codes));
        return builder.finish();
    }

    const CsvSource& source_;
    const ReadOptions& options_;
    MissingMarks marks_;
    const CsvLayout& layout_;
    const std::vector<std::string>& names_;
    Problems problems_;
    std::string_view body_;
    std::vector<bool> unwanted_;
    CsvForm form_;
};

} // namespace

CsvLayout csv_layout(std::string_view text, const std::string& source, const ReadOptions& options)
{
    CsvLayout layout{.dialect = csv_dialect(text, options), .names = {}};
    Problems problems(text, source);
    CsvCursor cursor(text, layout.dialect.separator);
    if (!cursor.begin_row()) problems.fail("is empty; expected a header and rows");
    std::unordered_set<std::string> seen;
    std::string scratch;
    do {
        const auto cell = cursor.cell();
        if (const char* wrong = cell.wrong()) problems.fail(cell.begin, wrong);
        const auto number = std::to_string(layout.names.size() + 1);
        std::string name = layout.dialect.header ? std::string(cell.text(scratch)) : std::string();
        if (name.empty()) {
            name = 'V' + number;
            if (layout.dialect.header) layout.dialect.notes.push_back("column " + number + " has no name: it is called " + name);
        }
        if (!seen.insert(name).second)
            problems.add(cell.begin, "a second column of the name " + quoted(name) + "; expected distinct names");
        layout.names.push_back(std::move(name));
    } while (cursor.next_cell());
    problems.throw_if_any();
    if (layout.dialect.header) layout.body = static_cast<std::size_t>(cursor.at() - text.data());
    return layout;
}

Table parse_csv_rows(std::string_view text, const CsvSource& source, const CsvLayout& layout, const ReadOptions& options)
{
    return CsvReader(text, source, layout, options).table();
}

std::size_t complete_rows(std::string_view text, char separator)
{
    if (text.find('"') == std::string_view::npos) return text.rfind('\n') + 1; // npos + 1 is 0
    CsvCursor cursor(text, separator);
    std::size_t complete = 0;
    while (cursor.begin_row()) {
        do
            if (cursor.cell().state == CsvCell::State::unclosed_quote) return complete;
        while (cursor.next_cell());
        // A CR at the very end may be the first half of a line end.
        if (cursor.at() != cursor.end() || text.back() == '\n') complete = static_cast<std::size_t>(cursor.at() - text.data());
    }
    return complete;
}

Table parse_csv(std::string_view text, const std::string& source, const ReadOptions& options, std::size_t least_piece)
{
    auto table = parse_csv_rows(text, {.name = source, .least_piece = least_piece}, csv_layout(text, source, options), options);
    if (table.rows() == 0) Problems(text, source).fail("has a header but no rows; expected at least one row of data");
    return table;
}

} // namespace unseen
