// Measures that are functions of all rows: documented numbers, scikit-learn's, and brute force.
#include "measure/examples.hpp"
#include "support/close.hpp"
#include "support/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace unseen {
namespace {

using test::documented_rows;
using test::Judged;
using test::measure;
using test::two_classes;

using test::expect_close;

/// Predictions with these cells, rows being the truth.
Judged of_cells(const std::vector<std::vector<int>>& cells)
{
    Judged judged{.n_classes = cells.size()};
    for (std::uint32_t t = 0; t < cells.size(); ++t)
        for (std::uint32_t p = 0; p < cells.size(); ++p)
            for (int i = 0; i < cells[t][p]; ++i) {
                judged.true_label.push_back(t);
                judged.label.push_back(p);
            }
    return judged;
}

TEST(TwoClassMeasures, AreThoseOfTheDocumentedTable)
{
    const auto judged = of_cells({{35, 15}, {10, 40}}); // TP 40, FN 10, FP 15, TN 35: METHODS D.1
    const std::vector<std::pair<const char*, double>> expected = {
        {"recall", 0.8},
        {"tpr", 0.8},
        {"fnr", 0.2},
        {"fpr", 0.3},
        {"specificity", 0.7},
        {"tnr", 0.7},
        {"precision", 0.7272727272727273},
        {"npv", 0.7777777777777778},
        {"f1", 0.7619047619047619},
        {"fbeta:beta=2", 0.7843137254901963},
        {"fbeta:beta=0.5", 0.7407407407407408},
        {"balanced_accuracy", 0.75},
        {"mcc", 0.502518907629606},
        {"kappa", 0.5},
        {"jaccard", 0.6153846153846154},
        {"g_mean", 0.7483314773547883},
        {"informedness", 0.5},
        {"markedness", 0.5050505050505051},
        {"fowlkes_mallows", 0.7627700713964738},
        {"diagnostic_odds_ratio", 9.3333333333333333},
        {"positive_likelihood_ratio", 2.6666666666666667},
        {"negative_likelihood_ratio", 0.2857142857142857},
    };
    for (const auto& [name, value] : expected) {
        SCOPED_TRACE(name);
        expect_close(judged.by(measure(name)), value);
    }
}

TEST(TwoClassMeasures, OfTheOtherClassAreEachOthersMirror)
{
    const std::vector<std::pair<const char*, const char*>> pairs = {
        {"recall", "specificity"},
        {"precision", "npv"},
        {"fpr", "fnr"},
        {"mcc", "mcc"},
        {"kappa", "kappa"},
        {"balanced_accuracy", "balanced_accuracy"},
        {"roc_auc", "roc_auc"},
        {"rank_loss", "rank_loss"},
        {"brier", "brier"},
        {"log_loss", "log_loss"},
        {"accuracy", "accuracy"}};
    for (const auto& [name, mirror] : pairs)
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const auto judged = test::random_classes(5 + 4 * seed, 2, seed);
            const auto other = judged.with_view([&](PredictionView view) {
                view.positive = 0;
                return evaluate(measure(name), view);
            });
            const auto own = judged.by(measure(mirror));
            ASSERT_EQ(own.exists(), other.exists()) << name;
            if (own) { EXPECT_NEAR(own.number(), other.number(), 1e-15) << name; }
        }
}

TEST(TwoClassMeasures, SayWhyTheyDoNotExist)
{
    const auto no_positive = of_cells({{5, 0}, {0, 0}});
    for (const char* name : {"recall", "fnr", "f1", "jaccard", "mcc", "kappa"})
        EXPECT_EQ(no_positive.by(measure(name)), Value::none(reasons::one_class)) << name;
    EXPECT_EQ(no_positive.by(measure("precision")), Value::none(reasons::nothing_predicted));
    EXPECT_EQ(of_cells({{0, 0}, {2, 3}}).by(measure("fpr")), Value::none(reasons::one_class));
    EXPECT_EQ(of_cells({{0, 0}, {0, 3}}).by(measure("npv")), Value::none(reasons::nothing_predicted));
    EXPECT_EQ(of_cells({{5, 0}, {3, 0}}).by(measure("mcc")), Value::none(reasons::nothing_predicted));
    expect_close(of_cells({{5, 0}, {3, 0}}).by(measure("f1")), 0.0); // positives there are, and none is found
}

