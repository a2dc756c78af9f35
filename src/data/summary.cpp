#include "unseen/data/summary.hpp"

#include "data/row_hashes.hpp"

#include "unseen/stats/moments.hpp"
#include "unseen/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace unseen {

namespace {

/// Summarises ascending numbers, at least one.
NumberSummary summary_of(std::span<const double> sorted)
{
    return {.least = sorted.front(),
            .lower_quartile = quantile(sorted, 0.25),
            .median = quantile(sorted, 0.5),
            .upper_quartile = quantile(sorted, 0.75),
            .most = sorted.back(),
            .mean = mean_of(sorted)};
}

/// The numbers that are not missing, ascending.
std::vector<double> sorted_numbers(std::span<const double> cells)
{
    std::vector<double> values(cells.begin(), cells.end());
    std::erase_if(values, [](double x) { return std::isnan(x); });
    std::sort(values.begin(), values.end());
    return values;
}

void summarise_numbers(const NumericColumn& column, ColumnSummary& of)
{
    auto values = sorted_numbers(column.values);
    of.missing = column.values.size() - values.size();
    if (values.empty()) return;
    of.numbers = summary_of(values);
    of.values = static_cast<std::uint64_t>(std::unique(values.begin(), values.end()) - values.begin());
}

void summarise_categories(const CodedColumn& column, ColumnSummary& of)
{
    constexpr std::size_t most_frequent = 3;
    std::vector<std::uint64_t> counts(column.labels.size(), 0);
    for (const auto code : column.codes) ++(code < 0 ? of.missing : counts[static_cast<std::size_t>(code)]);
    of.values = static_cast<std::uint64_t>(std::count_if(counts.begin(), counts.end(), [](std::uint64_t n) { return n > 0; }));
    for (std::size_t c = 0; c < counts.size(); ++c)
        if (counts[c] > 0) of.frequent.push_back({column.labels.name(c), counts[c]});
    std::stable_sort(of.frequent.begin(), of.frequent.end(), [](const auto& a, const auto& b) { return a.cells > b.cells; });
    if (of.frequent.size() > most_frequent) of.frequent.resize(most_frequent);
}

std::uint64_t count_repeated_rows(const Dataset& data)
{
    auto hashes = row_hashes(data, RowContent::features_and_response);
    std::sort(hashes.begin(), hashes.end());
    return hashes.size() - static_cast<std::uint64_t>(std::unique(hashes.begin(), hashes.end()) - hashes.begin());
}

} // namespace

DataSummary summarise(const Dataset& data)
{
    DataSummary summary;
    std::vector<bool> row_missing(data.rows(), false);
    for (const auto& column : data.features()) {
        ColumnSummary of{.name = column.name, .numeric = column.is_numeric()};
        if (column.is_numeric())
            summarise_numbers(column.numeric(), of);
        else
            summarise_categories(column.coded(), of);
        for (std::size_t r = 0; of.missing > 0 && r < column.rows(); ++r)
            if (column.missing(r)) row_missing[r] = true;
        summary.numeric += of.numeric ? 1 : 0;
        summary.missing_cells += of.missing;
        summary.features.push_back(std::move(of));
    }
    summary.rows_with_missing = static_cast<std::uint64_t>(std::count(row_missing.begin(), row_missing.end(), true));
    if (data.response_type() == ResponseType::classes) {
        summary.class_counts.assign(data.classes().size(), 0);
        for (Row r = 0; r < data.labelled(); ++r) ++summary.class_counts[static_cast<std::size_t>(data.class_codes()[r])];
    } else {
        summary.response = summary_of(sorted_numbers(data.responses()));
    }
    summary.repeated_rows = count_repeated_rows(data);
    return summary;
}

} // namespace unseen
