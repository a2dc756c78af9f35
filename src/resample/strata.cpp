#include "resample/strata.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

Strata strata_by_code(std::span<const std::int32_t> codes, std::vector<std::string> names)
{
    Strata strata{.rows = std::vector<Row>(codes.size()), .starts = std::vector<std::size_t>(names.size() + 1, 0), .names = {}};
    for (const auto code : codes) ++strata.starts[static_cast<std::size_t>(code) + 1];
    std::partial_sum(strata.starts.begin(), strata.starts.end(), strata.starts.begin());
    auto next = strata.starts;
    for (Row r = 0; r < codes.size(); ++r) strata.rows[next[static_cast<std::size_t>(codes[r])]++] = r;
    strata.names = std::move(names);
    return strata;
}

std::shared_ptr<const Strata> make_strata(const Dataset& data, bool stratify)
{
    const Row n = data.labelled();
    if (!stratify) return std::make_shared<const Strata>(strata_by_code(std::vector<std::int32_t>(n, 0), {"all"}));
    std::span<const std::int32_t> codes = data.class_codes();
    const Labels* labels = &data.classes();
    if (const auto* column = data.stratum()) {
        require(!column->is_numeric(), "column '" + column->name + "' holds numbers; expected categories to stratify by");
        codes = column->coded().codes;
        labels = &column->coded().labels;
    }
    require(!codes.empty(),
            "stratify=yes needs classes or a column to stratify by; the target '" + data.response_name() + "' holds numbers");
    for (Row r = 0; r < n; ++r)
        require(codes[r] >= 0, "row " + std::to_string(data.source_row(r) + 1) + " has no value in the column to stratify by");
    return std::make_shared<const Strata>(strata_by_code(codes.first(n), labels->names()));
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
    require(size >= 1 && size < n, what + ": fraction = " + shortest(fraction) + " of " + std::to_string(n) + ' ' + unit +
                                       "s gives " + std::to_string(size) + " test " + unit + "s; expected at least one test " +
                                       unit + " and one training " + unit);
    return size;
}

} // namespace unseen
