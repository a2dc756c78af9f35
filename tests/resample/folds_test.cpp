#include "resample/examples.hpp"
#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace unseen {
namespace {

using test::class_counts;
using test::class_data;
using test::coded_column;
using test::message_of;
using test::number_data;
using test::numeric_column;
using test::plan;
using test::splits_of;
using test::table_of;
using test::warning_codes;
using Rows = std::vector<Row>;

std::vector<std::size_t> fold_sizes(const Plan& plan)
{
    std::vector<std::size_t> sizes;
    for (const auto& split : splits_of(plan)) sizes.push_back(split.test.size());
    return sizes;
}

TEST(CrossValidation, HasTheDocumentedFoldSizes)
{
    // docs/METHODS.md A.2; with and without strata.
    const auto sizes = [](std::size_t n, std::size_t folds) {
        const auto text = "cv:folds=" + std::to_string(folds);
        const auto stratified = fold_sizes(plan(text, class_counts({n / 3, n - n / 3})));
        const auto plain = fold_sizes(plan(text, number_data(n)));
        EXPECT_EQ(stratified, plain);
        return plain;
    };
    EXPECT_EQ(sizes(10, 3), (std::vector<std::size_t>{4, 3, 3}));
    EXPECT_EQ(sizes(23, 5), (std::vector<std::size_t>{5, 5, 5, 4, 4}));
    EXPECT_EQ(sizes(100, 10), std::vector<std::size_t>(10, 10));
    EXPECT_EQ(sizes(7, 7), std::vector<std::size_t>(7, 1));
}

TEST(CrossValidation, CutsTheDocumentedShuffleIntoBlocks)
{
    const std::vector<Rows> shuffles = {{9, 0, 6, 7, 4, 2, 8, 5, 1, 3},
                                        {2, 7, 9, 1, 3, 4, 0, 8, 6, 5}}; // docs/METHODS.md H.3, seed 42
    const auto splits = splits_of(plan("cv:folds=3,repeats=2", number_data(10), 42));
    ASSERT_EQ(splits.size(), 6u);
    for (std::size_t r = 0; r < 2; ++r) {
        auto begin = shuffles[r].begin();
        for (std::size_t f = 0; f < 3; ++f) {
            Rows block(begin, begin + (f == 0 ? 4 : 3));
            begin += f == 0 ? 4 : 3;
            std::sort(block.begin(), block.end());
            EXPECT_EQ(splits[3 * r + f].test, block) << r << ' ' << f;
            EXPECT_EQ(splits[3 * r + f].repeat, r);
            EXPECT_EQ(splits[3 * r + f].fold, f);
        }
    }
}

TEST(CrossValidation, OfOneClassDealsLikeUnstratified)
{
    EXPECT_EQ(splits_of(plan("cv:folds=3", class_counts({10}))),
              splits_of(plan("cv:folds=3", number_data(10))));
}

TEST(CrossValidation, DealsStrataByPosition)
{
    // docs/METHODS.md A.4: with 7, 4 and 2 rows of three classes, positions modulo 3 give the classes' counts
    // a fold.
    const std::vector<std::size_t> counts = {7, 4, 2};
    const auto data = class_counts(counts);
    const auto splits = splits_of(plan("cv:folds=3", data));
    std::vector<std::vector<int>> a_fold(3, std::vector<int>(3, 0));
    for (std::size_t f = 0; f < 3; ++f)
        for (const Row row : splits[f].test) ++a_fold[f][static_cast<std::size_t>(data.class_codes()[row])];
    EXPECT_EQ(a_fold,
              (std::vector<std::vector<int>>{{3, 1, 1}, {2, 2, 0}, {2, 1, 1}})); // 012 012 0 | 12 01 | 20
}

TEST(CrossValidation, DealsTheShuffledStrataOfItsStream)
{
    // Written out again: each class in row order, shuffled one after the other by one stream, dealt in turn.
    const std::vector<std::int32_t> codes = {1, 0, 1, 1, 0, 0, 1, 0, 1};
    const auto splits = splits_of(plan("cv:folds=2,repeats=3", class_data(codes), 5));
    for (std::uint64_t repeat = 0; repeat < 3; ++repeat) {
        Stream stream(5, Purpose::splits, repeat);
        Rows zeros = {1, 4, 5, 7};
        Rows ones = {0, 2, 3, 6, 8};
        stream.shuffle(std::span(zeros));
        stream.shuffle(std::span(ones));
        Rows order = zeros;
        order.insert(order.end(), ones.begin(), ones.end());
        for (std::size_t fold = 0; fold < 2; ++fold) {
            Rows test;
            for (std::size_t p = fold; p < order.size(); p += 2) test.push_back(order[p]);
            std::sort(test.begin(), test.end());
            EXPECT_EQ(splits[2 * repeat + fold].test, test);
        }
    }
}

TEST(CrossValidation, KeepsClassCountsAndSizesWithinOne)
{
    Stream stream(61, Purpose::generation);
    for (std::uint64_t i = 0; i < 300; ++i) {
        std::vector<std::size_t> counts;
        for (auto left = 1 + stream.below(6); left > 0; --left)
            counts.push_back(static_cast<std::size_t>(1 + stream.below(30)));
        const auto n = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
        if (n < 3) continue;
        const auto folds = static_cast<std::size_t>(2 + stream.below(std::min<std::uint64_t>(n - 1, 19)));
        const auto data = class_counts(counts, i);
        const auto splits = splits_of(plan("cv:folds=" + std::to_string(folds), data, i));
        for (std::size_t c = 0; c < counts.size(); ++c)
            for (std::size_t f = 0; f < folds; ++f) {
                const auto& test = splits[f].test;
                const auto in_fold =
                    static_cast<std::size_t>(std::count_if(test.begin(), test.end(), [&](Row row) {
                        return data.class_codes()[row] == static_cast<std::int32_t>(c);
                    }));
                // All counts of a class are one of two neighbours, so they differ by at most one.
                EXPECT_GE(in_fold, counts[c] / folds);
                EXPECT_LE(in_fold, (counts[c] + folds - 1) / folds);
                EXPECT_EQ(test.size(), n / folds + (f < n % folds ? 1 : 0)); // docs/METHODS.md A.2
            }
    }
}

TEST(CrossValidation, WithAsManyFoldsAsRowsLeavesOneOut)
{
    const auto data = class_counts({3, 3});
    const auto all = plan("cv:folds=6,repeats=2", data);
    EXPECT_TRUE(all.design().one_row_splits);
    EXPECT_EQ(all.size(), 12u);
    auto once = splits_of(plan("loo", data));
    const auto splits = splits_of(all);
    for (std::size_t i = 0; i < 12; ++i) {
        auto expected = once[i % 6];
        expected.repeat = static_cast<std::uint32_t>(i / 6);
        EXPECT_EQ(splits[i], expected);
    }
}

TEST(CrossValidation, RefusesWhatCannotBeCut)
{
    const auto data = class_counts({3, 3});
    EXPECT_NE(message_of([&] {
                  plan("cv:folds=7", data);
              }).find("folds = 7 must be at most the number of labelled rows, 6"),
              std::string::npos);
    EXPECT_NE(message_of([&] { plan("cv", data); }).find("folds = 10"), std::string::npos); // the default
    EXPECT_THROW(plan("cv:folds=1", data), InputError);
    EXPECT_THROW(plan("cv:folds=2,repeats=0", data), InputError);
}

TEST(CrossValidation, WarnsOfSmallClasses)
{
    using Codes = std::vector<std::string>;
    EXPECT_EQ(warning_codes(plan("cv:folds=5", class_counts({5, 5}))), Codes{});
    const auto small = plan("cv:folds=5", class_counts({10, 4}));
    EXPECT_EQ(warning_codes(small), Codes{"class_smaller_than_folds"});
    EXPECT_NE(small.warnings()[0].text.find("'c1' has 4 rows"), std::string::npos);
    EXPECT_EQ(warning_codes(plan("cv:folds=5", class_counts({10, 1, 4}))),
              (Codes{"class_of_one_row", "class_smaller_than_folds"}));
    EXPECT_EQ(warning_codes(plan("cv:folds=5,stratify=no", class_counts({10, 4}))), Codes{});
    const auto many = plan("cv:folds=5", class_counts({10, 1, 4, 1, 3, 1, 1}));
    ASSERT_EQ(warning_codes(many), (Codes{"class_of_one_row", "class_smaller_than_folds"}));
    EXPECT_EQ(many.warnings()[0].text,
              "cv: 4 classes have one row each: 'c1', 'c3', 'c5' and 1 more; when such a row is tested, no "
              "training row has its class");
    EXPECT_EQ(many.warnings()[1].text,
              "cv: 2 classes have fewer rows than the 5 folds: 'c2', 'c4'; some folds lack them");
}

TEST(LeaveOneOut, TestsEachRowOnAllOthers)
{
    const auto splits = splits_of(plan("loo", number_data(5)));
    ASSERT_EQ(splits.size(), 5u);
    for (Row i = 0; i < 5; ++i) {
        EXPECT_EQ(splits[i].test, Rows{i});
        EXPECT_EQ(splits[i].fold, i);
        std::vector<std::uint32_t> others(5, 1);
        others[i] = 0;
        EXPECT_EQ(splits[i].train, others);
    }
}

TEST(LeaveOneOut, NeedsTwoRows)
{
    EXPECT_NE(message_of([] { plan("loo", number_data(1)); }).find("needs at least two rows; there is 1"),
              std::string::npos);
    EXPECT_EQ(splits_of(plan("loo", number_data(2))).size(), 2u);
}

TEST(LeaveOneOut, OfAMillionRowsCostsOneRowASplit)
{
    const auto all = plan("loo", number_data(1000000));
    EXPECT_EQ(all.size(), 1000000u);
    Scratch scratch;
    for (const std::uint64_t i : {0u, 999999u, 123456u}) {
        const Split split = all.at(i, scratch);
        EXPECT_TRUE(split.train.is_complement());
        EXPECT_EQ(Rows(split.train.left_out().begin(), split.train.left_out().end()),
                  Rows{static_cast<Row>(i)});
        EXPECT_EQ(split.train.size(), 999999u);
        EXPECT_EQ(Rows(split.test.begin(), split.test.end()), Rows{static_cast<Row>(i)});
    }
    // Nothing the size of the data was made.
    EXPECT_EQ(scratch.test.capacity(), 1u);
    EXPECT_EQ(scratch.train.rows.capacity(), 1u);
    EXPECT_EQ(scratch.order.capacity() + scratch.counts.capacity() + scratch.fold_of.capacity() +
                  scratch.starts.capacity(),
              0u);
}

Dataset with_folds(Column folds)
{
    return Dataset::make(table_of({std::move(folds), numeric_column("y", {1, 2, 3, 4, 5})}),
                         {.ignore = {"fold"}});
}

TEST(GivenFolds, AreTakenInTheOrderOfTheirValues)
{
    // Numbers by value: 2 before 10; text bytewise.
    const auto numbers =
        splits_of(plan("given:column=fold", with_folds(numeric_column("fold", {10, 2, 10, 2.5, 2}))));
    ASSERT_EQ(numbers.size(), 3u);
    EXPECT_EQ(numbers[0].test, (Rows{1, 4}));
    EXPECT_EQ(numbers[1].test, (Rows{3}));
    EXPECT_EQ(numbers[2].test, (Rows{0, 2}));
    EXPECT_EQ(numbers[2].train, (std::vector<std::uint32_t>{0, 1, 0, 1, 1}));
    const auto text = splits_of(
        plan("given:column=fold", with_folds(coded_column("fold", {0, 1, 0, 1, 0}, {"west", "east"}))));
    ASSERT_EQ(text.size(), 2u);
    EXPECT_EQ(text[0].test, (Rows{1, 3}));
    EXPECT_EQ(text[1].test, (Rows{0, 2, 4}));
}

TEST(GivenFolds, OfOneRowEachLeaveOneOut)
{
    const auto all = plan("given:column=fold", with_folds(numeric_column("fold", {5, 4, 3, 2, 1})));
    EXPECT_TRUE(all.design().one_row_splits);
    EXPECT_EQ(splits_of(all)[0].test, Rows{4});
}

TEST(GivenFolds, MayHoldMostRows)
{
    const auto splits =
        splits_of(plan("given:column=fold", with_folds(numeric_column("fold", {1, 1, 1, 1, 2}))));
    EXPECT_EQ(splits[0].train, (std::vector<std::uint32_t>{0, 0, 0, 0, 1}));
}

TEST(GivenFolds, NeedAColumnThatIsNoFeatureAndHoldsTwoFolds)
{
    const auto error = [](const std::string& spec, const Dataset& data) {
        return message_of([&] { plan(spec, data); });
    };
    const auto good = with_folds(numeric_column("fold", {1, 1, 2, 2, 2}));
    EXPECT_NE(error("given", good).find("needs the column"), std::string::npos);
    EXPECT_NE(error("given:column=fald", good).find("no column 'fald'"), std::string::npos);
    EXPECT_NE(error("given:column=y", good).find("no column 'y'"), std::string::npos); // the target
    EXPECT_NE(error("given:column=fold", with_folds(numeric_column("fold", {1, 1, 1, 1, 1})))
                  .find("has only one value"),
              std::string::npos);
    const double none = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(error("given:column=fold", with_folds(numeric_column("fold", {1, 2, 1, none, 1})))
                  .find("row 4 has no fold in column 'fold'"),
              std::string::npos);
    EXPECT_NE(error("given:column=fold", with_folds(coded_column("fold", {0, -1, 1, 0, 1}, {"a", "b"})))
                  .find("row 2 has no fold"),
              std::string::npos);
    const auto feature =
        Dataset::make(table_of({numeric_column("fold", {1, 2}), numeric_column("y", {1, 2})}));
    EXPECT_NE(error("given:column=fold", feature).find("column 'fold' is also a feature"), std::string::npos);
}

TEST(GivenFolds, AreReadOfTheLabelledRowsOnly)
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    const auto data = Dataset::make(
        table_of({numeric_column("fold", {1, none, 2, 1}), numeric_column("y", {5, none, 6, 7})}),
        {.ignore = {"fold"}});
    const auto splits = splits_of(plan("given:column=fold", data));
    ASSERT_EQ(splits.size(), 2u);
    EXPECT_EQ(splits[0].test, (Rows{0, 2})); // labelled rows are numbered 0..2
    EXPECT_EQ(splits[1].test, (Rows{1}));
}

} // namespace
} // namespace unseen
