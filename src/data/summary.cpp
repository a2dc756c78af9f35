#include "unseen/data/summary.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// The number of distinct values. Sorts, because a set of a million numbers takes ten times as long.
template <class T>
std::uint64_t distinct(std::vector<T> values)
{
    std::sort(values.begin(), values.end());
    return static_cast<std::uint64_t>(std::unique(values.begin(), values.end()) - values.begin());
}

std::uint64_t distinct_values(const Column& column)
{
    if (!column.is_numeric()) {
        auto codes = column.coded().codes;
        std::erase(codes, -1);
        return distinct(std::move(codes));
    }
    auto values = column.numeric().values;
    std::erase_if(values, [](double x) { return std::isnan(x); });
    return distinct(std::move(values));
}

} // namespace

DataSummary summarise(const Dataset& data)
{
    DataSummary summary;
    std::vector<bool> row_missing(data.rows(), false);
    for (const auto& column : data.features()) {
        ColumnSummary of{.name = column.name, .numeric = column.is_numeric(), .values = distinct_values(column)};
        for (std::size_t r = 0; r < column.rows(); ++r) {
            if (!column.missing(r)) continue;
            ++of.missing;
            row_missing[r] = true;
        }
        summary.numeric += of.numeric ? 1 : 0;
        summary.missing_cells += of.missing;
        summary.features.push_back(std::move(of));
    }
    summary.rows_with_missing = static_cast<std::uint64_t>(std::count(row_missing.begin(), row_missing.end(), true));
    if (data.response_type() == ResponseType::classes) {
        summary.class_counts.assign(data.classes().size(), 0);
        for (Row r = 0; r < data.labelled(); ++r) ++summary.class_counts[static_cast<std::size_t>(data.class_codes()[r])];
    }
    return summary;
}

} // namespace unseen