TEST(ZeroDivision, IsAValueWhereItIsTold)
{
    const auto no_positive = of_cells({{5, 0}, {0, 0}});
    for (const char* name : {"precision", "recall", "tpr", "fnr", "f1", "fbeta", "jaccard", "mcc", "kappa"}) {
        EXPECT_FALSE(no_positive.by(measure(name, ZeroDivision::none))) << name;
        EXPECT_EQ(no_positive.by(measure(name, ZeroDivision::zero)), Value(0.0)) << name;
        EXPECT_EQ(no_positive.by(measure(name, ZeroDivision::one)), Value(1.0)) << name;
    }
    for (const char* name : {"specificity", "tnr", "fpr", "npv"}) // what exists does not change
        for (const auto rule : {ZeroDivision::none, ZeroDivision::zero, ZeroDivision::one})
            EXPECT_EQ(no_positive.by(measure(name, rule)), no_positive.by(measure(name))) << name;
}

TEST(ZeroDivision, IsZeroInAveragesOrLeftOutOrOne)
{
    // Precisions 1/2, none, 1; recalls 1, 0, 1; f1 2/3, 0, 1; two true rows of each class.
    const auto judged = of_cells({{2, 0, 0}, {2, 0, 0}, {0, 0, 2}});
    const auto by = [&](const char* name, ZeroDivision rule) { return judged.by(measure(name, rule)); };
    expect_close(by("precision_macro", ZeroDivision::usual), 0.5);
    expect_close(by("precision_macro", ZeroDivision::zero), 0.5);
    expect_close(by("precision_macro", ZeroDivision::one), 2.5 / 3);
    expect_close(by("precision_macro", ZeroDivision::none), 0.75);
    expect_close(by("precision_weighted", ZeroDivision::none), 0.75);
    expect_close(by("precision_weighted", ZeroDivision::one), 2.5 / 3);
    expect_close(by("f1_of_macro", ZeroDivision::none), 2 * 0.75 * (2.0 / 3) / (0.75 + 2.0 / 3));
    for (const char* name : {"recall_macro", "f1_macro", "balanced_accuracy", "recall_micro"})
        for (const auto rule : {ZeroDivision::none, ZeroDivision::zero, ZeroDivision::one})
            EXPECT_EQ(by(name, rule), by(name, ZeroDivision::usual)) << name;
}

TEST(ClassAverages, AreThoseOfTheDocumentedTable)
{
    const auto judged = of_cells({{3, 1, 1, 0}, {1, 3, 0, 0}, {1, 1, 4, 0}, {0, 0, 1, 0}}); // METHODS D.2
    const std::vector<std::pair<const char*, double>> expected = {
        {"accuracy", 0.625},
        {"precision_macro", 0.4666666666666667},
        {"recall_macro", 0.5041666666666667},
        {"f1_macro", 0.4833333333333333},
        {"f1_of_macro", 0.48469241773962807},
        {"precision_micro", 0.625},
        {"recall_micro", 0.625},
        {"f1_micro", 0.625},
        {"precision_weighted", 0.5875},
        {"recall_weighted", 0.625},
        {"f1_weighted", 0.6041666666666666},
        {"balanced_accuracy", 0.5041666666666667},
        {"mcc", 0.4541430051582547},
        {"kappa", 0.4514285714285714},
    };
    for (const auto& [name, value] : expected) {
        SCOPED_TRACE(name);
        expect_close(judged.by(measure(name)), value);
    }
}

