// Private: lags of the target as features (METHODS A.15), a step of Dataset::make().
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// The name of the feature that holds the target of `steps` rows before: `y(t-3)`.
std::string lag_name(const std::string& target, std::uint64_t steps);

/// The table made from a series.
struct Lagged {
    std::vector<Column> features;  ///< one for each lag, the latest first
    std::vector<bool> left_out;    ///< the rows that lack one of the lags
    std::string note;              ///< a description of the lags, for the user
    std::vector<Warning> warnings; ///< about the times
};

/// The lags `roles.lags` of the target, a column of numbers, for forecasts `roles.horizon` rows ahead: with
/// horizon h, lag l of the row at time t is the target of the row at time t-h-l+1, so that lag 1 is the last
/// value known at the origin t-h. Rows are sorted by `roles.time`, a column of `table`; without it they keep
/// their order.
///
/// Throws InputError for invalid lags or an invalid horizon, for two rows with the same time, a row without a
/// time and a missing value before a known one, and if no row has all its lags (with `to_train`: and a value
/// of its own).
Lagged make_lags(const Table& table, const Column& target, const Roles& roles, bool to_train = true);

} // namespace unseen
