// The units of samples: rows and clusters.
#include "draws/units.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace unseen {
namespace {

std::vector<std::vector<std::uint32_t>> listed(const Units& units)
{
    std::vector<std::vector<std::uint32_t>> lists;
    for (std::size_t u = 0; u < units.size(); ++u)
        lists.emplace_back(units.rows_of(u).begin(), units.rows_of(u).end());
    return lists;
}

TEST(Units, AreRowsOrClusters)
{
    const Units rows(std::vector<std::uint32_t>{2, 0, 1});
    EXPECT_EQ(listed(rows), (std::vector<std::vector<std::uint32_t>>{{2}, {0}, {1}}));
    EXPECT_EQ(rows.of_rows(), (std::vector<std::uint32_t>{1, 2, 0}));
    const std::vector<std::uint32_t> cluster = {7, 0, 7, 3, 0};
    const Units clusters({0, 1, 2, 4}, cluster); // without the only row of cluster 3
    EXPECT_EQ(listed(clusters), (std::vector<std::vector<std::uint32_t>>{{1, 4}, {0, 2}}));
    EXPECT_EQ(clusters.rows(), 4u);
    const auto of_rows = clusters.of_rows();
    for (const auto row : {0, 2}) EXPECT_EQ(of_rows.at(static_cast<std::size_t>(row)), 1u);
    for (const auto row : {1, 4}) EXPECT_EQ(of_rows.at(static_cast<std::size_t>(row)), 0u);
    EXPECT_EQ(Units().size(), 0u);
}

// Two orders of the same rows give the same contents, unit by unit; rows of weight 0 are no units.
TEST(UnitsOfATestSet, DoNotDependOnTheOrderOfTheRows)
{
    std::vector<double> truth = {1, 2, 3, 4, 5, 6};
    std::vector<double> weight = {1, 0, 2, 1, 1, 3};
    const auto contents = [&] {
        PredictionView view;
        view.true_value = truth;
        view.value = truth;
        view.weight = weight;
        std::vector<double> of_units;
        const Units units = units_of(view, {});
        for (std::size_t u = 0; u < units.size(); ++u) of_units.push_back(truth[units.rows_of(u).front()]);
        return of_units;
    };
    const auto one = contents();
    std::reverse(truth.begin(), truth.end());
    std::reverse(weight.begin(), weight.end());
    EXPECT_EQ(contents(), one);
    EXPECT_EQ(one.size(), 5u);
    EXPECT_EQ(std::count(one.begin(), one.end(), 2.0), 0);
}

} // namespace
} // namespace unseen
