// Averages of curves: scikit-learn's and numpy's, and laws.
#include "support/messages.hpp"
#include "support/oracle.hpp"
#include "unseen/base/error.hpp"
#include "unseen/curve/average.hpp"

#include <gtest/gtest.h>

#include <map>

namespace unseen {
namespace {

/// The rows of the oracle, whole or of one fold.
struct Rows {
    Labels classes{{"a", "b", "c"}};
    std::vector<std::uint32_t> truth;
    std::vector<double> scores;

    explicit Rows(const std::vector<std::vector<std::string>>& table, std::size_t first = 0,
                  std::size_t step = 1)
    {
        std::size_t row = 0;
        for (const auto& line : table)
            if (line[0] == "row" && row++ % step == first) {
                truth.push_back(static_cast<std::uint32_t>(std::stoul(line[1])));
                for (int c = 2; c < 5; ++c) scores.push_back(std::stod(line[c]));
            }
    }
    PredictionView view() const
    {
        PredictionView view;
        view.classes = &classes;
        view.probabilities = false;
        view.true_label = truth;
        view.scores = scores;
        return view;
    }
};

const auto& oracle()
{
    static const auto table = test::oracle_table("average_curves.txt");
    return table;
}

TEST(AverageCurves, MacroAndFoldsAreMeansOfScikitLearnsCurves)
{
    const Rows all(oracle());
    const auto view = all.view();
    const std::vector<OneClass> classes{{&view, 0}, {&view, 1}, {&view, 2}};
    std::vector<Rows> rows;
    for (std::size_t fold = 0; fold < 4; ++fold) rows.emplace_back(oracle(), fold, 4);
    std::vector<PredictionView> views;
    for (const auto& fold : rows) views.push_back(fold.view());
    std::vector<OneClass> folds;
    for (const auto& fold : views) folds.push_back({&fold, 2});
    std::size_t compared = 0;
    for (const auto& line : oracle())
        if (line[0] == "mean") {
            const auto macro = mean_curve(Spec(line[1]), classes);
            const auto mean = mean_curve(Spec(line[1]), folds, 3);
            const auto i = std::stoul(line[2]);
            EXPECT_EQ(macro.curves, 3U);
            EXPECT_EQ(mean.curves, 4U);
            EXPECT_DOUBLE_EQ(macro.x[i], static_cast<double>(i) / 200);
            EXPECT_NEAR(macro.mean[i], std::stod(line[3]), 1e-14) << line[1] << ' ' << i;
            EXPECT_NEAR(mean.mean[i], std::stod(line[4]), 1e-14) << line[1] << ' ' << i;
            EXPECT_NEAR(mean.standard_deviation[i], std::stod(line[5]), 1e-14) << line[1] << ' ' << i;
            ++compared;
        }
    EXPECT_EQ(compared, 48U);
}

TEST(AverageCurves, MicroIsScikitLearnsCurveOfAllIndicators)
{
    std::map<double, std::pair<double, double>> points;
    for (const auto& line : oracle())
        if (line[0] == "micro") points[std::stod(line[1])] = {std::stod(line[2]), std::stod(line[3])};
    const auto micro = micro_curves(std::vector{Spec("roc")}, Rows(oracle()).view()).front();
    ASSERT_GT(micro.size(), 5U);
    for (std::size_t i = 1; i < micro.size(); ++i) {
        const auto [fpr, tpr] = points.at(micro.at(i, 0).number());
        EXPECT_NEAR(micro.at(i, 1).number(), fpr, 1e-15);
        EXPECT_NEAR(micro.at(i, 2).number(), tpr, 1e-15);
    }
}

TEST(AverageCurves, TheMeanOfOneCurveIsTheCurveAndOthersAreLeftOut)
{
    const Rows all(oracle());
    const auto view = all.view();
    auto without = all;
    for (auto& label : without.truth) label = label == 2 ? 0 : label;
    const auto lacking = without.view();
    const std::vector<OneClass> one{{&view, 2}};
    const std::vector<OneClass> two{{&lacking, 2}, {&view, 2}};
    const std::vector<OneClass> none{{&lacking, 2}};
    const auto alone = mean_curve(Spec("roc"), one);
    EXPECT_TRUE(alone.standard_deviation.empty());
    EXPECT_EQ(mean_curve(Spec("roc"), two).mean, alone.mean);
    EXPECT_EQ(mean_curve(Spec("roc"), two).curves, 1U);
    EXPECT_EQ(mean_curve(Spec("roc"), none).curves, 0U);
    const std::vector<OneClass> twice{{&view, 2}, {&view, 2}};
    EXPECT_EQ(mean_curve(Spec("pr"), twice).standard_deviation, std::vector(201, 0.0));
}

TEST(AverageCurves, CurvesWithoutAMeanAreRefused)
{
    const Rows all(oracle());
    const auto view = all.view();
    const std::vector<OneClass> of{{&view, 0}};
    EXPECT_THROW(mean_curve(Spec("lift"), of), InputError);
    EXPECT_THROW(mean_curve(Spec("rocs"), of), InputError);
    auto labels = view;
    labels.scores = {};
    EXPECT_THROW(micro_curves(std::vector{Spec("roc")}, labels), InputError);
}

} // namespace
} // namespace unseen
