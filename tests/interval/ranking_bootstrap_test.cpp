// Bootstrap samples of ranked rows: their law by enumeration, and the jackknife by leaving rows out.
#include "interval/ranking_bootstrap.hpp"
#include "measure/examples.hpp"
#include "rank/rank_figure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace unseen {
namespace {

const std::vector<TieBlock> five_scored_rows = {
    {3, 1, 0}, {2, 1, 1}, {1, 1, 1}}; // positives 3 2 1, negatives 2 1

/// The documented ten rows, METHODS D.3.
const std::vector<TieBlock> ten_scored_rows = {{.9, 1, 0}, {.8, 1, 1}, {.7, 1, 0}, {.6, 0, 1},
                                               {.5, 1, 1}, {.4, 0, 1}, {.3, 1, 0}, {.1, 0, 1}};

/// Probabilities of the values of a figure over all n^n samples; those without a value under -1.
std::map<double, double> law_of(const std::vector<TieBlock>& blocks, Value (*figure)(const Ranking&))
{
    std::vector<std::pair<std::size_t, bool>> rows;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        rows.insert(rows.end(), static_cast<std::size_t>(blocks[b].positives), {b, true});
        rows.insert(rows.end(), static_cast<std::size_t>(blocks[b].negatives), {b, false});
    }
    const auto n = rows.size();
    std::size_t all = 1;
    for (std::size_t i = 0; i < n; ++i) all *= n;
    std::map<double, double> law;
    for (std::size_t code = 0; code < all; ++code) {
        auto sample = blocks;
        for (auto& block : sample) block.positives = block.negatives = 0.0;
        for (std::size_t i = 0, rest = code; i < n; ++i, rest /= n) {
            const auto [b, positive] = rows[rest % n];
            (positive ? sample[b].positives : sample[b].negatives) += 1.0;
        }
        const Value value = figure(Ranking(sample));
        // The same figure of two samples may differ in its last bit.
        law[value ? std::round(value.number() * 1e9) / 1e9 : -1.0] += 1.0 / static_cast<double>(all);
    }
    return law;
}

TEST(RankingBootstrap, HasTheLawOfTheRowBootstrap)
{
    const Ranking ranking(five_scored_rows);
    constexpr std::uint64_t samples = 40'000;
    const auto check = [&](const Replicates& drawn, const std::map<double, double>& law) {
        EXPECT_EQ(drawn.sorted.size() + drawn.undefined, samples);
        for (const auto& [value, probability] : law) {
            const auto near = [&](double v) { return std::abs(v - value) < 1e-8; };
            const auto found =
                value < 0.0
                    ? static_cast<double>(drawn.undefined)
                    : static_cast<double>(std::count_if(drawn.sorted.begin(), drawn.sorted.end(), near));
            EXPECT_NEAR(found / samples, probability, 5 * std::sqrt(probability / samples)) << value;
        }
    };
    check(draw_figure(roc_area, ranking, {1, samples}), law_of(five_scored_rows, auc));
    check(draw_figure(precision_area, ranking, {1, samples}), law_of(five_scored_rows, average_precision));
}

TEST(RankingBootstrap, DoesNotDependOnThreads)
{
    const auto judged = test::random_classes(900, 2, 4);
    const auto ranking = judged.with_view([](const PredictionView& view) { return ranking_of(view); });
    EXPECT_EQ(draw_figure(roc_area, ranking, {5, 300}).sorted,
              draw_figure(roc_area, ranking, {5, 300, 3}).sorted);
    EXPECT_EQ(draw_figure(precision_area, ranking, {5, 300}).sorted,
              draw_figure(precision_area, ranking, {5, 300, 3}).sorted);
    EXPECT_NE(draw_figure(roc_area, ranking, {5, 300}).sorted,
              draw_figure(roc_area, ranking, {6, 300}).sorted);
}

TEST(AucAcceleration, IsThatOfTheJackknife)
{
    for (const auto& blocks : {five_scored_rows, ten_scored_rows}) {
        std::vector<double> left;
        for (std::size_t b = 0; b < blocks.size(); ++b)
            for (const bool positive : {true, false}) {
                auto less = blocks;
                double& rows = positive ? less[b].positives : less[b].negatives;
                const auto times = static_cast<std::size_t>(rows);
                if (times == 0) continue;
                rows -= 1.0;
                left.insert(left.end(), times, auc(Ranking(less)).number());
            }
        double mean = 0.0;
        for (const double v : left) mean += v / static_cast<double>(left.size());
        double squares = 0.0;
        double cubes = 0.0;
        for (const double v : left) {
            squares += (mean - v) * (mean - v);
            cubes += (mean - v) * (mean - v) * (mean - v);
        }
        EXPECT_NEAR(acceleration(roc_area, Ranking(blocks)).number(), cubes / (6 * std::pow(squares, 1.5)),
                    1e-14);
    }
    EXPECT_EQ(acceleration(roc_area, Ranking(std::vector<TieBlock>{{2, 3, 0}, {1, 0, 3}})),
              Value::none(reasons::zero_variance));
}

TEST(PrecisionAcceleration, IsThatOfTheDocumentedRows)
{
    EXPECT_NEAR(acceleration(precision_area, Ranking(ten_scored_rows)).number(), 0.008927856109,
                1e-12); // METHODS I.2
}

} // namespace
} // namespace unseen
