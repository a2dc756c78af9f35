#include "unseen/data/sparse_rows.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

std::optional<std::uint32_t> SparseRows::place(std::string_view name) const
{
    if (!names.empty()) {
        const auto found = std::ranges::find(names, name);
        return found == names.end() ? std::nullopt
                                    : std::optional(static_cast<std::uint32_t>(found - names.begin()));
    }
    if (name.size() < 2 || name[0] != 'V' || name[1] < '1' || name[1] > '9') return std::nullopt;
    const auto number = parse_whole(name.substr(1));
    if (!number || *number > columns) return std::nullopt;
    return static_cast<std::uint32_t>(*number - 1);
}

NumericColumn SparseRows::dense(std::uint32_t place) const
{
    NumericColumn result{std::vector<double>(rows(), 0.0)};
    for (std::size_t r = 0; r < rows(); ++r) {
        const auto own = row(r);
        const auto at = std::ranges::lower_bound(own.columns, place);
        if (at != own.columns.end() && *at == place)
            result.values[r] = own.values[static_cast<std::size_t>(at - own.columns.begin())];
    }
    return result;
}

std::vector<Column> SparseRows::dense() const
{
    std::vector<Column> all;
    all.reserve(columns);
    for (std::uint32_t j = 0; j < columns; ++j)
        all.push_back({name(j), NumericColumn{std::vector<double>(rows(), 0.0)}});
    for (std::size_t r = 0; r < rows(); ++r)
        for (auto at = begins[r]; at < begins[r + 1]; ++at)
            std::get<NumericColumn>(all[column[at]].cells).values[r] = value[at];
    return all;
}

double dense_bytes(double rows, double columns)
{
    constexpr double of_column = 256.0;
    return columns * (8.0 * rows + of_column);
}

std::string gigabytes(double bytes) { return shortest(std::round(bytes / 0x1p30 * 10.0) / 10.0) + " GB"; }

bool mostly_zeros(double nonzero, double rows, double columns) { return 10.0 * nonzero < rows * columns; }

bool keep_sparse(const SparseRows& rows)
{
    constexpr double worth_it = 0x1p26;
    const auto n = static_cast<double>(rows.rows());
    return dense_bytes(n, rows.columns) > worth_it &&
           mostly_zeros(static_cast<double>(rows.value.size()), n, rows.columns);
}

std::optional<SparseRows> sparse_if_mostly_zeros(std::span<const Column> columns, std::size_t judged)
{
    double nonzero = 0.0;
    for (const auto& column : columns) {
        if (!column.is_numeric()) return std::nullopt;
        nonzero += static_cast<double>(std::ranges::count_if(std::span(column.numeric().values).first(judged),
                                                             [](double x) { return x != 0.0; }));
    }
    if (!mostly_zeros(nonzero, static_cast<double>(judged), static_cast<double>(columns.size())))
        return std::nullopt;
    const std::size_t rows = columns.front().rows();
    SparseRows result{.columns = static_cast<std::uint32_t>(columns.size())};
    for (const auto& column : columns) result.names.push_back(column.name);
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::uint32_t j = 0; j < result.columns; ++j)
            if (const double x = columns[j].numeric().values[r]; x != 0.0) {
                result.column.push_back(j);
                result.value.push_back(x);
            }
        result.begins.push_back(result.column.size());
    }
    return result;
}

} // namespace unseen
