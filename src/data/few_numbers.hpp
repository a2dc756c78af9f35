// Private: columns of numbers of which few are distinct, as those of classes are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace unseen {

/// Numbers as one byte each: which of the distinct ones it is.
struct FewNumbers {
    static constexpr std::uint8_t missing = 255;

    std::vector<double> distinct{};    ///< in the order of appearance; -0 and 0 are one
    std::vector<std::uint8_t> codes{}; ///< a number, or `missing` for NaN
    bool any_missing = false;
    bool two_zeros = false; ///< there are both 0 and -0, which are equal and have two names
};

/// Nothing if there are more than `most` (up to 64) distinct numbers; that is told where the first one too many stands. One pass, O(most n) at worst.
std::optional<FewNumbers> few_numbers(std::span<const double> values, std::size_t most = 32);

} // namespace unseen