/// Hand & Till's figure, pair by pair of rows; none if no two classes have rows.
std::optional<double> one_versus_one(const Judged& judged)
{
    const auto weight = [&](std::size_t i) { return judged.weight.empty() ? 1.0 : judged.weight[i]; };
    double sum = 0.0;
    double areas = 0.0;
    for (std::uint32_t i = 0; i < judged.n_classes; ++i)
        for (std::uint32_t j = 0; j < judged.n_classes; ++j) {
            double won = 0.0;
            double pairs = 0.0;
            for (std::size_t r = 0; r < judged.size(); ++r)
                for (std::size_t q = 0; q < judged.size(); ++q) {
                    if (i == j || judged.true_label[r] != i || judged.true_label[q] != j) continue;
                    const double own = judged.scores[r * judged.n_classes + i];
                    const double other = judged.scores[q * judged.n_classes + i];
                    won += weight(r) * weight(q) * (own > other ? 1.0 : own == other ? 0.5 : 0.0);
                    pairs += weight(r) * weight(q);
                }
            if (pairs == 0.0) continue;
            sum += won / pairs;
            areas += 1.0;
        }
    return areas == 0.0 ? std::nullopt : std::optional(sum / areas);
}

TEST(RankMeasures, OfPairsOfClassesAreMeansOverTheirRows)
{
    for (const std::size_t classes : {2, 3, 6})
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            auto judged = test::random_classes(8 * seed, classes, seed); // of few rows some classes have none
            for (auto& score : judged.scores) score = std::floor(score * 8.0) / 8.0; // ties
            const auto expected = one_versus_one(judged);
            if (!expected) continue;
            SCOPED_TRACE(std::to_string(classes) + " classes, seed " + std::to_string(seed));
            expect_close(judged.by(measure("roc_auc_ovo")), *expected);
            expect_close(judged.weighted(std::vector<double>(judged.size(), 3.0)).by(measure("roc_auc_ovo")),
                         *expected);
            for (std::size_t i = 0; i < judged.size(); ++i)
                judged.weight.push_back(static_cast<double>((i * seed + 1) % 5) / 3.0);
            expect_close(judged.by(measure("roc_auc_ovo")), one_versus_one(judged).value());
        }
}

TEST(RankMeasures, AreThoseOfTheDocumentedRows)
{
    expect_close(documented_rows().by(measure("roc_auc")), 0.68); // METHODS D.3
    expect_close(documented_rows().by(measure("rank_loss")), 0.32);
    expect_close(documented_rows().by(measure("average_precision")), 0.7087301587301588);
    const auto weighted = documented_rows().weighted({1, 2, 1, 1, 3, 1, 1, 2, 1, 1});
    expect_close(weighted.by(measure("roc_auc")), 0.71875);
    expect_close(weighted.by(measure("average_precision")), 0.7102564102564102);

    Judged three{.n_classes = 3, .true_label = {0, 0, 1, 1, 1, 2, 2, 2}};
    three.scores = {.6, .3, .1, .3, .4, .3, .2, .6, .2, .4, .35, .25,
                    .1, .5, .4, .2, .2, .6, .3, .4, .3, .1, .3,  .6};
    expect_close(three.by(measure("roc_auc_ovr")), 0.8805555555555555);
    expect_close(three.by(measure("roc_auc_ovo")), 0.8796296296296297);
    expect_close(three.by(measure("log_loss")), 0.7742771760968072);
    expect_close(three.by(measure("brier")), 0.443125);
}

