// Curves: documented points, scikit-learn's points, the measures at every threshold, and the guarantees of
// thinning.
#include "curve/thin.hpp"
#include "curve/threshold_points.hpp"
#include "measure/examples.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"
#include "unseen/curve/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace unseen {
namespace {

using test::documented_rows;
using test::Judged;
using test::measure;
using test::two_classes;

std::vector<Curve> curves(const Judged& judged, const std::string& spec)
{
    return judged.with_view([&](const PredictionView& view) { return make_curves(Spec::parse(spec), view); });
}

Curve curve(const Judged& judged, const std::string& spec)
{
    const auto all = curves(judged, spec);
    EXPECT_EQ(all.size(), 1u);
    return all.front();
}

const CurveInfo& info(const std::string& name)
{
    for (const auto& i : curve_infos())
        if (i.spec.name == name) return i;
    throw std::logic_error("no curve " + name);
}

/// One column of a curve, with the given number in place of missing values.
std::vector<double> column(const Curve& c, const std::string& curve_name, const std::string& name,
                           double missing = -1.0)
{
    const auto& columns = info(curve_name).columns;
    std::size_t at = 0;
    while (columns.at(at).name != name) ++at;
    std::vector<double> values;
    for (std::size_t i = 0; i < c.size(); ++i) values.push_back(c.at(i, at) ? c.at(i, at).number() : missing);
    return values;
}

double area(const std::vector<double>& x, const std::vector<double>& y)
{
    double sum = 0.0;
    for (std::size_t i = 1; i < x.size(); ++i) sum += (x[i] - x[i - 1]) * (y[i] + y[i - 1]) / 2;
    return sum;
}

void expect_all_near(const std::vector<double>& values, const std::vector<double>& expected)
{
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-15) << i;
}

/// Normal scores of two classes, `n` rows.
Judged overlapping(std::size_t n, std::uint64_t seed, double share = 0.5)
{
    Stream stream(seed, Purpose::generation, 7);
    std::vector<std::uint32_t> truth;
    std::vector<double> score;
    for (std::size_t i = 0; i < n; ++i) {
        truth.push_back(stream.uniform() < share ? 1 : 0);
        double sum = truth.back();
        for (int k = 0; k < 4; ++k) sum += stream.uniform();
        score.push_back(sum / 5);
    }
    return two_classes(truth, score);
}

TEST(Roc, HasTheDocumentedPoints)
{
    const auto c = curve(documented_rows(), "roc"); // METHODS D.3; none lies on a line between its neighbours
    expect_all_near(column(c, "roc", "fpr"), {0, 0, .2, .2, .4, .6, .8, .8, 1});
    expect_all_near(column(c, "roc", "tpr"), {0, .2, .4, .6, .6, .8, .8, 1, 1});
    expect_all_near(column(c, "roc", "threshold"), {-1, .9, .8, .7, .6, .5, .4, .3, .1});
    EXPECT_EQ(c.at(0, 0).reason(), reasons::infinite);
    EXPECT_EQ(c.label, "c1");
    EXPECT_EQ(c.points_of_rows, 9u);
}

TEST(Pr, BeginsAtPrecisionOneAndEndsAtThePrevalence)
{
    const auto c = curve(documented_rows(), "pr");
    const auto recall = column(c, "pr", "recall");
    const auto precision = column(c, "pr", "precision");
    EXPECT_EQ(recall.front(), 0.0);
    EXPECT_EQ(precision.front(), 1.0);
    EXPECT_EQ(recall.back(), 1.0);
    EXPECT_EQ(precision.back(), 0.5);
}

TEST(Curves, AreThoseOfScikitLearn)
{
    Judged judged;
    std::map<std::string, std::vector<std::vector<double>>> theirs;
    std::size_t compared = 0;
    const auto compare = [&](const std::string& name) {
        const auto& points = theirs["roc"];
        if (points.empty()) return;
        SCOPED_TRACE(name);
        for (const char* kind : {"roc", "pr"}) {
            const auto c = curve(judged, kind);
            // Every point of ours is one of theirs, and the lines enclose equal areas.
            std::vector<double> x;
            std::vector<double> y;
            std::vector<double> x_all;
            std::vector<double> y_all;
            auto all = theirs[kind];
            if (std::string(kind) == "pr")
                std::reverse(all.begin(), all.end()); // theirs begins with everything predicted
            for (const auto& p : all) {
                x_all.push_back(p[1]);
                y_all.push_back(p[2]);
            }
            std::size_t at = 0;
            for (std::size_t i = 0; i < c.size(); ++i) {
                const double threshold =
                    c.at(i, 0) ? c.at(i, 0).number() : std::numeric_limits<double>::infinity();
                while (at < all.size() && all[at][0] != threshold) ++at;
                ASSERT_LT(at, all.size()) << threshold;
                EXPECT_NEAR(c.at(i, 1).number(), all[at][1], 1e-15);
                EXPECT_NEAR(c.at(i, 2).number(), all[at][2], 1e-15);
                x.push_back(c.at(i, 1).number());
                y.push_back(c.at(i, 2).number());
                ++compared;
            }
            EXPECT_EQ(at + 1, all.size()); // the last point too
            EXPECT_NEAR(area(x, y), area(x_all, y_all), 1e-6);
        }
        if (theirs["reliability"].empty()) return;
        const auto c = curve(judged, "reliability");
        ASSERT_EQ(c.size(), theirs["reliability"].size());
        for (std::size_t i = 0; i < c.size(); ++i) {
            EXPECT_NEAR(c.at(i, 3).number(), theirs["reliability"][i][0], 1e-15);
            EXPECT_NEAR(c.at(i, 4).number(), theirs["reliability"][i][1], 1e-15);
            ++compared;
        }
    };
    std::string name;
    for (const auto& line : test::oracle_table("score_measures.txt")) {
        if (line[0] == "case") {
            compare(name);
            name = line[1];
            judged = Judged{.n_classes = line[2] == "2" ? 2u : 0u};
            theirs.clear();
        } else if (judged.n_classes == 2 && line[0] == "row") {
            judged.true_label.push_back(static_cast<std::uint32_t>(std::stoul(line[1])));
            judged.label.push_back(static_cast<std::uint32_t>(std::stoul(line[2])));
            if (name.find("weights") != std::string::npos) judged.weight.push_back(std::stod(line[3]));
            for (std::size_t c = 4; c < line.size(); ++c) judged.scores.push_back(std::stod(line[c]));
        } else if (line[0] != "value" && line[0] != "row") {
            std::vector<double> point;
            for (std::size_t c = 1; c < line.size(); ++c) point.push_back(std::stod(line[c]));
            theirs[line[0]].push_back(point);
        }
    }
    compare(name);
    EXPECT_GT(compared, 100u);
}

