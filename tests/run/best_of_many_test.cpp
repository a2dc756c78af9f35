// The warning about the best of many figures: closed forms for two learners, and cases without a warning.
#include "run/best_of_many.hpp"

#include "unseen/run/bias_corrected.hpp"
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

// METHODS E.17: 16 rows, 4 candidates; losses are means over two repeats.
TEST(BestOfMany, TheLossesOfTheRowsHaveTheReferenceValues)
{
    const std::vector<std::string> sums = {"2100", "2101", "0101", "0010", "0000", "1122", "0111", "0122",
                                           "1112", "0202", "0010", "1101", "0021", "0100", "1011", "2001"};
    const std::vector<std::string> drawn = {"1031d3f67a61df17", "be33a755dacc6494", "4216eeb23f852d12",
                                            "774d468dcce78540", "102d6d89c5efa5ad", "d007026bd3a58704",
                                            "10cc1e10cb6955e8", "918cf67b901aa923", "7ae5780a654a93e3",
                                            "49fd22ad12915ea6", "38f8f6ca08d96db6", "140b6cdc38b90f14"};
    std::vector<double> losses;
    for (const auto& row : sums)
        for (const char c : row) losses.push_back((c - '0') / 2.0);
    const auto draw = [&](std::uint64_t b, std::size_t, const std::function<void(std::size_t)>& put) {
        for (const char c : drawn[b]) put(static_cast<std::size_t>(c <= '9' ? c - '0' : c - 'a' + 10));
    };
    const auto corrected =
        bias_corrected({.candidates = 4, .losses = losses}, error_rate(), {.samples = 12, .draw = draw});
    EXPECT_NEAR(corrected->value - 0.3125, 0.0872023809524, 1e-12);
    // A row of weight 2 is two copies that are drawn together.
    std::vector<double> weights(16, 1.0);
    weights[4] = 2.0;
    std::vector<std::uint32_t> groups(17);
    for (std::uint32_t r = 0; r < 16; ++r) groups[r] = r;
    groups[16] = 4;
    auto weighted = losses;
    for (std::size_t c = 0; c < 4; ++c) {
        losses.push_back(losses[4 * 4 + c]);
        weighted[4 * 4 + c] *= 2.0;
    }
    const auto by_weights = bias_corrected({.candidates = 4, .losses = weighted, .weights = weights},
                                           error_rate(), {.samples = 12, .draw = draw});
    const auto by_copies = bias_corrected({.candidates = 4, .losses = losses, .groups = groups}, error_rate(),
                                          {.samples = 12, .draw = draw});
    EXPECT_NEAR(by_weights->value, by_copies->value, 1e-15);
}

/// Rows with these losses of one learner in a cross-validation.
Estimate of_rows(const std::vector<double>& losses)
{
    double sum = 0.0;
    for (const double loss : losses) sum += loss;
    Estimate e;
    e.value = Value(sum / static_cast<double>(losses.size()));
    e.pairing.units = std::make_shared<const UnitFigures>(
        UnitFigures{.folds = 10, .sums = losses, .weights = std::vector(losses.size(), 1.0)});
    return e;
}

TEST(BestOfMany, TheLossesOfTheRowsGiveTheSizeAndTheCorrectedFigure)
{
    // Two learners that err in different rows, one of them in one row more: the choice is nearly a coin's
    // throw.
    std::vector<double> a(40, 0.0), b(40, 0.0);
    for (std::size_t i = 0; i < 10; ++i) a[i] = 1.0;
    for (std::size_t i = 20; i < 31; ++i) b[i] = 1.0;
    std::vector<Estimate> figures = {of_rows(a), of_rows(b)};
    std::vector<Estimate*> pointers = {&figures[0], &figures[1]};
    warn_best_of_many(pointers, error_rate(), 1);
    ASSERT_TRUE(figures[0].bias_corrected);
    EXPECT_FALSE(figures[1].bias_corrected);
    EXPECT_GT(*figures[0].bias_corrected, 0.25 + 0.02);
    EXPECT_LT(*figures[0].bias_corrected, 0.25 + 0.09);
    // Rights instead of errors, with the order of the learners turned round.
    for (double& x : a) x = 1.0 - x;
    for (double& x : b) x = 1.0 - x;
    std::vector<Estimate> rights = {of_rows(a), of_rows(b)};
    pointers = {&rights[0], &rights[1]};
    warn_best_of_many(pointers, make_measure(Spec("accuracy"), true), 1);
    ASSERT_TRUE(rights[0].bias_corrected);
    EXPECT_NEAR(*rights[0].bias_corrected, 1.0 - *figures[0].bias_corrected, 1e-12);
    // The same errors of both: there is no choice.
    std::vector<Estimate> same = {of_rows(a), of_rows(a)};
    pointers = {&same[0], &same[1]};
    warn_best_of_many(pointers, make_measure(Spec("accuracy"), true), 1);
    EXPECT_TRUE(same[0].warnings.empty() && !same[0].bias_corrected);
}

TEST(BestOfMany, ALargeFigureIsBestWhereTheMeasureSaysSo)
{
    const Measure accuracy = make_measure(Spec("accuracy"), true);
    EXPECT_NEAR(optimism({figure(0.8, 0.01), figure(0.8, 0.02), figure(0.1, 0.01)}, 0, accuracy),
                1e-4 / std::hypot(0.02, 0.01) * density(0.0) * 2, 0.001);
}

TEST(BestOfMany, IsSilentWhereTheChoiceIsSureOrThereIsNone)
{
    EXPECT_EQ(optimism({figure(0.2, 0.01)}, 0), 0.0);
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
