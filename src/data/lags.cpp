#include "data/lags.hpp"

#include "base/listed.hpp"
#include "data/column_tools.hpp"
#include "data/times.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>

namespace unseen {

namespace {

/// The whole numbers in "1-12" or "1,2,12-14", ascending and without duplicates. Calls check(first, last) for
/// each part before its numbers are made, and refuse(part) for an invalid part.
template <class Check, class Refuse>
std::vector<std::uint64_t> numbers_of(std::string_view text, const Check& check, const Refuse& refuse)
{
    std::set<std::uint64_t> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        const auto part = text.substr(begin, end - begin);
        const auto dash = part.find('-');
        const auto first = parse_whole(part.substr(0, dash));
        const auto last = dash == part.npos ? first : parse_whole(part.substr(dash + 1));
        if (!first || !last || *first < 1 || *first > *last) refuse(std::string(part));
        check(*first, *last);
        for (auto number = *first; number <= *last; ++number) numbers.insert(number);
        begin = end + 1;
    }
    return {numbers.begin(), numbers.end()};
}

/// None may exceed `most`, which bounds the memory.
std::vector<std::uint64_t> lags_of(std::string_view text, std::uint64_t most)
{
    return numbers_of(
        text,
        [&](std::uint64_t, std::uint64_t last) {
            require(last <= most, "`lags`: lag " + std::to_string(last) + " needs more than the " +
                                      std::to_string(most) +
                                      " rows of the series; expected a longer series or smaller lags");
        },
        [](const std::string& part) {
            throw InputError("`lags`: '" + part +
                             "' is not valid; expected whole numbers from 1 on, and ranges of them, as in "
                             "1-12 or 1,2,12; lag 1 is the last value known when the forecast is made");
        });
}

/// The row numbers below `rows`, sorted by time. Adds a warning if times are not in equal steps.
std::vector<Row> order_of_series(const Table& table, Row rows, const std::string& time,
                                 std::vector<Warning>& warnings)
{
    std::vector<Row> order(rows);
    std::iota(order.begin(), order.end(), Row{0});
    if (time.empty()) return order;
    const auto& column = named_column(table, time);
    for (const Row r : order)
        require(!column.missing(r), table.source + ": row " + std::to_string(r + 1) +
                                        " has no time (column '" + time +
                                        "'); expected one in every row of a series");
    const auto moments = times_of(column);
    std::ranges::sort(order, {}, [&](Row r) { return moments[r]; });
    double shortest = std::numeric_limits<double>::infinity();
    double longest = 0.0;
    for (std::size_t p = 1; p < order.size(); ++p) {
        const double step = moments[order[p]] - moments[order[p - 1]];
        require(step > 0.0, table.source + ": rows " + std::to_string(std::min(order[p], order[p - 1]) + 1) +
                                " and " + std::to_string(std::max(order[p], order[p - 1]) + 1) +
                                " have the same time (column '" + time +
                                "'); `lags` are of one series, with one row for each time");
        shortest = std::min(shortest, step);
        longest = std::max(longest, step);
    }
    if (longest > 1.5 * shortest) // months have 28 to 31 days, quarters 90 to 92
        warnings.push_back(
            {warnings::uneven_times,
             "the times in '" + time +
                 "' are not in equal steps: a lag counts rows, and so does the horizon, however "
                 "much time lies between them"});
    return order;
}

/// The number of values of the series. Rows without a value, which are yet to be forecast, may only come
/// after all others.
std::size_t known_values(const Column& target, const std::vector<Row>& order, const std::string& source)
{
    std::size_t known = order.size();
    while (known > 0 && target.missing(order[known - 1])) --known;
    for (std::size_t p = 0; p < known; ++p)
        require(!target.missing(order[p]),
                source + ": row " + std::to_string(order[p] + 1) + " has no value of the target '" +
                    target.name +
                    "', and later rows have one; `lags` need a series without gaps: fill it first");
    return known;
}

} // namespace

std::vector<std::uint64_t> horizons_of(const std::string& text)
{
    constexpr std::uint64_t most = 1000;
    const auto few = [](std::uint64_t count) {
        require(count <= most, "`horizon`: more than " + std::to_string(most) +
                                   " horizons; expected fewer, each has fits of its own");
    };
    auto horizons = numbers_of(
        text, [&](std::uint64_t first, std::uint64_t last) { few(last - first + 1); },
        [](const std::string& part) {
            throw InputError("`horizon`: '" + part +
                             "' is not valid; expected how many rows ahead is forecast, 1 or more, or "
                             "several, as in 1-6 or 1,3,6");
        });
    few(horizons.size());
    return horizons;
}

std::string lag_name(const std::string& target, std::uint64_t steps)
{
    return target + "(t-" + std::to_string(steps) + ')';
}

Lagged make_lags(const Table& table, const Column& target, const Roles& roles, bool to_train)
{
    require(target.is_numeric(), table.source + ": the target '" + target.name +
                                     "' holds categories; `lags` are of a target of numbers");
    const std::uint64_t horizon = roles.horizon.value_or(1);
    const std::uint64_t rows = target.rows();
    const auto lags = lags_of(roles.lags, rows);
    Lagged made;
    const auto order = order_of_series(table, static_cast<Row>(rows), roles.time, made.warnings);
    const auto known = known_values(target, order, table.source);
    // After the last row that has all its lags, the nearest lag is unknown.
    const auto after =
        to_train ? 0
                 : std::min<std::uint64_t>(lags.front() + std::min<std::uint64_t>(horizon, rows) - 1,
                                           rows - known);
    require(horizon < known + after, "`horizon` = " + std::to_string(horizon) + ": the series has " +
                                         counted(known, "value") +
                                         "; expected a longer series or a smaller horizon");
    const auto nearest = lags.front() + horizon - 1; // in rows before the one that is forecast
    const auto farthest = lags.back() + horizon - 1;
    require(farthest < known + after,
            "`lags`: lag " + std::to_string(lags.back()) + " of forecasts " + counted(horizon, "row") +
                " ahead needs " + std::to_string(lags.back() + horizon - after) +
                " values, and the series has " + std::to_string(known) +
                (after > 0 ? " and " + counted(after, "row") + " to forecast" : "") +
                "; expected a longer series, smaller lags or a smaller horizon");

    const double bytes = dense_bytes(static_cast<double>(rows), static_cast<double>(lags.size()));
    require(bytes <= most_dense_bytes, "`lags`: " + counted(lags.size(), "lag") + " of " +
                                           counted(rows, "row") + " take " + gigabytes(bytes) +
                                           "; expected at most " + gigabytes(most_dense_bytes));

    made.left_out.assign(rows, true);
    for (auto p = farthest; p < std::min(rows, known + nearest); ++p) made.left_out[order[p]] = false;
    for (const auto lag : lags) {
        const auto steps = lag + horizon - 1;
        NumericColumn cells{std::vector<double>(rows, NumericColumn::missing)};
        for (auto p = steps; p < rows; ++p)
            cells.values[order[p]] = target.numeric().values[order[p - steps]];
        made.features.push_back({lag_name(target.name, steps), std::move(cells)});
    }
    const auto left_out = static_cast<std::uint64_t>(std::ranges::count(made.left_out, true));
    made.note = counted(lags.size(), "lag") + " of '" + target.name + "' for forecasts " +
                counted(horizon, "row") + " ahead, in the order of " +
                (roles.time.empty() ? "the file" : "'" + roles.time + "'");
    if (left_out > 0) made.note += "; " + counted(left_out, "row") + " without all of these left out";
    return made;
}

} // namespace unseen
