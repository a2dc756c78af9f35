// Intervals of weighted and clustered rows, and of bootstrap samples: the numbers of METHODS I.4, exact laws,
// brute force.
#include "interval/limits.hpp"
#include "interval/row_bootstrap.hpp"
#include "measure/examples.hpp"
#include "measure/row_influences.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace unseen {
namespace {

using test::Judged;
using test::measure;

using Clusters = std::vector<std::uint32_t>;

/// 15 rows in 6 clusters of METHODS I.4; the loss is the error.
const Clusters six = {0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 5};
Judged fifteen_rows(bool weighted)
{
    Judged judged{.n_classes = 2,
                  .true_label = std::vector<std::uint32_t>(15, 0),
                  .label = {0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0}};
    if (weighted) judged.weight = {1, 1, 2, 1, 1, 1, .5, 1, 1, 2, 1, 1, 1, 1, 3};
    return judged;
}

/// Ten scored rows of METHODS D.3 in clusters of two.
const Clusters pairs = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4};
Judged ten_rows(bool weighted)
{
    Judged judged{.n_classes = 2,
                  .true_label = {1, 1, 0, 1, 0, 1, 0, 0, 1, 0},
                  .label = {1, 1, 1, 1, 1, 1, 1, 0, 0, 0}};
    for (const double s : {.9, .8, .8, .7, .6, .5, .5, .4, .3, .1})
        judged.scores.insert(judged.scores.end(), {1 - s, s});
    if (weighted) judged.weight = {1, 2, 1, 1, 3, 1, 1, 2, 1, 1};
    return judged;
}

IntervalResult drawn_interval(const Judged& judged, const Clusters& cluster, const std::string& name,
                              const std::string& method = "auto", double level = 0.95,
                              std::uint64_t samples = 400, std::size_t threads = 1)
{
    const auto m = measure(name);
    return judged.with_view([&](const PredictionView& view) {
        return make_test_interval(method,
                                  {.predictions = &view,
                                   .measure = &m,
                                   .value = evaluate(m, view).number(),
                                   .samples = samples,
                                   .threads = threads,
                                   .cluster = cluster},
                                  Level(level));
    });
}

RowBootstrap bootstrap_of(const Measure& m, const PredictionView& view, const Units& units,
                          const Draws& options)
{
    const Measure* one = &m;
    return bootstrap_rows(std::span(&one, 1), view, units, options).front();
}

void expect_clustered_ends(const IntervalResult& result, double lower, double upper)
{
    ASSERT_TRUE(result.interval) << result.interval.reason().name;
    EXPECT_NEAR(result.interval->lower, lower, 1e-9); // documented with ten digits
    EXPECT_NEAR(result.interval->upper, upper, 1e-9);
    EXPECT_EQ(result.interval->estimand, Estimand::model);
    EXPECT_EQ(result.interval->assumptions.front(), "clusters are independent draws");
}

double acceleration_of(const Judged& judged, const Clusters& cluster, const std::string& name)
{
    const auto m = measure(name);
    return judged.with_view([&](const PredictionView& view) {
        const Units units = units_of(view, cluster);
        return bootstrap_of(m, view, units, {.count = 100}).acceleration.number();
    });
}

/// 20000 rows in 10000 clusters, a seventh of the rows positive.
Judged many_rows(Clusters& cluster)
{
    Judged judged{.n_classes = 2};
    Stream stream(5, Purpose::generation, 9);
    for (std::uint32_t i = 0; i < 20000; ++i) {
        const bool positive = stream.uniform() < 1.0 / 7.0;
        const bool right = stream.uniform() < (positive ? 0.6 : 0.9);
        judged.true_label.push_back(positive ? 1 : 0);
        judged.label.push_back(positive == right ? 1 : 0);
        cluster.push_back(i / 2);
    }
    return judged;
}

TEST(ClusterIntervals, OfTheConfusionMatrixAreThoseOfTheBootstrapWhereClustersAreMany)
{
    Clusters cluster;
    auto judged = many_rows(cluster);
    for (const bool weighted : {false, true}) {
        if (weighted)
            for (std::size_t i = 0; i < 20000; ++i) judged.weight.push_back(1.0 + static_cast<double>(i % 3));
        for (const char* name : {"f1", "mcc", "kappa", "balanced_accuracy", "precision", "recall"}) {
            SCOPED_TRACE(name);
            const auto found = drawn_interval(judged, cluster, name);
            const auto drawn = drawn_interval(judged, cluster, name, "bca", 0.95, 2000);
            ASSERT_TRUE(found.interval && drawn.interval);
            EXPECT_EQ(found.interval->method, "influence");
            const double width = drawn.interval->upper - drawn.interval->lower;
            EXPECT_NEAR(found.interval->lower, drawn.interval->lower, 0.05 * width); // draws: 0.02
            EXPECT_NEAR(found.interval->upper, drawn.interval->upper, 0.05 * width);
        }
    }
    EXPECT_EQ(drawn_interval(ten_rows(false), pairs, "f1").interval->method, "bca");
}

