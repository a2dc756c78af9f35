#include "resample/examples.hpp"
#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace unseen {
namespace {

using test::class_counts;
using test::message_of;
using test::number_data;
using test::plan;
using test::splits_of;
using test::warning_codes;
using Rows = std::vector<Row>;

TEST(Holdout, TestsTheFirstRowsOfTheDocumentedShuffle)
{
    // docs/METHODS.md H.3, A.5: T = floor(10 * 0.3 + 1/2) = 3 rows of 9 0 6 7 ... and, repeated, of 2 7 9 1
    // ...
    const auto splits = splits_of(plan("holdout:fraction=0.3,repeats=2", number_data(10), 42));
    ASSERT_EQ(splits.size(), 2u);
    EXPECT_EQ(splits[0].test, (Rows{0, 6, 9}));
    EXPECT_EQ(splits[1].test, (Rows{2, 7, 9}));
    EXPECT_EQ(splits[1].repeat, 1u);
    EXPECT_EQ(splits[1].train, (std::vector<std::uint32_t>{1, 1, 0, 1, 1, 1, 1, 0, 1, 0}));
}

TEST(Holdout, RoundsTheNumberOfTestRows)
{
    for (const std::size_t n : {2u, 3u, 7u, 10u, 11u, 100u, 101u})
        for (const double fraction : {0.1, 0.25, 0.3333, 0.5, 0.75}) {
            const auto expected = std::floor(static_cast<double>(n) * fraction + 0.5);
            const auto spec = Spec("holdout").set("fraction", std::to_string(fraction));
            if (expected < 1 || expected >= static_cast<double>(n)) {
                EXPECT_THROW(make_plan(spec, number_data(n), 1), InputError);
                continue;
            }
            const auto one = make_plan(spec, number_data(n), 1);
            EXPECT_EQ(static_cast<double>(splits_of(one)[0].test.size()), expected) << n << ' ' << fraction;
            EXPECT_EQ(one.design().training_rows, static_cast<double>(n) - expected);
        }
}

std::vector<std::size_t> test_counts(const Dataset& data, const Rows& test)
{
    std::vector<std::size_t> counts(data.classes().size(), 0);
    for (const Row row : test) ++counts[static_cast<std::size_t>(data.class_codes()[row])];
    return counts;
}

TEST(Holdout, KeepsClassSharesByLargestRemainder)
{
    // docs/METHODS.md A.5; 33 of 100 and 7 of 23 rows.
    const auto four = class_counts({50, 30, 15, 5});
    for (const auto& split : splits_of(plan("holdout:fraction=0.33,repeats=5", four)))
        EXPECT_EQ(test_counts(four, split.test), (std::vector<std::size_t>{16, 10, 5, 2}));
    const auto three = class_counts({12, 8, 3});
    EXPECT_EQ(test_counts(three, splits_of(plan("holdout:fraction=0.3", three))[0].test),
              (std::vector<std::size_t>{4, 2, 1}));
    const auto half = class_counts({500, 500});
    EXPECT_EQ(test_counts(half, splits_of(plan("holdout:fraction=0.3", half))[0].test),
              (std::vector<std::size_t>{150, 150}));
}

TEST(Holdout, WarnsOfAClassThatOneSideLacks)
{
    using Codes = std::vector<std::string>;
    const auto lost = plan("holdout:fraction=0.3", class_counts({9, 1})); // 3 and 0, docs/METHODS.md A.5
    EXPECT_EQ(warning_codes(lost), Codes{"class_absent_from_test"});
    EXPECT_NE(lost.warnings()[0].text.find("'c1' (1 row)"), std::string::npos);
    EXPECT_EQ(warning_codes(plan("holdout:fraction=0.9", class_counts({9, 1}))),
              Codes{"class_absent_from_training"});
    EXPECT_EQ(warning_codes(plan("holdout:fraction=0.3", class_counts({9, 9}))), Codes{});
    EXPECT_EQ(warning_codes(plan("holdout:fraction=0.3,stratify=no", class_counts({9, 1}))), Codes{});
}

TEST(RandomParts, RefuseFractionsThatLeaveNoRow)
{
    for (const std::string name : {"holdout", "random"}) {
        for (const char* fraction : {"0", "1", "-0.1", "1.1", "nan", "2"})
            EXPECT_NE(message_of([&] {
                          plan(name + ":fraction=" + fraction, number_data(10));
                      }).find("strictly between 0 and 1"),
                      std::string::npos)
                << name << ' ' << fraction;
        for (const char* fraction : {"0.01", "0.99"})
            EXPECT_NE(message_of([&] {
                          plan(name + ":fraction=" + fraction, number_data(10));
                      }).find("expected at least one test row and one training row"),
                      std::string::npos);
    }
}

TEST(RandomSplits, AreThoseOfARepeatedHoldout)
{
    // One scheme under two names: docs/METHODS.md A.6, A.7.
    const auto data = class_counts({20, 10});
    EXPECT_EQ(splits_of(plan("random:splits=7,fraction=0.2", data)),
              splits_of(plan("holdout:repeats=7,fraction=0.2,stratify=no", data)));
    EXPECT_EQ(plan("random", data).size(), 25u);
    EXPECT_TRUE(plan("random:splits=1", data).design().random_splits);
    EXPECT_TRUE(plan("holdout:repeats=2", data).design().random_splits);
    EXPECT_TRUE(plan("holdout", data).design().one_test_set()); // which is what people conclude from it
}

TEST(RandomSplits, TestEveryRowEquallyOften)
{
    constexpr double splits = 4000;
    std::vector<int> tested(10, 0);
    for (const auto& split : splits_of(plan("random:splits=4000,fraction=0.3", number_data(10))))
        for (const Row row : split.test) ++tested[row];
    for (const int count : tested)
        EXPECT_NEAR(count, splits * 0.3, 5 * std::sqrt(splits * 0.3 * 0.7)); // 5 sigma, fixed seed
}

TEST(Bootstrap, DrawsTheDocumentedSample)
{
    const auto splits = splits_of(plan("bootstrap:samples=2", number_data(10), 42));
    // docs/METHODS.md H.3: 6 3 3 8 4 8 6 9 9 8.
    EXPECT_EQ(splits[0].train, (std::vector<std::uint32_t>{0, 0, 0, 2, 1, 0, 2, 0, 3, 2}));
    EXPECT_EQ(splits[0].test, (Rows{0, 1, 2, 5, 7}));
    EXPECT_NE(splits[1].train, splits[0].train);
}

TEST(Bootstrap, OfOneRowHasNothingToTest)
{
    for (const auto& split : splits_of(plan("bootstrap:samples=3", number_data(1)))) {
        EXPECT_EQ(split.train, std::vector<std::uint32_t>{1});
        EXPECT_TRUE(split.test.empty());
    }
}

TEST(Bootstrap, MayDrawEveryRowOnce)
{
    int once = 0;
    for (const auto& split : splits_of(plan("bootstrap:samples=400", number_data(2))))
        once += split.test.empty() ? 1 : 0;
    EXPECT_NEAR(once, 200,
                5 * 10); // (1 - 1/2)^2 of one row, twice, is left out: half of the samples; 5 sigma
}

TEST(Bootstrap, LeavesOutTheExpectedShare)
{
    double out = 0;
    for (const auto& split : splits_of(plan("bootstrap:samples=2000", number_data(20))))
        out += static_cast<double>(split.test.size());
    // (1 - 1/20)^20, docs/METHODS.md A.10; 40000 rows in all, which hang together less than independent ones
    // would.
    EXPECT_NEAR(out / 40000, 0.3584859224085419, 5 * std::sqrt(0.3584859224 * 0.6415140776 / 40000));
}

TEST(TestPlan, NeedsATestFileAndTrainsOnAllLabelledRows)
{
    EXPECT_NE(message_of([] { plan("test", number_data(3)); }).find("'test' needs a test file"),
              std::string::npos);
    const auto main = test::table_of({test::coded_column("y", {0, -1, 1}, {"a", "b"})});
    const auto extra = test::table_of({test::coded_column("y", {1, 1}, {"a", "c"})});
    const auto data = Dataset::make(main, {}, &extra, nullptr);
    const auto splits = splits_of(plan("test", data));
    ASSERT_EQ(splits.size(), 1u);
    EXPECT_EQ(splits[0].train, (std::vector<std::uint32_t>{1, 1}));
    EXPECT_EQ(splits[0].test, (Rows{3, 4})); // two labelled rows, one unlabelled one, then the test rows
    EXPECT_TRUE(plan("test", data).design().one_test_set());
}

TEST(Resubstitution, TrainsAndTestsOnAllRows)
{
    const auto splits = splits_of(plan("resubstitution", number_data(4)));
    ASSERT_EQ(splits.size(), 1u);
    EXPECT_EQ(splits[0].train, std::vector<std::uint32_t>(4, 1));
    EXPECT_EQ(splits[0].test, (Rows{0, 1, 2, 3}));
}

} // namespace
} // namespace unseen
