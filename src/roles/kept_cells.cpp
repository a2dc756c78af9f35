#include "roles/kept_cells.hpp"

#include "base/listed.hpp"
#include "base/pages.hpp"
#include "data/column_tools.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <span>

namespace unseen {

namespace {

/// Throws InputError for a cell that is not a class: a missing cell (code_plus_one = 0) or another label.
[[noreturn]] void refuse(const std::string& where, std::size_t code_plus_one, const CellCodes& codes,
                         const Labels& classes, const std::string& expected)
{
    if (code_plus_one == 0) throw InputError(where + ": there is no value; expected " + expected);
    throw InputError(where + ": '" + codes.labels().name(code_plus_one - 1) + "' is not one of the classes " +
                     listed_in_quotes(classes.names(), most_labels_listed));
}

} // namespace

const std::string& text_of(const Column& column, std::size_t row)
{
    return column.coded().labels.name(static_cast<std::size_t>(column.coded().codes[row]));
}

std::optional<std::size_t> truth_value(std::string label)
{
    for (auto& c : label) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (label == "0" || label == "false") return 0;
    if (label == "1" || label == "true") return 1;
    return std::nullopt;
}

bool complete(const Column& column)
{
    bool missing = false;
    if (column.is_numeric())
        for (const double x : column.numeric().values) missing |= std::isnan(x);
    else
        for (const auto code : column.coded().codes) missing |= code < 0;
    return !missing;
}

std::vector<double> KeptCells::numbers(const Column& column, const std::string& what, bool last_use)
{
    if (column.is_numeric() && rows_.all() && complete(column))
        return last_use ? joined_->last_numbers(column) : column.numeric().values;
    std::vector<double> values;
    values.reserve(size());
    for (std::size_t k = 0; k < size(); ++k) {
        const auto i = rows_[k];
        if (column.missing(i))
            throw InputError(joined_->where(column.name, i) + ": there is no value; expected " + what);
        values.push_back(column.is_numeric() ? column.numeric().values[i] : number(column, i, what));
    }
    return values;
}

double KeptCells::number(const Column& column, std::size_t row, const std::string& what) const
{
    const auto& cell = text_of(column, row);
    const auto number = parse_number(cell);
    require(number.has_value() && std::isfinite(*number),
            joined_->where(column.name, row) + ": '" + cell + "' is not a finite number; expected " + what +
                (has_decimal_comma(cell) ? ", with a decimal point instead of the comma" : ""));
    return *number;
}

std::vector<double> KeptCells::interleaved(const std::vector<const Column*>& columns, const std::string& what)
{
    if (columns.size() == 1) return numbers(*columns.front(), what, true);
    std::vector<double> all(size() * columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const auto values = numbers(*columns[c], what);
        for (std::size_t i = 0; i < values.size(); ++i) all[i * columns.size() + c] = values[i];
    }
    return all;
}

std::vector<std::uint32_t> KeptCells::labels(const Column& column, const CellCodes& codes_of_cells,
                                             const Labels& classes, const std::string& expected) const
{
    constexpr auto none = static_cast<std::uint32_t>(-1);
    std::vector<std::uint32_t> class_of = {none}; // indexed by code + 1
    for (const auto& name : codes_of_cells.labels().names())
        class_of.push_back(classes.code(name).value_or(none));
    std::vector<std::uint32_t> labels;
    labels.reserve(size());
    prefer_large_pages(labels.data(), labels.capacity() * sizeof labels[0]);
    std::array<std::int32_t, 512> codes;
    std::array<std::uint32_t, codes.size()> found;
    for (std::size_t begin = 0; begin < column.rows(); begin += codes.size()) {
        auto part = std::span(codes).first(std::min(codes.size(), column.rows() - begin));
        codes_of_cells.copy(begin, part);
        if (!rows_.all()) { // moves the cells of the kept rows to the front
            std::size_t n = 0;
            for (auto k = labels.size(); k < size() && rows_[k] < begin + part.size(); ++k)
                part[n++] = part[rows_[k] - begin];
            part = part.first(n);
        }
        bool refused = false; // read after the loop, so that the loop has no branch
        for (std::size_t j = 0; j < part.size(); ++j) {
            found[j] = class_of[static_cast<std::size_t>(part[j] + 1)];
            refused |= found[j] == none;
        }
        for (std::size_t j = 0; refused && j < part.size(); ++j)
            if (found[j] == none)
                refuse(where(column, labels.size() + j), static_cast<std::size_t>(part[j] + 1),
                       codes_of_cells, classes, expected);
        labels.insert(labels.end(), found.begin(), found.begin() + static_cast<std::ptrdiff_t>(part.size()));
    }
    return labels;
}

} // namespace unseen