TEST(ClusterIntervals, AreThoseOfTheDocumentedExamples)
{
    // Ends cut to the range 0 .. 1: -0.01195629668 and 0.6606049453 there.
    expect_clustered_ends(drawn_interval(fifteen_rows(true), six, "error_rate", "robust_t"), 0.0,
                          0.6606049453316005);
    expect_clustered_ends(drawn_interval(fifteen_rows(false), six, "error_rate", "robust_t"),
                          0.06000876552282525, 0.7399912344771749);
    expect_clustered_ends(drawn_interval(ten_rows(false), pairs, "roc_auc"), 0.23034499912828188,
                          0.937842339640025);
    // METHODS I.4's example without floor and with G - 1 degrees of freedom is 0.1886, 0.9656.
    expect_clustered_ends(drawn_interval(ten_rows(true), pairs, "roc_auc"), 0.12188441289899705,
                          0.97918902781566974);
    EXPECT_EQ(drawn_interval(ten_rows(true), pairs, "roc_auc").interval->method, "robust_logit");
    EXPECT_EQ(drawn_interval(ten_rows(true), pairs, "roc_auc").warnings.at(0).code, "few_clusters");
    expect_clustered_ends(drawn_interval(ten_rows(false), pairs, "rank_loss"), 1 - 0.937842339640025,
                          1 - 0.23034499912828188);
}

/// `robust_logit` of the AUC by its formula, from all pairs of rows.
Limits area_of_pairs(const Judged& judged, const Clusters& cluster)
{
    const std::size_t n = judged.true_label.size();
    const auto weight = [&](std::size_t i) { return judged.weight.empty() ? 1.0 : judged.weight[i]; };
    std::array<double, 2> all{}, squares{};
    for (std::size_t i = 0; i < n; ++i) {
        all[judged.true_label[i]] += weight(i);
        squares[judged.true_label[i]] += weight(i) * weight(i);
    }
    std::vector<double> placement(n, 0.0);
    double area = 0.0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            if (judged.true_label[i] != 1 || judged.true_label[j] != 0) continue;
            const double a = judged.scores[2 * i + 1], b = judged.scores[2 * j + 1];
            const double psi = a > b ? 1.0 : a == b ? 0.5 : 0.0;
            placement[i] += weight(j) / all[0] * psi;
            placement[j] += weight(i) / all[1] * psi;
            area += weight(i) * weight(j) / (all[0] * all[1]) * psi;
        }
    std::map<std::uint32_t, std::array<double, 2>> influence, weights;
    double of_rows = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        const auto c = judged.true_label[i];
        const double d = weight(i) * (placement[i] - area) / all[c];
        influence[cluster[i]][c] += d;
        weights[cluster[i]][c] += weight(i);
        of_rows += d * d;
    }
    const auto g = static_cast<double>(influence.size());
    double variance = 0.0;
    std::array<double, 2> units{}, part{};
    for (const auto& [u, d] : influence) {
        variance += g / (g - 1) * (d[0] + d[1]) * (d[0] + d[1]);
        for (const auto c : {0, 1}) {
            part[c] += d[c] * d[c];
            units[c] += weights[u][c] * weights[u][c];
        }
    }
    for (const auto c : {0, 1}) units[c] = all[c] * all[c] / units[c];
    const auto effective = [](double p, double q) { return std::min(p + q, 4 * std::min(p, q)); };
    const double rows = effective(all[0] * all[0] / squares[0], all[1] * all[1] / squares[1]);
    const double effect =
        std::clamp(variance / of_rows, 1.0, std::max(1.0, rows / effective(units[0], units[1])));
    variance = std::max(variance, area * (1 - area) / rows * effect);
    const double df = std::pow(part[0] + part[1], 2) /
                      (part[0] * part[0] / (units[0] - 1) + part[1] * part[1] / (units[1] - 1));
    const double half =
        student_t_quantile(0.975, std::clamp(df, 1.0, g - 1)) * std::sqrt(variance) / (area * (1 - area));
    const double logit = std::log(area / (1 - area));
    return {1 / (1 + std::exp(half - logit)), 1 / (1 + std::exp(-half - logit))};
}

