// Windows in the order of time. Oracle: worked values of docs/METHODS.md A.13 (those of scikit-learn's
// TimeSeriesSplit with its gap and test_size).
#include "resample/examples.hpp"
#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace unseen {
namespace {

using test::coded_column;
using test::message_of;
using test::number_data;
using test::numeric_column;
using test::plan;
using test::splits_of;
using test::table_of;
using test::warning_codes;
using Rows = std::vector<Row>;

/// "4+6,7": the last of the training rows from the first on, and the test rows, counted from 1; a window that
/// begins later says "2-6+7,8".
std::vector<std::string> windows(const Plan& plan)
{
    std::vector<std::string> texts;
    for (const auto& split : splits_of(plan)) {
        Rows trained;
        for (Row r = 0; r < split.train.size(); ++r)
            if (split.train[r] > 0) trained.push_back(r + 1);
        EXPECT_EQ(trained.size(), trained.back() - trained.front() + 1);
        std::string text = std::to_string(trained.front()) + '-' + std::to_string(trained.back()) + '/';
        for (const Row r : split.test) text += (text.back() == '/' ? "" : ",") + std::to_string(r + 1);
        texts.push_back(text);
    }
    return texts;
}

using Texts = std::vector<std::string>;

TEST(ForwardPlans, MakeTheDocumentedWindows)
{
    EXPECT_EQ(windows(plan("forward-growing:train=4,horizon=2,delay=1", number_data(10))),
              (Texts{"1-4/6,7", "1-5/7,8", "1-6/8,9", "1-7/9,10"}));
    EXPECT_EQ(windows(plan("forward-fixed:train=5,horizon=3", number_data(10))),
              (Texts{"1-5/6,7,8", "2-6/7,8,9", "3-7/8,9,10"}));
    EXPECT_EQ(windows(plan("forward-growing:train=4,horizon=2,delay=1,step=2", number_data(10))),
              (Texts{"1-4/6,7", "1-6/8,9"}));
    EXPECT_EQ(windows(plan("forward-growing", number_data(5))),
              (Texts{"1-2/3", "1-3/4", "1-4/5"})); // from half of the rows on
    const auto growing = plan("forward-growing:train=4,horizon=2,delay=1", number_data(10));
    EXPECT_EQ(growing.design().training_rows, 5.5);
    EXPECT_EQ(warning_codes(growing), Texts{"training_size_grows"});
    EXPECT_TRUE(warning_codes(plan("forward-fixed", number_data(10))).empty());
}

TEST(ForwardPlans, GoByTheTimeColumn)
{
    const auto at = [](Column time) {
        const auto data =
            Dataset::make(table_of({std::move(time), numeric_column("y", {1, 2, 3, 4, 5})}), {.time = "t"});
        return splits_of(plan("forward-fixed:train=2", data));
    };
    // Order 2 0 4 1 3: numbers by size, rows of one time as they stand; row 0 has the time of row 4.
    for (const auto& splits :
         {at(numeric_column("t", {10, 30, 9, 100, 10})),
          at(coded_column("t", {0, 2, 1, 3, 0}, {"2026-02", "2026-01", "2026-03", "2027-01"}))}) {
        ASSERT_EQ(splits.size(), 3u);
        EXPECT_EQ(splits[0].train, (std::vector<std::uint32_t>{0, 0, 1, 0, 0}));
        EXPECT_EQ(splits[0].test, Rows{4});
        EXPECT_EQ(splits[1].test, Rows{1});
        EXPECT_EQ(splits[2].train, (std::vector<std::uint32_t>{0, 1, 0, 0, 1}));
        EXPECT_EQ(splits[2].test, Rows{3});
    }
    const double none = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(message_of([&] {
                  at(numeric_column("t", {1, none, 2, 3, 4}));
              }).find("row 2 has no time (column 't')"),
              std::string::npos);
}

/// Ten rows, forecast `horizon` rows ahead from the last value known then; the first `horizon` rows have no
/// such value and are left out.
Dataset forecast(std::uint64_t horizon)
{
    return Dataset::make(table_of({numeric_column("y", {2, 3, 5, 7, 11, 13, 17, 19, 23, 29})}),
                         {.lags = "1", .horizon = horizon});
}

TEST(ForwardPlans, TrainOnNoRowAfterTheMomentOfTheForecast)
{
    // Rows by their numbers in the file. One row ahead: the row before the one that is tested is known.
    const auto in_file = [](const std::string& spec, std::uint64_t horizon) {
        const auto data = forecast(horizon);
        Texts texts;
        for (const auto& split : splits_of(plan(spec, data))) {
            Rows trained;
            for (Row r = 0; r < split.train.size(); ++r)
                if (split.train[r] > 0) trained.push_back(data.source_row(r) + 1);
            std::string text = std::to_string(trained.front()) + '-' + std::to_string(trained.back()) + '/';
            for (const Row r : split.test)
                text += (text.back() == '/' ? "" : ",") + std::to_string(data.source_row(r) + 1);
            texts.push_back(text);
        }
        return texts;
    };
    EXPECT_EQ(in_file("forward-growing:train=6", 1), (Texts{"2-7/8", "2-8/9", "2-9/10"}));
    EXPECT_EQ(in_file("forward-fixed:train=6", 1), (Texts{"2-7/8", "3-8/9", "4-9/10"}));
    // Three rows ahead: row 9 is forecast at the time of row 6, and rows 7 and 8 are not known yet.
    EXPECT_EQ(in_file("forward-growing:train=3", 3), (Texts{"4-6/9", "4-7/10"}));
    EXPECT_EQ(in_file("forward-fixed:train=3", 3), (Texts{"4-6/9", "5-7/10"}));
    // A delay comes on top, and a window of two rows is safe for the first of them.
    EXPECT_EQ(in_file("forward-growing:train=3,delay=1", 3), Texts{"4-6/10"});
    EXPECT_EQ(in_file("forward-growing:train=3,horizon=2", 3), Texts{"4-6/9,10"});
    EXPECT_EQ(in_file("forward-growing:train=1,delay=1,horizon=2,step=2", 2), (Texts{"3-3/6,7", "3-5/8,9"}));
    EXPECT_NE(message_of([] {
                  plan("forward-growing:train=3,delay=2", forecast(3));
              }).find("for forecasts 3 rows ahead, need 8 rows, but there are 7"),
              std::string::npos);
    EXPECT_EQ(warning_codes(plan("cv:folds=2", forecast(1))), Texts{"time_ignored"});
}

TEST(ForwardPlans, RefuseWindowsThatAreNotThere)
{
    EXPECT_NE(message_of([] {
                  plan("forward-growing:train=8,horizon=2,delay=1", number_data(10));
              }).find("forward-growing: train = 8, delay = 1 and horizon = 2 need 11 rows, but there are 10"),
              std::string::npos);
    EXPECT_EQ(windows(plan("forward-growing:train=7,horizon=2,delay=1", number_data(10))), Texts{"1-7/9,10"});
}

TEST(ForwardPlans, TrainOnNoRowOfATimeThatTheyTest)
{
    // Four rows a day, in an order that is not that of the days.
    std::vector<double> day;
    for (int r = 0; r < 40; ++r) day.push_back(r * 7 % 10);
    const auto data =
        Dataset::make(table_of({numeric_column("day", day),
                                numeric_column("y", std::vector<double>(day.begin(), day.end()))}),
                      {.time = "day", .numeric = {"y"}});
    for (const auto* spec : {"forward-growing:train=10", "forward-growing:train=8,horizon=3,delay=2",
                             "forward-fixed:train=9", "forward-fixed:train=12,horizon=4,step=4"}) {
        const auto made = plan(spec, data);
        double trained = 0.0;
        for (const auto& split : splits_of(made)) {
            double last = -1.0;
            for (Row r = 0; r < split.train.size(); ++r) {
                if (split.train[r] == 0) continue;
                last = std::max(last, day[r]);
                trained += 1.0;
            }
            ASSERT_GE(last, 0.0) << spec;
            for (const Row r : split.test) EXPECT_LT(last, day[r]) << spec;
        }
        EXPECT_DOUBLE_EQ(made.design().training_rows, trained / static_cast<double>(made.size()));
    }
    EXPECT_NE(
        message_of([&] { plan("forward-growing:train=3", data); }).find("have the time of its test rows"),
        std::string::npos);
    // Each row a time of its own: as without ties.
    EXPECT_EQ(windows(plan("forward-growing:train=4,horizon=2", number_data(8))),
              (Texts{"1-4/5,6", "1-5/6,7", "1-6/7,8"}));
}

TEST(Plans, ThatShuffleRowsInTimeSaySo)
{
    const auto data = Dataset::make(
        table_of({numeric_column("t", {1, 2, 3, 4}), numeric_column("y", {1, 2, 3, 5})}), {.time = "t"});
    EXPECT_EQ(warning_codes(plan("cv:folds=2", data)), Texts{"time_ignored"});
    EXPECT_EQ(warning_codes(plan("loo", data)), Texts{"time_ignored"});
    EXPECT_TRUE(warning_codes(plan("forward-fixed", data)).empty());
    EXPECT_TRUE(warning_codes(plan("resubstitution", data)).empty());
    EXPECT_EQ(splits_of(plan("cv:folds=2", data)),
              splits_of(plan("cv:folds=2", Dataset::make(table_of({numeric_column("y", {1, 2, 3, 5})})))));
}

} // namespace
} // namespace unseen
