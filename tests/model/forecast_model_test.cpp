// Models of forecasts on disk. Oracles: a plain loop with numpy (oracles/forecast_models.py), the forecasts
// of windows in time, and no look-ahead.
#include "run/recorder.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"

#include "unseen/model/stored_model.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace unseen {
namespace {

constexpr double none = NumericColumn::missing;

/// The first `rows` months of airline, numbered within their year, and further months without a value.
Table airline(std::size_t rows = 144, std::size_t further = 0)
{
    static const auto whole = read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/airline.csv");
    Table table{.source = "airline", .columns = {{"of_year", NumericColumn{}}, {"y", NumericColumn{}}}};
    for (std::size_t t = 0; t < rows + further; ++t) {
        std::get<NumericColumn>(table.columns[0].cells).values.push_back(static_cast<double>(t % 12 + 1));
        std::get<NumericColumn>(table.columns[1].cells)
            .values.push_back(t < rows ? whole.columns[1].numeric().values[t] : none);
    }
    return table;
}

/// Stored, printed, read again.
StoredModel taken_away(const Table& series, const std::string& learner, const Roles& roles)
{
    const auto model = stored_model(Dataset::make(series, roles), Spec::parse(learner), {.roles = roles});
    auto again = parse_model(print_model(model), "m.model");
    EXPECT_EQ(print_model(again), print_model(model));
    return again;
}

std::vector<double> predicted(const StoredModel& model, const Table& series)
{
    return predict(model, series, {}).predictions.value;
}

std::vector<std::string> known_of(const std::string& text)
{
    return text == "-" ? std::vector<std::string>() : std::vector<std::string>{"of_year"};
}

TEST(ForecastModel, ForecastsWhatAPlainLoopDoes)
{
    std::optional<StoredModel> model;
    std::vector<std::string> settings;
    std::vector<double> values;
    for (const auto& line : test::oracle_table("forecast_models.txt")) {
        const std::vector<std::string> own(line.begin(), line.begin() + 3);
        SCOPED_TRACE(line[0] + ' ' + line[1] + ' ' + line[2] + ", row " + line[3]);
        if (own != settings) {
            settings = own;
            model = taken_away(airline(), "ridge:lambda=10",
                               {.target = "y",
                                .lags = line[0],
                                .horizon = std::stoull(line[1]),
                                .known = known_of(line[2])});
            values = predicted(*model, airline(144, 12));
        }
        const auto row = std::stoull(line[3]);
        const double expected = std::stod(line[4]);
        EXPECT_NEAR(values.at(row), expected, 1e-9 * expected);
        // The series up to the origin is enough, and gives the same bits.
        const auto origin = row + 1 - std::stoull(line[1]);
        EXPECT_EQ(predicted(*model, airline(std::min<std::size_t>(origin, 144), 18)).at(row), values[row]);
    }
}

TEST(ForecastModel, RowsWithoutAllLagsHaveNoForecast)
{
    const auto model = taken_away(airline(), "ridge", {.target = "y", .lags = "3,12", .horizon = 2});
    const auto answer = predict(model, airline(144, 9), {});
    std::vector<Row> without;
    for (Row r = 0; r < 153; ++r)
        if (std::isnan(answer.predictions.value.at(r))) without.push_back(r);
    // Row 13 has the lag 12 of two rows ahead, y[0]; row 147 the lag 3, y[143].
    EXPECT_EQ(without, (std::vector<Row>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 148, 149, 150, 151, 152}));
    EXPECT_EQ(answer.notes,
              std::vector<std::string>{
                  "18 rows without all lags (3,12, for forecasts 2 rows ahead): no prediction"});
    EXPECT_EQ(predict(model, airline(10, 4), {}).predictions.value.back(),
              predict(model, airline(14), {}).predictions.value.back());

    const auto error = [&](const Table& series) {
        return test::message_of([&] { predict(model, series, {}); });
    };
    EXPECT_NE(
        error(airline(9, 4))
            .find("needs 10 values, and the series has 9 and 4 rows to forecast; expected a longer series"),
        std::string::npos);
    EXPECT_NE(
        error(airline(11)).find("lag 12 needs more than the 11 rows of the series; expected a longer series"),
        std::string::npos);
    auto gap = airline(40, 1);
    std::get<NumericColumn>(gap.columns[1].cells).values[20] = none;
    EXPECT_NE(error(gap).find("row 21 has no value of the target 'y', and later rows have one"),
              std::string::npos);
    gap.columns.pop_back();
    EXPECT_NE(error(gap).find("no column 'y'"), std::string::npos) << error(gap);
}

TEST(ForecastModel, ForecastsAsTheWindowsWithTheSameTrainingRowsDo)
{
    for (const std::uint64_t horizon : {1, 3})
        for (const char* spec :
             {"ridge", "knn", "tree", "naive", "seasonal-naive:season=12", "random-forest:size=5"}) {
            SCOPED_TRACE(std::string(spec) + ", " + std::to_string(horizon) + " ahead");
            const Roles roles{.target = "y", .lags = "1-12", .horizon = horizon, .known = {"of_year"}};
            const auto series = airline();
            const auto data = Dataset::make(series, roles);
            class Values final : public Sink {
            public:
                void take(const SplitInfo&, const PredictionView& view) override
                {
                    all.push_back(view.value[0]);
                }
                void take(const SplitInfo&, const Failure& failure) override
                {
                    ADD_FAILURE() << failure.text;
                }
                std::vector<double> all;
            } sink;
            const auto learner = make_learner(Spec::parse(spec), ResponseType::numbers);
            const Learner* learners[] = {learner.get()};
            const RunRequest requests[] = {test::request("forward-growing:train=60,step=20", data)};
            run(data, learners, requests, {{&sink}}, {});
            ASSERT_EQ(sink.all.size(), 4u);
            for (std::size_t w = 0; w < sink.all.size(); ++w) {
                const auto origin = 12 + horizon - 1 + 60 + 20 * w; // so many values are known
                const auto model = taken_away(airline(origin), spec, roles);
                EXPECT_NEAR(predicted(model, series).at(origin + horizon - 1), sink.all[w],
                            1e-9 * sink.all[w])
                    << "window " << w;
            }
        }
}

TEST(ForecastModel, OfLagsThatTheFileHasItselfNeedsNoSeries)
{
    auto table = airline();
    table.columns[0] = {"y(t-2)", table.columns[1].cells};
    auto& own = std::get<NumericColumn>(table.columns[0].cells).values;
    std::shift_right(own.begin(), own.end(), 2);
    own[0] = own[1] = 0.0;
    const auto model = taken_away(table, "naive", {.target = "y", .horizon = 2});
    const auto fresh = parse_table("y(t-2)\n7.5\n9\n", "new.csv");
    EXPECT_EQ(predicted(model, fresh), (std::vector<double>{7.5, 9.0}));
}

} // namespace
} // namespace unseen