TEST(ClusterIntervals, OfTheAucFollowTheirFormula)
{
    Stream stream(1, Purpose::generation);
    for (const double share : {0.1, 0.5})
        for (const double shift : {0.5, 2.5})
            for (const std::uint32_t rows_of_cluster : {1u, 6u})
                for (const bool weighted : {false, true}) {
                    Judged judged{.n_classes = 2};
                    Clusters cluster;
                    for (std::uint32_t i = 0; i < 120; ++i) {
                        const bool positive = i < 12 || stream.uniform() < share;
                        const double score = 4.0 * stream.uniform() + (positive ? shift : 0.0);
                        judged.true_label.push_back(positive);
                        judged.label.push_back(positive);
                        judged.scores.insert(judged.scores.end(), {-score, score});
                        if (weighted) judged.weight.push_back(std::exp(stream.uniform()));
                        cluster.push_back((7 * i % 120) / rows_of_cluster);
                    }
                    const auto limits = area_of_pairs(judged, cluster);
                    expect_clustered_ends(drawn_interval(judged, cluster, "roc_auc", "robust_logit"),
                                          limits.lower, limits.upper);
                }
}

TEST(ClusterIntervals, OfTheAucCoverWhereFewRowsAreOutOfOrder)
{
    // 50 clusters of 20 rows, one class each, a tenth positive; half of a score's variance is its cluster's.
    // AUC .98. Without a floor, and with G - 1 degrees of freedom, 77 % are covered.
    int covered = 0;
    int all = 0;
    for (std::uint64_t r = 0; r < 300; ++r) {
        Stream stream(2, Purpose::generation, r);
        const auto normal = [&] { return normal_quantile(stream.uniform() + 0x1p-54); };
        Judged judged{.n_classes = 2};
        Clusters cluster;
        for (std::uint32_t c = 0; c < 50; ++c) {
            const bool positive = c < 2 || stream.uniform() < 0.1;
            const double shared = normal();
            for (int i = 0; i < 20; ++i) {
                const double score = std::sqrt(0.5) * (shared + normal()) + (positive ? 2.9044 : 0.0);
                judged.true_label.push_back(positive);
                judged.label.push_back(positive);
                judged.scores.insert(judged.scores.end(), {-score, score});
                cluster.push_back(c);
            }
        }
        const auto result = drawn_interval(judged, cluster, "roc_auc");
        if (!result.interval) continue; // no pair is out of order
        ++all;
        covered += result.interval->lower <= 0.98 && 0.98 <= result.interval->upper;
    }
    EXPECT_GT(all, 280);
    EXPECT_GT(covered, 0.93 * all);
}

TEST(ClusterIntervals, HaveTheDocumentedAccelerations)
{
    EXPECT_NEAR(acceleration_of(fifteen_rows(true), six, "error_rate"), 0.02474181183123488, 1e-12);
    EXPECT_NEAR(acceleration_of(fifteen_rows(false), six, "error_rate"), 0.03794505783990324, 1e-12);
}

TEST(ClusterBootstrap, DrawsTheExactLaw)
{
    // All 6^6 samples of METHODS I.4: mean, standard deviation, P(t* < t); four Monte-Carlo errors.
    const auto m = measure("error_rate");
    const auto judged = fifteen_rows(true);
    const auto drawn = judged.with_view([&](const PredictionView& view) {
        return bootstrap_of(m, view, units_of(view, six), {.seed = 3, .count = 20000}).replicates;
    });
    const auto n = static_cast<double>(drawn.sorted.size());
    const double mean = std::accumulate(drawn.sorted.begin(), drawn.sorted.end(), 0.0) / n;
    double squares = 0.0;
    for (const double t : drawn.sorted) squares += (t - mean) * (t - mean);
    EXPECT_NEAR(mean, 0.32965508884030215, 4 * 0.124 / std::sqrt(n));
    EXPECT_NEAR(std::sqrt(squares / n), 0.12407479991958906, 4 * 0.124 / std::sqrt(n));
    const auto below =
        std::lower_bound(drawn.sorted.begin(), drawn.sorted.end(), 12.0 / 37) - drawn.sorted.begin();
    EXPECT_NEAR(static_cast<double>(below) / n, 0.49429869684499234, 4 * 0.5 / std::sqrt(n));
}

/// Measures of the table with influences, and one that is a mean.
std::vector<Measure> with_influences()
{
    std::vector<Measure> measures = {measure("brier")};
    for (const auto& m : measures_of_table())
        if (m.rank_figure() || m.class_ranks()) measures.push_back(m);
    return measures;
}

