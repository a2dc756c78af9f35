// The figures of rows by which learners of a cross-validation are compared: their mean is the learner's
// figure.
#include "run/estimates.hpp"

#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace unseen;

std::vector<Estimate> estimates_on(const std::string& file, const char* learner, const char* estimator,
                                   const std::vector<std::string>& measures)
{
    const auto data = Dataset::make(read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + file));
    return test::estimates(data, learner, {estimator}, measures).estimates;
}

double mean_of(const UnitFigures& units)
{
    return std::accumulate(units.sums.begin(), units.sums.end(), 0.0) /
           std::accumulate(units.weights.begin(), units.weights.end(), 0.0);
}

TEST(PairedRows, HaveTheFigureAsTheirMean)
{
    for (const auto& e : estimates_on("diabetes.arff", "naive-bayes", "cv:folds=5,repeats=2",
                                      {"error_rate", "accuracy", "brier", "roc_auc"})) {
        ASSERT_TRUE(e.pairing.units) << e.asked.measure;
        EXPECT_EQ(e.pairing.units->folds, 5u);
        EXPECT_EQ(e.pairing.units->repeats, 2u);
        EXPECT_NEAR(mean_of(*e.pairing.units), e.value.number(), 1e-12) << e.asked.measure;
    }
    for (const auto& e : estimates_on("cpu.arff", "linear", "cv:folds=5", {"mae", "rmse"})) {
        EXPECT_EQ(e.pairing.units->repeats, 1u);
        EXPECT_NEAR(mean_of(*e.pairing.units), e.value.number(), 1e-9 * e.value.number()) << e.asked.measure;
    }
}

// The influences sum to 0, so that the mean of the rows' figures is the value.
TEST(PairedRows, ArePooledWithinRepeatsForFunctionsOfTheConfusionMatrix)
{
    const auto all = estimates_on("diabetes.arff", "naive-bayes", "cv:folds=5,repeats=3",
                                  {"error_rate", "balanced_accuracy", "mcc"});
    for (const auto& e : all) ASSERT_TRUE(e.pairing.units && e.pairing.units->missing == nullptr);
    EXPECT_NEAR(mean_of(*all[1].pairing.units), all[1].value.number(), 1e-9);
    EXPECT_NEAR(mean_of(*all[2].pairing.units), all[2].value.number(), 1e-9);
    EXPECT_TRUE(all[0].pairing.units->level_known);
    EXPECT_FALSE(all[2].pairing.units->level_known);
}

TEST(PairedRows, ExistForCrossValidationAlone)
{
    EXPECT_EQ(estimates_on("diabetes.arff", "naive-bayes", "holdout", {"error_rate"})[0].pairing.units,
              nullptr);
    const auto squares = estimates_on("cpu.arff", "linear", "cv:folds=5", {"r2"});
    EXPECT_EQ(squares[0].pairing.units->missing, nullptr);
    EXPECT_FALSE(squares[0].pairing.units->level_known);
    EXPECT_EQ(estimates_on("iris.csv", "majority", "loo", {"error_rate"})[0].pairing.units->folds, 150u);
}

} // namespace
