// The warning about the best of many figures: closed forms for two learners, and cases without a warning.
#include "run/best_of_many.hpp"

#include "unseen/stats/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace unseen;

namespace {

const Measure& error_rate()
{
    static const Measure measure = make_measure(Spec("error_rate"), true);
    return measure;
}

/// A figure with an interval of two standard errors to each side, at the level that these have.
Estimate figure(double value, double error)
{
    Estimate e;
    e.value = Value(value);
    e.interval = Interval{
        .lower = value - 2 * error, .upper = value + 2 * error, .level = Level(1.0 - 2 * normal_tail(2.0))};
    return e;
}

/// Four splits whose figures differ from their mean, the value, by these.
Estimate by_splits(double value, const std::vector<double>& differences)
{
    Estimate e;
    e.value = Value(value);
    for (const double d : differences) e.spread.per_split.emplace_back(value + d);
    e.pairing.test_train_ratio = 0.25;
    return e;
}

/// The optimism that the warning of the best figure states; 0 without a warning. No other figure has one.
double optimism(std::vector<Estimate> figures, std::size_t best, const Measure& measure = error_rate())
{
    std::vector<Estimate*> pointers;
    for (auto& e : figures) pointers.push_back(&e);
    warn_best_of_many(pointers, measure, 1);
    for (std::size_t i = 0; i < figures.size(); ++i)
        EXPECT_LE(figures[i].warnings.size(), i == best ? 1U : 0U);
    if (figures[best].warnings.empty()) return 0.0;
    EXPECT_EQ(figures[best].warnings[0].code, "best_of_many");
    const auto& text = figures[best].warnings[0].text;
    return std::stod(
        text.substr(text.find("optimistic by ") + 14 + (text.find("about ") == text.npos ? 8 : 6)));
}

double density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0)); }

} // namespace

// Two normal figures whose difference d has variance t^2, s^2 being the covariance of it and the best: -E(Z
// of the best | it stays so) = s^2 / t phi(d / t) / Phi(d / t). A third is far away.
TEST(BestOfMany, AgreesWithTheClosedFormOfTwoLearners)
{
    for (const double d : {0.0, 0.01, 0.03}) {
        const double t = std::hypot(0.02, 0.01);
        EXPECT_NEAR(optimism({figure(0.2 + d, 0.01), figure(0.2, 0.02), figure(0.9, 0.01)}, d > 0.0 ? 1 : 0),
                    (d > 0.0 ? 4e-4 : 1e-4) / t * density(d / t) / (1 - normal_tail(d / t)), 0.001)
            << d;
    }
    // 4 splits: the variance of the difference is (1/4 + 1/4) times the sample variance of the differences .2
    // -.2 .2 -.2, which is .16 / 3.
    const std::vector<double> up = {0.1, -0.1, 0.1, -0.1};
    const std::vector<double> down = {-0.1, 0.1, -0.1, 0.1};
    const double t = std::sqrt(0.5 * 0.16 / 3);
    EXPECT_NEAR(optimism({by_splits(0.2, up), by_splits(0.25, down), by_splits(0.999, up)}, 0),
                t / 2 * density(0.05 / t) / (1 - normal_tail(0.05 / t)), 0.006);
}

TEST(BestOfMany, ALargeFigureIsBestWhereTheMeasureSaysSo)
{
    const Measure accuracy = make_measure(Spec("accuracy"), true);
    EXPECT_NEAR(optimism({figure(0.8, 0.01), figure(0.8, 0.02), figure(0.1, 0.01)}, 0, accuracy),
                1e-4 / std::hypot(0.02, 0.01) * density(0.0) * 2, 0.001);
}

TEST(BestOfMany, IsSilentWhereTheChoiceIsSureOrThereAreFew)
{
    EXPECT_EQ(optimism({figure(0.2, 0.01), figure(0.21, 0.01)}, 0), 0.0);
    EXPECT_EQ(optimism({figure(0.2, 0.01), figure(0.3, 0.01), figure(0.4, 0.01)}, 0), 0.0);
    // Splits that move all figures alike change no choice.
    const std::vector<double> same = {0.1, -0.1, 0.1, -0.1};
    EXPECT_EQ(optimism({by_splits(0.2, same), by_splits(0.201, same), by_splits(0.202, same)}, 0), 0.0);
    auto none = figure(0.2, 0.01);
    none.value = Value::none(reasons::failed_fits);
    EXPECT_EQ(optimism({none, figure(0.21, 0.01), figure(0.22, 0.01)}, 1), 0.0);
}

TEST(BestOfMany, SaysSoWhereTheSizeIsUnknown)
{
    auto plain = figure(0.2, 0.01);
    plain.interval = reasons::no_value;
    std::vector<Estimate> figures = {plain, figure(0.21, 0.01), figure(0.22, 0.01)};
    std::vector<Estimate*> pointers = {&figures[0], &figures[1], &figures[2]};
    warn_best_of_many(pointers, error_rate(), 1);
    ASSERT_EQ(figures[0].warnings.size(), 1U);
    EXPECT_NE(figures[0].warnings[0].text.find("unknown amount"), std::string::npos);
}