TEST(ThresholdCurve, HasTheMeasuresAtEveryCut)
{
    for (const bool weighted : {false, true}) {
        auto judged = test::random_classes(40, 2, 11);
        if (weighted) {
            Stream stream(3, Purpose::generation);
            for (std::size_t i = 0; i < judged.size(); ++i)
                judged.weight.push_back(static_cast<double>(stream.below(4)));
        }
        const auto c = curve(judged, "threshold");
        ASSERT_GT(c.size(), 5u);
        for (std::size_t i = 0; i < c.size(); ++i) {
            for (std::size_t r = 0; r < judged.size(); ++r)
                judged.label[r] = c.at(i, 0) && judged.scores[2 * r + 1] >= c.at(i, 0).number() ? 1 : 0;
            for (std::size_t k = 5; k < c.columns; ++k) {
                const auto& name = info("threshold").columns[k].name;
                const Value expected = judged.by(measure(name));
                ASSERT_EQ(c.at(i, k).exists(), expected.exists()) << name << ' ' << i;
                if (expected) { EXPECT_NEAR(c.at(i, k).number(), expected.number(), 1e-14) << name; }
            }
            const auto cells =
                judged.with_view([](const PredictionView& view) { return confusion_of(view); });
            EXPECT_EQ(c.at(i, 1).number(), cells.at(1, 1));
            EXPECT_EQ(c.at(i, 2).number(), cells.at(1, 0));
            EXPECT_EQ(c.at(i, 3).number(), cells.at(0, 1));
            EXPECT_EQ(c.at(i, 4).number(), cells.at(0, 0));
        }
    }
}

TEST(LiftCurve, HasTheGainAndLiftOfItsShares)
{
    const auto judged = test::random_classes(50, 2, 4);
    const auto c = curve(judged, "lift");
    for (std::size_t i = 1; i < c.size(); ++i) {
        const auto share = std::to_string(c.at(i, 1).number());
        EXPECT_NEAR(c.at(i, 2).number(), judged.by(measure("gain:share=" + share)).number(),
                    1e-6); // six digits of the share
        EXPECT_NEAR(c.at(i, 3).number(), c.at(i, 2).number() / c.at(i, 1).number(), 1e-14);
    }
    EXPECT_FALSE(c.at(0, 3));
}

