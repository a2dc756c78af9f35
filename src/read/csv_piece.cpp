#include "read/csv_piece.hpp"

#include "base/pages.hpp"
#include "read/csv_cursor.hpp"
#include "read/problems.hpp"
#include "read/quick_number.hpp"
#include "unseen/base/number.hpp"

#include <cmath>
#include <optional>

namespace unseen {

namespace {

/// After this many rows the number of all rows is estimated from their size.
constexpr std::size_t rows_measured = 1000;
/// The number of places kept for a column and of problems for a piece; a message names no more.
constexpr std::size_t most_places = 10;

class PieceReader {
public:
    PieceReader(std::string_view text, const CsvForm& form, const CsvPieceOptions& options, CsvPiece used)
        : form_(form),
          options_(options),
          cursor_(text, form.separator, form.comment),
          begin_(text.data()),
          quick_(!form.marks->has_number() && form.decimal == '.')
    {
        piece_.plain = form.comment == '\0';
        piece_.columns.resize(form.plans.size());
        for (std::size_t j = 0; j < used.columns.size(); ++j) {
            piece_.columns[j].values = std::move(used.columns[j].values);
            piece_.columns[j].codes = std::move(used.columns[j].codes);
            piece_.columns[j].values.clear();
            piece_.columns[j].codes.clear();
        }
    }

    CsvPiece read()
    {
        while (piece_.rows < options_.most_rows && cursor_.begin_row()) {
            read_row();
            if (piece_.broken || piece_.quoted) break;
            if (++piece_.rows == rows_measured) reserve();
        }
        return std::move(piece_);
    }

private:
    void read_row()
    {
        const std::size_t n = form_.plans.size();
        std::size_t j = 0;
        const char* excess = nullptr;
        while (true) {
            double value = 0.0;
            const char* after = nullptr;
            if (j < n && quick_ && form_.plans[j].kind == CsvPlan::Kind::numbers &&
                (after = quick_number(cursor_.at(), cursor_.end(), value)) != nullptr &&
                cursor_.ends_cell(after)) {
                auto& column = piece_.columns[j];
                if (!column.text_met) {
                    if (std::abs(value) >= first_inexact_whole) [[unlikely]]
                        keep_spelling(column, {cursor_.at(), static_cast<std::size_t>(after - cursor_.at())},
                                      value);
                    column.values.push_back(value);
                }
                cursor_.skip_to(after);
            } else {
                if (j == n) excess = cursor_.at();
                const auto cell = cursor_.cell();
                if (!sound(cell)) return;
                if (j >= n || !add_cell(j, cell)) piece_.plain = false;
            }
            ++j;
            const char* row_end = cursor_.at();
            if (cursor_.next_cell()) continue;
            if (j != n)
                add_problem(excess != nullptr ? excess : row_end, "row has " + std::to_string(j) +
                                                                      (j == 1 ? " cell" : " cells") +
                                                                      "; expected " + std::to_string(n));
            return;
        }
    }

    static void keep_spelling(CsvCells& column, std::string_view text, double value)
    {
        if (loses_spelling(text, value)) column.spelling.add(column.values.size(), text);
    }

    bool sound(const CsvCell& cell)
    {
        if (options_.stop_at_quotes && cell.quoted) piece_.quoted = true;
        if (const char* wrong = cell.wrong()) {
            add_problem(cell.begin, wrong);
            piece_.broken = true;
            piece_.plain = false;
        }
        return !piece_.quoted && !piece_.broken;
    }

    /// True if the cell is empty or a number.
    bool add_cell(std::size_t j, const CsvCell& cell)
    {
        auto& column = piece_.columns[j];
        if (form_.plans[j].kind == CsvPlan::Kind::unread || column.text_met) return cell.raw.empty();
        const auto text = cell.text(scratch_);
        const bool missing = form_.marks->contains(text);
        if (form_.plans[j].kind == CsvPlan::Kind::categories) {
            column.codes.push_back(missing ? -1 : static_cast<std::int32_t>(column.labels.add(text)));
            return text.empty();
        }
        const auto number =
            missing ? std::optional(NumericColumn::missing) : cell_number(text, form_.decimal);
        if (number) {
            if (std::isinf(*number) && ++column.infinite_count <= most_places)
                column.infinite_cells.push_back(cell.begin);
            keep_spelling(column, text, *number);
            column.values.push_back(*number);
        } else if (form_.plans[j].must_be_numeric) {
            add_problem(cell.begin, "cell " + excerpt(text) + " of column " + excerpt((*form_.names)[j]) +
                                        " is not a number; expected a number or a missing mark");
        } else {
            column.text_met = true;
            column.values = {};
            column.spelling = {};
            column.infinite_cells.clear();
            column.infinite_count = 0;
        }
        return text.empty() || (number && !missing);
    }

    void add_problem(const char* at, std::string what)
    {
        ++piece_.problem_count;
        if (piece_.problems.size() < most_places) piece_.problems.push_back({at, std::move(what)});
    }

    void reserve()
    {
        const auto done = static_cast<double>(cursor_.at() - begin_);
        const auto all = static_cast<double>(cursor_.end() - begin_);
        const auto rows =
            static_cast<std::size_t>(1.05 * static_cast<double>(rows_measured) * all / done) + 1;
        for (std::size_t j = 0; j < form_.plans.size(); ++j) {
            auto& column = piece_.columns[j];
            if (form_.plans[j].kind == CsvPlan::Kind::categories) reserve(column.codes, rows);
            if (form_.plans[j].kind == CsvPlan::Kind::numbers && !column.text_met)
                reserve(column.values, rows);
        }
    }

    template <class Cell>
    static void reserve(std::vector<Cell>& cells, std::size_t rows)
    {
        cells.reserve(rows);
        prefer_large_pages(cells.data(), cells.capacity() * sizeof(Cell));
    }

    const CsvForm& form_;
    const CsvPieceOptions& options_;
    CsvCursor cursor_;
    const char* begin_;
    bool quick_;
    CsvPiece piece_;
    std::string scratch_;
};

} // namespace

CsvPiece read_csv_piece(std::string_view text, const CsvForm& form, const CsvPieceOptions& options,
                        CsvPiece used)
{
    return PieceReader(text, form, options, std::move(used)).read();
}

} // namespace unseen
