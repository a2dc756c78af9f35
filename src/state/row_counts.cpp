#include "state/row_counts.hpp"

#include "data/column_tools.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace unseen {

namespace {

// A cell is 64 bits: those of a number, in a form that ascends with the number; or a text, by its code; or
// missing. Finite numbers do not use the top of the range.
constexpr std::uint64_t first_text = 0xFFF8000000000000;
constexpr std::uint64_t missing_cell = ~std::uint64_t{0};
constexpr std::uint64_t sign = std::uint64_t{1} << 63;
/// Up to this many rows are collected before they are settled.
constexpr std::size_t least_waiting = std::size_t{1} << 20;

std::uint64_t cell_of_number(double x)
{
    if (std::isnan(x)) return missing_cell;
    const auto bits = std::bit_cast<std::uint64_t>(x + 0.0); // turns -0 into 0
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

double number_of_cell(std::uint64_t cell)
{
    if (cell == missing_cell) return std::numeric_limits<double>::quiet_NaN();
    return std::bit_cast<double>((cell & sign) != 0 ? cell ^ sign : ~cell);
}

bool is_text(std::uint64_t cell) { return cell >= first_text && cell != missing_cell; }

/// Sorts positions by their `cells`, stably. Radix sort by 11 bits at a time, over the bits in which cells
/// differ.
void sort_stably(std::vector<std::uint32_t>& order, const std::vector<std::uint64_t>& cells,
                 std::vector<std::uint32_t>& scratch)
{
    std::uint64_t differing = 0;
    for (const auto cell : cells) differing |= cell ^ cells.front();
    constexpr unsigned digit = 11;
    constexpr std::size_t n_digits = std::size_t{1} << digit;
    for (unsigned shift = 0; shift < 64; shift += digit) {
        if (((differing >> shift) & (n_digits - 1)) == 0) continue;
        std::vector<std::size_t> begin(n_digits + 1, 0);
        for (const auto cell : cells) ++begin[((cell >> shift) & (n_digits - 1)) + 1];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        for (const auto at : order) scratch[begin[(cells[at] >> shift) & (n_digits - 1)]++] = at;
        order.swap(scratch);
    }
}

} // namespace

std::uint64_t RowCounts::rows() const
{
    return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

std::uint64_t RowCounts::cell_of_text(std::size_t column, std::string_view text)
{
    if (const auto number = parse_number(text); number && std::isfinite(*number) && shortest(*number) == text)
        return cell_of_number(*number);
    return first_text + texts_[column].add(text);
}

void RowCounts::add(const Table& table)
{
    for (std::size_t c = 0; c < names_.size(); ++c) {
        const auto& column = named_column(table, names_[c]);
        auto& cells = cells_[c];
        if (column.is_numeric() && !column.numeric().spelling) {
            for (const double x : column.numeric().values) cells.push_back(cell_of_number(x));
        } else {
            const auto& coded = column.is_numeric() ? *column.numeric().spelling : column.coded();
            std::vector<std::uint64_t> of_code;
            for (const auto& label : coded.labels.names()) of_code.push_back(cell_of_text(c, label));
            for (const auto code : coded.codes)
                cells.push_back(code < 0 ? missing_cell : of_code[static_cast<std::size_t>(code)]);
        }
    }
    counts_.resize(counts_.size() + table.rows(), 1);
    if (counts_.size() - settled_ > std::max(least_waiting, settled_)) settle();
}

void RowCounts::merge(const RowCounts& other)
{
    for (std::size_t c = 0; c < names_.size(); ++c) {
        std::vector<std::uint64_t> of_code;
        for (const auto& text : other.texts_[c].names()) of_code.push_back(first_text + texts_[c].add(text));
        for (const auto cell : other.cells_[c])
            cells_[c].push_back(is_text(cell) ? of_code[cell - first_text] : cell);
    }
    counts_.insert(counts_.end(), other.counts_.begin(), other.counts_.end());
    settle();
}

/// Recodes texts in the order of the texts, so that the order of the rows does not depend on the order in
/// which they were added.
void RowCounts::sort_texts()
{
    for (std::size_t c = 0; c < names_.size(); ++c) {
        auto names = texts_[c].names();
        std::sort(names.begin(), names.end());
        if (names == texts_[c].names()) continue;
        const Labels sorted(std::move(names));
        for (auto& cell : cells_[c])
            if (is_text(cell)) cell = first_text + *sorted.code(texts_[c].name(cell - first_text));
        texts_[c] = sorted;
    }
}

void RowCounts::settle()
{
    const std::size_t n = counts_.size();
    if (n == settled_) return;
    sort_texts();
    std::vector<std::uint32_t> order(n);
    std::vector<std::uint32_t> scratch(n);
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t c = names_.size(); c-- > 0;) sort_stably(order, cells_[c], scratch);
    scratch = {};
    // Each distinct row is kept at its first position, with the sum of the counts.
    std::vector<std::uint32_t> kept;
    std::vector<std::uint64_t> counts;
    for (const auto at : order) {
        const bool same = !kept.empty() && std::all_of(cells_.begin(), cells_.end(), [&](const auto& cells) {
            return cells[at] == cells[kept.back()];
        });
        if (!same) {
            kept.push_back(at);
            counts.push_back(0);
        }
        counts.back() += counts_[at];
    }
    order = {};
    counts_ = std::move(counts);
    for (auto& cells : cells_) {
        std::vector<std::uint64_t> sorted;
        sorted.reserve(kept.size());
        for (const auto at : kept) sorted.push_back(cells[at]);
        cells = std::move(sorted);
    }
    settled_ = counts_.size();
}

Table RowCounts::table(const std::string& source)
{
    settle();
    const auto n = static_cast<std::size_t>(rows());
    Table table{source, {}};
    for (std::size_t c = 0; c < names_.size(); ++c) {
        const auto& cells = cells_[c];
        Column column{names_[c], NumericColumn{}};
        if (std::none_of(cells.begin(), cells.end(), is_text)) {
            auto& values = std::get<NumericColumn>(column.cells).values;
            values.reserve(n);
            for (std::size_t i = 0; i < cells.size(); ++i)
                values.insert(values.end(), counts_[i], number_of_cell(cells[i]));
        } else {
            const auto text = [&](std::uint64_t cell) {
                return is_text(cell) ? texts_[c].name(cell - first_text) : shortest(number_of_cell(cell));
            };
            Labels labels;
            std::vector<std::uint32_t> codes;
            for (const auto cell : cells) codes.push_back(cell == missing_cell ? 0 : labels.add(text(cell)));
            CodedColumn coded{Labels(sorted_labels(labels.names())), {}};
            coded.codes.reserve(n);
            std::vector<std::int32_t> sorted_code;
            for (const auto& name : labels.names())
                sorted_code.push_back(static_cast<std::int32_t>(*coded.labels.code(name)));
            for (std::size_t i = 0; i < cells.size(); ++i)
                coded.codes.insert(coded.codes.end(), counts_[i],
                                   cells[i] == missing_cell ? -1 : sorted_code[codes[i]]);
            column.cells = std::move(coded);
        }
        table.columns.push_back(std::move(column));
    }
    return table;
}

void RowCounts::write(ByteWriter& out)
{
    settle();
    out.count(counts_.size());
    for (const auto count : counts_) out.count(count);
    for (std::size_t c = 0; c < names_.size(); ++c) {
        out.texts(texts_[c].names());
        std::uint64_t before = 0;
        for (const auto cell : cells_[c]) { // neighbouring cells are similar
            out.count(cell - before);
            before = cell;
        }
    }
}

RowCounts RowCounts::read(ByteReader& in, std::vector<std::string> names)
{
    RowCounts state(std::move(names));
    state.counts_.resize(in.length());
    constexpr std::uint64_t most_rows = 0xfffffffe; // that a table may have
    std::uint64_t rows = 0;
    for (auto& count : state.counts_) {
        count = in.count();
        if (count > most_rows - rows) in.fail();
        rows += count;
    }
    for (std::size_t c = 0; c < state.names_.size(); ++c) {
        for (const auto& text : in.texts()) state.texts_[c].add(text);
        std::uint64_t before = 0;
        for (std::size_t i = 0; i < state.counts_.size(); ++i) {
            before += in.count();
            const bool sound =
                before == missing_cell || (is_text(before) ? before - first_text < state.texts_[c].size()
                                                           : std::isfinite(number_of_cell(before)));
            if (!sound) in.fail();
            state.cells_[c].push_back(before);
        }
    }
    if (state.counts_.empty()) in.fail();
    state.settle(); // they are settled already, unless another program wrote the file
    return state;
}

} // namespace unseen
