// Cross-validation with few training rows: the common parts of its splits with those of `cv` and of other
// sizes.
#include "resample/examples.hpp"
#include "support/messages.hpp"
#include "unseen/resample/learning.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace unseen {
namespace {

using test::class_counts;
using test::message_of;
using test::plan;
using test::splits_of;

const std::string keys = "folds=5,repeats=2";

TEST(Learning, TestsTheFoldsOfCvAndTrainsOnPartsOfThem)
{
    const auto data = class_counts({20, 17});
    const auto whole = splits_of(plan("cv:" + keys, data));
    const auto few = splits_of(plan("learning:train=6," + keys, data));
    const auto more = splits_of(plan("learning:train=15," + keys, data));
    ASSERT_EQ(few.size(), whole.size());
    std::set<std::vector<std::uint32_t>> sets;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        EXPECT_EQ(few[i].test, whole[i].test);
        EXPECT_EQ(std::accumulate(few[i].train.begin(), few[i].train.end(), 0u), 6u);
        EXPECT_EQ(std::accumulate(more[i].train.begin(), more[i].train.end(), 0u), 15u);
        for (std::size_t r = 0; r < whole[i].train.size(); ++r) {
            EXPECT_LE(few[i].train[r], more[i].train[r]); // smaller sets are parts of larger ones
            EXPECT_LE(more[i].train[r], whole[i].train[r]);
        }
        sets.insert(few[i].train);
    }
    EXPECT_EQ(sets.size(), whole.size()); // each split has rows of its own
}

TEST(Learning, WithAllRowsOfEqualFoldsIsCv)
{
    const auto data = class_counts({20, 20});
    EXPECT_EQ(splits_of(plan("learning:train=32," + keys, data)), splits_of(plan("cv:" + keys, data)));
    EXPECT_FALSE(plan("cv:" + keys, data).design().fewer_rows);
    EXPECT_TRUE(plan("learning:train=32," + keys, data).design().fewer_rows);
}

TEST(Learning, TakesWholeGroupsButForTheLast)
{
    std::vector<double> group, y;
    for (int i = 0; i < 60; ++i) {
        group.push_back(i % 15);
        y.push_back(i);
    }
    const auto data = Dataset::make(
        test::table_of({test::numeric_column("g", group), test::numeric_column("y", y)}), {.group = "g"});
    for (const auto& split : splits_of(plan("learning:train=22," + keys, data))) {
        std::vector<std::uint32_t> rows(15, 0), tested(15, 0);
        for (std::size_t r = 0; r < 60; ++r) rows[r % 15] += split.train[r];
        for (const auto r : split.test) ++tested[r % 15];
        EXPECT_EQ(std::count(rows.begin(), rows.end(), 4u), 5);
        EXPECT_EQ(std::count(rows.begin(), rows.end(), 2u), 1);
        for (std::size_t g = 0; g < 15; ++g) EXPECT_TRUE(rows[g] == 0 || tested[g] == 0);
    }
}

TEST(Learning, RefusesMoreRowsThanTheSmallestTrainingSetHas)
{
    const auto data = class_counts({20, 17});
    EXPECT_EQ(largest_learning_size(Spec::parse("cv:" + keys), data, 42), 29u);
    EXPECT_EQ(message_of([&] { plan("learning:train=30," + keys, data); }),
              "learning: train = 30 must be at most 29, the smallest training set of these folds");
    EXPECT_NE(message_of([&] { plan("learning:train=0", data); }).find("train"), std::string::npos);
}

TEST(Learning, SizesAreEvenOnALogarithmicScale)
{
    EXPECT_EQ(learning_sizes(691), (std::vector<std::uint64_t>{10, 18, 34, 61, 112, 206, 377, 691}));
    EXPECT_EQ(learning_sizes(64000).front(), 1000u);
    EXPECT_EQ(learning_sizes(12), (std::vector<std::uint64_t>{10, 11, 12}));
    EXPECT_EQ(learning_sizes(3), (std::vector<std::uint64_t>{3}));
}

TEST(Learning, EstimatorsHaveTheKeysOfTheFolds)
{
    const std::vector<std::uint64_t> sizes = {20, 10};
    const auto estimators = learning_estimators(Spec::parse("cv:folds=3,stratify=no"), sizes);
    EXPECT_EQ(estimators[0].print(), "learning:train=20,folds=3,stratify=no");
    EXPECT_EQ(estimators[1].print(), "learning:train=10,folds=3,stratify=no");
    EXPECT_NE(
        message_of([&] { learning_estimators(Spec("bootstrap"), sizes); }).find("needs a cross-validation"),
        std::string::npos);
    for (const auto& wrong : {std::vector<std::uint64_t>{}, {5, 5}, {0}})
        EXPECT_NE(message_of([&] { learning_estimators(Spec("cv"), wrong); }).find("training size"),
                  std::string::npos);
}

} // namespace
} // namespace unseen
