// xi-alpha estimates: against scikit-learn's machines, and never below leave-one-out by refits.
#include "run/estimates.hpp"
#include "run/oracle_rows.hpp"
#include "support/oracle.hpp"
#include "support/small_learners.hpp"

#include "unseen/base/warnings.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

void expect_value(const std::string& expected, const Estimate& e)
{
    if (expected == "-")
        EXPECT_FALSE(e.value) << e.asked.measure;
    else
        EXPECT_DOUBLE_EQ(std::stod(expected), e.value.number()) << e.asked.measure;
}

TEST(XiAlpha, IsThatOfScikitLearnsMachines)
{
    const auto lines = test::oracle_table("xi_alpha.txt");
    const auto data = test::rows_of(lines);
    std::size_t cases = 0;
    for (const auto& line : lines) {
        if (line[0] != "case") continue;
        const auto learner = "svm:kernel=" + line[1] + (line[1] == "rbf" ? ",gamma=" + line[2] : "") +
                             ",C=" + line[3] + ",scale=none,tolerance=1e-9";
        SCOPED_TRACE(learner);
        const auto report =
            test::estimates(data, learner.c_str(), {"xi-alpha"}, {"error_rate", "recall", "precision"});
        ASSERT_EQ(report.estimates.size(), 3U);
        if (line[4] == "0") {
            EXPECT_TRUE(report.estimates[0].value.lacks(reasons::no_free_support_vector));
            continue;
        }
        for (std::size_t m = 0; m < 3; ++m) expect_value(line[6 + m], report.estimates[m]);
        EXPECT_GE(report.estimates[0].value.number() * data.labelled() + 1e-9, std::stod(line[9]));
        ++cases;
    }
    EXPECT_EQ(cases, 7U);
}

/// Without a threshold there is no exception: leave-one-out never has more errors.
TEST(XiAlpha, OfMachinesWithoutAThresholdIsNeverBelowLeaveOneOut)
{
    std::size_t errors = 0;
    for (const Row rows : {8, 12, 20, 31})
        for (const std::size_t features : {1, 2, 5})
            for (const auto* c : {"0.01", "0.3", "10"}) {
                const auto data = test::two_classes(rows, features);
                const auto learner = std::string("linear-svm:scale=none,tolerance=1e-9,C=") + c;
                const auto report =
                    test::estimates(data, learner.c_str(), {"xi-alpha", "loo"}, {"error_rate"});
                EXPECT_GE(report.estimates[0].value.number(), report.estimates[1].value.number() - 1e-12)
                    << learner << ' ' << rows << " rows, " << features << " features";
                errors += report.estimates[1].value.number() > 0.0 ? 1 : 0;
            }
    EXPECT_GT(errors, 20U);
}

TEST(XiAlpha, SaysWhyThereIsNone)
{
    const auto refusal = [](const Dataset& data, const char* learner) {
        try {
            test::estimates(data, learner, {"xi-alpha"});
        } catch (const InputError& e) {
            return std::string(e.what());
        }
        return std::string("no refusal");
    };
    EXPECT_EQ(refusal(test::two_classes(20), "knn:k=1"),
              "no xi-alpha estimate of 'knn:k=1,scale=standard,weights=uniform': it is no support vector "
              "machine; 'loo' leaves out each row");
    EXPECT_EQ(refusal(test::two_classes(20), "linear-svm:calibrate=yes").find("no xi-alpha estimate of"), 0U);
    EXPECT_NE(refusal(test::numbers(20), "svm").find("two classes only"), std::string::npos);
}

TEST(XiAlpha, WarnsOfScaledFeatures)
{
    const auto data = test::two_classes(30);
    for (const auto* learner : {"linear-svm", "linear-svm:scale=none"}) {
        const auto report = test::estimates(data, learner, {"xi-alpha"}, {"error_rate"});
        const auto& given = report.estimates[0].warnings;
        EXPECT_EQ(std::ranges::any_of(
                      given, [](const Warning& w) { return w.is(warnings::scaled_on_training_rows); }),
                  std::string(learner) == "linear-svm");
        EXPECT_EQ(report.estimates[0].training_rows, 29.0);
    }
}

} // namespace
} // namespace unseen