/// Random rows with ties and weights of many sizes, some 0; of more than three classes one has no rows, one a
/// single row.
Judged weighted_rows(const Measure& m, std::size_t n, std::uint64_t seed)
{
    Judged judged = test::random_for(m, n, seed);
    for (auto& c : judged.true_label)
        if (judged.n_classes > 3 && (c == 1 || c == 2)) c = 0;
    if (judged.n_classes > 3) judged.true_label[n / 2] = 2;
    for (std::size_t i = 0; i < n; ++i)
        judged.weight.push_back(i % 7 == 3 ? 0.0 : 0.1 + static_cast<double>((i * seed) % 4) / 3.0);
    return judged;
}

std::vector<double> influences_of(const Measure& m, const Judged& judged)
{
    return judged.with_view([&](const PredictionView& view) { return row_influences(m, view); });
}

TEST(RowInfluences, AreTheDerivativesInTheRowsWeights)
{
    const auto measures = with_influences();
    ASSERT_GE(measures.size(), 9u);
    for (const auto& m : measures)
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            SCOPED_TRACE(m.name() + ' ' + std::to_string(seed));
            const Judged judged = weighted_rows(m, 20, seed);
            const auto influences = influences_of(m, judged);
            ExactSum sum;
            for (std::size_t i = 0; i < 20; ++i) {
                sum.add(influences[i]);
                constexpr double h = 1e-4;
                Judged more = judged;
                Judged less = judged;
                more.weight[i] *= 1 + h;
                less.weight[i] *= 1 - h;
                const double slope = (more.by(m).number() - less.by(m).number()) /
                                     (2 * h); // weight times the derivative in it
                EXPECT_NEAR(influences[i], slope, 1e-8);
            }
            EXPECT_NEAR(sum.value(), 0.0, 1e-14);
        }
}

TEST(RowInfluences, DoNotDependOnTheOrderOfRowsNorOnTheirLabels)
{
    for (const auto& m : with_influences()) {
        SCOPED_TRACE(m.name());
        Judged judged = weighted_rows(m, 60, 5);
        const auto influences = influences_of(m, judged);
        std::vector<std::size_t> backwards(60);
        std::iota(backwards.rbegin(), backwards.rend(), std::size_t{0});
        auto other = judged.rows(backwards);
        other.label.assign(60, 0);
        auto reversed = influences_of(m, other);
        std::reverse(reversed.begin(), reversed.end());
        EXPECT_EQ(influences, reversed);
    }
}

TEST(RowInfluences, OfSeveralClassesAreThoseOfTwoWhereThereAreTwo)
{
    // Scores of two classes sum to 1: both classes' areas, that over pairs of classes and the mean over
    // classes are one number.
    Judged judged = test::random_classes(50, 2, 3);
    for (std::size_t i = 0; i < 50; ++i) {
        judged.scores[2 * i] = std::ldexp(std::round(std::ldexp(judged.scores[2 * i], 5)),
                                          -5); // ties, and 1 - s without rounding
        judged.scores[2 * i + 1] = 1.0 - judged.scores[2 * i];
        judged.weight.push_back(static_cast<double>(i % 4));
    }
    const auto of_two = influences_of(measure("roc_auc"), judged);
    for (const char* name : {"roc_auc_ovr", "roc_auc_ovo"}) {
        const auto influences = influences_of(measure(name), judged);
        for (std::size_t i = 0; i < 50; ++i) EXPECT_NEAR(influences[i], of_two[i], 1e-16) << name;
    }
    // The AUC of all pairs: of rows and their mirror images.
    const auto m = measure("roc_auc_micro");
    const auto micro = influences_of(m, judged);
    Judged mirrored = judged;
    for (std::size_t i = 0; i < 50; ++i) {
        mirrored.true_label.push_back(1 - judged.true_label[i]);
        mirrored.scores.insert(mirrored.scores.end(), {judged.scores[2 * i + 1], judged.scores[2 * i]});
        mirrored.weight.push_back(judged.weight[i]);
    }
    mirrored.label.assign(100, 0);
    EXPECT_DOUBLE_EQ(judged.by(m).number(), mirrored.by(measure("roc_auc")).number());
    const auto both = influences_of(measure("roc_auc"), mirrored);
    for (std::size_t i = 0; i < 50; ++i) EXPECT_NEAR(micro[i], both[i] + both[i + 50], 1e-16);
}

