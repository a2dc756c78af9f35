// Private: columns of numbers with few distinct values, such as class codes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace unseen {

/// The values of a column with few distinct numbers.
struct FewNumbers {
    static constexpr std::size_t usual_most = 32;

    std::vector<double> distinct{}; ///< in order of appearance; -0 and 0 count as one
    bool any_missing = false;       ///< some number is NaN
    bool two_zeros = false;         ///< both 0 and -0 occur; they are equal but print differently
};

/// The distinct numbers in `values`; std::nullopt if there are more than `most`. The search ends at the first
/// number beyond these. At worst O(most n). The result does not depend on `threads` (0: all cores).
std::optional<FewNumbers> few_numbers(std::span<const double> values,
                                      std::size_t most = FewNumbers::usual_most, std::size_t threads = 1);

/// Writes to `to` the index in `distinct` of each value, -1 if it is not there. `values` has at least as many
/// elements as `to`. O(distinct n).
void places_of(std::span<const double> values, std::span<const double> distinct, std::span<std::int32_t> to);

} // namespace unseen
