// Rows that are sorted once, and the figures of them, beside brute force: repeated, weighted and left out one
// by one.
#include "rank/sorted_rows.hpp"

#include "measure/examples.hpp"
#include "rank/blocks_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace unseen {
namespace {

using test::blocks_of;
using test::Judged;

const RankFigure* const figures[] = {&roc_area, &precision_area};

/// Rows with ties; every seventh of weight 0, the others of many sizes.
Judged weighted_classes(std::size_t n, std::size_t n_classes, std::uint64_t seed)
{
    auto judged = test::random_classes(n, n_classes, seed);
    for (std::size_t i = 0; i < n; ++i)
        judged.weight.push_back(i % 7 == 3 ? 0.0 : 0.1 + static_cast<double>(i % 4) / 3.0);
    return judged;
}

TEST(AucVariance, IsTheVarianceOfPlacementsCountedOneByOne)
{
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const auto judged = test::random_classes(30, 2, seed);
        std::vector<double> scores[2];
        for (std::size_t i = 0; i < judged.size(); ++i)
            scores[judged.true_label[i]].push_back(judged.scores[2 * i + 1]);
        const auto part = [](const std::vector<double>& mine, const std::vector<double>& others,
                             double sign) {
            std::vector<double> placements;
            for (const double s : mine) {
                double won = 0.0;
                for (const double t : others) won += sign * s > sign * t ? 1.0 : s == t ? 0.5 : 0.0;
                placements.push_back(won / static_cast<double>(others.size()));
            }
            const auto n = static_cast<double>(mine.size());
            const double mean = std::accumulate(placements.begin(), placements.end(), 0.0) / n;
            double sum = 0.0;
            for (const double v : placements) sum += (v - mean) * (v - mean);
            return sum / (n - 1) / n;
        };
        const auto v =
            judged.with_view([](const PredictionView& view) { return auc_variance(ranking_of(view)); });
        EXPECT_NEAR(v.of_positives, part(scores[1], scores[0], 1.0), 1e-14);
        EXPECT_NEAR(v.of_negatives, part(scores[0], scores[1], -1.0), 1e-14);
    }
}

TEST(RankFigures, HaveTheDerivativesInTheWeightsAsInfluences)
{
    for (const auto* figure : figures)
        for (const bool weighted : {false, true}) {
            const auto judged = weighted ? weighted_classes(25, 2, 3) : test::random_classes(25, 2, 3);
            const auto ranking = judged.with_view([](const PredictionView& view) {
                return SortedRows(view, view.positive).ranking(view.weight);
            });
            const auto influences = figure->influences(ranking);
            constexpr double h = 1e-6;
            const auto blocks = blocks_of(ranking);
            ASSERT_EQ(influences.size(), blocks.size());
            for (std::size_t b = 0; b < blocks.size(); ++b)
                for (const bool positive : {true, false}) {
                    if (!((positive ? blocks[b].positives : blocks[b].negatives) > 0.0))
                        continue; // no such row here
                    const auto with = [&](double change) {
                        auto moved = blocks;
                        (positive ? moved[b].positives : moved[b].negatives) += change;
                        return figure->value(Ranking(moved)).number();
                    };
                    const double slope = (with(h) - with(-h)) / (2 * h);
                    EXPECT_NEAR(positive ? influences[b].positive : influences[b].negative, slope,
                                1e-8); // h^2 and rounding / h
                }
        }
}

TEST(RankFigures, HaveNoInfluencesWhereTheyDoNotExist)
{
    EXPECT_TRUE(roc_area.influences(Ranking(std::vector<TieBlock>{{1.0, 3, 0}})).empty());
    EXPECT_TRUE(precision_area.influences(Ranking(std::vector<TieBlock>{{1.0, 0, 3}})).empty());
}

TEST(RankFigures, LeaveEachRowOut)
{
    for (std::uint64_t seed = 1; seed < 6; ++seed)
        for (const auto* figure : figures) {
            const auto ranking = test::random_classes(20, 2, seed).with_view([](const PredictionView& view) {
                return ranking_of(view);
            });
            const double value = figure->value(ranking).number();
            const auto blocks = blocks_of(ranking);
            const auto jackknife = figure->jackknife(ranking);
            double sum = 0.0;
            for (std::size_t b = 0; b < blocks.size(); ++b)
                for (const bool positive : {true, false}) {
                    auto less = blocks;
                    double& rows = positive ? less[b].positives : less[b].negatives;
                    const double times = rows;
                    if (times == 0.0) continue;
                    rows -= 1.0;
                    const double lost = value - figure->value(Ranking(less)).number();
                    sum -= times * lost;
                    if (figure == &roc_area) {
                        EXPECT_NEAR(positive ? jackknife[b].positive : jackknife[b].negative, lost, 1e-14);
                    }
                }
            EXPECT_NEAR(figure->sum_left_out != nullptr ? figure->sum_left_out(ranking) : 0.0, sum, 1e-13);
        }
}

