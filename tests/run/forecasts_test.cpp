// Forecasts of series: errors by windows against a plain loop over scikit-learn (oracles/forecasts.py), and
// no look-ahead.
#include "run/estimates.hpp"
#include "run/recorder.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"
#include "support/shared_data.hpp"

#include "unseen/contest/compared_learners.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace unseen {
namespace {

using test::estimates;

TEST(Forecasts, AreThoseOfAPlainLoopOverTheOrigins)
{
    const auto sunspots = test::shared_data("timeseries/sunspots-monthly.csv");
    const std::map<std::string, std::string> files = {
        {"airline", std::string(UNSEEN_SOURCE_DIR) + "/data/airline.csv"},
        {"sunspots", sunspots ? sunspots->string() : ""}};
    std::size_t compared = 0;
    std::size_t skipped = 0;
    std::size_t tested_pairs = 0;
    for (const auto& line : test::oracle_table("forecasts.txt")) {
        const auto& [name, lags, horizon, kind, train, delay, tested, step] =
            std::tie(line[0], line[1], line[2], line[3], line[4], line[5], line[6], line[7]);
        const auto& learner = line[8];
        if (files.at(name).empty()) {
            ++skipped;
            continue;
        }
        const auto estimator = "forward-" + kind + ":train=" + train + ",delay=" + delay +
                               ",horizon=" + tested + ",step=" + step;
        SCOPED_TRACE(name + ' ' + lags + ", " + horizon + " ahead, " + estimator + ", " + learner);
        const auto data =
            Dataset::make(read_table(files.at(name)), {.lags = lags, .horizon = std::stoull(horizon)});
        const auto report = estimates(data, learner.c_str(), {estimator}, {"mae", "mse", "rmse"});
        ASSERT_EQ(report.estimates.size(), 3u);
        EXPECT_EQ(report.estimates[0].cost.fits, std::stoull(line[9]));
        for (std::size_t m = 0; m < 2; ++m) {
            const double expected = std::stod(line[10 + m]);
            EXPECT_NEAR(report.estimates[m].value.number(), expected, 1e-9 * expected)
                << report.estimates[m].asked.measure;
        }
        const double mse = std::stod(line[11]); // not the mean over windows, which would be the mean absolute
                                                // error for windows of one row
        EXPECT_NEAR(report.estimates[2].value.number(), std::sqrt(mse), 1e-9 * std::sqrt(mse));
        ++compared;
        if (learner == "naive") continue;
        auto both = report.estimates;
        std::ranges::copy(estimates(data, "naive", {estimator}, {"mae"}).estimates, std::back_inserter(both));
        const auto pairs = compare_estimates(name, data.response_type(), both, {});
        if (line[12] == "-") continue;
        ASSERT_EQ(pairs.size(), 1u);
        const auto& test = pairs[0].answer.comparisons.at(0);
        EXPECT_EQ(test.test, "diebold_mariano");
        const double statistic = std::stod(line[12]);
        EXPECT_NEAR(test.statistic.number(), statistic, 1e-9 * std::max(1.0, std::abs(statistic)));
        ++tested_pairs;
    }
    EXPECT_EQ(tested_pairs, skipped > 0 ? 34u : 44u);
    EXPECT_EQ(compared + skipped, 62u);
    if (skipped > 0)
        GTEST_SKIP() << "shared/data/timeseries is not there; " << skipped << " lines were not compared";
}

/// A random walk of 40 values. The values from `changed` on are different.
Table walk(std::size_t changed = 40)
{
    NumericColumn y;
    double at = 0.0;
    for (std::size_t t = 0; t < 40; ++t) {
        at += Stream(3, Purpose::generation, t, t >= changed ? 1 : 0).uniform() - 0.5;
        y.values.push_back(at);
    }
    return {.source = "walk", .columns = {{"y", std::move(y)}}};
}

/// The forecasts of the windows, in their order.
std::vector<double> forecasts(const Dataset& data, const Learner& learner, const std::string& plan)
{
    class Values final : public Sink {
    public:
        void take(const SplitInfo&, const PredictionView& view) override
        {
            all.insert(all.end(), view.value.begin(), view.value.end());
        }
        void take(const SplitInfo&, const Failure& failure) override { ADD_FAILURE() << failure.text; }
        std::vector<double> all;
    } sink;
    const Learner* learners[] = {&learner};
    const RunRequest requests[] = {test::request(plan, data)};
    run(data, learners, requests, {{&sink}}, {});
    return sink.all;
}

TEST(Forecasts, DoNotDependOnWhatComesAfterTheyAreMade)
{
    for (const std::uint64_t horizon : {1, 2, 5})
        for (const char* kind : {"forward-growing", "forward-fixed"})
            for (const char* spec :
                 {"linear", "knn:k=3,scale=none", "tree", "naive", "seasonal-naive:season=4", "mean"}) {
                SCOPED_TRACE(std::string(kind) + ' ' + spec + ", " + std::to_string(horizon) + " ahead");
                const auto learner = make_learner(Spec::parse(spec), ResponseType::numbers);
                const auto plan = kind + std::string(":train=12");
                const Roles roles{.lags = "1-4", .horizon = horizon};
                const auto data = Dataset::make(walk(), roles);
                const auto all = forecasts(data, *learner, plan);
                bool later_ones_changed = false;
                const auto first = 40 - all.size(); // the value that is forecast first
                for (std::size_t i = 0; i < all.size(); ++i) {
                    const auto other =
                        forecasts(Dataset::make(walk(first + i + 1 - horizon), roles), *learner, plan);
                    ASSERT_NEAR(other[i], all[i], 1e-9) << "forecast " << i; // shortcuts round otherwise
                    later_ones_changed |= std::abs(other.back() - all.back()) > 1e-3;
                }
                EXPECT_TRUE(later_ones_changed);
            }
}

/// Predicts for every row the target of the latest training row, so that it profits from every row that it
/// should not know.
std::unique_ptr<Learner> peeping_learner()
{
    return test::learner_of("peeping", [](const Dataset& data, const Task& task) {
        Row latest = 0;
        task.train.for_each([&](Row r, std::uint32_t) { latest = std::max(latest, r); });
        return [value = data.responses()[latest]](const Dataset&, std::span<const Row> rows) {
            Predictions p;
            p.value.assign(rows.size(), value);
            return p;
        };
    });
}

TEST(Forecasts, AFeatureOrATrainingRowThatTellsTheFutureDoesNotProfit)
{
    const auto naive = make_learner(Spec::parse("naive"), ResponseType::numbers);
    for (const std::uint64_t horizon : {1, 2, 5}) {
        const auto data = Dataset::make(walk(), {.lags = "1-4", .horizon = horizon});
        EXPECT_EQ(forecasts(data, *peeping_learner(), "forward-growing:train=12"),
                  forecasts(data, *naive, "forward-growing:train=12"));

        auto table = walk();
        table.columns.insert(table.columns.begin(), {"leak", table.columns[0].cells});
        const auto leaking = Dataset::make(table, {.lags = "1-4", .horizon = horizon});
        const auto mae = [](const Dataset& d) {
            return estimates(d, "linear", {"forward-growing:train=12"}, {"mae"}).estimates[0].value.number();
        };
        EXPECT_EQ(mae(leaking), mae(data));
        EXPECT_LT(mae(Dataset::make(table, {.lags = "1-4", .horizon = horizon, .known = {"leak"}})),
                  1e-9); // as the user wants it
    }
}

TEST(Forecasts, SeasonalNaiveTakesTheLastValueOfTheSeasonThatIsKnown)
{
    Table table{.source = "ten", .columns = {{"y", NumericColumn{{10, 11, 12, 23, 24, 25, 36, 37, 38, 49}}}}};
    const auto said = [&](const char* spec, const char* lags, std::uint64_t horizon) {
        const auto data = Dataset::make(table, {.lags = lags, .horizon = horizon});
        return forecasts(data, *make_learner(Spec::parse(spec), ResponseType::numbers),
                         "forward-growing:train=1");
    };
    using Values = std::vector<double>;
    EXPECT_EQ(said("naive", "1", 1), (Values{11, 12, 23, 24, 25, 36, 37, 38})); // of the rows 3 to 10
    EXPECT_EQ(said("seasonal-naive:season=3", "1-3", 1), (Values{11, 12, 23, 24, 25, 36})); // 5 to 10
    EXPECT_EQ(said("naive", "1-3", 2), (Values{24, 25, 36, 37}));                           // 7 to 10
    EXPECT_EQ(said("seasonal-naive:season=2", "1-3", 2), (Values{24, 25, 36, 37}));         // 7 to 10
    EXPECT_EQ(said("seasonal-naive:season=3", "1-3", 2), (Values{23, 24, 25, 36}));         // 7 to 10
    EXPECT_EQ(said("seasonal-naive:season=2", "1-2", 3), (Values{23, 24, 25})); // 8 to 10: two seasons before
    const auto error = [&](const char* spec, const char* lags) {
        return test::message_of([&] { said(spec, lags, 2); });
    };
    EXPECT_EQ(error("naive", "2"),
              "'naive' forecasts by 'y(t-2)', which is not among the features; expected lag 1 in `lags`");
    EXPECT_NE(error("seasonal-naive:season=3", "1,3").find("expected lag 2 in `lags`"), std::string::npos);
    EXPECT_NE(error("seasonal-naive", "1").find("no season; expected its rows"), std::string::npos);
}

} // namespace
} // namespace unseen
