// Reductions of measures that are not means over rows.
#include "support/designs.hpp"
#include "support/messages.hpp"
#include "unseen/estimate/estimator.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace unseen {
namespace {

const Labels classes({"no", "yes"});

/// Rows of two classes, the second positive, with labels.
struct WholeRows {
    std::vector<std::uint32_t> truth;
    std::vector<std::uint32_t> label;
    std::vector<std::uint32_t> row = std::vector<std::uint32_t>(64);

    PredictionView view() const
    {
        PredictionView view;
        view.row = std::span(row).first(truth.size());
        view.classes = &classes;
        view.positive = 1;
        view.true_label = truth;
        view.label = label;
        return view;
    }
};

std::unique_ptr<Reduction> reduction(const Design& like, std::uint64_t splits,
                                     const std::string& interval = "auto")
{
    const auto estimator = make_estimator(Spec::parse("cv:aggregation=mean"));
    Design design = test::with_splits(like, splits);
    design.rows = 8;
    design.training_rows = 6.0;
    return estimator.reduction({.measures = {make_measure(Spec("precision"), true)}, .interval = interval},
                               std::span(&design, 1));
}

SplitInfo whole_split(std::uint64_t i, std::uint64_t rows)
{
    return {.index = i, .train_rows = 6, .test_rows = rows};
}

TEST(SplitReduction, AveragesAMeasureOfAllRowsOverTheFoldsWhereItExists)
{
    const auto r = reduction(test::folds_of_rows, 3);
    r->sink(0).take(whole_split(0, 3), WholeRows{{1, 0, 1}, {1, 1, 0}}.view()); // 1/2
    r->sink(0).take(whole_split(1, 2), WholeRows{{1, 0}, {0, 0}}.view());       // nothing predicted
    r->sink(0).take(whole_split(2, 1), WholeRows{{1}, {1}}.view());             // 1
    const auto e = r->finish().at(0);
    EXPECT_EQ(e.value, Value(0.75));
    EXPECT_EQ(e.aggregation, Aggregation::mean_of_folds);
    EXPECT_EQ(e.spread.per_split, (std::vector<Value>{0.5, Value::none(reasons::nothing_predicted), 1.0}));
    ASSERT_EQ(e.warnings.size(), 3u); // and of the mean of folds and the corrected t
    EXPECT_EQ(e.warnings[0].code, "undefined_in_folds");
    EXPECT_NE(e.warnings[0].text.find("1 of 3 splits (nothing_predicted)"), std::string::npos)
        << e.warnings[0].text;
}

TEST(SplitReduction, GivesTheReasonWhereAMeasureOfAllRowsExistsInNoFold)
{
    const auto r = reduction(test::folds_of_rows, 1);
    r->sink(0).take(whole_split(0, 2), WholeRows{{1, 0}, {0, 0}}.view());
    EXPECT_EQ(r->finish().at(0).value, Value::none(reasons::nothing_predicted));
}

TEST(SplitReduction, HasNoMeasureOfAllRowsWhereEachSplitTestsOne)
{
    const auto r = reduction(test::single_rows, 2);
    r->sink(0).take(whole_split(0, 1), WholeRows{{1}, {1}}.view());
    r->sink(0).take(whole_split(1, 1), WholeRows{{0}, {1}}.view());
    const auto e = r->finish().at(0);
    EXPECT_EQ(e.value, Value::none(reasons::one_row_splits));
    EXPECT_TRUE(e.spread.per_split.empty());
}

TEST(BootstrapReduction, RefusesAMeasureWithoutRowValues)
{
    const auto estimator =
        make_estimator(Spec("bootstrap").set("rule", "632").set("b2", "observation").set("plus", "et1997"));
    const Design designs[] = {{.splits = 5, .rows = 8, .training_rows = 8.0},
                              {.estimand = Estimand::none, .splits = 1, .rows = 8, .training_rows = 8.0}};
    for (const char* name : {"roc_auc", "f1", "mcc"}) {
        const auto message = test::message_of(
            [&] { estimator.reduction({.measures = {make_measure(Spec(name), true)}}, designs); });
        EXPECT_NE(message.find("mean of row losses with a known no-information rate; measure '" +
                               std::string(name) + "'"),
                  std::string::npos)
            << message;
    }
}

} // namespace
} // namespace unseen