TEST(RankMeasures, AreThePairsCountedOneByOne)
{
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto judged = test::random_classes(40, 2, seed);
        double won = 0.0;
        double pairs = 0.0;
        for (std::size_t i = 0; i < judged.size(); ++i)
            for (std::size_t j = 0; j < judged.size(); ++j) {
                if (judged.true_label[i] != 1 || judged.true_label[j] != 0) continue;
                const double a = judged.scores[2 * i + 1];
                const double b = judged.scores[2 * j + 1];
                won += a > b ? 1.0 : a == b ? 0.5 : 0.0;
                pairs += 1.0;
            }
        EXPECT_EQ(judged.by(measure("roc_auc")), Value(won / pairs)); // halves: exact
        EXPECT_EQ(judged.by(measure("rank_loss")), Value((pairs - won) / pairs));
    }
}

TEST(RankMeasures, DoNotChangeWithAnIncreasingMapOfTheScores)
{
    auto judged = test::random_classes(50, 2, 5);
    const auto before = judged.by(measure("roc_auc"));
    const auto precision = judged.by(measure("average_precision"));
    for (auto& s : judged.scores) s = std::expm1(3 * s) - 7;
    EXPECT_EQ(judged.by(measure("roc_auc")), before);
    EXPECT_EQ(judged.by(measure("average_precision")), precision);
}

TEST(RankMeasures, OfOneClassDoNotExist)
{
    for (const char* name : {"roc_auc", "rank_loss"})
        for (const std::uint32_t c : {0u, 1u})
            EXPECT_EQ(two_classes({c, c}, {.1, .9}).by(measure(name)), Value::none(reasons::one_class));
    EXPECT_EQ(two_classes({0, 0}, {.1, .9}).by(measure("average_precision")),
              Value::none(reasons::one_class));
    expect_close(two_classes({1, 1}, {.1, .9}).by(measure("average_precision")), 1.0);
    // A class without rows is skipped; with one class nothing is left.
    Judged two_of_three{.n_classes = 3, .true_label = {0, 1}, .scores = {.6, .3, .1, .2, .7, .1}};
    expect_close(two_of_three.by(measure("roc_auc_ovr")), 1.0);
    expect_close(two_of_three.by(measure("roc_auc_ovo")), 1.0);
}

TEST(Calibration, IsThatOfTheDocumentedRows)
{
    expect_close(documented_rows().by(measure("ece:bins=5")), 0.14); // METHODS D.4
    expect_close(documented_rows().by(measure("mce:bins=5")), 0.2);
    expect_close(documented_rows().by(measure("ece:bins=1")), 0.06); // |0.5 - 0.56|
}

TEST(Calibration, PutsAnEdgeIntoTheBinBelow)
{
    // Bins ]0, 0.1] ... ]0.9, 1], the first with 0: each of these rows is alone in its bin but for 0 and 0.1.
    const auto judged = two_classes({0, 0, 1, 0, 1}, {0.0, 0.1, 0.3, 0.7, 1.0});
    expect_close(judged.by(measure("ece")), (0.1 + 0.7 + 0.7 + 0.0) / 5);
    expect_close(judged.by(measure("mce")), 0.7);
}

TEST(WholeNumberMeasures, AreThoseOfTheDocumentedRows)
{
    const Judged judged{.true_value = {3, -.5, 2, 7, 4.2, 5.5},
                        .value = {2.5, 0, 2.1, 7.8, 3.6, 5.4}}; // METHODS D.5
    expect_close(judged.by(measure("median_ae")), 0.5);
    expect_close(judged.by(measure("quantile_ae:q=0.8")), 0.6);
    expect_close(judged.by(measure("r2")), 0.9568590350047304);
    expect_close(judged.by(measure("mape")), 0.24866522366522367);
    expect_close(judged.by(measure("pinball:q=0.5")), 0.4333333333333333 / 2);
    expect_close(judged.by(measure("within:t=0.5")), 2.0 / 3); // errors .5, .5, .1, .8, .6, .1
    const auto weighted = judged.weighted({1, 1, 2, 1, 1, 3});
    expect_close(weighted.by(measure("r2")), 0.9653088630259624);
    // Cumulative weights of .1 (5 of 9), .5: the median is the first error with more than 4.5.
    expect_close(weighted.by(measure("median_ae")), 0.1);
    // .1 has 5 of 10, and .5 comes next, as among ten rows.
    expect_close(judged.weighted({1, 1, 2, 1, 2, 3}).by(measure("median_ae")), 0.3);
    expect_close(judged.weighted({1, 0, 2, 0, 2, 3}).by(measure("median_ae")), 0.1);
}