TEST(RowInfluences, OfTheAucAreExactlyZeroWhereNoRowMovesIt)
{
    for (const char* name : {"roc_auc", "rank_loss", "roc_auc_ovr", "roc_auc_ovo", "roc_auc_micro"}) {
        const auto m = measure(name);
        Judged judged = weighted_rows(m, 60, 5);
        for (std::size_t i = 0; i < judged.scores.size(); ++i)
            judged.scores[i] = 1.0 / static_cast<double>(judged.n_classes);
        EXPECT_EQ(influences_of(m, judged), std::vector<double>(60, 0.0)) << name; // all scores tied
        EXPECT_EQ(influences_of(m, test::perfect(judged)), std::vector<double>(60, 0.0)) << name;
        judged.weight.clear();
        if (m.class_count != ClassCount::several) continue;
        EXPECT_EQ(drawn_interval(judged, {}, name, "influence").interval.reason(), reasons::zero_variance)
            << name;
    }
}

/// The standard error from influences by differences: sqrt(n/(n-1) sum (w dM/dw)^2).
double numeric_error(const Measure& m, const Judged& judged)
{
    const auto n = static_cast<double>(judged.size());
    double squares = 0.0;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        constexpr double h = 1e-4;
        std::vector<double> more(judged.size(), 1.0);
        std::vector<double> less(judged.size(), 1.0);
        more[i] += h;
        less[i] -= h;
        const double slope =
            (judged.weighted(more).by(m).number() - judged.weighted(less).by(m).number()) / (2 * h);
        squares += slope * slope;
    }
    return std::sqrt(n / (n - 1.0) * squares);
}

TEST(InfluenceInterval, LiesOnTheLogitScaleAboutTheFigureLessItsBias)
{
    const auto logit = [](double p) { return std::log(p / (1.0 - p)); };
    const double t = 2.000995378088267; // of 59 degrees of freedom
    for (const auto& m : measures_of_table()) {
        if (!m.class_ranks()) continue;
        const auto& bias = m.class_ranks()->bias;
        SCOPED_TRACE(m.name());
        const auto judged = test::random_for(m, 60, 2);
        const double centre = judged.by(m).number() - (bias ? judged.with_view(bias) : 0.0);
        const double half = t * numeric_error(m, judged) / (centre * (1.0 - centre));
        const auto result = drawn_interval(judged, {}, m.name(), "influence");
        ASSERT_TRUE(result.interval) << result.interval.reason().name;
        EXPECT_EQ(result.interval->method, "influence");
        EXPECT_EQ(result.interval->guarantee, Guarantee::asymptotic);
        EXPECT_NEAR(logit(result.interval->lower), logit(centre) - half, 1e-7);
        EXPECT_NEAR(logit(result.interval->upper), logit(centre) + half, 1e-7);
        // Rows of weight 1 in clusters of their own, about the figure itself.
        Clusters each(60);
        std::iota(each.begin(), each.end(), 0u);
        const auto robust = drawn_interval(judged, each, m.name());
        ASSERT_TRUE(robust.interval) << robust.interval.reason().name;
        EXPECT_EQ(robust.interval->method, "robust_logit");
        const double plain = judged.by(m).number();
        EXPECT_NEAR(logit(robust.interval->upper),
                    logit(plain) + half * centre * (1.0 - centre) / (plain * (1.0 - plain)), 1e-7);
    }
}

TEST(InfluenceInterval, IsChosenWhereSamplesOfAllRowsWouldCostTooMuch)
{
    for (const std::size_t rows : {2500, 2501}) { // of four classes: 10000 scores and more
        const auto judged = test::random_classes(rows, 4, 1);
        const auto chosen = drawn_interval(judged, {}, "roc_auc_ovr", "auto", 0.95, 40);
        ASSERT_TRUE(chosen.interval);
        EXPECT_EQ(chosen.interval->method, rows == 2500 ? "bca" : "influence");
        EXPECT_EQ(chosen.interval->assumptions.size(), 2u);
    }
}

