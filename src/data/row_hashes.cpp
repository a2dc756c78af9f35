#include "data/row_hashes.hpp"

#include <bit>
#include <cmath>

namespace unseen {

namespace {

/// Adds a cell to the hash of its row: a multiplication and a rotation, so that the order of the columns
/// counts.
void add_to(std::uint64_t& hash, std::uint64_t cell)
{
    hash = std::rotl((hash ^ cell) * 0x9E3779B97F4A7C15U, 29) * 0xBF58476D1CE4E5B9U;
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
void add_column(std::vector<std::uint64_t>& hashes, const Cells& cells)
{
    for (std::size_t r = 0; r < hashes.size(); ++r) add_to(hashes[r], bits_of(cells[r]));
}

std::vector<std::uint64_t> add_response(std::vector<std::uint64_t> hashes, const Dataset& data,
                                        RowContent content)
{
    if (content == RowContent::features) return hashes;
    if (data.response_type() == ResponseType::classes) {
        add_column(hashes, data.class_codes());
        return hashes;
    }
    for (Row r = 0; r < hashes.size(); ++r)
        for (const double y : data.response(r)) add_to(hashes[r], bits_of(y));
    return hashes;
}

} // namespace

std::vector<std::uint64_t> row_hashes(const Dataset& data, RowContent content)
{
    std::vector<std::uint64_t> hashes(data.rows(), 0);
    if (const auto* rows = data.sparse()) {
        for (std::size_t r = 0; r < hashes.size(); ++r) {
            const auto row = rows->row(r);
            for (std::size_t i = 0; i < row.columns.size(); ++i) {
                add_to(hashes[r], row.columns[i]);
                add_to(hashes[r], bits_of(row.values[i]));
            }
        }
        return add_response(std::move(hashes), data, content);
    }
    for (const auto& column : data.features()) {
        if (column.is_numeric())
            add_column(hashes, column.numeric().values);
        else
            add_column(hashes, column.coded().codes);
    }
    return add_response(std::move(hashes), data, content);
}

} // namespace unseen
