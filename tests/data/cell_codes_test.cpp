// Columns as codes, compared with sorting and comparing one number at a time.
#include "data/cell_codes.hpp"

#include "data/column_tools.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace unseen {
namespace {

using Numbers = std::vector<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Column column_of(Numbers numbers) { return {"x", NumericColumn{std::move(numbers)}}; }

std::vector<std::int32_t> all_codes(const CellCodes& cells, std::size_t n)
{
    std::vector<std::int32_t> codes(n);
    cells.copy(0, codes);
    return codes;
}

/// `n` numbers drawn from `distinct` different ones, some of them missing.
Numbers drawn(Stream& stream, std::size_t n, std::size_t distinct, bool some_missing)
{
    Numbers kinds;
    for (std::size_t k = 0; k < distinct; ++k)
        kinds.push_back(std::ldexp(stream.uniform() - 0.5, static_cast<int>(stream.below(60))));
    Numbers numbers;
    for (std::size_t i = 0; i < n; ++i)
        numbers.push_back(some_missing && stream.below(9) == 0
                              ? nan
                              : kinds[static_cast<std::size_t>(stream.below(distinct))]);
    return numbers;
}

TEST(FewNumbers, AreTheDistinctOnesAndTheirPlacesAmongThem)
{
    Stream stream(31, Purpose::generation);
    for (const std::size_t n : {1, 2, 511, 512, 513, 1500})
        for (const std::size_t distinct : {1, 2, 3, 31, 32})
            for (const bool some_missing : {false, true}) {
                SCOPED_TRACE(std::to_string(n) + " of " + std::to_string(distinct));
                const auto numbers = drawn(stream, n, distinct, some_missing);
                const auto few = few_numbers(numbers);
                ASSERT_TRUE(few.has_value());
                std::vector<std::int32_t> places(n);
                places_of(numbers, few->distinct, places);
                Numbers in_order; // of appearance
                bool any_missing = false;
                for (std::size_t i = 0; i < n; ++i) {
                    if (std::isnan(numbers[i])) {
                        any_missing = true;
                        EXPECT_EQ(places[i], -1);
                        continue;
                    }
                    if (std::find(in_order.begin(), in_order.end(), numbers[i]) == in_order.end())
                        in_order.push_back(numbers[i]);
                    ASSERT_GE(places[i], 0);
                    EXPECT_EQ(few->distinct.at(static_cast<std::size_t>(places[i])), numbers[i]);
                }
                EXPECT_EQ(few->distinct, in_order);
                EXPECT_EQ(few->any_missing, any_missing);
                EXPECT_FALSE(few->two_zeros);
            }
}

/// Numbers that only one thread meets, at either end.
TEST(FewNumbers, AreTheSameForAnyNumberOfThreads)
{
    Stream stream(33, Purpose::generation);
    auto numbers = drawn(stream, 500'000, 5, false);
    numbers.front() = 0.0;
    numbers.back() = -0.0;
    for (const auto at : {std::size_t{260'000}, numbers.size() - 2}) {
        numbers[at] = at == 260'000 ? nan : 1e9;
        const auto one = few_numbers(numbers, 7, 1);
        ASSERT_TRUE(one);
        EXPECT_TRUE(one->any_missing);
        EXPECT_TRUE(one->two_zeros);
        for (const std::size_t threads : {2, 3}) {
            const auto several = few_numbers(numbers, 7, threads);
            ASSERT_TRUE(several);
            EXPECT_EQ(several->distinct, one->distinct);
            EXPECT_TRUE(several->any_missing);
            EXPECT_TRUE(several->two_zeros);
        }
    }
    numbers[260'000] = 2e9; // eight in all, and no thread meets more than seven
    for (const std::size_t threads : {1, 3}) EXPECT_FALSE(few_numbers(numbers, 7, threads)) << threads;
}

TEST(FewNumbers, DoNotExistWhereThereIsOneTooMany)
{
    Numbers numbers;
    for (int i = 0; i < 2000; ++i) numbers.push_back(i % 4);
    EXPECT_TRUE(few_numbers(numbers, 4));
    EXPECT_FALSE(few_numbers(numbers, 3));
    numbers.back() = 4.5; // the last cell of the last block
    EXPECT_FALSE(few_numbers(numbers, 4));
    EXPECT_EQ(few_numbers(numbers, 5)->distinct, (Numbers{0, 1, 2, 3, 4.5}));
    Numbers most;
    for (int i = 0; i < 64; ++i) most.push_back(i);
    EXPECT_EQ(few_numbers(most, 64)->distinct, most);
}

TEST(FewNumbers, OfNothingOrOfMissingCellsAreNone)
{
    EXPECT_TRUE(few_numbers({})->distinct.empty());
    EXPECT_FALSE(few_numbers({})->any_missing);
    const Numbers missing(600, nan);
    EXPECT_TRUE(few_numbers(missing)->distinct.empty());
    EXPECT_TRUE(few_numbers(missing)->any_missing);
}

TEST(FewNumbers, TellWhetherThereAreBothZeros)
{
    for (const std::size_t n : {2, 512, 700})
        for (const double last : {0.0, -0.0}) {
            Numbers numbers(n, 0.0);
            numbers.back() = last;
            EXPECT_EQ(few_numbers(numbers)->two_zeros, std::signbit(last)) << n;
            EXPECT_EQ(few_numbers(numbers)->distinct.size(), 1u);
        }
    EXPECT_FALSE(few_numbers(Numbers(5, -0.0))->two_zeros);
    for (const double zero : {0.0, -0.0})
        for (const double other : {1.0, -1.0, nan})
            EXPECT_FALSE(few_numbers(Numbers{other, zero})->two_zeros) << "other numbers' signs do not count";
}

TEST(CellCodes, OfNumbersAreTheirPlacesInNumericOrder)
{
    Stream stream(32, Purpose::generation);
    for (const std::size_t n : {1, 5, 512, 1300})
        for (const std::size_t distinct : {1, 2, 7, 32, 33, 200}) {
            SCOPED_TRACE(std::to_string(n) + " of " + std::to_string(distinct));
            const auto numbers = drawn(stream, n, distinct, true);
            const Column column = column_of(numbers);
            const CellCodes cells(column);
            std::map<double, std::int32_t> place;
            for (const double x : numbers)
                if (!std::isnan(x)) place[x] = 0;
            std::vector<std::string> names;
            for (auto& [x, code] : place) {
                code = static_cast<std::int32_t>(names.size());
                names.push_back(shortest(x));
            }
            EXPECT_EQ(cells.labels().names(), names);
            std::vector<std::int32_t> expected;
            for (const double x : numbers) expected.push_back(std::isnan(x) ? -1 : place[x]);
            EXPECT_EQ(all_codes(cells, n), expected);
            EXPECT_EQ(coded_from_numbers(column).codes, expected);
            EXPECT_EQ(coded_from_numbers(column).labels.names(), names);
            std::vector<std::int32_t> some(n / 2);
            cells.copy(n - n / 2, some);
            EXPECT_TRUE(
                std::equal(some.begin(), some.end(), expected.end() - static_cast<std::ptrdiff_t>(n / 2)));
        }
}

TEST(CellCodes, OfBothZerosHaveOneLabel)
{
    const Column column = column_of({0.0, -0.0, 1.0});
    const CellCodes cells(column);
    EXPECT_EQ(cells.labels().size(), 2u);
    EXPECT_EQ(all_codes(cells, 3), (std::vector<std::int32_t>{0, 0, 1}));
}

TEST(CellCodes, OfCategoriesAreTheColumns)
{
    const Column column{"x", CodedColumn{Labels(std::vector<std::string>{"b", "a"}), {1, -1, 0, 0}}};
    const CellCodes cells(column);
    EXPECT_EQ(cells.labels().names(), (std::vector<std::string>{"b", "a"}));
    EXPECT_EQ(all_codes(cells, 4), (std::vector<std::int32_t>{1, -1, 0, 0}));
}

TEST(NumbersLikeClasses, AreTwoOrFewWholeOnesFromZeroOrOneUp)
{
    const auto looks = [](const Numbers& numbers) { return looks_like_classes({numbers}); };
    EXPECT_TRUE(looks({0.25, 7.5, nan, 0.25}));
    EXPECT_TRUE(looks({3, 1, 2}));
    EXPECT_TRUE(looks({2, 0, 1}));
    EXPECT_FALSE(looks({2, 3, 4}));
    EXPECT_FALSE(looks({0, 1, 1.5}));
    EXPECT_FALSE(looks({}));
    EXPECT_FALSE(looks({nan}));
    Numbers numbers;
    for (int i = 1; i <= 20; ++i) numbers.push_back(i);
    EXPECT_TRUE(looks(numbers));
    numbers.push_back(21);
    EXPECT_FALSE(looks(numbers));
    EXPECT_FALSE(look_like_classes(numbers));
}

} // namespace
} // namespace unseen
