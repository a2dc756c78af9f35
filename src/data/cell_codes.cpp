#include "data/cell_codes.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace unseen {

namespace {

std::vector<double> sorted_distinct(std::span<const double> values)
{
    std::vector<double> distinct;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool again =
            i > 0 && std::bit_cast<std::uint64_t>(values[i]) == std::bit_cast<std::uint64_t>(values[i - 1]);
        if (!again && !std::isnan(values[i]))
            distinct.push_back(values[i]); // values of folds and repeats come in runs
    }
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    return distinct;
}

Labels labels_of(std::span<const double> ascending)
{
    Labels labels;
    for (const double x : ascending) labels.add(shortest(x));
    return labels;
}

CodedColumn coded_by_sorting(std::span<const double> values)
{
    const auto distinct = sorted_distinct(values);
    CodedColumn coded{.labels = labels_of(distinct), .codes = {}};
    coded.codes.reserve(values.size());
    for (const double x : values) {
        const auto place = std::lower_bound(distinct.begin(), distinct.end(), x) - distinct.begin();
        coded.codes.push_back(std::isnan(x) ? -1 : static_cast<std::int32_t>(place));
    }
    return coded;
}

std::optional<FewNumbers> few_numbers_of(const Column& column)
{
    const bool read_by_value = column.is_numeric() && !column.numeric().spelling;
    return read_by_value ? few_numbers(column.numeric().values) : std::nullopt;
}

} // namespace

CellCodes::CellCodes(const Column& column) : CellCodes(column, few_numbers_of(column)) {}

CellCodes::CellCodes(const Column& column, const std::optional<FewNumbers>& few)
{
    if (!column.is_numeric()) {
        coded_ = &column.coded();
        return;
    }
    if (const auto& spelling = column.numeric().spelling) {
        coded_ = &*spelling;
        return;
    }
    if (!few || few->two_zeros) {
        own_ = coded_by_sorting(column.numeric().values);
        return;
    }
    numbers_ = column.numeric().values;
    distinct_ = few->distinct;
    std::sort(distinct_.begin(), distinct_.end());
    own_.labels = labels_of(distinct_);
}

void CellCodes::copy(std::size_t begin, std::span<std::int32_t> to) const
{
    if (!numbers_.empty()) return places_of(numbers_.subspan(begin), distinct_, to);
    const auto& codes = coded_ != nullptr ? coded_->codes : own_.codes;
    std::copy_n(codes.begin() + static_cast<std::ptrdiff_t>(begin), to.size(), to.begin());
}

} // namespace unseen
