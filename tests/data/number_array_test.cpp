// Arrays of numbers as columns. Oracles: by hand, and a plain loop.
#include "unseen/base/error.hpp"
#include "unseen/data/number_array.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace unseen;

namespace {

std::vector<double> column_of(const NumberArray& array)
{
    return columns_of(std::span(&array, 1)).front().values;
}

} // namespace

TEST(NumberArray, StridesSkipRepeatAndGoBack)
{
    const std::vector<std::int32_t> numbers = {1, 2, 3, 4, 5, 6};
    EXPECT_EQ(column_of({numbers.data(), 3, 2}), (std::vector<double>{1, 3, 5}));
    EXPECT_EQ(column_of({numbers.data() + 5, 3, -1}), (std::vector<double>{6, 5, 4}));
    EXPECT_EQ(column_of({numbers.data() + 1, 3, 0}), (std::vector<double>{2, 2, 2}));
    EXPECT_TRUE(column_of({numbers.data(), 0}).empty());
}

TEST(NumberArray, AllTypesAndManyNumbersAreAPlainLoop)
{
    constexpr std::size_t rows = 700'001; // two columns are shared by threads; the last block is not full
    std::vector<float> floats;
    std::vector<std::int64_t> whole;
    for (std::size_t i = 0; i < rows; ++i) {
        floats.push_back(static_cast<float>(i) * 0.1F);
        whole.push_back(static_cast<std::int64_t>(i * i) - 5);
    }
    const std::vector<NumberArray> arrays = {{floats.data(), rows}, {whole.data(), rows}};
    const auto columns = columns_of(arrays, 2);
    ASSERT_EQ(columns.size(), 2U);
    EXPECT_EQ(columns[0].values, std::vector<double>(floats.begin(), floats.end()));
    EXPECT_EQ(columns[1].values, std::vector<double>(whole.begin(), whole.end()));
}

TEST(NumberArray, AnInfiniteNumberIsNamed)
{
    std::vector<double> numbers(2000, NumericColumn::missing);
    EXPECT_TRUE(std::isnan(column_of({numbers.data(), numbers.size()}).back()));
    numbers[1999] = -std::numeric_limits<double>::infinity();
    try {
        column_of({.first = numbers.data(), .rows = numbers.size(), .name = "X: 'a'"});
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "X: 'a' is infinite in row 1999; expected a number");
    }
}