TEST(InfluenceInterval, WarnsOfClassesOfFewRows)
{
    Judged judged = test::random_classes(300, 3, 2);
    std::size_t left = 9;
    for (std::size_t i = 0; i < 300; ++i)
        if (judged.true_label[i] == 1 && left-- == 0) left = 0, judged.true_label[i] = 2;
    const auto codes = [&](const char* name) {
        std::vector<std::string> all;
        for (const auto& warning : drawn_interval(judged, {}, name, "influence").warnings)
            all.push_back(warning.code);
        return all;
    };
    for (const char* name : {"roc_auc_ovr", "average_precision_macro"})
        EXPECT_EQ(codes(name), std::vector<std::string>{"few_class_rows"}) << name;
    *std::find(judged.true_label.begin(), judged.true_label.end(), 2u) = 1; // the tenth
    EXPECT_EQ(codes("roc_auc_ovr"), std::vector<std::string>{});

    judged.weight.assign(300, 1.0); // rows of weight 0 are none
    *std::find(judged.true_label.begin(), judged.true_label.end(), 1u) = 0;
    for (std::size_t i = 0; i < 300; ++i)
        if (judged.true_label[i] != 0) judged.weight[i] = 0.0;
    const auto last = static_cast<std::size_t>(
        std::find(judged.true_label.begin(), judged.true_label.end(), 2u) - judged.true_label.begin());
    judged.weight[last] = 1.0;
    const auto warnings = drawn_interval(judged, {}, "roc_auc_ovr", "robust_logit").warnings;
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].text.find("has only 1 row:"), std::string::npos) << warnings[0].text;
}

TEST(InfluenceInterval, SaysWhyThereIsNone)
{
    const auto judged = test::random_classes(60, 30, 1);
    EXPECT_EQ(drawn_interval(judged, {}, "average_precision_macro", "influence").interval.reason(),
              reasons::too_few_rows);
    EXPECT_EQ(
        drawn_interval(test::random_classes(450, 30, 1), {}, "average_precision_macro", "influence", 0.01)
            .interval.reason(),
        reasons::biased);
    EXPECT_EQ(
        drawn_interval(test::perfect(judged), {}, "average_precision_macro", "influence").interval.reason(),
        reasons::zero_variance);
    EXPECT_EQ(drawn_interval(judged.rows({7}), Clusters{0}, "average_precision_micro", "robust_logit")
                  .interval.reason(),
              reasons::one_cluster);
}

TEST(RowInfluences, AreCentredByTheJackknifesBias)
{
    std::size_t tried = 0;
    for (const auto& m : measures_of_table()) {
        if (!m.class_ranks() || !m.class_ranks()->bias) continue;
        ++tried;
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            const Judged judged =
                test::random_for(m, 30, seed); // with ties, and at least two rows of each class
            ExactSum left_out;
            for (std::size_t i = 0; i < 30; ++i) {
                std::vector<std::size_t> rows;
                for (std::size_t k = 0; k < 30; ++k)
                    if (k != i) rows.push_back(k);
                left_out.add(judged.rows(rows).by(m).number());
            }
            const double bias = 29.0 * (left_out.value() / 30.0 - judged.by(m).number());
            EXPECT_NEAR(judged.with_view(m.class_ranks()->bias), bias, 1e-12) << m.name();
            EXPECT_GT(std::abs(bias), 1e-3);
        }
    }
    EXPECT_EQ(tried, 1u);
}

TEST(RowBootstrap, OfSeveralMeasuresIsThatOfEach)
{
    constexpr std::size_t n = 6000; // more than measures of rows draw
    Judged judged{.n_classes = 2, .true_label = {}, .label = {}};
    Clusters cluster;
    Stream stream(6, Purpose::generation);
    for (std::size_t i = 0; i < n; ++i) {
        const double p = static_cast<double>(stream.below(500)) / 500;
        judged.true_label.push_back(stream.uniform() < p ? 1 : 0);
        judged.label.push_back(p >= 0.5 ? 1 : 0);
        judged.scores.insert(judged.scores.end(), {1 - p, p});
        cluster.push_back(static_cast<std::uint32_t>(i / 3));
    }
    std::vector<Measure> measures;
    for (const char* name : {"brier", "f1", "pr_auc", "log_loss", "break_even", "kappa"})
        measures.push_back(measure(name));
    std::vector<const Measure*> all;
    for (const auto& m : measures) all.push_back(&m);
    for (const bool weighted : {false, true})
        for (const bool clustered : {false, true}) {
            if (weighted) judged.weight.assign(n, 0.5);
            if (weighted) judged.weight[17] = 2.0;
            if (!weighted) judged.weight.clear();
            judged.with_view([&](const PredictionView& view) {
                const Units units = units_of(view, clustered ? std::span<const std::uint32_t>(cluster)
                                                             : std::span<const std::uint32_t>());
                const auto together =
                    bootstrap_rows(all, view, units, {.seed = 5, .count = 10, .threads = 2});
                for (std::size_t m = 0; m < measures.size(); ++m) {
                    SCOPED_TRACE(measures[m].name() + (weighted ? " weighted" : "") +
                                 (clustered ? " clustered" : ""));
                    const auto alone = bootstrap_of(measures[m], view, units, {.seed = 5, .count = 10});
                    EXPECT_EQ(together[m].replicates.sorted, alone.replicates.sorted);
                    EXPECT_EQ(together[m].acceleration, alone.acceleration);
                    EXPECT_EQ(together[m].drawn, alone.drawn);
                }
            });
        }
}

