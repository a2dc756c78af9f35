// Intervals of means in a range and of clusters: numbers of other programs, and laws.
#include "interval/beta_laws.hpp"
#include "interval/betting.hpp"
#include "interval/end_dirichlet.hpp"
#include "interval/unit_ratio.hpp"
#include "support/oracle.hpp"

#include "unseen/interval/repeated.hpp"
#include "unseen/interval/test_interval.hpp"

#include "unseen/stats/binomial.hpp"
#include "unseen/stats/random.hpp"

#include <bit>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace unseen {
namespace {

using test::number;
using test::numbers;

TEST(RangeIntervals, AgreeWithOtherPrograms)
{
    int lines = 0;
    for (const auto& row : test::oracle_table("ranges.txt")) {
        ++lines;
        SCOPED_TRACE(row[0] + ' ' + row[1] + ' ' + row[2] + ' ' + row[3]);
        if (row[0] == "range") {
            const RangedValues values{numbers(row[3]), numbers(row[4]), number(row[1]), number(row[2])};
            const auto limits = end_dirichlet_limits(values, row[8] == "0" ? 0.0 : 1.0 / 3.0, 0.05);
            EXPECT_NEAR(values.mean(), number(row[5]), 1e-12);
            const double span = values.high - values.low;
            EXPECT_NEAR(limits.lower, number(row[6]), 1e-9 * span);
            EXPECT_NEAR(limits.upper, number(row[7]), 1e-9 * span);
            continue;
        }
        const UnitTotals totals{numbers(row[1]), numbers(row[2]), number(row[3]), number(row[4])};
        const auto spread = spread_of(totals);
        EXPECT_NEAR(spread.variance, number(row[5]), 1e-12);
        EXPECT_NEAR(spread.df, number(row[6]), 1e-9);
        const auto limits =
            row[0] == "hall" ? hall_limits(totals, Level(0.95)) : korn_graubard_limits(totals, Level(0.95));
        EXPECT_NEAR(std::max(0.0, limits->lower), number(row[7]), 1e-9);
        EXPECT_NEAR(limits->upper, number(row[8]), 1e-9);
    }
    EXPECT_GT(lines, 30);
}

// Values at the ends of the range have the limits of beta laws, also of many rows; turned round they turn.
TEST(RangeIntervals, LawsOfTheMeanInARange)
{
    for (const auto& [ones, rows] : {std::pair(0, 7), {1, 5}, {3, 400}, {150, 3000}, {4999, 5000}}) {
        RangedValues values{std::vector<double>(static_cast<std::size_t>(rows), 2.0), {}, 2.0, 6.0};
        for (int i = 0; i < ones; ++i) values.sums[static_cast<std::size_t>(i)] = 6.0;
        const auto limits = end_dirichlet_limits(values, 1.0 / 3.0, 0.1);
        const auto beta = beta_limits(ones, rows, 1.0 / 3.0, 0.1);
        EXPECT_NEAR(limits.lower, 2.0 + 4.0 * beta.lower, 1e-9);
        EXPECT_NEAR(limits.upper, 2.0 + 4.0 * beta.upper, 1e-9);
    }
}

// More values than are integrated. The cumulant function of 20,000 values is a series; that of 6,000 is not.
TEST(RangeIntervals, OfManyValuesAgreeWithSciPy)
{
    int lines = 0;
    for (const auto& row : test::oracle_table("many_values.txt")) {
        ++lines;
        const auto n = static_cast<int>(number(row[0]));
        RangedValues many{{}, {}, 0.0, 1.0};
        for (int i = 0; i < n; ++i) many.sums.push_back(std::pow((i + 0.5) / n, 3.0));
        const auto limits = end_dirichlet_limits(many, 1.0 / 3.0, 0.05);
        EXPECT_NEAR(limits.lower, number(row[1]), 1e-12);
        EXPECT_NEAR(limits.upper, number(row[2]), 1e-12);
    }
    EXPECT_EQ(lines, 2);
}

/// The same limits from groups of many values as from each value, which weights of 1 ask for.
TEST(RangeIntervals, OfManyValuesAreThoseOfEach)
{
    Stream stream(5, Purpose::generation, 0, 0);
    struct Values {
        double (*of)(double);
        double within; ///< of the width
    };
    // They crowd into parts of the range. Groups of the last are few enough for the integral, which the
    // saddlepoint of each value only approaches.
    for (const auto& [of, within] : {Values{[](double u) { return u * u * u; }, 1e-7},
                                     Values{[](double u) { return std::pow(u, 40.0); }, 1e-7},
                                     Values{[](double u) { return 0.3 + 1e-6 * u * u; }, 1e-7},
                                     Values{[](double u) { return u < 1e-4 ? 1.0 : 1e-5 * u * u; }, 1e-4}}) {
        RangedValues each;
        for (int i = 0; i < 140000; ++i)
            each.sums.push_back(of(static_cast<double>(stream.below(1U << 30)) * 0x1p-30));
        auto grouped = each;
        each.weights.assign(each.sums.size(), 1.0);
        const auto exact = end_dirichlet_limits(each, 1.0 / 3.0, 0.05);
        const auto fast = end_dirichlet_limits(grouped, 1.0 / 3.0, 0.05);
        EXPECT_NEAR(fast.lower, exact.lower, within * (exact.upper - exact.lower));
        EXPECT_NEAR(fast.upper, exact.upper, within * (exact.upper - exact.lower));
    }
}

std::vector<double> differences(const std::string& a, const std::string& b)
{
    auto list = numbers(a);
    const auto other = numbers(b);
    for (std::size_t i = 0; i < list.size(); ++i) list[i] -= other[i];
    return list;
}

std::vector<std::vector<double>> items_of(const std::vector<std::string>& row, std::size_t first)
{
    std::vector<std::vector<double>> items;
    for (std::size_t i = first; i < row.size(); ++i) items.push_back(numbers(row[i]));
    return items;
}

TEST(ItemValues, AgreeWithOtherPrograms)
{
    std::set<std::string> kinds;
    for (const auto& row : test::oracle_table("item_values.txt")) {
        kinds.insert(row[0]);
        SCOPED_TRACE(row[0] + ' ' + row[1] + ' ' + row[2] + ' ' + row[3]);
        if (row[0] == "pair") {
            const double range = number(row[2]) - number(row[1]);
            const RangedValues values{differences(row[3], row[4]), {}, -range, range};
            EXPECT_NEAR(probability_below(values, 0.0), number(row[5]), 1e-9);
        } else if (row[0] == "betting") {
            auto values = numbers(row[3]);
            const double lower = betting_lower(std::span(&values, 1), 0.025);
            for (double& x : values) x = 1.0 - x;
            EXPECT_NEAR(lower, number(row[4]), 1e-9);
            EXPECT_NEAR(1.0 - betting_lower(std::span(&values, 1), 0.025), number(row[5]), 1e-9);
        } else if (row[0] == "repeats") {
            const RepeatedItems items{items_of(row, 9)};
            const auto spread = spread_of(items);
            EXPECT_NEAR(spread.within, number(row[3]), 1e-12);
            EXPECT_NEAR(spread.between, number(row[4]), 1e-12);
            EXPECT_NEAR(spread.mean, number(row[5]), 1e-12);
            EXPECT_NEAR(spread.error.number(), number(row[6]), 1e-12);
            const auto limits = limits_of_these_items(items, number(row[1]), number(row[2]), Level(0.95));
            EXPECT_NEAR(limits->lower, number(row[7]), 1e-9);
            EXPECT_NEAR(limits->upper, number(row[8]), 1e-9);
        } else {
            const auto n = static_cast<std::size_t>(number(row[1]));
            std::vector<double> values;
            for (std::size_t i = 1; i <= n; ++i) values.push_back(static_cast<double>(i));
            const RowDesign design{.task = ScoreTask::values,
                                   .scale = {.lowest = 0.0, .highest = static_cast<double>(n + 1)},
                                   .items = n};
            const PredictionView view{.value = values};
            const auto measure = make_measure(Spec::parse("quantile:q=" + row[2]), design);
            const auto found = make_test_interval(
                "auto", {.predictions = &view, .measure = &measure, .value = 1.0}, Level(0.95));
            ASSERT_TRUE(found.interval);
            EXPECT_EQ(found.interval->lower, number(row[3]));
            EXPECT_EQ(found.interval->upper, number(row[4]));
        }
    }
    EXPECT_EQ(kinds.size(), 4u);
}

/// Items as lists of RUN:VALUE.
RepeatedItems crossed_items(const std::vector<std::string>& row, std::size_t first)
{
    RepeatedItems items;
    for (std::size_t i = first; i < row.size(); ++i) {
        auto& values = items.values.emplace_back();
        auto& runs = items.run.emplace_back();
        std::istringstream cells(row[i]);
        for (std::string cell; std::getline(cells, cell, ',');) {
            const auto colon = cell.find(':');
            runs.push_back(static_cast<std::uint32_t>(std::stoul(cell.substr(0, colon))));
            values.push_back(number(cell.substr(colon + 1)));
        }
    }
    return items;
}

TEST(ItemsAndRuns, AgreeWithRegressions)
{
    int lines = 0;
    for (const auto& row : test::oracle_table("items_and_runs.txt")) {
        ++lines;
        SCOPED_TRACE(row[0] + ' ' + row[1] + ' ' + row[2]);
        std::vector<std::uint32_t> cluster;
        if (row[9] != "-")
            for (const double g : numbers(row[9])) cluster.push_back(static_cast<std::uint32_t>(g));
        const auto items = crossed_items(row, 10);
        const auto runs = crossed_runs(items, cluster);
        ASSERT_TRUE(runs);
        EXPECT_NEAR(runs->mean, number(row[2]), 1e-12);
        EXPECT_EQ(cluster.empty(), bool(runs->f));
        if (runs->f) {
            EXPECT_NEAR(runs->f.number(), number(row[3]), 1e-9);
            EXPECT_NEAR(runs->p_value.number(), number(row[4]), 1e-9);
        }
        EXPECT_NEAR(2.0 * runs->tail(std::abs(runs->mean)), number(row[5]), 1e-9);
        EXPECT_NEAR(runs->half(0.05), number(row[6]), 1e-9);
        EXPECT_NEAR(runs->tail(-0.1), 1.0 - runs->tail(0.1), 1e-12);
        const auto limits = runs->limits(number(row[0]), number(row[1]), Level(0.95));
        EXPECT_NEAR(limits.lower, number(row[7]), 1e-9);
        EXPECT_NEAR(limits.upper, number(row[8]), 1e-9);
    }
    EXPECT_EQ(lines, 13);
}

// What each answer adds to a share of subsets, by all subsets: the jackknife's pseudo-values, which take the
// subsets without it.
TEST(ItemsAndRuns, OfAnswersByAllSubsets)
{
    constexpr unsigned n = 6;
    const RowDesign design{.task = ScoreTask::values,
                           .scale = {.lowest = 0.0, .highest = 1.0, .of_answers = true, .answers = n},
                           .items = 1};
    for (const bool all : {false, true})
        for (unsigned k = 1; k <= n; ++k)
            for (const unsigned right : {0U, 1U, 0b101U, 0b110110U, 0b111111U}) {
                std::vector<double> answers;
                for (unsigned r = 0; r < n; ++r) answers.push_back((right >> r) & 1U);
                const auto measure = make_measure(
                    Spec::parse((all ? "pass_all:k=" : "pass_at:k=") + std::to_string(k)), design);
                const auto added = in_runs(measure, {.values = {answers}}).values.front();
                double of_item = 0.0;
                double subsets = 0.0;
                std::vector<double> without(n, 0.0);
                for (unsigned s = 0; s < 1U << n; ++s) {
                    if (static_cast<unsigned>(std::popcount(s)) != k) continue;
                    const double figure = all ? (s & right) == s : (s & right) != 0;
                    of_item += figure;
                    ++subsets;
                    for (unsigned r = 0; r < n; ++r) without[r] += (1U - ((s >> r) & 1U)) * figure;
                }
                of_item /= subsets;
                for (unsigned r = 0; r < n; ++r)
                    if (k < n) {
                        EXPECT_NEAR(added[r], n * of_item - (n - 1.0) * without[r] / (subsets * (n - k) / n),
                                    1e-12);
                    }
                EXPECT_NEAR(std::accumulate(added.begin(), added.end(), 0.0) / n, of_item, 1e-12);
            }
}

// Runs without a value in common with zero: the limits move with the values, and turn round with them; a
// difference that is as clear as can be has a p-value.
TEST(ItemsAndRuns, LawsOfScaleAndSmallProbabilities)
{
    Stream stream(41, Purpose::generation, 0, 0);
    RepeatedItems items, moved, turned, clear;
    for (int i = 0; i < 40; ++i) {
        items.run.push_back({0, 1, 2});
        for (auto* one : {&items, &moved, &turned, &clear}) one->values.emplace_back();
        for (int r = 0; r < 3; ++r) {
            const double x = static_cast<double>(stream.below(1U << 20)) * 0x1p-20;
            items.values.back().push_back(x);
            moved.values.back().push_back(1e9 + 1e-2 * x);
            turned.values.back().push_back(1.0 - x);
            clear.values.back().push_back(0.1 + 1e-12 * x);
        }
    }
    moved.run = turned.run = clear.run = items.run;
    const auto of = [](const RepeatedItems& one, double low, double high) {
        return crossed_runs(one)->limits(low, high, Level(0.95));
    };
    const auto limits = of(items, 0.0, 1.0);
    EXPECT_NEAR(of(moved, 1e9, 1e9 + 1e-2).upper - 1e9, 1e-2 * limits.upper, 1e-6);
    EXPECT_NEAR(crossed_runs(moved)->f.number(), crossed_runs(items)->f.number(), 1e-4);
    EXPECT_NEAR(of(turned, 0.0, 1.0).lower, 1.0 - limits.upper, 1e-12);
    EXPECT_LT(crossed_runs(clear)->tail(0.1), 1e-12);
    EXPECT_GT(crossed_runs(clear)->tail(0.1), 0.0);
}

// Names that no two items share are no runs, nor is a single run.
TEST(ItemsAndRuns, NeedSharedRuns)
{
    const std::vector<std::vector<double>> values = {{1, 0}, {1, 1}, {0, 1}};
    EXPECT_TRUE(may_have_runs({.values = values, .run = {{0, 1}, {0, 1}, {0, 1}}}));
    EXPECT_FALSE(may_have_runs({.values = values, .run = {{0, 1}, {2, 3}, {4, 5}}}));
    EXPECT_FALSE(may_have_runs({.values = values}));
    EXPECT_FALSE(may_have_runs({.values = {{1}, {0}}, .run = {{0}, {0}}}));
    EXPECT_FALSE(may_have_runs({.values = {{1, 0}, {1}}, .run = {{0, 1}, {1}}})); // nothing is left over
}

// The limits invert the p-values, and both are McNemar's of differences of 0 and 1.
TEST(ItemValues, LawsOfDifferences)
{
    for (const auto& [b, c, rest] : {std::tuple(12, 5, 183), {3, 0, 17}, {1, 9, 0}, {0, 0, 5}}) {
        RangedValues values{{}, {}, -1.0, 1.0};
        values.sums.insert(values.sums.end(), static_cast<std::size_t>(b), 1.0);
        values.sums.insert(values.sums.end(), static_cast<std::size_t>(c), -1.0);
        values.sums.insert(values.sums.end(), static_cast<std::size_t>(rest), 0.0);
        const auto n = static_cast<std::uint64_t>(b + c);
        const double exact =
            b == 0 ? 1.0 : std::exp(binomial_log_upper_tail(static_cast<std::uint64_t>(b), n, 0.5));
        EXPECT_NEAR(probability_below(values, 0.0), exact, 1e-12);
    }
    RangedValues values{{0.4, -0.1, 0.3, 0.35, 0.0, 0.9}, {2, 1, 1, 3, 2, 4}, -1.0, 1.0};
    const auto limits = end_dirichlet_limits(values, 0.0, 0.05);
    EXPECT_NEAR(probability_below(values, limits.lower), 0.025, 1e-9);
    EXPECT_NEAR(probability_below(turned_round(values), -limits.upper), 0.025, 1e-9);
    EXPECT_EQ(probability_below(values, 1.0), 1.0);
}

// Bets over ten orders do not depend on the order of the rows, and lie near those of one.
TEST(ItemValues, BetsDoNotDependOnTheOrderOfRows)
{
    RangedValues values{{2, 5, 4, 5, 3, 5, 5, 1, 4, 5, 5, 2}, {}, 1.0, 5.0};
    const auto limits = betting_limits(values, 0.05, 1);
    std::ranges::reverse(values.sums);
    const auto turned = betting_limits(values, 0.05, 1);
    EXPECT_EQ(limits.lower, turned.lower);
    EXPECT_EQ(limits.upper, turned.upper);
    EXPECT_LT(limits.lower, values.mean());
    EXPECT_GT(limits.upper, values.mean());
    const auto narrow = end_dirichlet_limits(values, 0.0, 0.05);
    EXPECT_LT(limits.lower, narrow.lower);
    EXPECT_GT(limits.upper, narrow.upper);
}

/// METHODS D.7, by another program.
TEST(SharedUnits, HaveTheLimitsOfTheDocumentedExamples)
{
    struct Case {
        std::vector<double> errors_a, rows_a, errors_b, rows_b;
        Limits gap;
    };
    const std::vector<Case> cases = {
        {{1, 0, 2, 3, 0, 1, 2, 0},
         {5, 4, 6, 8, 3, 5, 6, 4},
         {0, 0, 1, 2, 0, 1, 0, 0},
         {4, 5, 3, 6, 6, 4, 5, 5},
         {-0.015213967128700823, 0.24119860038614385}},
        {{0, 0, 0, 0, 0, 0},
         {5, 4, 6, 5, 3, 5},
         {1, 0, 2, 1, 0, 1},
         {4, 5, 3, 6, 6, 4},
         {-0.4360642477564566, 0.2347384806007056}},
        {{4, 0, 3, 1, 5, 0, 2, 1},
         {6, 5, 6, 7, 6, 4, 5, 6},
         {0, 3, 1, 3, 0, 4, 1, 2},
         {5, 4, 6, 5, 6, 5, 4, 6},
         {-0.4667336349021315, 0.48774897630638825}},
    };
    const auto side = [](const std::vector<double>& errors, const std::vector<double>& rows) {
        const double all = std::accumulate(rows.begin(), rows.end(), 0.0);
        return UnitTotals{.sums = errors, .weights = rows, .rows = all, .squares = all};
    };
    for (const auto& c : cases) {
        const auto a = side(c.errors_a, c.rows_a);
        const auto b = side(c.errors_b, c.rows_b);
        const auto found = shared_units_limits(a, b, Level(0.95));
        EXPECT_NEAR(found->lower, c.gap.lower, 1e-9);
        EXPECT_NEAR(found->upper, c.gap.upper, 1e-9);
        const auto swapped = shared_units_limits(b, a, Level(0.95));
        EXPECT_NEAR(swapped->lower, -c.gap.upper, 1e-9);
        // A unit without rows on either side changes nothing.
        auto more_a = a;
        auto more_b = b;
        for (auto* more : {&more_a, &more_b}) {
            more->sums.push_back(0.0);
            more->weights.push_back(0.0);
        }
        EXPECT_EQ(shared_units_limits(more_a, more_b, Level(0.95))->upper, found->upper);
    }
}

} // namespace
} // namespace unseen
