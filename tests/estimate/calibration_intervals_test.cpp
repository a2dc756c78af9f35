// Intervals of calibration errors: by hand, and how often they cover.
#include "measure/examples.hpp"
#include "unseen/estimate/test_interval.hpp"
#include "unseen/stats/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unseen {
namespace {

using test::Judged;
using test::measure;

IntervalResult interval(const Judged& judged, const std::string& name, const std::string& method = "auto")
{
    const auto m = measure(name);
    return judged.with_view([&](const PredictionView& view) {
        return make_test_interval(
            method, {.predictions = &view, .measure = &m, .value = evaluate(m, view).number(), .samples = 500}, Level(0.95));
    });
}

Judged of_probabilities(const std::vector<double>& p, const std::vector<std::uint32_t>& truth)
{
    Judged judged{.n_classes = 2, .true_label = truth};
    for (const double s : p) {
        judged.label.push_back(s >= 0.5 ? 1 : 0);
        judged.scores.insert(judged.scores.end(), {1 - s, s});
    }
    return judged;
}

TEST(CalibrationMean, OfOneBinIsTheIntervalOfAMeanOfDifferences)
{
    // 40 rows of probability 0.25, 30 of which come true: differences .75 and -.25, mean .5, surely positive.
    std::vector<std::uint32_t> truth(40, 0);
    std::fill_n(truth.begin(), 30, 1u);
    const auto result = interval(of_probabilities(std::vector<double>(40, 0.25), truth), "ece");
    ASSERT_TRUE(result.interval) << result.reason;
    const double deviation = std::sqrt((30 * .5625 + 10 * .0625) / 40 - .25) / std::sqrt(40.0);
    EXPECT_NEAR(result.interval->upper, 0.5 + 1.959963984540054 * deviation, 1e-12);
    EXPECT_NEAR(result.interval->lower, 0.5 - 1.959963984540054 * deviation, 0.35 * deviation); // a quantile of 500 draws
    EXPECT_EQ(result.interval->method, "bins");
    EXPECT_EQ(result.interval->target, Target::model);
}

TEST(CalibrationMax, IsThatOfTheExactLimitsOfTheBins)
{
    // Two bins: 10 rows of .25, 6 true; 20 rows of .75, 5 true.
    std::vector<double> p(10, 0.25);
    p.insert(p.end(), 20, 0.75);
    std::vector<std::uint32_t> truth(30, 0);
    std::fill_n(truth.begin(), 6, 1u);
    std::fill_n(truth.begin() + 10, 5, 1u);
    const auto result = interval(of_probabilities(p, truth), "mce");
    const auto second = clopper_pearson(5, 20, 0.025);
    ASSERT_TRUE(result.interval);
    EXPECT_NEAR(result.interval->lower, 0.75 - second.upper, 1e-15);
    EXPECT_NEAR(result.interval->upper, std::max(0.75 - second.lower, clopper_pearson(6, 10, 0.025).upper - 0.25), 1e-15);
}

TEST(CalibrationMax, HoldsItsValueToTheLastBit)
{
    // Bins that all come true, the limit of whose frequency is 1: the value is its distance from the mean probability, summed in another order.
    for (std::size_t rows = 1; rows < 8; ++rows)
        for (int k = 1; k < 300; ++k) {
            std::vector<double> p;
            for (std::size_t i = 0; i < rows; ++i) p.push_back(0.001 * k / 3 + 0.0001 * static_cast<double>(i));
            const auto judged = of_probabilities(p, std::vector<std::uint32_t>(rows, 1));
            const auto m = measure("mce");
            const double value = judged.with_view([&](const PredictionView& view) { return evaluate(m, view).number(); });
            const auto limits = *interval(judged, "mce").interval;
            EXPECT_LE(limits.lower, value);
            EXPECT_GE(limits.upper, value);
        }
}

TEST(CalibrationIntervals, AreNotDrawnFromRows)
{
    const auto judged = test::random_classes(50, 3, 1);
    EXPECT_THROW(interval(judged, "ece", "bca"), InputError);
    EXPECT_EQ(interval(judged.weighted(std::vector<double>(50, 2.0)), "ece").reason, "no_interval_for_design");
}

TEST(CalibrationIntervals, CoverWhereABootstrapDoesNot)
{
    // u ~ U(0,1), P(+ | u) = u^g. g = 1: both errors are 0, and every bootstrap sample's are more.
    const double powers[] = {1.0, 1.2, 2.0};
    const double means[] = {0.0, 0.0455, 0.1667}; // of 4 10^6 rows, +- .0003
    constexpr int runs = 200;
    for (std::size_t k = 0; k < 3; ++k) {
        int covered = 0;
        for (std::uint64_t run = 0; run < runs; ++run) {
            Stream stream(9, Purpose::generation, run, k);
            std::vector<double> p;
            std::vector<std::uint32_t> truth;
            for (int i = 0; i < 400; ++i) {
                p.push_back(stream.uniform());
                truth.push_back(stream.uniform() < std::pow(p.back(), powers[k]) ? 1 : 0);
            }
            const auto limits = *interval(of_probabilities(p, truth), "ece").interval;
            covered += limits.lower <= means[k] && means[k] <= limits.upper ? 1 : 0;
        }
        EXPECT_GE(covered, runs * (0.95 - 4 * std::sqrt(.95 * .05 / runs))) << powers[k]; // four Monte-Carlo errors
    }
}

} // namespace
} // namespace unseen
