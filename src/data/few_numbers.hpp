// Private: columns of numbers of which few are distinct, as those of classes are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace unseen {

/// What a column of few distinct numbers holds.
struct FewNumbers {
    static constexpr std::size_t usual_most = 32;

    std::vector<double> distinct{}; ///< in the order of appearance; -0 and 0 are one
    bool any_missing = false;       ///< some number is NaN
    bool two_zeros = false;         ///< there are both 0 and -0, which are equal and have two names
};

/// Nothing if there are more than `most` distinct numbers; that is told where the first one too many stands. O(most n) at worst; the result does not depend
/// on `threads` (0: all).
std::optional<FewNumbers> few_numbers(std::span<const double> values, std::size_t most = FewNumbers::usual_most,
                                      std::size_t threads = 1);

/// Which of some distinct numbers each of `values` is, as many as `to` holds; -1 where it is none of them. O(distinct n).
void places_of(std::span<const double> values, std::span<const double> distinct, std::span<std::int32_t> to);

} // namespace unseen
