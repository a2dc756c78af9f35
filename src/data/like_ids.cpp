#include "data/like_ids.hpp"

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

} // namespace unseen
