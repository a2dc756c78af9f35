// Measures of whole repeats of a cross-validation: the values of METHODS I.30, which a program in Python
// computed with scikit-learn's measures and numeric derivatives, and the edges.
#include "unseen/estimate/estimator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace unseen::pooled_values {
namespace {

const Labels classes({"no", "yes"});

constexpr std::uint32_t rows = 12;
const std::vector<std::string> folds_of = {"012012012012", "000011112222", "012120201012"};
const std::string truths = "111111000000";
const std::vector<std::string> said = {"111011010010", "110111000010", "101101100000"};
const std::vector<double> numbers = {1.0, 2.5, 0.3, 4.0, 2.2, 3.1, 0.9, 1.7, 3.6, 2.8, 1.2, 2.0};
const std::vector<std::vector<double>> predicted = {
    {1.3, 2.0, 0.8, 3.5, 2.4, 2.6, 1.1, 1.9, 3.0, 2.9, 1.6, 1.8},
    {1.2, 2.2, 0.6, 3.2, 2.3, 2.8, 1.4, 1.6, 3.3, 2.5, 1.4, 2.1},
    {1.5, 2.1, 0.7, 3.6, 2.0, 2.7, 1.0, 2.0, 3.1, 2.6, 1.3, 1.7}};

/// The rows of one fold of a repeat.
struct Fold {
    std::vector<std::uint32_t> row, truth, label;
    std::vector<double> number, value;

