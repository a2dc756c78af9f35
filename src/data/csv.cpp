#include "data/csv.hpp"

#include "base/parallel.hpp"
#include "data/csv_cursor.hpp"
#include "data/csv_dialect.hpp"
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
    CsvReader(std::string_view text, const std::string& source, const ReadOptions& options, std::size_t least_piece)
        : source_(source),
          options_(options),
          least_piece_(least_piece),
          marks_(options.missing),
          problems_(text, source),
          dialect_(csv_dialect(text, options)),
          body_(text)
    {
    }

    Table table()
    {
        read_names();
        check_forced_columns(options_, names_, source_);
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
        Table table{source_, {}, false, std::move(dialect_.notes)};
        for (std::size_t j = 0; j < names_.size(); ++j) {
            if (unwanted_[j]) continue;
            columns[j].name = std::move(names_[j]);
            table.columns.push_back(std::move(columns[j]));
        }
        return table;
    }

private:
    void read_names()
    {
        CsvCursor cursor(body_, dialect_.separator);
        if (!cursor.begin_row()) problems_.fail("is empty; expected a header and rows");
        std::unordered_set<std::string> seen;
        std::string scratch;
        do {
            const auto cell = cursor.cell();
            if (const char* wrong = cell.wrong()) problems_.fail(cell.begin, wrong);
            const auto number = std::to_string(names_.size() + 1);
            std::string name = dialect_.header ? std::string(cell.text(scratch)) : std::string();
            if (name.empty()) {
                name = 'V' + number;
                if (dialect_.header) dialect_.notes.push_back("column " + number + " has no name: it is called " + name);
            }
            if (!seen.insert(name).second)
                problems_.add(cell.begin, "a second column of the name " + quoted(name) + "; expected distinct names");
            names_.push_back(std::move(name));
        } while (cursor.next_cell());
        problems_.throw_if_any();
        if (dialect_.header) body_.remove_prefix(static_cast<std::size_t>(cursor.at() - body_.data()));
    }

    void plan()
    {
        form_ = {.separator = dialect_.separator, .marks = &marks_, .names = &names_, .plans = {}};
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
        auto texts = pieces_of(body_, thread_count(options_.threads), least_piece_);
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
        std::size_t rows = 0;
        for (const auto& piece : pieces) {
            for (const auto& problem : piece.problems) problems_.add(problem.at, problem.what);
            problems_.add_more(piece.problem_count - piece.problems.size());
            rows += piece.rows;
            if (piece.broken) problems_.throw_if_any();
        }
        if (rows == 0) problems_.fail("has a header but no rows; expected at least one row of data");
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

    const std::string& source_;
    const ReadOptions& options_;
    std::size_t least_piece_;
    MissingMarks marks_;
    Problems problems_;
    CsvDialect dialect_;
    std::string_view body_; ///< the rows of data, once the header has been read
    std::vector<std::string> names_;
    std::vector<bool> unwanted_;
    CsvForm form_;
};

} // namespace

Table parse_csv(std::string_view text, const std::string& source, const ReadOptions& options, std::size_t least_piece)
{
    return CsvReader(text, source, options, least_piece).table();
}

} // namespace unseen
