#include "data/csv.hpp"

#include "data/csv_cursor.hpp"
#include "data/csv_dialect.hpp"
#include "data/problems.hpp"
#include "data/quick_number.hpp"
#include "data/read_options.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>

namespace unseen {

namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();
/// After this many rows the number of all rows is estimated from the bytes they took.
constexpr std::size_t rows_measured = 1000;
/// Places of infinite cells kept a column; more would not be named anyway.
constexpr std::size_t most_places = 10;

/// A column while the first scan goes over it: numbers until a cell says otherwise.
struct Draft {
    std::vector<double> values;
    bool numeric = true;
    bool must_be_numeric = false;
    std::vector<const char*> infinite_cells;
};

/// Two scans: the first reads numbers straight into their columns and finds out which columns are categories, the second
/// one, if there are any, codes these. No cell is kept as a string of its own.
class CsvReader {
public:
    CsvReader(std::string_view text, const std::string& source, const ReadOptions& options)
        : source_(source),
          options_(options),
          marks_(options.missing),
          problems_(text, source),
          dialect_(csv_dialect(text, options)),
          body_(text, dialect_.separator)
    {
    }

    Table table()
    {
        read_names();
        check_forced_columns(options_, names_, source_);
        for (std::size_t j = 0; j < names_.size(); ++j) {
            drafts_[j].numeric = !contains_name(options_.categorical, names_[j]);
            drafts_[j].must_be_numeric = contains_name(options_.numeric, names_[j]);
        }
        read_numbers();
        if (rows_ == 0) problems_.fail("has a header but no rows; expected at least one row of data");
        for (const auto& draft : drafts_)
            if (draft.numeric)
                for (const auto* at : draft.infinite_cells)
                    problems_.add(at, "infinite cell; expected a finite number or a missing mark");
        problems_.throw_if_any();
        auto categories = read_categories();

        Table table{source_, {}, false, std::move(dialect_.notes)};
        for (std::size_t j = 0; j < names_.size(); ++j) {
            Column column{std::move(names_[j]), NumericColumn{}};
            if (drafts_[j].numeric)
                column.cells = NumericColumn{std::move(drafts_[j].values)};
            else
                column.cells = categories[j]->finish();
            table.columns.push_back(std::move(column));
        }
        return table;
    }

private:
    /// A cell, or the end of reading if its quotes are wrong: where the next cell begins would be a guess.
    CsvCell checked_cell(CsvCursor& cursor)
    {
        const auto cell = cursor.cell();
        if (cell.state == CsvCell::State::unclosed_quote) problems_.fail(cell.begin, "a quote begins here and is never closed");
        if (cell.state == CsvCell::State::text_after_quote)
            problems_.fail(cell.begin, "text after a closing quote; expected a separator or the end of the line "
                                       "(a quote inside quotes is written twice)");
        return cell;
    }

    void read_names()
    {
        CsvCursor cursor = body_;
        if (!cursor.begin_row()) problems_.fail("is empty; expected a header and rows");
        std::unordered_set<std::string> seen;
        do {
            const auto cell = checked_cell(cursor);
            const auto number = std::to_string(names_.size() + 1);
            std::string name = dialect_.header ? std::string(cell.text(scratch_)) : std::string();
            if (name.empty()) {
                name = 'V' + number;
                if (dialect_.header) dialect_.notes.push_back("column " + number + " has no name: it is called " + name);
            }
            if (!seen.insert(name).second)
                problems_.add(cell.begin, "a second column of the name " + quoted(name) + "; expected distinct names");
            names_.push_back(std::move(name));
        } while (cursor.next_cell());
        problems_.throw_if_any();
        drafts_.resize(names_.size());
        if (dialect_.header) body_ = cursor;
    }

    void read_numbers()
    {
        CsvCursor cursor = body_;
        const bool quick = !marks_.has_number();
        while (cursor.begin_row()) {
            std::size_t j = 0;
            const char* excess = nullptr;
            while (true) {
                double value = 0.0;
                const char* after = nullptr;
                if (j >= drafts_.size()) {
                    if (excess == nullptr) excess = cursor.at();
                    checked_cell(cursor);
                } else if (!drafts_[j].numeric) {
                    checked_cell(cursor);
                } else if (quick && (after = quick_number(cursor.at(), cursor.end(), value)) != nullptr &&
                           cursor.ends_cell(after)) {
                    drafts_[j].values.push_back(value);
                    cursor.skip_to(after);
                } else {
                    add_cell(drafts_[j], checked_cell(cursor), j);
                }
                ++j;
                const char* row_end = cursor.at();
                if (cursor.next_cell()) continue;
                if (j != drafts_.size())
                    problems_.add(excess != nullptr ? excess : row_end, "row has " + std::to_string(j) +
                                                                            (j == 1 ? " cell" : " cells") + "; expected " +
                                                                            std::to_string(drafts_.size()));
                break;
            }
            if (++rows_ == rows_measured) reserve(cursor);
        }
    }

    /// Adds a cell to a column that is numeric so far.
    void add_cell(Draft& draft, const CsvCell& cell, std::size_t j)
    {
        const auto text = cell.text(scratch_);
        const bool missing = marks_.contains(text);
        const auto number = missing ? std::optional(missing_number) : parse_number(text);
        if (number) {
            if (std::isinf(*number) && draft.infinite_cells.size() < most_places) draft.infinite_cells.push_back(cell.begin);
            draft.values.push_back(*number);
        } else if (draft.must_be_numeric) {
            problems_.add(cell.begin, "cell " + quoted(text) + " of column " + quoted(names_[j]) +
                                          " is not a number; expected a number or a missing mark");
        } else {
            draft.numeric = false;
            draft.values = {};
        }
    }

    void reserve(const CsvCursor& cursor)
    {
        const auto done = static_cast<double>(cursor.at() - body_.at());
        const auto all = static_cast<double>(cursor.end() - body_.at());
        const auto rows = static_cast<std::size_t>(1.05 * static_cast<double>(rows_measured) * all / done) + 1;
        for (auto& draft : drafts_)
            if (draft.numeric) draft.values.reserve(rows);
    }

    /// The second scan; nothing where the column is numeric.
    std::vector<std::optional<CategoryBuilder>> read_categories()
    {
        std::vector<std::optional<CategoryBuilder>> builders(drafts_.size());
        bool any = false;
        for (std::size_t j = 0; j < drafts_.size(); ++j)
            if (!drafts_[j].numeric) {
                builders[j].emplace().reserve(rows_);
                any = true;
            }
        if (!any) return builders;
        CsvCursor cursor = body_;
        while (cursor.begin_row()) {
            std::size_t j = 0;
            do {
                const auto cell = cursor.cell();
                if (auto& builder = builders[j++]) {
                    const auto text = cell.text(scratch_);
                    if (marks_.contains(text))
                        builder->add_missing();
                    else
                        builder->add(text);
                }
            } while (cursor.next_cell());
        }
        return builders;
    }

    const std::string& source_;
    const ReadOptions& options_;
    MissingMarks marks_;
    Problems problems_;
    CsvDialect dialect_;
    CsvCursor body_; ///< at the first row of data
    std::vector<std::string> names_;
    std::vector<Draft> drafts_;
    std::size_t rows_ = 0;
    std::string scratch_;
};

} // namespace

Table parse_csv(std::string_view text, const std::string& source, const ReadOptions& options)
{
    return CsvReader(text, source, options).table();
}

} // namespace unseen
