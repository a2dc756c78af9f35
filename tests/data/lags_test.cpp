// Lags of a series as features: ten rows by hand, and errors before any fit.
#include "unseen/data/dataset.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace unseen {
namespace {

using test::message_of;

constexpr double none = NumericColumn::missing;

/// y(t) = t t at the times 1 to 10, after the columns `more`.
Table squares(std::vector<Column> more = {})
{
    Table table{.source = "squares", .columns = std::move(more)};
    table.columns.push_back({"y", NumericColumn{{1, 4, 9, 16, 25, 36, 49, 64, 81, 100}}});
    return table;
}

std::vector<double> cells(const Dataset& data, std::size_t feature)
{
    return data.features()[feature].numeric().values;
}

std::vector<Row> source_rows(const Dataset& data)
{
    std::vector<Row> rows;
    for (Row r = 0; r < data.rows(); ++r) rows.push_back(data.source_row(r));
    return rows;
}

std::vector<std::string> feature_names(const Dataset& data)
{
    std::vector<std::string> names;
    for (const auto& feature : data.features()) names.push_back(feature.name);
    return names;
}

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;
using Rows = std::vector<Row>;

TEST(Lags, AreCountedFromTheLastValueThatIsKnown)
{
    const auto next = Dataset::make(squares(), {.lags = "1-2"});
    EXPECT_EQ(feature_names(next), (Names{"y(t-1)", "y(t-2)"}));
    EXPECT_EQ(cells(next, 0), (Numbers{4, 9, 16, 25, 36, 49, 64, 81}));
    EXPECT_EQ(cells(next, 1), (Numbers{1, 4, 9, 16, 25, 36, 49, 64}));
    EXPECT_EQ(Numbers(next.responses().begin(), next.responses().end()),
              (Numbers{9, 16, 25, 36, 49, 64, 81, 100}));
    EXPECT_EQ(source_rows(next), (Rows{2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(next.horizon(), 1u);
    EXPECT_EQ(next.lags_note(), "2 lags of 'y' for forecasts 1 row ahead, in the order of the file; 2 rows "
                                "without all of these left out");

    // Three rows ahead: for time 5 the values at times 2 and 1 are known, but no later ones.
    const auto third = Dataset::make(squares(), {.lags = "2,1", .horizon = 3});
    EXPECT_EQ(feature_names(third), (Names{"y(t-3)", "y(t-4)"}));
    EXPECT_EQ(cells(third, 0), (Numbers{4, 9, 16, 25, 36, 49}));
    EXPECT_EQ(cells(third, 1), (Numbers{1, 4, 9, 16, 25, 36}));
    EXPECT_EQ(source_rows(third), (Rows{4, 5, 6, 7, 8, 9}));

    const auto last = Dataset::make(squares(), {.lags = "1,3", .horizon = 7}); // one row is left
    EXPECT_EQ(feature_names(last), (Names{"y(t-7)", "y(t-9)"}));
    EXPECT_EQ(source_rows(last), Rows{9});
    EXPECT_EQ(cells(last, 0), Numbers{9});
    EXPECT_EQ(cells(last, 1), Numbers{1});
}

TEST(Lags, GoByTheTimeColumnAndNotByTheOrderOfTheFile)
{
    auto table = squares({{"t", NumericColumn{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}}});
    const auto in_order = Dataset::make(table, {.time = "t", .lags = "1"});
    for (auto& column : table.columns) std::ranges::reverse(std::get<NumericColumn>(column.cells).values);
    const auto reversed = Dataset::make(table, {.time = "t", .lags = "1"});
    EXPECT_EQ(source_rows(reversed), (Rows{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    auto lags = cells(reversed, 0);
    std::ranges::reverse(lags);
    EXPECT_EQ(lags, cells(in_order, 0));
    EXPECT_TRUE(in_order.warnings().empty());

    const std::vector<std::string> months = {"2024-01", "2024-02", "2024-03", "2024-04", "2024-05",
                                             "2024-06", "2024-07", "2024-08", "2024-09", "2024-11"};
    const auto dated = [&](std::size_t rows) {
        Table some{.source = "dates",
                   .columns = {{"t", CodedColumn{Labels(months), {}}}, {"y", NumericColumn{}}}};
        for (std::size_t r = 0; r < rows; ++r) {
            std::get<CodedColumn>(some.columns[0].cells).codes.push_back(static_cast<std::int32_t>(r));
            std::get<NumericColumn>(some.columns[1].cells).values.push_back(static_cast<double>(r * r));
        }
        return Dataset::make(some, {.time = "t", .lags = "1"}).warnings();
    };
    EXPECT_TRUE(dated(9).empty()); // months of 29 to 31 days are equal steps
    ASSERT_EQ(dated(10).size(), 1u);
    EXPECT_EQ(dated(10)[0].code, "uneven_times");
}

TEST(Lags, RowsThatAreYetToBeForecastHaveNoTarget)
{
    auto table = squares();
    auto& y = std::get<NumericColumn>(table.columns[0].cells).values;
    y.insert(y.end(), {none, none, none});
    const auto data = Dataset::make(table, {.lags = "1", .horizon = 2});
    EXPECT_EQ(data.labelled(), 8u);
    EXPECT_EQ(Rows(data.unlabelled().begin(), data.unlabelled().end()),
              (Rows{8, 9})); // the third is more than two rows ahead
    EXPECT_EQ(source_rows(data), (Rows{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
    EXPECT_EQ(cells(data, 0), (Numbers{1, 4, 9, 16, 25, 36, 49, 64, 81, 100}));
}

TEST(Lags, OtherColumnsAreFeaturesOnlyIfTheyAreKnownInAdvance)
{
    const Column leak{"leak", NumericColumn{{1, 4, 9, 16, 25, 36, 49, 64, 81, 100}}};
    const Column month{"month", NumericColumn{{1, 2, 3, 1, 2, 3, 1, 2, 3, 1}}};
    const auto data = Dataset::make(squares({leak, month}), {.lags = "1", .known = {"month"}});
    EXPECT_EQ(feature_names(data), (Names{"y(t-1)", "month"}));
    EXPECT_EQ(cells(data, 1), (Numbers{2, 3, 1, 2, 3, 1, 2, 3, 1}));
    EXPECT_NE(data.column("leak"), nullptr);
    EXPECT_NE(data.lags_note().find("not features, because they are not declared known: 'leak'"),
              std::string::npos)
        << data.lags_note();
}

TEST(Lags, SmallWholeNumbersAreNumbersAndTheHorizonIsInTheDigest)
{
    Table counts{.source = "counts", .columns = {{"y", NumericColumn{{0, 1, 2, 1, 0, 1, 2, 1, 0, 1}}}}};
    const auto data = Dataset::make(counts, {.lags = "1"});
    EXPECT_EQ(data.response_type(), ResponseType::numbers);
    EXPECT_TRUE(data.warnings().empty());

    // Lags that are columns of the file: the horizon decides which of them are known.
    const Column own{"y(t-3)", NumericColumn{{1, 2, 3, 5, 7, 11, 13, 17, 19, 23}}};
    const auto plain = Dataset::make(squares({own}));
    const auto ahead = Dataset::make(squares({own}), {.horizon = 3});
    EXPECT_EQ(plain.horizon(), 0u);
    EXPECT_EQ(ahead.horizon(), 3u);
    EXPECT_NE(plain.digest(), ahead.digest());
    EXPECT_NE(plain.learning_digest(), ahead.learning_digest());
    EXPECT_EQ(ahead.learning_digest(), ahead.digest());
    EXPECT_NE(Dataset::make(squares(), {.lags = "1", .horizon = 2}).learning_digest(),
              Dataset::make(squares(), {.lags = "2"}).learning_digest()); // the same cells
}

std::string error_of(Roles roles, Table table = squares())
{
    if (roles.lags.empty()) roles.lags = "1";
    return message_of([&] { Dataset::make(std::move(table), roles); });
}

TEST(Lags, ThatAreNotThereAreRefused)
{
    for (const char* text :
         {"0", "0-3", "-1", "3-1", "1-", "1,,2", "a", "1.5", "1-2-3", " 1", "99999999999999999999"})
        EXPECT_NE(error_of({.lags = text}).find("is not valid; expected whole numbers from 1 on"),
                  std::string::npos)
            << text;
    EXPECT_NE(error_of({.lags = "1-11"}).find("lag 11 needs more than the 10 rows of the series"),
              std::string::npos);
    EXPECT_NE(error_of({.lags = "1-10"})
                  .find("lag 10 of forecasts 1 row ahead needs 11 values, and the series has 10"),
              std::string::npos);
    EXPECT_NE(error_of({.lags = "1-3", .horizon = 8}).find("needs 11 values"), std::string::npos);
    EXPECT_NE(
        error_of({.horizon = ~std::uint64_t{0}}).find("the series has 10 values; expected a longer series"),
        std::string::npos);
    EXPECT_NE(error_of({.horizon = 0}).find("`horizon` = 0"), std::string::npos);
    EXPECT_EQ(error_of({.lags = "1-3,2", .horizon = 7}), "no error");
}

TEST(Lags, SeveralHorizonsAreWrittenLikeLags)
{
    using Whole = std::vector<std::uint64_t>;
    EXPECT_EQ(horizons_of("1-6"), (Whole{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(horizons_of("6,1,3,3"), (Whole{1, 3, 6}));
    EXPECT_EQ(horizons_of("8760,1"), (Whole{1, 8760}));
    for (const char* text : {"", "0", "0-3", "2-1", "1-", "1,", "a", "1.5"})
        EXPECT_NE(message_of([&] { horizons_of(text); }).find("is not valid; expected how many rows ahead"),
                  std::string::npos)
            << text;
    EXPECT_EQ(horizons_of("1-1000").size(), 1000u);
    for (const char* text : {"1-1001", "1-600,700-1200", "1-18446744073709551615"})
        EXPECT_NE(message_of([&] { horizons_of(text); }).find("more than 1000 horizons"), std::string::npos)
            << text;
}

TEST(Lags, OfWhatIsNoSeriesAreRefused)
{
    auto gap = squares();
    std::get<NumericColumn>(gap.columns[0].cells).values[3] = none;
    EXPECT_NE(error_of({}, gap).find("row 4 has no value of the target 'y', and later rows have one"),
              std::string::npos);
    const Column t{"t", NumericColumn{{1, 2, 3, 4, 5, 5, 7, 8, 9, 10}}};
    EXPECT_NE(error_of({.time = "t"}, squares({t})).find("rows 5 and 6 have the same time"),
              std::string::npos);
    const Column u{"u", NumericColumn{{1, 2, 3, 4, none, 6, 7, 8, 9, 10}}};
    EXPECT_NE(error_of({.time = "u"}, squares({u})).find("row 5 has no time (column 'u')"),
              std::string::npos);
    EXPECT_NE(error_of({.group = "t"}, squares({t})).find("with `group` there are several"),
              std::string::npos);
    EXPECT_NE(error_of({.categorical = {"y"}}).find("holds categories; `lags` are of a target of numbers"),
              std::string::npos);
    EXPECT_NE(error_of({.target = "t,y"}, squares({t})).find("are of one target, and there are 2"),
              std::string::npos);
    EXPECT_NE(error_of({.known = {"y"}}).find("'y' is not a feature"), std::string::npos);
    EXPECT_NE(error_of({.time = "t", .known = {"t"}}, squares({t})).find("'t' is not a feature"),
              std::string::npos);
    const Column same{"y(t-1)", NumericColumn{{1, 2, 3, 4, 5, 5, 7, 8, 9, 10}}};
    EXPECT_NE(error_of({.known = {"y(t-1)"}}, squares({same})).find("has the name of a lag"),
              std::string::npos);
    EXPECT_NE(message_of([] { Dataset::make(squares(), {.known = {"y"}}); }).find("expected `lags` with it"),
              std::string::npos);
    const auto test = squares();
    EXPECT_NE(message_of([&] {
                  Dataset::make(squares(), {.lags = "1"}, &test, nullptr);
              }).find("`lags` are of one file"),
              std::string::npos);
}

} // namespace
} // namespace unseen
