#include "data/like_ids.hpp"

#include "data/sparse_tools.hpp"

namespace unseen {

bool looks_like_id(const Column& column)
{
    const std::size_t n = column.rows();
    if (n < 20) return false;
    if (!column.is_numeric()) return 10 * column.coded().labels.size() >= 9 * n;
    const auto& x = column.numeric().values;
    for (std::size_t r = 1; r < n; ++r)
        if (x[r] != x[0] + static_cast<double>(r)) return false;
    return true;
}

std::vector<std::size_t> places_like_ids(std::span<const Column> features, const SparseRows* sparse)
{
    std::vector<std::size_t> places;
    for (std::size_t j = 0; j < features.size(); ++j)
        if (looks_like_id(features[j])) places.push_back(j);
    if (sparse == nullptr) return places;
    const auto counts = nonzero_counts(*sparse); // row numbers are 0 once at most
    for (std::uint32_t j = 0; j < sparse->columns; ++j)
        if (counts[j] + 1 >= sparse->rows() && looks_like_id({sparse->name(j), sparse->dense(j)}))
            places.push_back(j);
    return places;
}

} // namespace unseen
