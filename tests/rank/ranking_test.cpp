// Rankings beside brute force: for any distribution of the scores, with ties, weights and any number of
// threads.
#include "unseen/rank/ranking.hpp"

#include "measure/examples.hpp"
#include "rank/blocks_of.hpp"
#include "rank/rank_figure.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>

namespace unseen {
namespace {

using test::blocks_of;

struct Rows {
    std::vector<std::uint32_t> truth{};
    std::vector<double> score{};
    std::vector<double> weight{};
};

struct Distribution {
    std::string name;
    std::function<double(Stream&)> draw;
};

std::vector<Distribution> distributions()
{
    return {
        {"probabilities", [](Stream& s) { return s.uniform(); }},
        {"ties", [](Stream& s) { return static_cast<double>(s.below(37)) / 36; }},
        {"equal", [](Stream&) { return 0.25; }},
        {"both_signs",
         [](Stream& s) { return std::ldexp(s.uniform() - 0.5, static_cast<int>(s.below(40)) - 20); }},
        {"negative", [](Stream& s) { return -s.uniform() * s.uniform(); }},
        {"zeros",
         [](Stream& s) {
             return s.below(3) == 0 ? -0.0 : s.below(2) == 0 ? 0.0 : s.below(2) == 0 ? 5e-324 : -5e-324;
         }},
        {"narrow", [](Stream& s) { return 1.0 + static_cast<double>(s.below(1000)) * 0x1p-52; }},
        {"far_off", [](Stream& s) { return s.below(5000) == 0 ? 1e300 * (s.uniform() - 0.5) : s.uniform(); }},
        {"mostly_zero", [](Stream& s) { return s.below(10) > 0 ? 0.0 : s.uniform(); }},
    };
}

Rows rows_of(const Distribution& distribution, std::size_t n, bool weighted = false)
{
    Stream stream(41, Purpose::generation, n);
    Rows rows;
    for (std::size_t i = 0; i < n; ++i) {
        rows.score.push_back(distribution.draw(stream));
        rows.truth.push_back(stream.below(3) == 0 ? 1 : 0);
        if (weighted)
            rows.weight.push_back(
                stream.below(9) == 0 ? 0.0
                                     : std::ldexp(stream.uniform(), static_cast<int>(stream.below(60)) - 30));
    }
    return rows;
}

const Labels& two_classes()
{
    static const Labels labels(std::vector<std::string>{"no", "yes"});
    return labels;
}

PredictionView view_of(const Rows& rows)
{
    PredictionView view;
    view.classes = &two_classes();
    view.positive = 1;
    view.one_score = true;
    view.true_label = rows.truth;
    view.scores = rows.score;
    view.weight = rows.weight;
    return view;
}

std::vector<TieBlock> brute_force(const Rows& rows)
{
    struct Sums {
        ExactSum positives;
        ExactSum negatives;
    };
    std::map<double, Sums, std::greater<>> sums;
    for (std::size_t i = 0; i < rows.score.size(); ++i) {
        auto& of_score = sums[rows.score[i]];
        (rows.truth[i] == 1 ? of_score.positives : of_score.negatives)
            .add(rows.weight.empty() ? 1.0 : rows.weight[i]);
    }
    std::vector<TieBlock> blocks;
    for (const auto& [score, sum] : sums)
        blocks.push_back({score, sum.positives.value(), sum.negatives.value()});
    return blocks;
}

TEST(Ranking, HoldsTheDistinctScoresWithTheirRows)
{
    for (const auto& distribution : distributions())
        for (const std::size_t n : {0, 1, 2, 40, 3000}) {
            for (const bool weighted : {false, true}) {
                SCOPED_TRACE(distribution.name + ' ' + std::to_string(n) + (weighted ? " weighted" : ""));
                const auto rows = rows_of(distribution, n, weighted);
                EXPECT_TRUE(blocks_of(ranking_of(view_of(rows))) == brute_force(rows));
            }
        }
}

TEST(Ranking, IsTheSameForAnyThreadsAndOrderOfManyRows)
{
    for (const auto& distribution : distributions()) {
        SCOPED_TRACE(distribution.name);
        const bool weighted = distribution.name == "both_signs" || distribution.name == "ties";
        // Buckets are made from 2^15 rows on, threads are started from 2^18 on.
        const std::size_t n = distribution.name == "probabilities" || weighted ? 270'000 : 40'000;
        auto rows = rows_of(distribution, n, weighted);
        auto sorted = rows.score;
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        const auto one = blocks_of(ranking_of(view_of(rows), 1));
        ASSERT_EQ(one.size(), sorted.size());
        for (std::size_t b = 0; b < sorted.size(); ++b) ASSERT_EQ(one[b].score, sorted[b]);
        EXPECT_TRUE(blocks_of(ranking_of(view_of(rows), 3)) == one);
        std::reverse(rows.score.begin(), rows.score.end());
        std::reverse(rows.truth.begin(), rows.truth.end());
        std::reverse(rows.weight.begin(), rows.weight.end());
        EXPECT_TRUE(blocks_of(ranking_of(view_of(rows), 2)) == one);
    }
}

TEST(Ranking, OfSomeClassesSortsTheirRowsAlone)
{
    const auto judged = test::random_classes(200, 4, 5);
    judged.with_view([&](const PredictionView& view) {
        for (std::uint32_t i = 0; i < 4; ++i)
            for (std::uint32_t j = 0; j < 4; ++j) {
                Rows rows;
                for (std::size_t r = 0; r < judged.size(); ++r) {
                    if (i != j && judged.true_label[r] != i && judged.true_label[r] != j) continue;
                    rows.truth.push_back(judged.true_label[r] == i ? 1 : 0);
                    rows.score.push_back(judged.scores[4 * r + i]);
                }
                EXPECT_TRUE(blocks_of(ranking_of(view, i, j)) == brute_force(rows)) << i << ' ' << j;
            }
        return 0;
    });
}

TEST(Ranking, OfTheClassWithoutScoresOfItsOwnIsTheOtherWayRound)
{
    auto rows = rows_of(distributions()[3], 50);
    auto view = view_of(rows);
    view.probabilities = false;
    const auto ranking = blocks_of(ranking_of(view, 0, 0));
    auto expected = brute_force(rows);
    std::reverse(expected.begin(), expected.end());
    for (auto& block : expected) block = {-block.score, block.negatives, block.positives};
    EXPECT_TRUE(ranking == expected);
}

TEST(Ranking, IsMadeOfItsBlocks)
{
    const auto rows = rows_of(distributions()[1], 500);
    const auto ranking = ranking_of(view_of(rows));
    const Ranking copy(blocks_of(ranking));
    EXPECT_TRUE(blocks_of(copy) == blocks_of(ranking));
    EXPECT_EQ(copy.counts().size(), ranking.counts().size());
    EXPECT_EQ(copy.positives(), ranking.positives());
    const Ranking weighted(std::vector<TieBlock>{{2.0, 0.5, 0.0}, {-0.0, 0.0, 3.0}});
    EXPECT_TRUE(weighted.counts().empty());
    EXPECT_EQ(weighted[0], (TieBlock{2.0, 0.5, 0.0}));
    EXPECT_FALSE(std::signbit(weighted[1].score));
    EXPECT_THROW(Ranking(std::vector<TieBlock>{{1.0, 1, 0}, {1.0, 1, 0}}), std::logic_error);
    EXPECT_THROW(Ranking(std::vector<TieBlock>{{std::nan(""), 1, 0}}), std::logic_error);
}

TEST(Auc, CountsPairsInIntegers)
{
    // 2^31 - 1 rows of each class, half of them tied: 2 P N is next to 2^63.
    const double half = 0x1p30;
    const Ranking large(std::vector<TieBlock>{{3, half, 0}, {2, half - 1, half - 1}, {1, 0, half}});
    const double all = 2 * half - 1;
    EXPECT_EQ(auc(large).number(), 1.0 - (half - 1) / all * ((half - 1) / all) / 2);
    EXPECT_EQ(rank_loss(large).number(), (half - 1) / all * ((half - 1) / all) / 2);
    const Ranking reversed(std::vector<TieBlock>{{2, 0, all}, {1, all, 0}});
    EXPECT_EQ(auc(reversed), Value(0.0));
    EXPECT_EQ(rank_loss(reversed), Value(1.0));
}

} // namespace
} // namespace unseen
