// Forecasts of several horizons in one answer: ten rows by hand, the plain loop of oracles/forecasts.py, and
// baselines beside the others.
#include "run/estimates.hpp"
#include "support/oracle.hpp"

#include "unseen/read/reader.hpp"
#include "unseen/report/horizons.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace unseen {
namespace {

/// The answer about these learners, by `mae`.
Answer answer_of_all(const Table& table, const std::string& lags, const std::string& horizons,
                     const std::vector<std::string>& specs, const std::string& estimator)
{
    const EstimateOptions options{.estimators = {Spec::parse(estimator)}, .measures = {Spec("mae")}};
    std::vector<HorizonAnswer> parts;
    for (const auto horizon : horizons_of(horizons)) {
        const auto data = Dataset::make(table, {.lags = lags, .horizon = horizon});
        std::vector<std::unique_ptr<Learner>> made;
        std::vector<const Learner*> learners;
        for (const auto& spec : specs)
            learners.push_back(
                made.emplace_back(make_learner(Spec::parse(spec), ResponseType::numbers)).get());
        auto report = estimate(data, learners, options);
        auto answer = answer_of(report, "series", data, options);
        auto compared = compare_estimates("series", data.response_type(), report.estimates, {});
        parts.push_back({horizon, std::move(answer), std::move(report), std::move(compared)});
    }
    return answer_of_horizons("series", parts, options, false);
}

/// The full cells of a column, from the top.
std::vector<std::string> column(const ResultTable& table, const std::string& title)
{
    const auto at = std::ranges::find(table.columns, title, &ResultTable::Column::title);
    if (at == table.columns.end()) return {};
    std::vector<std::string> cells;
    for (const auto& row : table.rows)
        cells.push_back(row.at(static_cast<std::size_t>(at - table.columns.begin())).full);
    return cells;
}

using Texts = std::vector<std::string>;

TEST(Horizons, OfSquaresByHand)
{
    NumericColumn y;
    for (int t = 1; t <= 10; ++t) y.values.push_back(t * t);
    const Table squares{.source = "squares", .columns = {{"y", std::move(y)}}};
    // The naive error of the row t, h rows ahead, is t t - (t-h)(t-h) = 2 h t - h h. Trained on one row, the
    // first with a lag (h+1), and tested from h rows later on: the rows 3-10, 5-10 and 7-10.
    const auto answer = answer_of_all(squares, "1", "1-3", {"naive"}, "forward-growing:train=1");
    EXPECT_EQ(column(answer.table, "horizon"), (Texts{"1", "2", "3"}));
    EXPECT_EQ(column(answer.table, "value"), (Texts{"12", "26", "42"}));
    EXPECT_EQ(column(answer.table, "naive"), Texts{}); // nothing to stand beside
    EXPECT_EQ(column(*answer.long_table, "value"), (Texts{"12", "26", "42"}));
    EXPECT_EQ(answer.heading.back(),
              "The same for forecasts 2, 3 rows ahead, each with its own rows and models");
}

TEST(Horizons, AreThoseOfThePlainLoopWithBaselinesBesideTheOthers)
{
    const std::string naive = "naive";
    const std::string seasonal = "seasonal-naive:season=12";
    const auto expected = [](const std::string& horizon, const std::string& learner) {
        for (const auto& line : test::oracle_table("forecasts.txt"))
            if (line[0] == "airline" && line[1] == "1-12" && line[2] == horizon && line[3] == "fixed" &&
                line[4] == "60" && line[8] == learner)
                return std::stod(line[10]);
        ADD_FAILURE() << "no line of " << learner << ", " << horizon << " ahead";
        return 0.0;
    };
    const auto answer =
        answer_of_all(read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/airline.csv"), "1-12", "3,1",
                      {"linear", naive, "ridge:lambda=100", seasonal}, "forward-fixed:train=60");
    EXPECT_EQ(column(answer.table, "horizon"), (Texts{"1", "3", "1", "3"}));
    const auto learners = column(answer.table, "learner");
    EXPECT_EQ(learners, (Texts{"linear", "linear", "ridge:lambda=100", "ridge:lambda=100"}));
    for (std::size_t i = 0; i < 4; ++i) {
        const std::string horizon = i % 2 == 0 ? "1" : "3";
        for (const auto& [title, learner] :
             {std::pair(std::string("value"), learners[i]), {naive, naive}, {seasonal, seasonal}}) {
            const double figure = expected(horizon, learner);
            EXPECT_NEAR(std::stod(column(answer.table, title).at(i)), figure, 1e-9 * figure)
                << learner << ", " << horizon << " ahead";
        }
    }
    EXPECT_EQ(column(*answer.long_table, "horizon"), (Texts{"1", "1", "1", "1", "3", "3", "3", "3"}));
    const auto& pairs = answer.further.at(0).table;
    EXPECT_EQ(column(pairs, "horizon"), (Texts{"1", "1", "1", "1", "1", "1", "3", "3", "3", "3", "3", "3"}));
    const auto& verdict = answer.verdict.value();
    EXPECT_TRUE(verdict.sentences.at(0).starts_with("1 row ahead: ")) << verdict.sentences.at(0);
    EXPECT_EQ(verdict.further.at(0).part, "3 rows ahead");
}

} // namespace
} // namespace unseen