TEST(WholeNumberMeasures, OfAConstantTruthHaveNoR2)
{
    EXPECT_EQ((Judged{.true_value = {0.1, 0.1, 0.1}, .value = {0, 1, 2}}.by(measure("r2"))),
              Value::none(reasons::constant_truth));
    EXPECT_EQ((Judged{.true_value = {2}, .value = {2}}.by(measure("r2"))),
              Value::none(reasons::constant_truth));
}

TEST(WholeNumberMeasures, R2OfManyRowsIsThatOfOneSum)
{
    Judged judged;
    long double sum = 0.0;
    for (int i = 0; i < 5000; ++i) {
        judged.true_value.push_back(1e6 + (i * 7919) % 1013);
        judged.value.push_back(judged.true_value.back() + (i * 104729) % 97 - 50.0);
        sum += judged.true_value.back();
    }
    long double errors = 0.0;
    long double spread = 0.0;
    for (std::size_t i = 0; i < judged.value.size(); ++i) {
        const long double e = judged.value[i] - judged.true_value[i];
        const long double d = judged.true_value[i] - sum / 5000;
        errors += e * e;
        spread += d * d;
    }
    expect_close(judged.by(measure("r2")), static_cast<double>(1 - errors / spread));
    EXPECT_EQ(judged.weighted(std::vector<double>(5000, 4.0)).by(measure("r2")), judged.by(measure("r2")));
    judged.value[4321] = 1e200;
    EXPECT_EQ(judged.by(measure("r2")), Value::none(reasons::infinite));
}

/// The twelve planar errors of docs/METHODS.md I.18: truths at the origin.
Judged twelve_points()
{
    const std::vector<double> dx = {3, 0, 6, 1, 2, -4, 0.5, 8, -1, 2.5, 0, 3.5};
    const std::vector<double> dy = {4, 1, 8, -1, 0, 3, 0.5, 6, 2, -6, -2, 1.2};
    Judged judged{.true_value = std::vector<double>(24, 0.0), .targets = 2};
    for (std::size_t i = 0; i < dx.size(); ++i) judged.value.insert(judged.value.end(), {dx[i], dy[i]});
    return judged;
}

TEST(Distances, AreThoseOfTheDocumentedPoints)
{
    const Judged three{
        .true_value = {0, 0, 0, 0, 0, 0}, .value = {3, 4, 0, 1, 6, 8}, .targets = 2}; // METHODS D.5: 5, 1, 10
    EXPECT_EQ(three.row_values(measure("mean_distance")), (std::vector<double>{5, 1, 10}));
    expect_close(three.by(measure("mean_distance")), 5.333333333333333);
    expect_close(three.by(measure("median_distance")), 5.0);
    expect_close(three.by(measure("quantile_distance:q=0.8")), 8.0);
    expect_close(three.by(measure("within:t=5")), 2.0 / 3);

    expect_close(twelve_points().by(measure("mean_distance")), 4.129782360088286); // METHODS I.18
    expect_close(twelve_points().by(measure("median_distance")), 2.9680339887498945);
    expect_close(twelve_points().by(measure("quantile_distance:q=0.8")), 6.200000000000001);
}

TEST(Distances, OfSingleNumbersAreAbsoluteErrors)
{
    const auto judged = test::random_numbers(40, 3);
    EXPECT_EQ(judged.by(measure("mean_distance")), judged.by(measure("mae")));
    EXPECT_EQ(judged.by(measure("median_distance")), judged.by(measure("median_ae")));
    EXPECT_EQ(judged.by(measure("quantile_distance:q=0.3")), judged.by(measure("quantile_ae:q=0.3")));
}