TEST(SortedRows, HaveTheRankingOfTheirRows)
{
    for (const std::size_t n_classes : {2, 3})
        for (const bool weighted : {false, true}) {
            const auto judged =
                weighted ? weighted_classes(200, n_classes, 2) : test::random_classes(200, n_classes, 2);
            judged.with_view([&](const PredictionView& view) {
                for (std::uint32_t c = 0; c < n_classes; ++c) {
                    auto expected = blocks_of(ranking_of(view, c, c));
                    std::erase_if(expected, [](const TieBlock& block) {
                        return block.positives + block.negatives == 0.0;
                    });
                    EXPECT_EQ(blocks_of(SortedRows(view, c).ranking(view.weight)), expected);
                }
            });
        }
}

TEST(SortedRows, ThatAreRepeatedHaveTheRankingOfRowsOneByOne)
{
    const auto judged = test::random_classes(60, 3, 4);
    Stream stream(3, Purpose::generation);
    std::vector<std::uint32_t> times;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < 60; ++i) {
        times.push_back(static_cast<std::uint32_t>(stream.below(4)));
        rows.insert(rows.end(), times.back(), i);
    }
    const auto expected =
        judged.rows(rows).with_view([](const PredictionView& view) { return ranking_of(view); });
    const auto ranking = judged.with_view([&](const PredictionView& view) {
        return SortedRows(view, view.positive).ranking_of_repeats(times);
    });
    EXPECT_EQ(blocks_of(ranking), blocks_of(expected));
    std::vector<std::uint64_t> counts;
    judged.with_view(
        [&](const PredictionView& view) { SortedRows(view, view.positive).count(times, counts); });
    EXPECT_TRUE(std::equal(counts.begin(), counts.end(), expected.counts().begin(), expected.counts().end()));
}

TEST(SortedRows, OfUnitsCountTogether)
{
    const auto judged = test::two_classes({1, 0, 1, 0}, {0.9, 0.8, 0.7, 0.7});
    const std::vector<std::uint32_t> unit_of = {0, 1, 1, 0};
    const std::vector<std::uint32_t> times = {2, 3};
    const auto ranking = judged.with_view([&](const PredictionView& view) {
        return SortedRows(view, view.positive, unit_of).ranking_of_repeats(times);
    });
    EXPECT_EQ(blocks_of(ranking), (std::vector<TieBlock>{{0.9, 2, 0}, {0.8, 0, 3}, {0.7, 3, 2}}));
}

TEST(SortedRows, OfPairsHoldEachClassOfEachRow)
{
    const auto judged = weighted_classes(9, 3, 5);
    judged.with_view([&](const PredictionView& view) {
        const auto pairs = SortedRows::of_pairs(view);
        double last = 2.0;
        std::size_t items = 0;
        for (std::size_t b = 0; b < pairs.blocks(); ++b) {
            const double score = pairs.ranking(view.weight)[b].score;
            EXPECT_LT(score, last);
            last = score;
            for (const auto& item : pairs.block(b)) {
                EXPECT_GT(view.weight[item.row], 0.0);
                const double own = view.score(item.row, view.true_label[item.row]);
                if (item.positive()) { EXPECT_EQ(own, score); }
                ++items;
            }
        }
        EXPECT_EQ(items, 3u * static_cast<std::size_t>(std::count_if(view.weight.begin(), view.weight.end(),
                                                                     [](double w) { return w > 0.0; })));
    });
}

TEST(SortedRows, HaveDoubledMidranks)
{
    const auto judged = test::two_classes({1, 0, 1, 0, 0}, {0.3, 0.9, 0.3, 0.1, 0.3});
    EXPECT_EQ(judged.with_view([](const PredictionView& view) {
        return SortedRows(view, view.positive).doubled_midranks(5);
    }),
              (std::vector<std::uint32_t>{6, 10, 6, 2, 6}));
}