TEST(RowBootstrap, OfSumsIsThatOfTheDrawnRows)
{
    // A mean and a function of cells take sums over units; the same measure without its short cut evaluates
    // the drawn rows.
    for (const char* name : {"brier", "rmse", "f1", "kappa", "f1_macro"})
        for (const bool weighted : {false, true}) {
            SCOPED_TRACE(name);
            const auto m = measure(name);
            Judged judged = test::random_for(m, 60, 5);
            if (weighted)
                for (std::size_t i = 0; i < 60; ++i) judged.weight.push_back(static_cast<double>(i % 5) / 4);
            Clusters cluster(60);
            for (std::uint32_t i = 0; i < 60; ++i) cluster[i] = (i * 7) % 20;
            auto slow = m;
            slow.kind = OfRows{.value = [&](const PredictionView& view) { return evaluate(m, view); }};
            judged.with_view([&](const PredictionView& view) {
                const Units units = units_of(view, cluster);
                const auto a = bootstrap_of(m, view, units, {.seed = 4, .count = 50});
                const auto b = bootstrap_of(slow, view, units, {.seed = 4, .count = 50});
                EXPECT_EQ(a.replicates.undefined, b.replicates.undefined);
                ASSERT_EQ(a.replicates.sorted.size(), b.replicates.sorted.size());
                for (std::size_t i = 0; i < a.replicates.sorted.size(); ++i)
                    EXPECT_NEAR(a.replicates.sorted[i], b.replicates.sorted[i], 1e-13);
                EXPECT_NEAR(a.acceleration.number(), b.acceleration.number(), 1e-9);
            });
        }
}

TEST(RowBootstrap, RankedOnceIsExactlyThatOfTheDrawnRows)
{
    for (const auto& m : measures_of_table()) {
        if (!m.class_ranks() && !m.of_ranking()) continue;
        SCOPED_TRACE(m.name());
        const Judged judged = test::random_for(m, 60, 5);
        Clusters cluster(60);
        for (std::uint32_t i = 0; i < 60; ++i) cluster[i] = (i * 7) % 20;
        auto slow = m;
        slow.kind = OfRows{.value = [&](const PredictionView& view) { return evaluate(m, view); }};
        for (const Clusters& clusters : {Clusters{}, cluster})
            judged.with_view([&](const PredictionView& view) {
                const Units units = units_of(view, clusters);
                const auto a = bootstrap_of(m, view, units, {.seed = 4, .count = 40});
                const auto b = bootstrap_of(slow, view, units, {.seed = 4, .count = 40});
                EXPECT_EQ(a.replicates.undefined, b.replicates.undefined);
                EXPECT_EQ(a.replicates.sorted, b.replicates.sorted);
                EXPECT_EQ(a.acceleration, b.acceleration);
            });
    }
}

TEST(RowBootstrap, DrawsRowsOfWeightZeroNever)
{
    Judged judged = test::random_classes(30, 2, 8);
    Judged kept;
    for (std::size_t i = 0; i < 30; ++i) {
        judged.weight.push_back(i % 3 == 0 ? 0.0 : 2.0);
        if (i % 3 != 0) kept.append(judged, i, i);
    }
    for (const char* name : {"f1", "brier", "average_precision"})
        EXPECT_EQ(drawn_interval(judged, {}, name, "bca").interval,
                  drawn_interval(kept, {}, name, "bca").interval)
            << name;
}

TEST(RowBootstrap, DoesNotDependOnTheOrderOfRows)
{
    for (const char* name : {"roc_auc_ovr", "log_loss", "r2", "mean_distance"}) {
        const auto m = measure(name);
        const auto judged = test::random_for(m, 60, 4);
        std::vector<std::size_t> backwards(60);
        std::iota(backwards.rbegin(), backwards.rend(), std::size_t{0});
        const auto one = drawn_interval(judged, {}, name, "bca");
        ASSERT_TRUE(one.interval) << name;
        EXPECT_EQ(one.interval, drawn_interval(judged.rows(backwards), {}, name, "bca").interval) << name;
    }
}

