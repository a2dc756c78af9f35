#include "data/row_hashes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace unseen {

namespace {

constexpr std::uint64_t number_of_response = ~std::uint64_t{0}; ///< where features are numbered from 0

std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93U;
    x = (x ^ (x >> 32)) * 0x9E3779B97F4A7C15U;
    return x ^ (x >> 29);
}

std::uint64_t bits_of(double x)
{
    return std::isnan(x) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(x + 0.0);
}
std::uint64_t bits_of(std::int32_t code)
{
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(code));
}

template <class Cells>
void add_column(std::span<std::uint64_t> hashes, const Cells& cells, std::uint64_t number)
{
    const auto of_column = mixed(number + 0x9E3779B97F4A7C15U);
    for (std::size_t r = 0; r < hashes.size(); ++r) hashes[r] += mixed(of_column ^ mixed(bits_of(cells[r])));
}

} // namespace

void add_cells(std::span<std::uint64_t> hashes, const Column& column, std::uint64_t number)
{
    if (column.is_numeric())
        add_column(hashes, column.numeric().values, number);
    else
        add_column(hashes, column.coded().codes, number);
}

void add_cells(std::span<std::uint64_t> hashes, const SparseRows& rows, std::span<const std::size_t> places)
{
    if (places.empty()) return;
    const bool all = places.back() - places.front() + 1 == places.size();
    for (std::size_t r = 0; r < hashes.size(); ++r) {
        const auto row = rows.row(r);
        auto i = static_cast<std::size_t>(std::ranges::lower_bound(row.columns, places.front()) -
                                          row.columns.begin());
        for (; i < row.columns.size() && row.columns[i] <= places.back(); ++i)
            if (all || std::ranges::binary_search(places, row.columns[i]))
                hashes[r] += mixed(mixed(row.columns[i]) ^ mixed(bits_of(row.values[i])));
    }
}

void add_numbers(std::span<std::uint64_t> hashes, std::span<const double> numbers, std::uint64_t number)
{
    const auto width = hashes.empty() ? 0 : numbers.size() / hashes.size();
    for (std::size_t j = 0; j < width; ++j) {
        const auto of_column = mixed(mixed(number) + j);
        for (std::size_t r = 0; r < hashes.size(); ++r)
            hashes[r] += mixed(of_column ^ mixed(bits_of(numbers[r * width + j])));
    }
}

void add_responses(std::span<std::uint64_t> hashes, const Dataset& data)
{
    if (data.response_type() == ResponseType::classes)
        return add_column(hashes, data.class_codes(), number_of_response);
    for (std::size_t t = 0; t < data.targets(); ++t) {
        const auto of_column = mixed(number_of_response - t);
        for (Row r = 0; r < hashes.size(); ++r)
            hashes[r] += mixed(of_column ^ mixed(bits_of(data.response(r)[t])));
    }
}

std::vector<std::uint64_t> row_hashes(const Dataset& data, RowContent content)
{
    std::vector<std::uint64_t> hashes(data.rows(), 0);
    if (const auto* rows = data.sparse()) {
        for (std::size_t r = 0; r < hashes.size(); ++r) {
            const auto row = rows->row(r);
            for (std::size_t i = 0; i < row.columns.size(); ++i)
                hashes[r] += mixed(mixed(row.columns[i]) ^ mixed(bits_of(row.values[i])));
        }
    } else {
        for (std::size_t j = 0; j < data.features().size(); ++j) add_cells(hashes, data.features()[j], j);
    }
    if (content == RowContent::features_and_response) add_responses(hashes, data);
    return hashes;
}

} // namespace unseen
