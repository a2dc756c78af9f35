// Private: the numbers of all rows of a dataset, those without a response too.
#pragma once

#include "unseen/data/dataset.hpp"

#include <numeric>
#include <vector>

namespace unseen {

inline std::vector<Row> all_rows(const Dataset& data)
{
    std::vector<Row> rows(data.rows());
    std::iota(rows.begin(), rows.end(), Row{0});
    return rows;
}

} // namespace unseen
