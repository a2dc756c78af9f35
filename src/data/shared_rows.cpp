#include "unseen/data/shared_rows.hpp"

#include "data/row_hashes.hpp"

#include "unseen/stats/binomial.hpp"

#include <algorithm>

namespace unseen {

bool SharedRows::more_than_chance() const
{
    const Delta delta(0.05);
    return shared > 0 && binomial_lower(shared, rows, delta).p > binomial_upper(repeated, labelled, delta).p;
}

std::vector<Warning> SharedRows::warning(const std::string& what, const std::string& effect) const
{
    if (!more_than_chance()) return {};
    return {{warnings::shared_rows, std::to_string(shared) + " of " + std::to_string(rows) + ' ' + what +
                                        " equal training rows, which is more than chance: " + effect}};
}

SharedRows shared_rows(const Dataset& data, std::span<const Row> rows)
{
    const bool unlabelled = !rows.empty() && std::ranges::binary_search(data.unlabelled(), rows.front());
    const auto hashes =
        row_hashes(data, unlabelled ? RowContent::features : RowContent::features_and_response);
    std::vector<std::uint64_t> known(hashes.begin(), hashes.begin() + data.labelled());
    std::sort(known.begin(), known.end());

    SharedRows found{.rows = rows.size(), .labelled = known.size()};
    for (const Row row : rows) found.shared += std::ranges::binary_search(known, hashes[row]) ? 1 : 0;
    for (auto next = known.begin(); next != known.end();) {
        const auto first = next;
        next = std::upper_bound(first, known.end(), *first);
        if (next - first > 1) found.repeated += static_cast<std::uint64_t>(next - first);
    }
    return found;
}

} // namespace unseen
