// Private: a column of groups that gathers nothing, because it differs in every row.
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/base/warnings.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// Adds the warning `groups_of_one_row` if there are two rows or more and as many groups as rows.
inline void warn_of_groups_of_one_row(const std::string& column, std::uint64_t groups, std::uint64_t rows,
                                      std::vector<Warning>& warnings)
{
    if (rows < 2 || groups < rows) return;
    warnings.push_back({warnings::groups_of_one_row,
                        "the column '" + column + "' has another value in each of the " +
                            std::to_string(rows) + " rows: as a group it keeps no rows together"});
}

} // namespace unseen
