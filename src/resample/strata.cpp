#include "resample/strata.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

Strata strata_by_code(std::span<const std::int32_t> codes, std::vector<std::string> names)
{
    Strata strata{.rows = std::vector<Row>(codes.size()),
                  .starts = std::vector<std::size_t>(names.size() + 1, 0),
                  .names = {}};
    for (const auto code : codes) ++strata.starts[static_cast<std::size_t>(code) + 1];
    std::partial_sum(strata.starts.begin(), strata.starts.end(), strata.starts.begin());
    auto next = strata.starts;
    for (Row r = 0; r < codes.size(); ++r) strata.rows[next[static_cast<std::size_t>(codes[r])]++] = r;
    strata.names = std::move(names);
    return strata;
}

Strata strata_of_numbers(std::span<const double> values, std::uint64_t count)
{
    Strata strata{.rows = std::vector<Row>(values.size()), .starts = {0}, .names = {}, .of_numbers = true};
    std::iota(strata.rows.begin(), strata.rows.end(), Row{0});
    std::stable_sort(strata.rows.begin(), strata.rows.end(),
                     [&](Row a, Row b) { return values[a] < values[b]; });
    for (std::uint64_t s = 0; s < count; ++s) {
        strata.starts.push_back(strata.starts.back() + values.size() / count +
                                (s < values.size() % count ? 1 : 0));
        strata.names.push_back(std::to_string(s + 1));
    }
    return strata;
}

std::shared_ptr<const Strata> make_strata(const Dataset& data, bool stratify, std::uint64_t numbers)
{
    const Row n = data.labelled();
    if (!stratify)
        return std::make_shared<const Strata>(strata_by_code(std::vector<std::int32_t>(n, 0), {"all"}));
    const auto* column = data.stratum();
    for (Row r = 0; column != nullptr && r < n; ++r)
        require(!column->missing(r), "row " + std::to_string(data.source_row(r) + 1) +
                                         " has no value in the column to stratify by");
    if (column != nullptr ? !column->is_numeric() : data.response_type() == ResponseType::classes) {
        const auto codes =
            column != nullptr ? std::span<const std::int32_t>(column->coded().codes) : data.class_codes();
        const auto& labels = column != nullptr ? column->coded().labels : data.classes();
        return std::make_shared<const Strata>(strata_by_code(codes.first(n), labels.names()));
    }
    require(
        numbers > 0,
        "column '" + (column != nullptr ? column->name : data.response_name()) +
            "' holds numbers, which this plan cannot balance; name a column of categories with `stratum`");
    require(column != nullptr || data.targets() == 1,
            "the targets '" + data.response_name() +
                "' have no order that a plan could balance; name a column with `stratum`");
    const auto values =
        column != nullptr ? std::span<const double>(column->numeric().values) : data.responses();
    return std::make_shared<const Strata>(strata_of_numbers(values.first(n), numbers));
}

std::vector<std::uint64_t> largest_remainder(std::span<const std::uint64_t> sizes, std::uint64_t total)
{
    const auto n = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    std::vector<std::uint64_t> parts;
    std::vector<std::uint64_t> remainders;
    for (const auto size : sizes) {
        parts.push_back(size * total / n);
        remainders.push_back(size * total % n);
    }
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return remainders[a] != remainders[b] ? remainders[a] > remainders[b] : sizes[a] > sizes[b];
    });
    auto left = total - std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
    for (const auto s : order) {
        if (left == 0) break;
        ++parts[s];
        --left;
    }
    return parts;
}

std::uint64_t test_size(Row n, double fraction, const std::string& what, const std::string& unit)
{
    const auto size = static_cast<std::uint64_t>(std::floor(static_cast<double>(n) * fraction + 0.5));
    require(size >= 1 && size < n, what + ": fraction = " + shortest(fraction) + " of " + std::to_string(n) +
                                       ' ' + unit + "s gives " + std::to_string(size) + " test " + unit +
                                       "s; expected at least one test " + unit + " and one training " + unit);
    return size;
}

} // namespace unseen
