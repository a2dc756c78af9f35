#include "unseen/data/number_array.hpp"

#include "base/pages.hpp"
#include "base/parallel.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

constexpr std::size_t many = 1'000'000; ///< numbers for which starting threads pays

template <class T>
NumericColumn column_of(const T* first, const NumberArray& array)
{
    const auto rows = array.rows;
    NumericColumn column;
    auto& values = column.values;
    values.reserve(rows);
    prefer_large_pages(values.data(), rows * sizeof values[0]);
    std::array<double, 512> block; // appended block by block, because resize() would first clear all numbers
    for (std::size_t begin = 0; begin < rows; begin += block.size()) {
        const std::size_t n = std::min(block.size(), rows - begin);
        bool infinite = false; // read after the loop, so that the loop has no branch
        for (std::size_t i = 0; i < n; ++i) {
            block[i] = static_cast<double>(first[static_cast<std::ptrdiff_t>(begin + i) * array.stride]);
            infinite |= std::abs(block[i]) == std::numeric_limits<double>::infinity();
        }
        if (infinite) {
            const auto i =
                std::ranges::find_if(block, [](double x) { return std::isinf(x); }) - block.begin();
            throw InputError(array.name + " is infinite in row " +
                             std::to_string(begin + static_cast<std::size_t>(i)) + "; expected a number");
        }
        values.insert(values.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(n));
    }
    return column;
}

} // namespace

std::vector<NumericColumn> columns_of(std::span<const NumberArray> arrays, std::size_t threads)
{
    std::vector<NumericColumn> columns(arrays.size());
    std::size_t numbers = 0;
    for (const auto& array : arrays) numbers += array.rows;
    parallel_for(arrays.size(), numbers < many ? 1 : threads, [&](SharedNumbers shared) {
        for (const auto c : shared)
            columns[c] =
                std::visit([&](const auto* first) { return column_of(first, arrays[c]); }, arrays[c].first);
    });
    return columns;
}

} // namespace unseen