TEST(Histogram, CountsEveryRowOnce)
{
    auto judged = two_classes({0, 1, 1, 0, 1}, {0.0, 0.05, 0.051, 0.5, 1.0});
    auto c = curve(judged, "histogram"); // 20 bins ](b-1)/20, b/20], the first with 0
    ASSERT_EQ(c.size(), 20u);
    EXPECT_EQ(column(c, "histogram", "positives"),
              (std::vector<double>{1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
    EXPECT_EQ(column(c, "histogram", "negatives")[0], 1.0);
    EXPECT_EQ(column(c, "histogram", "negatives")[9], 1.0);
    // Scores that are no probabilities: between the smallest and the largest.
    judged.scores = {0, -3, 0, -1, 0, 1, 0, 5, 0, 5};
    const auto wide = judged.with_view([&](PredictionView view) {
        view.probabilities = false;
        return make_curves(Spec::parse("histogram:bins=4"), view);
    });
    EXPECT_EQ(column(wide[0], "histogram", "lower"), (std::vector<double>{-3, -1, 1, 3}));
    EXPECT_EQ(column(wide[0], "histogram", "upper"), (std::vector<double>{-1, 1, 3, 5}));
    EXPECT_EQ(column(wide[0], "histogram", "positives"), (std::vector<double>{1, 1, 0, 1}));
    EXPECT_EQ(column(wide[0], "histogram", "negatives"), (std::vector<double>{1, 0, 0, 1}));
    judged.scores.assign(10, 2.5);
    const auto one = judged.with_view([&](PredictionView view) {
        view.probabilities = false;
        return make_curves(Spec::parse("histogram"), view);
    });
    EXPECT_EQ(column(one[0], "histogram", "positives"), (std::vector<double>{3}));
}

TEST(Steps, CountAsABruteCountAtEachThreshold)
{
    auto judged = test::random_classes(400, 2, 11);
    for (std::size_t i = 1; i < judged.scores.size(); i += 8) judged.scores[i] = 0.5; // ties at an edge
    judged.scores[1] = 0.0;
    judged.scores[3] = 1.0;
    for (const bool probabilities : {true, false})
        for (const bool weighted : {false, true}) {
            if (weighted) {
                judged.weight.clear();
                for (std::size_t i = 0; i < judged.size(); ++i)
                    judged.weight.push_back(static_cast<double>(i % 4) / 2); // some 0
            }
            const auto made = judged.with_view([&](PredictionView view) {
                view.probabilities = probabilities;
                return make_curves(Spec::parse("steps:steps=20"), view);
            });
            ASSERT_EQ(made[0].size(), 21u);
            for (std::size_t s = 0; s < 21; ++s) {
                EXPECT_EQ(made[0].at(s, 0).number(),
                          static_cast<double>(s) / 20); // the scores go from 0 to 1
                double counts[4] = {};
                for (std::size_t i = 0; i < judged.size(); ++i) {
                    const bool labelled = judged.scores[2 * i + 1] >= static_cast<double>(s) / 20;
                    counts[judged.true_label[i] == 1 ? (labelled ? 0 : 1) : (labelled ? 2 : 3)] +=
                        judged.weight.empty() ? 1.0 : judged.weight[i];
                }
                for (std::size_t c = 0; c < 4; ++c)
                    EXPECT_EQ(made[0].at(s, c + 1).number(), counts[c]) << s << ' ' << c;
            }
            judged.weight.clear();
        }
    judged.scores.assign(judged.scores.size(), 2.5); // one score: one threshold, which all rows reach
    const auto one = judged.with_view([&](PredictionView view) {
        view.probabilities = false;
        return make_curves(Spec::parse("steps"), view);
    });
    ASSERT_EQ(one[0].size(), 1u);
    EXPECT_EQ(one[0].at(0, 0).number(), 2.5);
    EXPECT_EQ(one[0].at(0, 2).number() + one[0].at(0, 4).number(), 0.0);
}

/// Rows of two classes, and the probability of the second for each.
Judged of_probabilities(const std::vector<double>& probability, std::vector<std::uint32_t> truth)
{
    auto judged = test::random_classes(probability.size(), 2, 1);
    judged.true_label = std::move(truth);
    for (std::size_t i = 0; i < probability.size(); ++i) {
        judged.scores[2 * i] = 1.0 - probability[i];
        judged.scores[2 * i + 1] = probability[i];
    }
    return judged;
}

TEST(DecisionCurve, IsAMeanOfValuesOfRowsWithItsLimits)
{
    std::vector<double> weight;
    std::vector<double> probability;
    std::vector<std::uint32_t> truth;
    std::size_t cases = 0;
    for (const auto& line : test::oracle_table("decision_curve.txt")) {
        if (line[0] == "row") {
            weight.push_back(std::stod(line[1]));
            truth.push_back(line[2] == "1.0" ? 1 : 0);
            probability.push_back(std::stod(line[3]));
            continue;
        }
        auto judged = of_probabilities(probability, truth);
        if (line[0] == "1") judged.weight = weight;
        const auto made = curve(judged, "decision:steps=20,level=0.9");
        ASSERT_EQ(made.size(), 20u);
        const std::size_t at = cases++ % 20;
        const auto above =
            std::ranges::count_if(probability, [&](double p) { return p >= std::stod(line[1]); });
        for (std::size_t c = 0; c < 5; ++c) {
            SCOPED_TRACE(line[1] + ' ' + std::to_string(c));
            if (c < 3 || above >= 5 || line[0] == "0")
                EXPECT_NEAR(made.at(at, c).number(), std::stod(line[1 + c]), 1e-12);
            else
                EXPECT_EQ(made.at(at, c).reason(), reasons::few_rows_above);
        }
    }
    EXPECT_EQ(cases, 40u);
}

TEST(DecisionCurve, HasTheDocumentedPoints)
{
    const auto made = curve(of_probabilities({0.9, 0.8, 0.6, 0.55, 0.5, 0.3, 0.2}, {1, 1, 0, 1, 1, 1, 0}),
                            "decision:steps=10");
    EXPECT_NEAR(made.at(5, 1).number(), 3.0 / 7.0, 1e-15);
    EXPECT_NEAR(made.at(5, 2).number(), 3.0 / 7.0, 1e-15);
}

TEST(DecisionCurve, OfRowsOfOneWeightHasTheLimitsOfTheOracle)
{
    std::size_t cases = 0;
    for (const auto& line : test::oracle_table("net_benefit.txt")) {
        std::vector<double> probability;
        std::vector<std::uint32_t> truth;
        for (std::size_t cell = 0; cell < 4; ++cell) // tp, fn, fp, tn
            for (int i = 0; i < std::stoi(line[1 + cell]); ++i) {
                probability.push_back(cell % 2 == 0 ? 0.999 : 0.0);
                truth.push_back(cell < 2 ? 1 : 0);
            }
        const auto at = static_cast<std::size_t>(std::lround(100.0 * std::stod(line[0])));
        const auto made = curve(of_probabilities(probability, truth), "decision:steps=100");
        const std::size_t columns[] = {1, 3, 4};
        for (std::size_t k = 0; k < 3; ++k) {
            SCOPED_TRACE(line[0] + ' ' + line[1] + ' ' + std::to_string(k));
            EXPECT_NEAR(made.at(at, columns[k]).number(), std::stod(line[5 + k]), 1e-9);
        }
        ++cases;
    }
    EXPECT_GE(cases, 5u);
}

TEST(DecisionCurve, LeavesRowsOfWeightZeroOut)
{
    auto rows = of_probabilities({0.9, 0.8, 0.7, 0.7, 0.7, 0.1, 0.1, 0.1}, {1, 1, 0, 1, 0, 1, 0, 0});
    rows.weight = {0.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 2.0};
    EXPECT_EQ(curve(rows, "decision:steps=10").at(5, 3).reason(), reasons::few_rows_above);
    rows.weight[0] = 1.0;
    EXPECT_TRUE(curve(rows, "decision:steps=10").at(5, 3));
    rows.weight = {0.0, 0.0, 2.0, 0.0, 1.0, 0.0, 1.0, 2.0};
    EXPECT_TRUE(curve(rows, "decision").cells.lacks(reasons::one_class));
}

TEST(Curves, OfManyRowsAreThinnedAndKeepTheirAreas)
{
    for (const double share : {0.5, 0.02}) {
        auto judged = overlapping(20'000, 5, share);
        const double auc = judged.by(measure("roc_auc")).number();
        const auto roc = curve(judged, "roc");
        EXPECT_NEAR(area(column(roc, "roc", "fpr"), column(roc, "roc", "tpr")), auc, 1e-6);
        EXPECT_GT(roc.points_of_rows, 19'000u);
        EXPECT_LT(roc.size(), 1'000u);
        const auto lift = curve(judged, "lift");
        // On average half of the positives precede a positive row: area under the gains = prevalence / 2 + (1
        // - prevalence) AUC.
        double positives = 0;
        for (const auto t : judged.true_label) positives += t;
        const double p = positives / static_cast<double>(judged.size());
        EXPECT_NEAR(area(column(lift, "lift", "share"), column(lift, "lift", "gain")), p / 2 + (1 - p) * auc,
                    1e-6);
        const auto pr = curve(judged, "pr");
        EXPECT_LT(pr.size(), 1'000u);
        EXPECT_LT(lift.size(), 1'000u);
        const auto threshold = curve(judged, "threshold");
        EXPECT_LT(threshold.size(), 1'000u);
        auto precision = column(threshold, "threshold", "precision");
        precision.front() = 1.0; // as it is drawn
        // The threshold curve keeps other points, and the same areas.
        EXPECT_NEAR(area(column(threshold, "threshold", "recall"), precision),
                    area(column(pr, "pr", "recall"), column(pr, "pr", "precision")), 2e-6);
        auto fpr = column(threshold, "threshold", "specificity");
        for (auto& x : fpr) x = 1 - x;
        EXPECT_NEAR(area(fpr, column(threshold, "threshold", "recall")), auc, 1e-6);
        RecordProperty("points_" + std::to_string(share),
                       std::to_string(roc.size()) + ' ' + std::to_string(pr.size()) + ' ' +
                           std::to_string(lift.size()) + ' ' + std::to_string(threshold.size()));
    }
}

/// A line with all its points in memory.
struct Polyline {
    std::vector<double> along{};
    std::vector<std::vector<double>> columns{};
    std::vector<DrawnLine::Area> areas{};

    std::vector<double> part(std::size_t column, std::size_t points) const
    {
        return {columns[column].begin(), columns[column].begin() + static_cast<std::ptrdiff_t>(points)};
    }
    DrawnLine line() const
    {
        std::vector<std::vector<double>> sums;
        for (const auto& [x, y] : areas) {
            sums.emplace_back(along.size(), 0.0);
            for (std::size_t i = 1; i < along.size(); ++i)
                sums.back()[i] = sums.back()[i - 1] + (columns[x][i] - columns[x][i - 1]) *
                                                          (columns[y][i] + columns[y][i - 1]) / 2;
        }
        return {.points = along.size(),
                .columns = columns.size(),
                .areas = areas,
                .read = [*this, sums](std::size_t i, DrawnPoint& point) {
                    point.along = along[i];
                    for (std::size_t c = 0; c < columns.size(); ++c) point.columns[c] = columns[c][i];
                    for (std::size_t k = 0; k < sums.size(); ++k) point.areas[k] = sums[k][i];
                }};
    }
};

TEST(Thinning, KeepsPointsNearTheLineAndAreasWithinTheirBounds)
{
    constexpr double tolerance = 1e-3;
    constexpr double area_tolerance = 1e-5;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        Stream stream(seed, Purpose::generation, 9);
        Polyline line{.columns = std::vector<std::vector<double>>(3), .areas = {{0, 1}, {1, 2}}};
        double walk[3] = {0, 0, 0.5};
        for (int i = 0; i < 3000; ++i) {
            line.along.push_back((i + 0.1 * stream.uniform()) / 3000);
            walk[0] += stream.uniform() / 1500;
            walk[1] += seed % 2 == 0 ? stream.uniform() / 1500 : (stream.below(2) == 0 ? 0.0 : 1.0 / 1500);
            walk[2] += 0.01 * (stream.uniform() - 0.5);
            for (std::size_t c = 0; c < 3; ++c) line.columns[c].push_back(walk[c]);
        }
        const auto kept = thinned(line.line(), tolerance, area_tolerance);
        ASSERT_EQ(kept.front(), 0u);
        ASSERT_EQ(kept.back(), 2999u);
        EXPECT_LT(kept.size(), 3000u);
        for (std::size_t k = 1; k < kept.size(); ++k) {
            const auto a = kept[k - 1];
            const auto b = kept[k];
            ASSERT_LT(a, b);
            for (const auto& y : line.columns)
                for (auto i = a; i <= b; ++i) {
                    const double part = (line.along[i] - line.along[a]) / (line.along[b] - line.along[a]);
                    EXPECT_NEAR(y[i], y[a] + part * (y[b] - y[a]), tolerance * (1 + 1e-9));
                }
            if (k % 16 != 1 && b != 2999) continue;
            for (const auto& [x, y] : line.areas) { // on beginnings of the line too
                std::vector<double> some_x;
                std::vector<double> some_y;
                for (std::size_t j = 0; j <= k; ++j) {
                    some_x.push_back(line.columns[x][kept[j]]);
                    some_y.push_back(line.columns[y][kept[j]]);
                }
                const double share = (line.along[b] - line.along[0]) / (line.along.back() - line.along[0]);
                EXPECT_NEAR(area(some_x, some_y), area(line.part(x, b + 1), line.part(y, b + 1)),
                            share * area_tolerance * (1 + 1e-9));
            }
        }
    }
    // A straight line is reduced to its ends; a single point stays.
    const Polyline straight{
        .along = {0, 1, 2, 3, 4}, .columns = {{0, 1, 2, 3, 4}, {5, 5, 5, 5, 5}}, .areas = {{0, 1}}};
    EXPECT_EQ(thinned(straight.line(), 1e-9, 1e-9), (std::vector<std::size_t>{0, 4}));
    EXPECT_EQ(thinned(Polyline{.along = {1}, .columns = {{2}}}.line(), 1, 1), (std::vector<std::size_t>{0}));
    EXPECT_TRUE(thinned({}, 1, 1).empty());
}

TEST(Thinning, SeeksNoFurtherThanItMayFind)
{
    // A curve so flat that every point could be left out if it were not for the area: without a limit, the
    // search from each kept point would run through the whole rest.
    Polyline parabola{.columns = std::vector<std::vector<double>>(2), .areas = {{0, 1}}};
    constexpr std::size_t n = 40'000;
    for (std::size_t i = 0; i < n; ++i) {
        const double x = static_cast<double>(i) / n;
        parabola.along.push_back(x);
        parabola.columns[0].push_back(x);
        parabola.columns[1].push_back(x * (1 - x));
    }
    auto line = parabola.line();
    std::size_t reads = 0;
    line.read = [&reads, read = line.read](std::size_t i, DrawnPoint& point) {
        ++reads;
        read(i, point);
    };
    const auto kept = thinned(line, 1.0, 1e-6).size();
    EXPECT_LT(kept, 500u);
    EXPECT_LT(reads, 8 * n + 1001 * kept);
}

/// All thresholds of a ranking, and the areas up to each.
std::vector<ThresholdPoint> every_threshold(const Ranking& ranking)
{
    std::vector<ThresholdPoint> all(1);
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        ThresholdPoint threshold = all.back();
        const ThresholdPoint before = threshold;
        threshold.score = ranking[b].score;
        threshold.tp += ranking[b].positives;
        threshold.fp += ranking[b].negatives;
        if (b > 0) {
            threshold.roc_area += (threshold.fp - before.fp) * (threshold.tp + before.tp) / 2;
            threshold.pr_area +=
                (threshold.tp - before.tp) *
                (threshold.tp / (threshold.tp + threshold.fp) + before.tp / (before.tp + before.fp)) / 2;
        }
        all.push_back(threshold);
    }
    return all;
}

/// Rows of weight 1 to 4 with scores of their own.
Ranking long_ranking(std::size_t n, double share, bool weighted)
{
    Stream stream(n, Purpose::generation, 11);
    std::vector<TieBlock> blocks(n);
    for (std::size_t b = 0; b < n; ++b) {
        blocks[b].score = -static_cast<double>(b);
        const double left = 1.0 - static_cast<double>(b) / static_cast<double>(n);
        const double weight = weighted ? 0.25 * static_cast<double>(1 + stream.below(8)) : 1.0;
        (stream.uniform() < 2 * share * left ? blocks[b].positives : blocks[b].negatives) = weight;
    }
    return Ranking(blocks);
}

TEST(ThresholdPoints, AreAllOfFewScores)
{
    const auto ranking = long_ranking(65'536, 0.01, true);
    const auto thresholds = threshold_points(ranking);
    EXPECT_TRUE(thresholds.all());
    EXPECT_EQ(thresholds.points.size(), 65'537u);
}

TEST(ThresholdPoints, OfManyScoresStepByASmallPartOfEachCell)
{
    for (const bool weighted : {false, true})
        for (const double share : {0.5, 0.003}) {
            const auto ranking = long_ranking(150'000, share, weighted);
            const auto all = every_threshold(ranking);
            const auto thresholds = threshold_points(ranking);
            ASSERT_EQ(thresholds.of_ranking, all.size());
            EXPECT_LT(thresholds.points.size(), all.size() * 19 / 20);
            std::size_t at = 0;
            bool near = true;
            for (std::size_t k = 0; k < thresholds.points.size(); ++k) {
                const auto& p = thresholds.points[k];
                const auto before = at;
                while (k > 0 && at < all.size() && (at == before || all[at].score != p.score)) ++at;
                ASSERT_LT(at, all.size());
                ASSERT_EQ(p.tp, all[at].tp);
                ASSERT_EQ(p.fp, all[at].fp);
                ASSERT_NEAR(p.roc_area, all[at].roc_area, 1e-12 * all[at].roc_area);
                ASSERT_NEAR(p.pr_area, all[at].pr_area, 1e-12 * all[at].pr_area);
                if (at - before <= 1) continue;
                const auto& from = all[before];
                const double cells[4][2] = {{from.tp, p.tp},
                                            {from.fp, p.fp},
                                            {thresholds.positives - p.tp, thresholds.positives - from.tp},
                                            {thresholds.negatives - p.fp, thresholds.negatives - from.fp}};
                for (const auto& [less, more] : cells) near = near && less >= more * (1 - 0x1p-14) - 1e-9;
            }
            EXPECT_TRUE(near);
            EXPECT_EQ(at + 1, all.size()); // the last one too
        }
}

TEST(Curves, OfMoreScoresThanAreLookedAtLieAtEachOfThemNearTheLineAndKeepTheirAreas)
{
    for (const double share : {0.5, 0.01}) {
        const std::size_t n = 100'000;
        const auto judged = overlapping(n, 6, share);
        const auto all =
            every_threshold(judged.with_view([](const PredictionView& view) { return ranking_of(view); }));
        const double positives = all.back().tp;
        const double negatives = all.back().fp;
        const auto specs = std::vector<Spec>{Spec("roc"), Spec("pr"), Spec("threshold")};
        const auto drawn =
            judged.with_view([&](const PredictionView& view) { return make_curves(specs, view); });
        const auto& roc = drawn[0].front();
        const auto& pr = drawn[1].front();
        const auto& threshold = drawn[2].front();
        EXPECT_EQ(roc.points_of_rows, all.size());
        EXPECT_NEAR(area(column(roc, "roc", "fpr"), column(roc, "roc", "tpr")),
                    judged.by(measure("roc_auc")).number(), 1e-6);
        // Precision, which begins at 1, over recall.
        const double first = all[1].tp / positives * (1 + all[1].tp / (all[1].tp + all[1].fp)) / 2;
        EXPECT_NEAR(area(column(pr, "pr", "recall"), column(pr, "pr", "precision")),
                    first + all.back().pr_area / positives, 1e-6);
        // At every threshold: its value, and the point that is drawn.
        std::size_t to = 1;
        double farthest = 0.0;
        for (std::size_t i = 1; i + 1 < all.size(); ++i) {
            while (threshold.at(to, 0).number() > all[i].score) ++to;
            if (to < 2) continue; // before the first score precision does not exist
            const double tp = all[i].tp;
            const double fp = all[i].fp;
            const double part =
                (tp + fp - threshold.at(to - 1, 1).number() - threshold.at(to - 1, 3).number()) /
                (threshold.at(to, 1).number() + threshold.at(to, 3).number() -
                 threshold.at(to - 1, 1).number() - threshold.at(to - 1, 3).number());
            const double predicted = tp + fp;
            const double rows = positives + negatives;
            const double is[] = {(tp + negatives - fp) / rows,
                                 tp / predicted,
                                 tp / positives,
                                 1 - fp / negatives,
                                 2 * tp / (predicted + positives),
                                 (tp * negatives - fp * positives) /
                                     std::sqrt(positives * negatives * predicted * (rows - predicted))};
            for (std::size_t k = 0; k < 6; ++k) {
                if (!threshold.at(to, 5 + k)) continue; // MCC of the last threshold
                const double a = threshold.at(to - 1, 5 + k).number();
                farthest =
                    std::max(farthest, std::abs(a + part * (threshold.at(to, 5 + k).number() - a) - is[k]));
            }
        }
        EXPECT_LT(farthest, 5e-4 * (1 + 1e-9));
        EXPECT_GT(farthest, 3e-4);
    }
}

TEST(Curves, OfSeveralSpecsAreThoseOfEach)
{
    const auto judged = test::random_classes(60, 3, 5);
    std::vector<Spec> specs;
    for (const auto& i : curve_infos())
        if (!i.of_numbers)
            specs.push_back(i.spec.name == "reliability" ? Spec::parse("reliability:bins=3")
                                                         : Spec(i.spec.name));
    for (const std::size_t threads : {1, 3}) {
        const auto all =
            judged.with_view([&](const PredictionView& view) { return make_curves(specs, view, threads); });
        ASSERT_EQ(all.size(), specs.size());
        for (std::size_t s = 0; s < specs.size(); ++s) {
            const auto alone = curves(judged, specs[s].print());
            ASSERT_EQ(all[s].size(), 3u);
            for (std::size_t c = 0; c < 3; ++c) {
                EXPECT_EQ(all[s][c].cells, alone[c].cells);
                EXPECT_EQ(all[s][c].label, alone[c].label);
                EXPECT_EQ(all[s][c].columns, alone[c].columns);
            }
        }
    }
    EXPECT_TRUE(
        judged
            .with_view([](const PredictionView& view) { return make_curves(std::span<const Spec>(), view); })
            .empty());
}

class CurveLaws : public testing::TestWithParam<std::string> {};

TEST_P(CurveLaws, OneACLassAndThePositiveOneOfTwo)
{
    const auto three = curves(test::random_classes(40, 3, 2), GetParam());
    ASSERT_EQ(three.size(), 3u);
    for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(three[c].label, "c" + std::to_string(c));
        EXPECT_EQ(three[c].columns, info(GetParam()).columns.size());
        EXPECT_GT(three[c].size(), 0u);
    }
    EXPECT_EQ(curves(test::random_classes(40, 2, 2), GetParam()).size(), 1u);
}

TEST_P(CurveLaws, OrderOfRowsAndThreadsChangeNothing)
{
    const auto judged = overlapping(500, 3);
    std::vector<std::size_t> order(judged.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Stream(4, Purpose::generation).shuffle(std::span(order));
    const auto one = curve(judged, GetParam());
    EXPECT_EQ(curve(judged.rows(order), GetParam()).cells, one.cells);
    for (const std::size_t threads : {0, 3}) {
        const auto many = judged.with_view(
            [&](const PredictionView& view) { return make_curves(Spec(GetParam()), view, threads); });
        EXPECT_EQ(many.front().cells, one.cells);
    }
}

TEST_P(CurveLaws, IntegerWeightsAreRepeatedRowsAndWeightZeroIsNoRow)
{
    const auto judged = test::random_classes(60, 2, 8);
    std::vector<double> weights;
    std::vector<std::size_t> rows;
    Stream stream(5, Purpose::generation);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        weights.push_back(static_cast<double>(stream.below(4)));
        rows.insert(rows.end(), static_cast<std::size_t>(weights.back()), i);
    }
    const auto weighted = curve(judged.weighted(weights), GetParam());
    const auto repeated = curve(judged.rows(rows), GetParam());
    ASSERT_EQ(weighted.size(), repeated.size());
    for (std::size_t i = 0; i < weighted.cells->size(); ++i) {
        if (info(GetParam()).columns[i % weighted.columns].is_limit)
            continue; // repeated rows are no independent draws
        EXPECT_EQ((*weighted.cells)[i], (*repeated.cells)[i]) << i;
    }
}

TEST_P(CurveLaws, OneClassOneRowAndAllTiedAreDrawnOrHaveAReason)
{
    for (const auto& judged :
         {two_classes({1}, {.5}), two_classes({0}, {.5}), two_classes({1, 1, 1}, {.5, .6, .7}),
          two_classes({0, 0}, {.5, .5}), two_classes({0, 1, 1, 0}, {.5, .5, .5, .5})}) {
        const auto c = curve(judged, GetParam());
        EXPECT_EQ(c.size() == 0, c.cells.lacks(reasons::one_class));
    }
}

TEST_P(CurveLaws, WithoutScoresAreRefused)
{
    auto judged = two_classes({0, 1}, {.5, .5});
    judged.scores.clear();
    EXPECT_NE(test::message_of([&] { curve(judged, GetParam()); }).find("needs scores"), std::string::npos);
    EXPECT_NE(test::message_of([&] { curve(test::random_numbers(5, 1), GetParam()); }).find("needs classes"),
              std::string::npos);
    EXPECT_NE(test::message_of([&] {
                  curve(documented_rows(), GetParam() + ":colour=3");
              }).find("unknown key 'colour'"),
              std::string::npos);
}

std::vector<std::string> names()
{
    std::vector<std::string> all;
    for (const auto& i : curve_infos())
        if (!i.of_numbers) all.push_back(i.spec.name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Table, CurveLaws, testing::ValuesIn(names()),
                         [](const auto& name) { return name.param; });

TEST(Curves, AreAllInTheTable)
{
    EXPECT_EQ(names(), (std::vector<std::string>{"roc", "pr", "threshold", "lift", "reliability", "histogram",
                                                 "steps", "decision"}));
    for (const auto& i : curve_infos()) {
        EXPECT_FALSE(i.spec.help.empty());
        std::set<std::string> seen;
        for (const auto& c : i.columns) {
            EXPECT_TRUE(seen.insert(c.name).second);
            EXPECT_FALSE(c.help.empty());
        }
    }
    EXPECT_NE(test::message_of([] {
                  curve(documented_rows(), "rocc");
              }).find("unknown curve 'rocc'; did you mean 'roc'?"),
              std::string::npos);
}

Judged numbers(std::vector<double> truth, std::vector<double> value)
{
    Judged judged;
    judged.true_value = std::move(truth);
    judged.value = std::move(value);
    return judged;
}

TEST(Residuals, AreThoseOfEachRowWhereCellsAreFine)
{
    std::vector<double> truth, value;
    for (int i = 0; i < 40; ++i) {
        value.push_back(3.0 * i);
        truth.push_back(3.0 * i + (7 * i) % 11 - 5);
    }
    const auto points = curve(numbers(truth, value), "residuals:bins=1000");
    EXPECT_EQ(column(points, "residuals", "predicted"), value);
    EXPECT_EQ(column(points, "residuals", "truth"), truth);
    EXPECT_EQ(column(points, "residuals", "rows"), std::vector<double>(40, 1.0));
    for (int i = 0; i < 40; ++i) EXPECT_EQ(points.at(i, 2).number(), (7 * i) % 11 - 5);
}

TEST(Residuals, OfCellsAreMeansThatKeepTheMeanOfAllRows)
{
    const auto judged = test::random_numbers(500, 4);
    const auto coarse = curve(judged, "residuals:bins=3");
    EXPECT_LE(coarse.size(), 9u);
    double rows = 0.0, predicted = 0.0, residual = 0.0;
    for (std::size_t i = 0; i < coarse.size(); ++i) {
        rows += coarse.at(i, 3).number();
        predicted += coarse.at(i, 3).number() * coarse.at(i, 0).number();
        residual += coarse.at(i, 3).number() * coarse.at(i, 2).number();
    }
    EXPECT_EQ(rows, 500.0);
    double of_rows = 0.0, left = 0.0;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        of_rows += judged.value[i];
        left += judged.true_value[i] - judged.value[i];
    }
    EXPECT_NEAR(predicted, of_rows, 1e-9);
    EXPECT_NEAR(residual, left, 1e-9);
    std::vector<double> weights;
    std::vector<std::size_t> repeated;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        weights.push_back(static_cast<double>(i % 3));
        repeated.insert(repeated.end(), i % 3, i);
    }
    EXPECT_EQ(curve(judged.weighted(weights), "residuals:bins=5").cells,
              curve(judged.rows(repeated), "residuals:bins=5").cells);
}

TEST(Residuals, HaveAHistogramAndNormalQuantiles)
{
    const auto judged = numbers({3.0, -1.0, 0.0, 1.0, 5.0}, {0.0, 0.0, 0.0, 0.0, 0.0});
    const auto bars = curve(judged, "residual_histogram:bins=3"); // -1, 0, 1; 3; 5: bins end at 1, 3, 5
    EXPECT_EQ(column(bars, "residual_histogram", "lower"), (std::vector<double>{-1.0, 1.0, 3.0}));
    EXPECT_EQ(column(bars, "residual_histogram", "rows"), (std::vector<double>{3.0, 1.0, 1.0}));
    const auto qq = curve(judged, "qq");
    EXPECT_EQ(column(qq, "qq", "residual"), (std::vector<double>{-1.0, 0.0, 1.0, 3.0, 5.0}));
    // qnorm(c(.1, .3, .5)) of R
    EXPECT_NEAR(qq.at(0, 0).number(), -1.2815515655446004, 1e-14);
    EXPECT_NEAR(qq.at(1, 0).number(), -0.5244005127080407, 1e-14);
    EXPECT_NEAR(qq.at(2, 0).number(), 0.0, 1e-15);
    const auto many = curve(test::random_numbers(5000, 4), "qq:points=80");
    EXPECT_EQ(many.size(), 80u);
    EXPECT_NEAR(many.at(0, 0).number(), -many.at(79, 0).number(), 1e-12);
    const auto residual = column(many, "qq", "residual");
    EXPECT_TRUE(std::is_sorted(residual.begin(), residual.end()));
    EXPECT_TRUE(curve(numbers({1e308, -1e308}, {-1e308, 1e308}), "qq").cells.lacks(reasons::infinite));
    EXPECT_EQ(curve(judged.weighted({1.0, 2.0, 0.0, 1.0, 1.0}), "qq").size(), 4u);
}

TEST(Residuals, OfOddRowsAreDrawnOrHaveAReason)
{
    EXPECT_EQ(curve(numbers({1.0}, {2.0}), "residuals").size(), 1u);
    EXPECT_EQ(curve(numbers({1.0, 1.0}, {2.0, 2.0}), "residuals").size(), 1u);
    EXPECT_TRUE(curve(numbers({1e308, -1e308}, {-1e308, 1e308}), "residuals").cells.lacks(reasons::infinite));
    EXPECT_NE(
        test::message_of([&] { curve(documented_rows(), "residuals"); }).find("needs one true number a row"),
        std::string::npos);
}

TEST(Curves, OfScoresThatAreNoProbabilitiesHaveNoReliability)
{
    const auto message = test::message_of([] {
        documented_rows().with_view([](PredictionView view) {
            view.probabilities = false;
            EXPECT_EQ(curve_missing_need(Spec("reliability"), view), &reasons::not_probabilities);
            EXPECT_EQ(curve_missing_need(Spec("roc"), view), nullptr);
            return make_curves(Spec("reliability"), view);
        });
    });
    EXPECT_NE(message.find("do not lie in [0, 1]"), std::string::npos);
}

} // namespace
} // namespace unseen