TEST(SortedRows, HaveTheDoubledMidranksThatComparingAllPairsGives)
{
    for (const std::size_t n_classes : {2, 3}) {
        const auto judged = weighted_classes(70, n_classes, 6);
        judged.with_view([&](const PredictionView& view) {
            const auto ranks = SortedRows(view, 1).doubled_midranks(view.size());
            for (std::size_t i = 0; i < view.size(); ++i) {
                std::uint32_t rank = 1; // 1 + 2 for each lower row + 1 for each equal one, itself too
                for (std::size_t k = 0; k < view.size(); ++k)
                    if (view.weight[k] > 0.0)
                        rank +=
                            (view.score(k, 1) < view.score(i, 1)) + (view.score(k, 1) <= view.score(i, 1));
                EXPECT_EQ(ranks[i], view.weight[i] > 0.0 ? rank : 0u);
            }
        });
    }
}

TEST(SortedRows, HaveTheCountsOfEachScoreAddedUpOneByOne)
{
    const auto judged = weighted_classes(80, 3, 7);
    Stream stream(7, Purpose::generation);
    std::vector<std::uint32_t> unit_of;
    std::vector<std::uint32_t> times;
    for (std::size_t i = 0; i < 80; ++i) {
        unit_of.push_back(static_cast<std::uint32_t>(stream.below(20)));
        times.push_back(static_cast<std::uint32_t>(stream.below(3)));
    }
    judged.with_view([&](const PredictionView& view) {
        std::map<double, std::uint64_t, std::greater<>> of_units;
        std::map<double, std::uint64_t, std::greater<>> of_pairs;
        for (std::size_t i = 0; i < view.size(); ++i)
            for (std::uint32_t c = 0; c < 3 && view.weight[i] > 0.0; ++c) {
                const int shift = view.true_label[i] == c ? 32 : 0;
                of_pairs[view.score(i, c)] += std::uint64_t{times[i]} << shift;
                if (c == 2) of_units[view.score(i, c)] += std::uint64_t{times[unit_of[i]]} << shift;
            }
        const auto expect_counts = [&](const SortedRows& rows, const auto& sums) {
            std::vector<std::uint64_t> expected;
            for (const auto& [score, sum] : sums)
                if (sum > 0) expected.push_back(sum);
            std::vector<std::uint64_t> counts;
            rows.count(times, counts);
            EXPECT_EQ(counts, expected);
        };
        expect_counts(SortedRows(view, 2, unit_of), of_units);
        expect_counts(SortedRows::of_pairs(view), of_pairs);
    });
}

TEST(RankFigures, OfCountsAreThoseOfWeightsOfHalfTheirSize)
{
    const std::vector<std::uint64_t> counts = {2ull << 32, 0, 1ull << 32 | 3, 4, 0, 5ull << 32 | 1};
    const Ranking ranking(std::vector<TieBlock>{
        {9, 1, 0}, {7, 0.5, 1.5}, {6, 0, 2}, {4, 2.5, 0.5}}); // weights: added up another way
    EXPECT_TRUE(ranking.counts().empty());
    for (const auto* figure : figures)
        EXPECT_NEAR(figure->of_counts(counts).number(), figure->value(ranking).number(), 1e-15);
}

TEST(SortedRows, AddTheDerivativeInTheWeightOfEachRowTimesThatWeight)
{
    for (const auto* figure : figures)
        for (const bool of_pairs : {false, true}) {
            const auto judged = weighted_classes(30, 3, 8);
            judged.with_view([&](const PredictionView& view) {
                const auto rows = of_pairs ? SortedRows::of_pairs(view) : SortedRows(view, 2);
                std::vector<double> influences(view.size(), 0.0);
                EXPECT_TRUE(rows.add_influences(*figure, view.weight, influences));
                constexpr double h = 1e-6;
                for (std::size_t i = 0; i < view.size(); ++i) {
                    const auto with = [&](double change) {
                        std::vector<double> weights(view.weight.begin(), view.weight.end());
                        weights[i] += change;
                        return figure->value(rows.ranking(weights)).number();
                    };
                    const double slope = view.weight[i] > 0.0 ? (with(h) - with(-h)) / (2 * h) : 0.0;
                    EXPECT_NEAR(influences[i], view.weight[i] * slope, 1e-8); // h^2 and rounding / h
                }
            });
        }
}

TEST(SortedRows, ThatAreNoneHaveNothing)
{
    Judged{.n_classes = 2}.with_view([](const PredictionView& view) {
        const SortedRows none(view, 1);
        EXPECT_EQ(none.blocks(), 0u);
        EXPECT_EQ(none.ranking({}).size(), 0u);
        std::vector<std::uint64_t> counts;
        none.count({}, counts);
        EXPECT_TRUE(counts.empty());
    });
}

} // namespace
} // namespace unseen