    PredictionView view(bool of_classes) const
    {
        PredictionView view;
        view.row = row;
        if (of_classes) {
            view.classes = &classes;
            view.positive = 1;
            view.true_label = truth;
            view.label = label;
        } else {
            view.true_value = number;
            view.value = value;
        }
        return view;
    }
};

struct Rows {
    std::string truth = truths;
    std::vector<std::string> labels = said;
    std::string estimator = "cv";
    int failing = -1; ///< this split fails
};

Estimate estimated(const std::string& measure, const Rows& of = {})
{
    const bool of_classes = measure != "r2";
    const auto estimator = make_estimator(Spec::parse(of.estimator));
    const auto repeats = static_cast<std::uint32_t>(of.labels.size());
    const Design design{
        .splits = 3 * repeats, .repeats = repeats, .rows = rows, .training_rows = 8.0, .each_row_once = true};
    const auto reduction =
        estimator.reduction({.measures = {make_measure(Spec(measure), of_classes)}}, std::span(&design, 1));
    for (std::uint32_t r = 0; r < repeats; ++r)
        for (std::uint32_t f = 0; f < 3; ++f) {
            Fold fold;
            for (std::uint32_t i = 0; i < rows; ++i) {
                if (folds_of[r][i] != static_cast<char>('0' + f)) continue;
                fold.row.push_back(i);
                fold.truth.push_back(of.truth[i] == '1');
                fold.label.push_back(of.labels[r][i] == '1');
                fold.number.push_back(numbers[i]);
                fold.value.push_back(predicted[r][i]);
            }
            const SplitInfo split{
                .index = 3 * r + f, .repeat = r, .fold = f, .train_rows = 8, .test_rows = fold.row.size()};
            if (of.failing == static_cast<int>(split.index))
                reduction->sink(0).take(split, Failure{failures::threw, "no"});
            else
                reduction->sink(0).take(split, fold.view(of_classes));
        }
    return reduction->finish().at(0);
}

bool warns(const Estimate& e, const WarningCode& code)
{
    return std::ranges::any_of(e.warnings, [&](const Warning& w) { return w.is(code); });
}

void expect_values(const std::string& measure, double value, double lower, double upper)
{
    const auto e = estimated(measure);
    EXPECT_NEAR(e.value.number(), value, 1e-12) << measure;
    ASSERT_TRUE(e.interval) << measure;
    EXPECT_NEAR(e.interval->lower, lower, 1e-9) << measure;
    EXPECT_NEAR(e.interval->upper, upper, 1e-9) << measure;
    EXPECT_EQ(e.interval->method, "cv_pooled");
    EXPECT_EQ(e.interval->estimand, Estimand::procedure);
    EXPECT_EQ(e.aggregation, Aggregation::pooled);
    EXPECT_TRUE(warns(e, warnings::few_repeats));
    EXPECT_TRUE(warns(e, warnings::few_rows));
}

TEST(PooledValues, AreThoseOfTheMethod)
{
    expect_values("balanced_accuracy", 0.7777777777777778, 0.2975095424880918, 0.9665832918361066);
    expect_values("f1", 0.7766122766122766, 0.2516316655470934, 0.9729328301265094);
    expect_values("mcc", 0.5602839241136288, -0.4026266854217761, 0.9345629071563444);
    expect_values("kappa", 0.5555555555555557, -0.40498091502381617, 0.9331665836722132);
    expect_values("r2", 0.9012567324955117, 0.7920232527007542, 0.9531186394436977);
}

TEST(PooledValues, SpreadOverRepeats)
{
    const auto e = estimated("f1");
    ASSERT_TRUE(e.spread.of_repeats);
    EXPECT_EQ(e.spread.of_repeats->repeats, 3u);
    EXPECT_NEAR(e.spread.of_repeats->least, 0.7272727272727273, 1e-15);
    EXPECT_NEAR(e.spread.of_repeats->most, 0.8333333333333333, 1e-15);
    EXPECT_EQ(e.spread.per_split.size(), 9u); // the folds' figures are listed as before
}

TEST(PooledValues, AreMeansOfFoldsOnRequest)
{
    const auto e = estimated("f1", {.estimator = "cv:aggregation=mean"});
    double sum = 0.0;
    for (const auto& fold : e.spread.per_split) sum += fold.number();
    EXPECT_NEAR(e.value.number(), sum / 9, 1e-15);
    EXPECT_EQ(e.aggregation, Aggregation::mean_of_folds);
    EXPECT_EQ(e.interval->method, "corrected_t");
    EXPECT_TRUE(warns(e, warnings::mean_of_folds));
    EXPECT_FALSE(warns(estimated("f1"), warnings::mean_of_folds));
}

TEST(PooledValues, HaveNoIntervalBelowFiveRowsOfAClass)
{
    const auto four = estimated("mcc", {.truth = "001111000000"});
    EXPECT_TRUE(four.value);
    EXPECT_TRUE(four.interval.lacks(reasons::too_few_rows));
    const auto five = estimated("mcc", {.truth = "011111000000"});
    EXPECT_TRUE(five.interval);
    EXPECT_TRUE(warns(five, warnings::few_class_rows));
    EXPECT_TRUE(estimated("r2", {.truth = "001111000000"}).interval); // numbers have no classes
}

// Wilson's limits of 12 / 1.4 rows without an error, t = 2.5705818356 of 6 - 1 degrees of freedom: without an
// error the lower one is m / (m + t^2), whose informedness is 2 m / (m + t^2) - 1.
TEST(PooledValues, HaveLimitsOfAProportionAtAnEnd)
{
    const Rows right{.labels = {truths, truths, truths}};
    const double m = 12.0 / 1.4;
    const double t = 2.5705818356363146;
    const auto f1 = estimated("f1", right);
    EXPECT_EQ(f1.value.number(), 1.0);
    EXPECT_NEAR(f1.interval->lower, m / (m + t * t), 1e-9);
    EXPECT_EQ(f1.interval->upper, 1.0);
    EXPECT_TRUE(warns(f1, warnings::zero_variance));
    const auto mcc = estimated("mcc", right);
    EXPECT_NEAR(mcc.interval->lower, 2.0 * m / (m + t * t) - 1.0, 1e-9);
    EXPECT_EQ(mcc.interval->upper, 1.0);
}

TEST(PooledValues, SayWhereTheyMayBeChance)
{
    EXPECT_TRUE(warns(estimated("f1"), warnings::near_chance)); // kappa reaches down to -.40
    EXPECT_FALSE(warns(estimated("f1", {.labels = {truths, truths, truths}}), warnings::near_chance));
    EXPECT_FALSE(warns(estimated("mcc"), warnings::near_chance));
    const Rows rarely{.labels = {"100000000000", "100000000000", "000000000000"}};
    EXPECT_TRUE(warns(estimated("f1", rarely), warnings::positive_rarely_found));
    EXPECT_FALSE(warns(estimated("f1"), warnings::positive_rarely_found));
}

// Nothing is predicted positive in one repeat of three, so that it has no precision.
TEST(PooledValues, LeaveOutRepeatsWithoutAValue)
{
    const auto e = estimated("precision", {.labels = {said[0], "000000000000", said[2]}});
    EXPECT_NEAR(e.value.number(), (5.0 / 7 + 4.0 / 5) / 2, 1e-15);
    EXPECT_TRUE(warns(e, warnings::undefined_in_folds));
    EXPECT_FALSE(e.interval);
    const auto none = estimated("precision", {.labels = {"000000000000"}});
    EXPECT_EQ(none.value, Value::none(reasons::nothing_predicted));
}

// A failed fit leaves out its rows: truth 1111 0000 of folds 1 and 2 in the first repeat.
TEST(PooledValues, LeaveOutRowsOfFailedFits)
{
    const auto e = estimated("recall", {.labels = {said[0]}, .failing = 0});
    EXPECT_EQ(e.value.number(), 1.0); // rows 1 2 4 5 are found; 0 and 3 are in the fold that failed
    EXPECT_TRUE(e.interval.lacks(reasons::failed_fits));
}

} // namespace
} // namespace unseen::pooled_values
