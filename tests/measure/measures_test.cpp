#include "measure/examples.hpp"
#include "support/close.hpp"
#include "support/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace unseen {
namespace {

using test::documented_rows;
using test::expect_close;
using test::Judged;
using test::measure;
using test::two_classes;

/// For values that a table gives with all their digits: what is left is the order of a few roundings.
/// The six numbers of docs/METHODS.md D.5.
Judged six_numbers()
{
    return {.true_value = {3, -.5, 2, 7, 4.2, 5.5}, .value = {2.5, 0, 2.1, 7.8, 3.6, 5.4}};
}

TEST(ErrorRate, AndAccuracyCountTheDocumentedTable)
{
    Judged judged{.n_classes = 2}; // docs/METHODS.md D.1: TP 40, FN 10, FP 15, TN 35
    const auto add = [&](int times, std::uint32_t truth, std::uint32_t label) {
        for (int i = 0; i < times; ++i) {
            judged.true_label.push_back(truth);
            judged.label.push_back(label);
        }
    };
    add(40, 1, 1);
    add(10, 1, 0);
    add(15, 0, 1);
    add(35, 0, 0);
    EXPECT_EQ(judged.by(measure("error_rate")).number(), 0.25);
    EXPECT_EQ(judged.by(measure("accuracy")).number(), 0.75);
    // Truth: half and half; then chance is right half of the time, whatever is predicted.
    expect_close(judged.gamma(measure("error_rate")), 0.5);
    expect_close(judged.gamma(measure("accuracy")), 0.5);
}

TEST(ErrorRate, NoInformationIsOneMinusTheChanceOfAgreement)
{
    const Judged judged{.n_classes = 2, .true_label = {0, 0, 1}, .label = {0, 1, 1}};
    expect_close(judged.gamma(measure("error_rate")), 1 - (2.0 / 3 * 1 / 3 + 1.0 / 3 * 2 / 3));
    const Judged one_class{.n_classes = 2, .true_label = {0, 0}, .label = {0, 0}};
    EXPECT_EQ(one_class.gamma(measure("error_rate")), 0.0);
}

TEST(LogLoss, RaisesScoresToTwoToTheMinus52)
{
    const double most = 52 * std::log(2.0);
    expect_close(two_classes({1}, {0.0}).by(measure("log_loss")).number(), most);
    expect_close(two_classes({1}, {1e-300}).by(measure("log_loss")).number(), most);
    EXPECT_EQ(measure("log_loss").highest, two_classes({0}, {1.0}).by(measure("log_loss")).number());
    // ... and lowers them to 1 - 2^-52, as the same rule from the other side.
    EXPECT_NEAR(two_classes({1}, {1.0}).by(measure("log_loss")).number(), 0x1p-52, 1e-30);
    EXPECT_GT(two_classes({1}, {0x1p-51}).by(measure("log_loss")).number(), 35.0);
    EXPECT_LT(two_classes({1}, {0x1p-51}).by(measure("log_loss")).number(), most);
}

TEST(ProbabilityMeasures, AreThoseOfTheDocumentedRows)
{
    // docs/METHODS.md D.4.
    expect_close(documented_rows().by(measure("brier")).number(), 0.22999999999999998);
    expect_close(documented_rows().by(measure("log_loss")).number(), 0.6417360960088667);
    expect_close(documented_rows().weighted({1, 2, 1, 1, 3, 1, 1, 2, 1, 1}).by(measure("brier")).number(),
                 0.22999999999999998);
    const Judged three{.n_classes = 3,
                       .true_label = {0, 0, 1, 1, 1, 2, 2, 2},
                       .label = {0, 1, 1, 0, 1, 2, 1, 2},
                       .scores = {.6, .3, .1, .3, .4, .3, .2, .6, .2, .4, .35, .25,
                                  .1, .5, .4, .2, .2, .6, .3, .4, .3, .1, .3,  .6}};
    expect_close(three.by(measure("log_loss")).number(), 0.7742771760968072);
    expect_close(three.by(measure("brier")).number(), 0.443125);
}

TEST(Brier, IsTheSquareForTwoClassesAndTheSumForMore)
{
    expect_close(two_classes({1}, {0.3}).by(measure("brier")).number(), 0.7 * 0.7);
    const Judged three{.n_classes = 3, .true_label = {2}, .label = {0}, .scores = {0.5, 0.25, 0.25}};
    expect_close(three.by(measure("brier")).number(), 0.25 + 0.0625 + 0.5625);
    const Judged worst{.n_classes = 3, .true_label = {2}, .label = {0}, .scores = {1, 0, 0}};
    EXPECT_EQ(worst.by(measure("brier")).number(), 2.0);
}

TEST(NumberMeasures, AreThoseOfTheDocumentedRows)
{
    // docs/METHODS.md D.5.
    expect_close(six_numbers().by(measure("mse")).number(), 0.2533333333333333);
    expect_close(six_numbers().by(measure("rmse")).number(), 0.5033222956847166);
    expect_close(six_numbers().by(measure("mae")).number(), 0.4333333333333333);
    expect_close(six_numbers().weighted({1, 1, 2, 1, 1, 3}).by(measure("mse")).number(), 0.17222222222222217);
}

TEST(NoInformation, IsThatOfTheDocumentedRows)
{
    // docs/METHODS.md I.12.
    expect_close(six_numbers().gamma(measure("mae")), 2.8277777777777775);
    expect_close(six_numbers().gamma(measure("mse")), 12.08888888888889);
    expect_close(six_numbers().gamma(measure("rmse")), 12.08888888888889); // before the root
    const Judged eight{.n_classes = 3,
                       .true_label = {0, 2, 1, 0, 1, 2, 0, 0},
                       .label = {0, 2, 1, 0, 1, 2, 0, 0},
                       .scores = {.7, .2, .1, .1, .3, .6, .2, .5, .3, .5, .3, .2,
                                  .3, .4, .3, .2, .2, .6, .6, .3, .1, .4, .4, .2}};
    expect_close(eight.gamma(measure("log_loss")), 1.219215942307763);
    expect_close(eight.gamma(measure("brier")), 0.7324999999999999);
    expect_close(documented_rows().gamma(measure("brier")), 0.31);
    expect_close(documented_rows().gamma(measure("log_loss")), 0.8614585537424888);
}

TEST(NoInformation, DoesNotCancelFarFromZero)
{
    auto far = six_numbers();
    for (auto* list : {&far.true_value, &far.value})
        for (auto& x : *list) x = 1e9 + 64 * x; // all exact, but for the tenths
    auto near = far;
    for (auto* list : {&near.true_value, &near.value})
        for (auto& x : *list) x -= 1e9;
    for (const char* name : {"mse", "mae"}) // a plain sum of squares, 1e18, would keep no digit of it
        EXPECT_NEAR(far.gamma(measure(name)) / near.gamma(measure(name)), 1.0, 1e-12) << name;
}

TEST(Evaluate, GivesTheReasonWhereALossIsInfinite)
{
    const Judged huge{.true_value = {0, 1}, .value = {1e200, 1}};
    EXPECT_EQ(huge.by(measure("mse")), Value::none(reasons::infinite));
    EXPECT_EQ(huge.by(measure("rmse")), Value::none(reasons::infinite));
    EXPECT_EQ(huge.by(measure("mae")).number(), 5e199);
    EXPECT_EQ(huge.weighted({1, 1}).by(measure("mse")), Value::none(reasons::infinite));
    const Judged sums{.true_value = {0, 0}, .value = {1.5e308, 1.5e308}};
    EXPECT_EQ(sums.by(measure("mae")), Value::none(reasons::infinite));
    const Judged apart{.true_value = {-1.5e308}, .value = {1.5e308}};
    EXPECT_EQ(apart.by(measure("mae")), Value::none(reasons::infinite));
}

TEST(Evaluate, TakesNaNForABug)
{
    const Judged nan{.true_value = {0}, .value = {std::numeric_limits<double>::quiet_NaN()}};
    EXPECT_THROW(nan.by(measure("mae")), std::logic_error);
}

TEST(Measures, AreThoseOfScikitLearn)
{
    int classes = 0;
    int numbers = 0;
    for (const auto& row : test::oracle_table("measures.txt")) {
        std::size_t at = 1;
        const auto count = [&] { return static_cast<std::size_t>(std::stoul(row.at(at++))); };
        const auto reals = [&](std::size_t n) {
            std::vector<double> list;
            for (; n > 0; --n) list.push_back(std::stod(row.at(at++)));
            return list;
        };
        const auto codes = [&](std::size_t n) {
            std::vector<std::uint32_t> list;
            for (; n > 0; --n) list.push_back(static_cast<std::uint32_t>(std::stoul(row.at(at++))));
            return list;
        };
        Judged judged;
        std::vector<const char*> names;
        const auto n = count();
        if (row[0] == "classes") {
            judged.n_classes = count();
            judged.true_label = codes(n);
            judged.label = codes(n);
            judged.scores = reals(n * judged.n_classes);
            names = {"accuracy", "log_loss", "brier"};
            ++classes;
        } else {
            judged.true_value = reals(n);
            judged.value = reals(n);
            names = {"mse", "rmse", "mae"};
            ++numbers;
        }
        for (const auto* name : names)
            expect_close(judged.by(measure(name)).number(), std::stod(row.at(at++)));
        EXPECT_EQ(at, row.size());
    }
    EXPECT_EQ(classes, 13);
    EXPECT_EQ(numbers, 8);
}

} // namespace
} // namespace unseen
