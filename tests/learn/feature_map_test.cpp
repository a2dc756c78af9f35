// impute and scale: the learned values, that only training rows determine them, and that they are applied to
// all rows.
#include "learn/tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace unseen {
namespace {

const std::vector<std::int32_t> two_classes = {0, 1, 0, 1, 1, 0, 1, 0};

/// Rows 0 to 5 are trained on; 6 and 7 are held out.
Dataset with_gaps(double held_out_number, std::int32_t held_out_code)
{
    return test::dataset(
        {test::numbers("x", {4, test::missing, 1, 8, 2, test::missing, test::missing, held_out_number}),
         test::codes("f", {"p", "q", "r"}, {2, 1, -1, 1, 2, 0, -1, held_out_code}),
         test::codes("y", {"a", "b"}, two_classes)});
}

RowSet first_six()
{
    static const std::vector<Row> held_out = {6, 7};
    return RowSet::all_but(8, held_out);
}

Predictions evaluated(const Dataset& data, const std::string& spec, const RowSet& train,
                      const std::vector<Row>& rows)
{
    const std::size_t first = 0;
    return test::prepare(data, {spec})->evaluate(test::task(train, rows), {&first, 1}).front();
}

TEST(Impute, FillsWithTheMedianAndTheMostFrequentCategoryOfTheTrainingRows)
{
    // x: the median of 1 2 4 8 is 3. f: q and r occur twice each, and q comes first.
    const auto filled = test::dataset({test::numbers("x", {4, 3, 1, 8, 2, 3, 3, 100}),
                                       test::codes("f", {"p", "q", "r"}, {2, 1, 1, 1, 2, 0, 1, 0}),
                                       test::codes("y", {"a", "b"}, two_classes)});
    const auto rows = test::row_range(0, 8);
    for (const std::string base : {"knn:k=1", "tree", "naive-bayes", "bagging(tree):size=3"})
        EXPECT_EQ(evaluated(with_gaps(100, 0), "impute(" + base + ")", first_six(), rows),
                  evaluated(filled, base, first_six(), rows))
            << base;
}

TEST(Impute, CountsARowAsOftenAsItIsInTheTrainingSet)
{
    // 8 three times: the median of 1 2 4 8 8 8 is 6.
    const auto filled = test::dataset({test::numbers("x", {4, 6, 1, 8, 2, 6, 6, 100}),
                                       test::codes("f", {"p", "q", "r"}, {2, 1, 1, 1, 2, 0, 1, 0}),
                                       test::codes("y", {"a", "b"}, two_classes)});
    const std::vector<Row> drawn = {0, 1, 2, 3, 4, 5};
    const std::vector<std::uint32_t> counts = {1, 1, 1, 3, 1, 1};
    const auto train = RowSet::of(8, drawn, counts);
    const auto rows = test::row_range(0, 8);
    EXPECT_EQ(evaluated(with_gaps(100, 0), "impute(knn:k=1)", train, rows),
              evaluated(filled, "knn:k=1", train, rows));
}

TEST(Scale, SubtractsTheMeanAndDividesByTheStandardDeviationOfTheTrainingRows)
{
    // Mean 2, standard deviation 1 over the training rows; the constant feature is only shifted; f stays.
    const auto data = test::dataset({test::numbers("x", {1, 3, 1, 3, 1, 3, 100, test::missing}),
                                     test::numbers("constant", {5, 5, 5, 5, 5, 5, 5, 6}),
                                     test::codes("f", {"p", "q"}, {0, 1, 0, 1, 0, 1, -1, 1}),
                                     test::codes("y", {"a", "b"}, two_classes)});
    const auto scaled = test::dataset({test::numbers("x", {-1, 1, -1, 1, -1, 1, 98, test::missing}),
                                       test::numbers("constant", {0, 0, 0, 0, 0, 0, 0, 1}),
                                       test::codes("f", {"p", "q"}, {0, 1, 0, 1, 0, 1, -1, 1}),
                                       test::codes("y", {"a", "b"}, two_classes)});
    const auto rows = test::row_range(0, 8);
    EXPECT_EQ(evaluated(data, "scale(naive-bayes)", first_six(), rows),
              evaluated(scaled, "naive-bayes", first_six(), rows));
    const auto from_0_to_1 = test::dataset({test::numbers("x", {0, 1, 0, 1, 0, 1, 49.5, test::missing}),
                                            test::numbers("constant", {0, 0, 0, 0, 0, 0, 0, 1}),
                                            test::codes("f", {"p", "q"}, {0, 1, 0, 1, 0, 1, -1, 1}),
                                            test::codes("y", {"a", "b"}, two_classes)});
    EXPECT_EQ(evaluated(data, "scale(naive-bayes):by=minmax", first_six(), rows),
              evaluated(from_0_to_1, "naive-bayes", first_six(), rows));
}

// The values of a held-out row do not change the predictions for the training rows and the other held-out
// row.
TEST(FeatureMaps, AreNotTouchedByHeldOutRows)
{
    const auto rows = test::row_range(0, 7);
    for (const std::string spec :
         {"impute(knn:k=1)", "impute(tree:min_rows=1)", "scale(impute(knn:k=3,scale=none))",
          "impute(scale(knn:k=1,scale=none):by=minmax)", "bagging(impute(tree)):size=4"}) {
        const auto one = evaluated(with_gaps(1e6, 0), spec, first_six(), rows);
        EXPECT_EQ(evaluated(with_gaps(-3, 2), spec, first_six(), rows), one) << spec;
        EXPECT_EQ(evaluated(with_gaps(test::missing, -1), spec, first_six(), rows), one) << spec;
    }
}

} // namespace
} // namespace unseen
