// Intervals of functions of the confusion matrix: numbers of another program, sums over all tables, and laws.
#include "interval/beta_laws.hpp"
#include "stats/gamma_draw.hpp"
#include "support/oracle.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/stats/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace unseen {
namespace {

Confusion matrix_of(std::size_t classes, std::vector<double> cells)
{
    Confusion c{
        .classes = classes, .positive = static_cast<std::uint32_t>(classes - 1), .cells = std::move(cells)};
    c.counted.resize(classes);
    for (std::size_t k = 0; k < classes; ++k) c.counted[k] = c.truth(k) + c.predicted(k) > 0.0;
    return c;
}

IntervalResult interval_of(const Confusion& cells, const std::string& spec,
                           const std::string& method = "auto", double level = 0.95,
                           ZeroDivision zero_division = ZeroDivision::usual)
{
    const Measure measure = make_measure(Spec::parse(spec), true, zero_division);
    const double value = measure.of_confusion()->value(cells).number();
    return make_test_interval(method, {.measure = &measure, .value = value, .confusion = &cells},
                              Level(level));
}

Limits limits_of(const Confusion& cells, const std::string& spec, const std::string& method = "auto",
                 double level = 0.95)
{
    const auto result = interval_of(cells, spec, method, level);
    EXPECT_TRUE(result.interval) << spec;
    return result.interval ? Limits{result.interval->lower, result.interval->upper} : Limits{};
}

TEST(CountIntervals, AreThoseOfTheOracle)
{
    for (const auto& row : test::oracle_table("count_intervals.txt")) {
        const auto classes = std::stoul(row[5]);
        std::vector<double> cells;
        for (std::size_t k = 6; k < row.size(); ++k) cells.push_back(std::stod(row[k]));
        const auto matrix = matrix_of(classes, cells);
        const double error = std::stod(row[2]);
        SCOPED_TRACE(row[0] + " " + row[1] + " " + row[3]);
        const Limits limits = limits_of(matrix, row[0], row[1]);
        EXPECT_NEAR(limits.lower, std::stod(row[3]), error);
        EXPECT_NEAR(limits.upper, std::stod(row[4]), error);
    }
}

TEST(CountIntervals, AutoTakesTheMethodOfTheMeasure)
{
    const auto two = matrix_of(2, {35, 15, 10, 40});
    const auto three = matrix_of(3, {50, 3, 1, 4, 80, 6, 0, 5, 20});
    const auto method = [](const Confusion& cells, const char* spec) {
        return interval_of(cells, spec).interval->method;
    };
    EXPECT_EQ(method(two, "f1"), "exact_binomial");
    EXPECT_EQ(method(two, "jaccard"), "exact_binomial");
    EXPECT_EQ(method(two, "fbeta:beta=2"), "melded_beta");
    EXPECT_EQ(method(two, "mcc"), "directional_dirichlet");
    EXPECT_EQ(method(two, "balanced_accuracy"), "directional_dirichlet");
    EXPECT_EQ(method(three, "balanced_accuracy"), "mover_beta");
    EXPECT_EQ(method(two, "f1_macro"), "mover_beta");
    EXPECT_EQ(method(two, "kappa"), "directional_dirichlet");
    EXPECT_EQ(method(three, "kappa"), "directional_dirichlet");
    EXPECT_EQ(method(three, "f1_weighted"), "directional_dirichlet");
    EXPECT_EQ(interval_of(two, "f1").interval->guarantee, Guarantee::exact);
}

/// The sum over all tables of 9 rows of their probability where the interval holds.
TEST(CountIntervals, OfF1AreExactOverAllTables)
{
    for (const double p : {0.02, 0.2, 0.5})
        for (const double q : {0.05, 0.3}) {
            const double rest = 1.0 - p - q; // cells: found p, others q (missed or false), right negatives
            if (rest <= 0.0) continue;
            const double truth = 2.0 * p / (2.0 * p + q);
            double covered = 0.0;
            double all = 0.0;
            for (int tp = 0; tp <= 9; ++tp)
                for (int others = 0; tp + others <= 9; ++others) {
                    if (tp + others == 0) continue; // no figure
                    const int tn = 9 - tp - others;
                    const double mass = std::exp(std::lgamma(10.0) - std::lgamma(tp + 1.0) -
                                                 std::lgamma(others + 1.0) - std::lgamma(tn + 1.0)) *
                                        std::pow(p, tp) * std::pow(q, others) * std::pow(rest, tn);
                    const Limits l = limits_of(
                        matrix_of(2, {static_cast<double>(tn), static_cast<double>(others / 2),
                                      static_cast<double>(others - others / 2), static_cast<double>(tp)}),
                        "f1");
                    all += mass;
                    if (l.lower <= truth && truth <= l.upper) covered += mass;
                }
            EXPECT_GE(covered / all, 0.95) << p << ' ' << q;
        }
}

TEST(CountIntervals, OfAConventionAreEverything)
{
    const auto none = matrix_of(2, {7, 0, 0, 0});
    const auto result = interval_of(none, "f1", "auto", 0.95, ZeroDivision::zero);
    ASSERT_TRUE(result.interval);
    EXPECT_EQ(result.interval->lower, 0.0);
    EXPECT_EQ(result.interval->upper, 1.0);
}

TEST(CountIntervals, OfEqualWeightsAndNothingAddedMeldToTheExactOnes)
{
    // fbeta with beta = 1 is f1; its melded limits, with a third of a row added, lie within the exact ones.
    const auto cells = matrix_of(2, {35, 15, 10, 40});
    const Limits exact = limits_of(cells, "f1");
    const Limits melded = limits_of(cells, "f1", "melded_beta");
    EXPECT_LT(exact.lower, melded.lower);
    EXPECT_GT(exact.upper, melded.upper);
    const Limits third = beta_limits(40, 65, 1.0 / 3.0, 0.05);
    EXPECT_NEAR(melded.lower, 2 * third.lower / (1 + third.lower), 1e-10);
    EXPECT_NEAR(melded.upper, 2 * third.upper / (1 + third.upper), 1e-10);
}

TEST(CountIntervals, DoNotDependOnTheOrderOfTwoClasses)
{
    for (const char* measure : {"mcc", "kappa", "balanced_accuracy", "f1_macro", "precision_macro"}) {
        const Limits first = limits_of(matrix_of(2, {20, 3, 9, 6}), measure);
        const Limits second = limits_of(matrix_of(2, {6, 9, 3, 20}), measure);
        EXPECT_NEAR(first.lower, second.lower, 1e-12) << measure;
        EXPECT_NEAR(first.upper, second.upper, 1e-12) << measure;
    }
    // The law of transposed cells is the same, and so are mcc and kappa.
    EXPECT_NEAR(limits_of(matrix_of(2, {20, 3, 9, 6}), "mcc").lower,
                limits_of(matrix_of(2, {20, 9, 3, 6}), "mcc").lower, 2e-7);
}

TEST(CountIntervals, ByDrawsAgreeWithQuadrature)
{
    // A third class that never occurs takes no part in kappa, but a share of the pseudo-counts; with many
    // rows that is little.
    const Limits two = limits_of(matrix_of(2, {350, 150, 100, 400}), "kappa");
    const Limits three =
        limits_of(matrix_of(3, {350, 150, 0, 100, 400, 0, 0, 0, 0}), "kappa", "directional_dirichlet");
    const double half = 0.5 * (two.upper - two.lower);
    EXPECT_NEAR(two.lower, three.lower, 0.06 * half);
    EXPECT_NEAR(two.upper, three.upper, 0.06 * half);
}

TEST(CountIntervals, OfPerfectTablesReachTheBestFigure)
{
    EXPECT_EQ(limits_of(matrix_of(2, {27, 0, 0, 3}), "mcc").upper, 1.0);
    EXPECT_LT(limits_of(matrix_of(2, {27, 0, 0, 3}), "mcc").lower, 0.5);
    EXPECT_EQ(limits_of(matrix_of(3, {5, 0, 0, 0, 5, 0, 0, 0, 5}), "kappa", "directional_dirichlet").upper,
              1.0);
}

TEST(CountIntervals, OfFewRowsOfAClassWarn)
{
    const auto result = interval_of(matrix_of(3, {50, 3, 1, 4, 80, 6, 0, 2, 2}), "f1_macro");
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_EQ(result.warnings.front().code, "few_class_rows");
    EXPECT_TRUE(interval_of(matrix_of(3, {50, 3, 1, 4, 80, 6, 0, 2, 3}), "f1_macro").warnings.empty());
}

TEST(BetaNodes, IntegrateMoments)
{
    for (const auto& [a, b] : std::vector<std::pair<double, double>>{
             {0.25, 0.75}, {1.0 / 3, 40.7}, {3.3, 0.67}, {1e7, 0.33}, {4e6, 1e7}, {12.0, 15.0}}) {
        double mean = 0.0;
        double square = 0.0;
        for (const auto& node : beta_nodes(a, b)) {
            mean += node.weight * node.x;
            square += node.weight * node.x * node.x;
        }
        EXPECT_NEAR(mean, a / (a + b), 1e-11) << a << ' ' << b;
        EXPECT_NEAR(square, a * (a + 1) / ((a + b) * (a + b + 1)), 1e-11) << a << ' ' << b;
    }
}

TEST(BetaTable, IsTheDistributionFunction)
{
    for (const auto& [a, b] : std::vector<std::pair<double, double>>{{0.33, 0.67},
                                                                     {1.0 / 3, 40.7},
                                                                     {3.3, 0.67},
                                                                     {0.33, 1e5},
                                                                     {4e4, 1e5},
                                                                     {12.0, 15.0},
                                                                     {3.67, 91.3}}) {
        const BetaTable table(a, b);
        for (int k = 1; k < 400; ++k) {
            const double x = beta_quantile(k / 400.0, a, b);
            EXPECT_NEAR(table(x), beta_cdf(x, a, b), 5e-10) << a << ' ' << b << ' ' << x;
        }
    }
}

TEST(DrawGamma, HasTheDistribution)
{
    for (const double shape : {0.1, 0.67, 1.0, 7.3}) {
        Stream stream(3, Purpose::generation);
        double below = 0.0;
        const int n = 20000;
        for (int i = 0; i < n; ++i) below += draw_gamma(stream, shape) < shape;
        EXPECT_NEAR(below / n, gamma_cdf(shape, shape), 4 * 0.5 / std::sqrt(n)) << shape;
    }
}

} // namespace
} // namespace unseen