TEST(RowBootstrap, IsTheSameOnAnyNumberOfThreads)
{
    const auto judged = test::random_classes(100, 3, 2);
    for (const char* name : {"roc_auc_ovr", "log_loss", "kappa"}) {
        const auto one = drawn_interval(judged, {}, name, "bca", 0.95, 300, 1);
        ASSERT_TRUE(one.interval) << name;
        EXPECT_EQ(one.interval, drawn_interval(judged, {}, name, "bca", 0.95, 300, 3).interval) << name;
    }
}

TEST(RowBootstrap, OfSomeOfManyRowsIsScaled)
{
    // 20000 rows, of which samples hold 5000: the limits are those of the mean's normal law, sd / sqrt(20000)
    // x 1.96.
    const auto m = measure("r2");
    Stream stream(6, Purpose::generation);
    Judged judged;
    for (int i = 0; i < 20000; ++i) {
        judged.true_value.push_back(stream.uniform() * 4);
        judged.value.push_back(judged.true_value.back() + stream.uniform() - 0.5);
    }
    const auto some = drawn_interval(judged, {}, "r2", "percentile", 0.95, 100);
    ASSERT_TRUE(some.interval);
    EXPECT_EQ(some.interval->assumptions.back(),
              "samples of 5000 of 20000 draws, their spread scaled by the root of the share");
    // R2 = 1 - (1/12) / (16/12); its sd by the delta method from independent e^2 (var 1/180) and (y - m)^2
    // (var 4^4/180).
    const double sd = std::sqrt((1.0 / 180 + 256.0 / 180 / 256) / std::pow(16.0 / 12, 2) / 20000);
    EXPECT_NEAR(some.interval->upper - some.interval->lower, 2 * 1.96 * sd,
                2 * 1.96 * sd * 0.25); // ends of 150 samples
    EXPECT_NEAR((some.interval->upper + some.interval->lower) / 2, judged.by(m).number(), sd);
}

TEST(RowBootstrap, SaysWhyThereIsNoInterval)
{
    EXPECT_EQ(drawn_interval(fifteen_rows(false), Clusters(15, 4), "error_rate", "bca").interval.reason(),
              reasons::one_cluster);
    EXPECT_EQ(
        drawn_interval(fifteen_rows(false), Clusters(15, 4), "error_rate", "robust_t").interval.reason(),
        reasons::one_cluster);
    EXPECT_EQ(drawn_interval(fifteen_rows(false).rows({1}), {}, "error_rate", "bca").interval.reason(),
              reasons::one_row);
    EXPECT_EQ(drawn_interval(fifteen_rows(false).rows({0, 2}), {}, "error_rate", "bca").interval.reason(),
              reasons::zero_variance);
    EXPECT_EQ(drawn_interval(fifteen_rows(false), {}, "f1", "bca").interval.reason(),
              reasons::zero_variance); // nothing is positive: 0 always
    EXPECT_EQ(
        drawn_interval(ten_rows(false).rows({0, 1, 2, 3}), {0, 1, 2, 3}, "roc_auc", "bca").interval.reason(),
        reasons::undefined_in_resamples);
}

TEST(DrawnIntervals, GrowWithTheLevelAndStayInTheRange)
{
    std::size_t tried = 0;
    for (const auto& m : measures_of_table())
        for (const auto& method : interval_methods()) {
            if (method.rows == IntervalRows::alike || !method.valid(test_set_design, m, true)) continue;
            for (const std::size_t n_clusters : {std::size_t{0}, std::size_t{12}}) {
                Judged judged = test::random_for(m, 40, 3);
                if (n_clusters == 0)
                    for (std::size_t i = 0; i < 40; ++i)
                        judged.weight.push_back(1 + static_cast<double>(i % 3));
                Clusters cluster;
                for (std::uint32_t i = 0; i < 40 && n_clusters > 0; ++i) cluster.push_back(i % 12);
                std::optional<Interval> narrower;
                for (const double level : {0.5, 0.9, 0.99}) {
                    SCOPED_TRACE(m.name() + ' ' + method.name + ' ' + std::to_string(level));
                    const auto result =
                        drawn_interval(judged, cluster, m.spec.print(), method.name, level, 60);
                    if (!result.interval) continue;
                    ++tried;
                    EXPECT_EQ(result.interval->method, method.name);
                    EXPECT_GE(result.interval->lower, m.lowest);
                    EXPECT_LE(result.interval->upper, m.highest);
                    EXPECT_LE(result.interval->lower, result.interval->upper);
                    if (narrower) {
                        EXPECT_LE(result.interval->lower, narrower->lower);
                        EXPECT_GE(result.interval->upper, narrower->upper);
                    }
                    narrower = *result.interval;
                }
            }
        }
    EXPECT_GT(tried, 250u);
}

} // namespace
} // namespace unseen
