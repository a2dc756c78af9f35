// Turns arrays of numbers in memory, as in NumPy and Arrow, into columns.
//
// Example:
//
//     const std::vector<float> numbers = {1.5F, 2.0F, 2.5F, 3.0F};
//     const auto columns =
//         columns_of(std::vector<NumberArray>{{numbers.data(), 2, 2}}); // every other number
//     assert(columns[0].values == (std::vector<double>{1.5, 2.5}));
#pragma once

#include "unseen/data/column.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace unseen {

/// `rows` numbers that are `stride` elements apart, starting with the first. NaN is a missing cell. The
/// numbers must outlive the object.
struct NumberArray {
    std::variant<const double*, const float*, const std::int64_t*, const std::int32_t*> first;
    std::size_t rows = 0;
    std::ptrdiff_t stride = 1;     ///< may be negative, or 0
    std::string name = "an array"; ///< for messages
};

/// Copies each array; a program with arrays needs no other copy. Several threads share the work (0: all
/// cores). Throws InputError for an infinite number. O(numbers).
std::vector<NumericColumn> columns_of(std::span<const NumberArray> arrays, std::size_t threads = 0);

} // namespace unseen