TEST(Distances, StayInRangeWhereSquaresDoNot)
{
    const Judged far{.true_value = {0, 0}, .value = {3e200, 4e200}, .targets = 2};
    expect_close(Value(far.by(measure("mean_distance")).number() / 5e200), 1.0);
    const Judged near{.true_value = {0, 0}, .value = {3e-200, 4e-200}, .targets = 2};
    expect_close(Value(near.by(measure("mean_distance")).number() / 5e-200), 1.0);
}

TEST(OrdinalMae, IsThatOfTheDocumentedRows)
{
    const Judged floors{.n_classes = 6,
                        .true_label = {0, 1, 2, 3, 4, 5, 2, 3},
                        .label = {0, 2, 2, 1, 4, 3, 2, 4}}; // METHODS D.5
    expect_close(floors.by(measure("accuracy")), 0.5);
    expect_close(floors.by(measure("ordinal_mae")), 0.75);
    const Judged twelve{.n_classes = 6,
                        .true_label = {0, 1, 2, 3, 4, 5, 2, 3, 1, 4, 0, 2},
                        .label = {0, 2, 2, 1, 4, 3, 2, 4, 1, 4, 1, 2}}; // METHODS I.18
    expect_close(twelve.by(measure("ordinal_mae")), 0.5833333333333334);
}

TEST(TopK, PutsTheLaterOfEqualScoresFirst)
{
    Judged judged{.n_classes = 3, .true_label = {0, 2}, .scores = {.4, .4, .2, .25, .5, .25}};
    expect_close(judged.by(measure("top_k:k=1")), 0.0);
    expect_close(judged.by(measure("top_k:k=2")), 1.0);
    expect_close(judged.by(measure("top_k:k=3")), 1.0);
}

TEST(ScoreMeasures, AreThoseOfScikitLearn)
{
    Judged judged;
    std::string name;
    bool weighted = false;
    std::size_t compared = 0;
    for (const auto& line : test::oracle_table("score_measures.txt")) {
        if (line[0] == "case") {
            name = line[1];
            const auto kind = std::stoi(line[2]); // below 0: targets
            judged = Judged{.n_classes = static_cast<std::size_t>(std::max(kind, 0)),
                            .targets = static_cast<std::size_t>(std::max(-kind, 1))};
            weighted = name.find("weights") != std::string::npos;
        } else if (line[0] == "row" && judged.n_classes == 0) {
            for (std::size_t k = 0; k < judged.targets; ++k) {
                judged.true_value.push_back(std::stod(line[1 + k]));
                judged.value.push_back(std::stod(line[1 + judged.targets + k]));
            }
            if (weighted) judged.weight.push_back(std::stod(line.back()));
        } else if (line[0] == "row") {
            judged.true_label.push_back(static_cast<std::uint32_t>(std::stoul(line[1])));
            judged.label.push_back(static_cast<std::uint32_t>(std::stoul(line[2])));
            if (weighted) judged.weight.push_back(std::stod(line[3]));
            for (std::size_t c = 4; c < line.size(); ++c) judged.scores.push_back(std::stod(line[c]));
        } else if (line[0] == "value") {
            SCOPED_TRACE(name + ' ' + line[1] + ' ' + line[2]);
            const auto rule = line.size() == 3    ? ZeroDivision::usual
                              : line[2] == "null" ? ZeroDivision::none
                              : line[2] == "0"    ? ZeroDivision::zero
                                                  : ZeroDivision::one;
            const auto value = judged.by(measure(line[1], rule));
            ++compared;
            if (line.back() == "none")
                EXPECT_FALSE(value);
            else
                expect_close(value, std::stod(line.back()));
        }
    }
    EXPECT_EQ(compared, 860u);
}

} // namespace
} // namespace unseen
