// Measures of thresholds of a ranking: documented numbers, and slower computations of the same figures.
#include "measure/examples.hpp"
#include "measure/thresholds.hpp"
#include "support/close.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unseen {
namespace {

using test::documented_rows;
using test::Judged;
using test::measure;
using test::two_classes;

using test::expect_close;

TEST(Cuts, AreThoseOfTheDocumentedRows)
{
    expect_close(documented_rows().by(measure("break_even")),
                 0.6); // METHODS D.3: the threshold behind row 5 splits the tie at .5
    expect_close(documented_rows().by(measure("pr_auc")), 0.7199913832490029);
    // (R, P) = (.2, 1), (.4, 2/3), (.6, 3/4), (.6, .6), (.8, 4/7), (.8, .5), (1, 5/9), (1, .5).
    expect_close(documented_rows().by(measure("precision_at_recall:r=0.5")), 0.75);
    expect_close(documented_rows().by(measure("precision_at_recall:r=0.61")), 4.0 / 7);
    expect_close(documented_rows().by(measure("precision_at_recall:r=1")), 5.0 / 9);
    expect_close(documented_rows().by(measure("recall_at_precision:p=0.7")), 0.6);
    expect_close(documented_rows().by(measure("recall_at_precision:p=0.55")), 1.0);
    // The best row; two rows: .9 and one of the tied .8, half a positive; 2.5 rows.
    expect_close(documented_rows().by(measure("gain:share=0.1")), 0.2);
    expect_close(documented_rows().by(measure("gain:share=0.2")), 0.3);
    expect_close(documented_rows().by(measure("gain:share=0.25")), 0.35);
    expect_close(documented_rows().by(measure("lift:share=0.2")), 1.5);
    expect_close(documented_rows().by(measure("gain:share=1")), 1.0);
}

TEST(Cuts, OfPositivesAloneOrAllTiedAreThePrevalence)
{
    expect_close(two_classes({1, 1}, {.2, .7}).by(measure("pr_auc")), 1.0);
    expect_close(two_classes({1, 1}, {.2, .7}).by(measure("break_even")), 1.0);
    const auto tied = two_classes({1, 0, 0, 1, 0}, {.3, .3, .3, .3, .3});
    for (const char* name :
         {"pr_auc", "break_even", "average_precision", "gain:share=0.4", "precision_at_recall"})
        expect_close(tied.by(measure(name)), 0.4);
    expect_close(tied.by(measure("lift:share=0.3")), 1.0);
    EXPECT_EQ(tied.by(measure("recall_at_precision:p=0.5")), Value(0.0)); // no threshold is as good
    for (const char* name :
         {"pr_auc", "break_even", "gain", "lift", "precision_at_recall", "recall_at_precision"})
        EXPECT_EQ(two_classes({0, 0}, {.1, .2}).by(measure(name)), Value::none(reasons::one_class)) << name;
}

TEST(PrecisionRecallArea, IsTheIntegralAlongTheBlocks)
{
    // By the midpoint rule in 2 10^4 steps a block: precision x / (x + F(x)), F linear in x within the block.
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const auto judged = test::random_classes(30, 2, seed);
        const auto ranking = judged.with_view([](const PredictionView& view) { return ranking_of(view); });
        long double area = 0;
        double found = 0;
        double others = 0;
        constexpr int steps = 20'000;
        for (std::size_t b = 0; b < ranking.size(); ++b) {
            const TieBlock block = ranking[b];
            for (int s = 0; s < steps && block.positives > 0; ++s) {
                const double part = (s + 0.5) / steps;
                const double x = found + part * block.positives;
                area += block.positives / steps * x / (x + others + part * block.negatives);
            }
            found += block.positives;
            others += block.negatives;
        }
        const auto expected = static_cast<double>(area / ranking.positives());
        EXPECT_NEAR(judged.by(measure("pr_auc")).number(), expected,
                    1e-8); // the rule's error falls with the square of the steps
    }
}

TEST(PrecisionRecallArea, KeepsItsDigitsWhereABlockIsSmall)
{
    // One positive behind n negatives: the integral of x / (x + n) from 0 to 1 is 1 - n ln(1 + 1/n) = 1/(2n)
    // - 1/(3n^2) + ...
    for (const double n : {200.0, 1e4, 1e9}) {
        const std::vector<TieBlock> blocks = {{2.0, 0.0, n}, {1.0, 1.0, 0.0}};
        const double expected = 1 / (2 * n) - 1 / (3 * n * n) + 1 / (4 * n * n * n) - 1 / (5 * n * n * n * n);
        EXPECT_NEAR(precision_recall_area(Ranking(blocks)).number() / expected, 1.0,
                    1e-12 + 1 / (n * n * n * n))
            << n;
    }
}

TEST(AveragesOfRanks, AreMeansOverClassesOrOverAllPairs)
{
    const auto judged = test::random_classes(60, 4, 2);
    double sum = 0.0;
    Judged pairs{.n_classes = 2};
    for (std::uint32_t c = 0; c < 4; ++c) {
        Judged one{.n_classes = 2};
        for (std::size_t i = 0; i < judged.size(); ++i) {
            const double s = judged.scores[4 * i + c];
            for (auto* to : {&one, &pairs}) {
                to->true_label.push_back(judged.true_label[i] == c ? 1 : 0);
                to->scores.insert(to->scores.end(), {1 - s, s});
            }
        }
        sum += one.by(measure("average_precision")).number();
    }
    expect_close(judged.by(measure("average_precision_macro")), sum / 4);
    EXPECT_EQ(judged.by(measure("average_precision_micro")), pairs.by(measure("average_precision")));
    EXPECT_EQ(judged.by(measure("roc_auc_micro")), pairs.by(measure("roc_auc")));
}

} // namespace
} // namespace unseen
