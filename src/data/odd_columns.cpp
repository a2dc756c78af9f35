#include "data/odd_columns.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "base/same_name.hpp"
#include "data/like_ids.hpp"
#include "data/sparse_tools.hpp"
#include "data/summary_rows.hpp"
#include "data/times.hpp"

#include "unseen/base/label_spelling.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string_view>

namespace unseen {

namespace {

constexpr std::size_t most_named = 10;
constexpr std::size_t rows_of_an_order = 20; ///< of times: with fewer, an order may be chance
constexpr std::size_t fewest_times = 10;     ///< that differ

/// "the feature 'a'" or "the features 'a' and 'b'".
std::string features_named(std::span<const std::string> names)
{
    return (names.size() == 1 ? "the feature " : "the features ") + listed_in_quotes(names, most_named);
}

/// True for -9, -99, 99, and for one digit 7, 8 or 9 in three places or more (-999, 888, 77777).
bool is_mark(double x)
{
    if (x == -9.0 || std::abs(x) == 99.0) return true;
    for (const double digit : {9.0, 8.0, 7.0})
        for (double mark = 111.0 * digit; mark < 1e10; mark = 10.0 * mark + digit)
            if (std::abs(x) == mark) return true;
    return false;
}

/// True if the cells of a column are texts of several words: five or more on average.
bool holds_text(const Column& column)
{
    constexpr std::size_t words = 5;
    if (column.is_numeric()) return false;
    std::size_t blanks = 0;
    for (const auto& label : column.coded().labels.names())
        blanks += static_cast<std::size_t>(std::ranges::count(label, ' '));
    return blanks >= (words - 1) * column.coded().labels.size();
}

/// True if the numbers never fall from row to row and have several values, in several rows.
bool ascend(std::span<const double> times)
{
    if (times.size() < rows_of_an_order) return false;
    std::size_t values = 1;
    for (std::size_t r = 1; r < times.size(); ++r) {
        if (!(times[r] >= times[r - 1])) return false;
        values += times[r] > times[r - 1] ? 1 : 0;
    }
    return values >= fewest_times;
}

bool is_any_of(const std::string& name, std::span<const std::string_view> usual)
{
    return std::ranges::any_of(usual, [&](auto other) { return same_name(name, other); });
}

bool has_name_of_time(const std::string& name)
{
    constexpr std::array<std::string_view, 14> names = {
        "date",   "datetime", "time",  "timestamp", "year", "yearmonth", "yyyymm",
        "period", "datum",    "fecha", "zeit",      "jahr", "ts",        "epoch"};
    return is_any_of(name, names);
}

/// True for dates of birth, which are no times of the rows.
bool is_of_birth(const std::string& name)
{
    constexpr std::array<std::string_view, 6> words = {"birth",     "dob",        "geburt",
                                                       "naissance", "nacimiento", "nascita"};
    const auto small = lower_case(name);
    return std::ranges::any_of(words, [&](auto word) { return small.find(word) != small.npos; });
}

bool has_name_of_year(const std::string& name)
{
    constexpr std::array<std::string_view, 8> names = {"year", "yr",    "yyyy", "jahr",
                                                       "anno", "annee", "ano",  "rok"};
    return is_any_of(name, names) || name == "a\u00f1o" || name == "ann\u00e9e";
}

bool has_name_of_part_of_year(const std::string& name)
{
    constexpr std::array<std::string_view, 12> names = {"month", "mm",    "quarter", "qtr",
                                                        "week",  "monat", "quartal", "mes",
                                                        "mois",  "mese",  "woche",   "day_of_year"};
    return is_any_of(name, names);
}

/// True for whole numbers that are all years and months (202401) or all days (20240131).
bool are_written_dates(std::span<const double> cells)
{
    const auto is_date = [](double x, bool with_day) {
        if (x != std::floor(x)) return false;
        const double day = with_day ? std::fmod(x, 100.0) : 1.0;
        const double months = with_day ? std::floor(x / 100.0) : x;
        const double month = std::fmod(months, 100.0);
        const double year = std::floor(months / 100.0);
        return day >= 1.0 && day <= 31.0 && month >= 1.0 && month <= 12.0 && year >= 1900.0 && year < 2100.0;
    };
    return std::ranges::all_of(cells, [&](double x) { return is_date(x, false); }) ||
           std::ranges::all_of(cells, [&](double x) { return is_date(x, true); });
}

/// True for whole numbers that are seconds, or milliseconds, from 1970 to a day between 1995 and 2040.
bool are_seconds(std::span<const double> cells)
{
    constexpr double from = 788'918'400.0;
    constexpr double to = 2'208'988'800.0;
    const auto within = [&](double unit) {
        return std::ranges::all_of(
            cells, [&](double x) { return x >= from * unit && x < to * unit && x == std::floor(x); });
    };
    return within(1.0) || within(1000.0);
}

/// True for a column of numbers that never falls and has the name of a time, or is written like dates or
/// seconds.
bool looks_like_time(const Column& column)
{
    if (!column.is_numeric() || !ascend(column.numeric().values)) return false;
    const std::span<const double> cells = column.numeric().values;
    const bool by_one = cells.back() - cells.front() == static_cast<double>(cells.size() - 1);
    return has_name_of_time(column.name) || are_written_dates(cells) || (are_seconds(cells) && !by_one);
}

/// True if all cells are texts of dates, of which there are several.
bool holds_dates(const Column& column)
{
    return !column.is_numeric() && column.coded().labels.size() > 1 &&
           moments_of_dates(column.coded().labels.names());
}

/// A year and a part of it, such as the month, in two features that together never fall; else nothing.
std::vector<std::string> parts_of_times(std::span<const Column> features)
{
    const auto numbers_named = [&](auto has_name) {
        const auto at = std::ranges::find_if(
            features, [&](const Column& c) { return c.is_numeric() && has_name(c.name); });
        return at == features.end() ? nullptr : &*at;
    };
    const auto* year = numbers_named(has_name_of_year);
    const auto* part = numbers_named(has_name_of_part_of_year);
    if (year == nullptr || part == nullptr) return {};
    constexpr double most_parts = 400.0; // of a year
    std::vector<double> times;
    for (std::size_t r = 0; r < year->rows(); ++r)
        times.push_back(most_parts * year->numeric().values[r] + part->numeric().values[r]);
    return ascend(times) ? std::vector{year->name, part->name} : std::vector<std::string>();
}

/// The marks among classes that are all whole numbers.
std::vector<double> marks_among(const CodedColumn& column)
{
    std::vector<double> numbers;
    for (const auto& name : column.labels.names()) {
        const auto number = parse_number(name);
        if (!number || *number != std::floor(*number)) return {};
        numbers.push_back(*number);
    }
    std::vector<double> cells;
    for (const auto code : column.codes)
        if (code >= 0) cells.push_back(numbers[static_cast<std::size_t>(code)]);
    return marks_of_missing(cells);
}

} // namespace

std::vector<Column> distinct_cells(const SparseRows* sparse)
{
    if (sparse == nullptr) return {};
    std::vector<std::vector<double>> cells(sparse->columns);
    const auto counts = nonzero_counts(*sparse);
    for (std::uint32_t j = 0; j < sparse->columns; ++j) cells[j].reserve(counts[j] + 1);
    for (std::size_t i = 0; i < sparse->column.size(); ++i)
        cells[sparse->column[i]].push_back(sparse->value[i]);
    std::vector<Column> columns;
    for (std::uint32_t j = 0; j < sparse->columns; ++j) {
        if (counts[j] < sparse->rows()) cells[j].push_back(0.0);
        columns.push_back({sparse->name(j), NumericColumn{.values = std::move(cells[j])}});
    }
    return columns;
}

void warn_of_constants(std::span<const Column> features, std::size_t rows, std::vector<Warning>& warnings)
{
    std::vector<std::string> constant;
    if (rows < 2) return;
    for (const auto& column : features) {
        const auto same = [&](std::size_t r) {
            if (column.missing(r) || column.missing(0)) return column.missing(r) && column.missing(0);
            return column.is_numeric() ? column.numeric().values[r] == column.numeric().values[0]
                                       : column.coded().codes[r] == column.coded().codes[0];
        };
        std::size_t r = 1;
        while (r < column.rows() && same(r)) ++r;
        if (r == column.rows()) constant.push_back(column.name);
    }
    if (constant.empty()) return;
    const bool one = constant.size() == 1;
    const auto first = std::span(constant).first(std::min(constant.size(), most_named));
    warnings.push_back({warnings::constant_features,
                        features_named(constant) + (one ? " has" : " have") +
                            " one value in all rows, or none: no learner can use " + (one ? "it" : "them") +
                            "; `ignore=" + option_list(first) + "` leaves " +
                            (constant.size() > most_named ? "the first out"
                             : one                        ? "it out"
                                                          : "them out")});
}

std::vector<double> marks_of_missing(std::span<const double> cells)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double x : cells) { // false for NaN
        if (x < low) low = x;
        if (x > high) high = x;
    }
    if (!(low < high)) return {};
    if (!is_mark(low) && !is_mark(high)) return {};
    std::map<double, std::size_t> times; // of the marks
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const double x : cells) {
        if (is_mark(x)) {
            ++times[x];
        } else if (!std::isnan(x)) {
            least = std::min(least, x);
            most = std::max(most, x);
        }
    }
    std::vector<double> marks;
    for (const auto& [mark, n] : times) {
        const double distance = mark < least ? least - mark : mark - most; // below 0 between them
        const bool only_negative = mark < -9.0 && least >= 0.0;
        if (least <= most && (only_negative || (n > 1 && distance > 2.0 * (most - least))))
            marks.push_back(mark);
    }
    return marks;
}

void warn_of_marks(std::span<const Column> features, std::span<const Column> targets,
                   const std::vector<std::string>& known, std::vector<Warning>& warnings)
{
    std::vector<std::string> marks;
    const auto find_in = [&](std::span<const Column> columns) {
        std::vector<std::string> marked;
        for (const auto& column : columns) {
            const auto found =
                column.is_numeric() ? marks_of_missing(column.numeric().values) : marks_among(column.coded());
            if (!found.empty()) marked.push_back(column.name);
            for (const double mark : found) add_once(marks, shortest(mark));
        }
        return marked;
    };
    const auto features_marked = find_in(features);
    const auto targets_marked = find_in(targets);
    if (marks.empty()) return;
    auto all = known;
    all.insert(all.end(), marks.begin(), marks.end());
    std::string subject = features_marked.empty() ? "" : features_named(features_marked);
    if (!targets_marked.empty())
        subject += (subject.empty() ? "the target " : " and the target ") + listed_in_quotes(targets_marked);
    const bool one = features_marked.size() + targets_marked.size() == 1;
    warnings.push_back({warnings::looks_like_missing,
                        subject + (one ? " has " : " have ") + listed_with_and(marks) +
                            " far from all other numbers, which " + (marks.size() == 1 ? "seems" : "seem") +
                            " to stand for missing cells; `missing=" + option_list(all) +
                            "` makes them missing"});
}

std::vector<std::string> warn_of_times(std::span<const Column> features, const SparseRows* sparse,
                                       std::span<const std::string> dates, std::vector<Warning>& warnings)
{
    if (sparse != nullptr && !sparse->names.empty()) {
        std::vector<Column> named;
        for (std::uint32_t j = 0; j < sparse->columns; ++j)
            if (has_name_of_time(sparse->name(j))) named.push_back({sparse->name(j), sparse->dense(j)});
        return warn_of_times(named, nullptr, dates, warnings);
    }
    const auto parts = parts_of_times(features);
    if (!parts.empty())
        warnings.push_back({warnings::looks_like_time,
                            features_named(parts) +
                                " hold times: models are tested on rows older than their training rows; one "
                                "column of dates made of them, named with `time`, and an estimator such as "
                                "forward-growing keep the order, `ignore=" +
                                option_list(parts) + "` leaves them out"});
    auto told = parts;
    for (const auto& column : features) {
        if (std::ranges::find(parts, column.name) != parts.end() || is_of_birth(column.name) ||
            !(std::ranges::find(dates, column.name) != dates.end() || looks_like_time(column) ||
              holds_dates(column)))
            continue;
        told.push_back(column.name);
        warnings.push_back(
            {warnings::looks_like_time,
             "the feature '" + column.name +
                 "' holds times: models are tested on rows older than their training rows; `time=" +
                 column.name + "` with an estimator such as forward-growing keeps the order, `ignore=" +
                 option_list({&column.name, 1}) + "` leaves it out"});
    }
    return told;
}

void warn_of_ids(std::span<const Column> features, const SparseRows* sparse, std::span<const OddCell> odd,
                 std::span<const std::string> times, std::vector<Warning>& warnings)
{
    for (const auto j : places_like_ids(features, sparse)) {
        const auto name = sparse != nullptr ? sparse->name(static_cast<std::uint32_t>(j)) : features[j].name;
        if (std::ranges::find(times, name) != times.end()) continue;
        const auto ignored = "`ignore=" + option_list({&name, 1}) + '`';
        if (sparse == nullptr && holds_text(features[j]))
            warnings.push_back(
                {warnings::free_text, "the feature '" + name +
                                          "' holds texts of several words, nearly all different, and "
                                          "learners take them for categories; make features of it first, "
                                          "such as counts of words (CountVectorizer in scikit-learn), or "
                                          "leave it out with " +
                                          ignored});
        else if (std::ranges::find(odd, name, &OddCell::column) == odd.end())
            warnings.push_back({warnings::looks_like_id,
                                "the feature '" + name +
                                    "' differs in nearly every row and looks like the name or number of the "
                                    "row; `id=" +
                                    name + "` or " + ignored + " leaves it out"});
    }
}

void warn_of_spellings(std::span<const Column> features, std::vector<Warning>& warnings)
{
    constexpr std::size_t most_categories = 1000; // of more, names of things are likely
    std::vector<std::string> alike;
    for (const auto& column : features) {
        if (column.is_numeric() || column.coded().labels.size() > most_categories) continue;
        if (const auto names = names_spelt_twice(column.coded().labels.names()); !names.empty())
            alike.push_back('\'' + column.name + "' (" + names + ')');
    }
    if (alike.empty()) return;
    warnings.push_back(
        {warnings::categories_spelt_twice,
         (alike.size() == 1 ? "the feature " : "the features ") + listed(alike, 3) +
             (alike.size() == 1 ? " has" : " have") +
             " categories that are most likely one, and learners take them for different ones"});
}

void warn_of_names_of_roles(std::span<const Column> features, std::vector<Warning>& warnings)
{
    constexpr std::array<std::string_view, 12> parts = {"fold",      "folds",  "cvfold",    "kfold",
                                                        "foldid",    "split",  "train",     "istrain",
                                                        "traintest", "istest", "partition", "trainvalidtest"};
    constexpr std::array<std::string_view, 6> weights = {"sampleweight",   "sampleweights", "caseweight",
                                                         "instanceweight", "rowweight",     "fnlwgt"};
    const auto named = [&](std::span<const std::string_view> usual) {
        std::vector<std::string> names;
        for (const auto& column : features)
            if (std::ranges::find(usual, letters_of(column.name)) != usual.end())
                names.push_back(column.name);
        return names;
    };
    const auto warn = [&](const std::vector<std::string>& names, const std::string& role,
                          const std::string& way) {
        if (names.empty()) return;
        const bool one = names.size() == 1;
        warnings.push_back({warnings::looks_like_role,
                            features_named(names) + (one ? " has" : " have") + " the usual name of " + role +
                                ", which new rows do not have; " + way + "`ignore=" + option_list(names) +
                                "` leaves " + (one ? "it out" : "them out")});
    };
    const auto of_weights = named(weights);
    warn(named(parts), "parts that rows were divided into", "");
    warn(of_weights, "weights of rows",
         of_weights.size() == 1 ? "`weight=" + of_weights.front() + "` counts rows by it, " : "");
}

void warn_of_summary_rows(std::span<const Column> columns, const std::string& source,
                          std::span<const Row> source_row, std::vector<Warning>& warnings)
{
    constexpr std::size_t at_end = 5;
    constexpr std::size_t fewest_rows = 20;
    std::vector<std::string> rows;
    for (const auto& column : columns) {
        if (column.is_numeric() || column.rows() < fewest_rows) continue;
        const auto& codes = column.coded().codes;
        for (std::size_t r = codes.size() - at_end; r < codes.size(); ++r)
            if (codes[r] >= 0 && detail::names_a_summary(column.text(r)) &&
                std::ranges::count(codes, codes[r]) == 1)
                add_once(rows, "row " + std::to_string(source_row[r] + 1) + " ('" + column.text(r) +
                                   "' in '" + column.name + "')");
    }
    if (rows.empty()) return;
    warnings.push_back({warnings::looks_like_summary,
                        source + ": " + listed(rows, 3) + (rows.size() == 1 ? " seems" : " seem") +
                            " to sum up the other rows; a copy of the file without " +
                            (rows.size() == 1 ? "it" : "them") + " holds cases alone"});
}

void warn_of_other_ranges(std::span<const Column> features, std::size_t first_test,
                          std::vector<Warning>& warnings)
{
    constexpr std::size_t fewest_test_rows = 10;
    std::vector<std::string> outside;
    for (const auto& column : features) {
        if (!column.is_numeric()) {
            const auto& codes = column.coded().codes;
            const auto own = static_cast<std::int32_t>(column.coded().own_labels());
            const auto tested = std::span(codes).subspan(first_test);
            const auto known = std::ranges::count_if(tested, [](std::int32_t code) { return code >= 0; });
            if (known >= static_cast<std::ptrdiff_t>(fewest_test_rows) &&
                std::ranges::none_of(tested, [&](std::int32_t code) { return code >= 0 && code < own; }))
                outside.push_back(column.name);
            continue;
        }
        const auto& cells = column.numeric().values;
        double least = std::numeric_limits<double>::infinity();
        double most = -least;
        for (std::size_t r = 0; r < first_test; ++r) {
            if (cells[r] < least) least = cells[r];
            if (cells[r] > most) most = cells[r];
        }
        std::size_t known = 0;
        std::size_t inside = 0;
        for (std::size_t r = first_test; r < cells.size(); ++r) {
            known += std::isnan(cells[r]) ? 0 : 1;
            inside += cells[r] >= least && cells[r] <= most ? 1 : 0;
        }
        if (known >= fewest_test_rows && inside == 0 && least <= most) outside.push_back(column.name);
    }
    if (outside.empty()) return;
    warnings.push_back(
        {warnings::test_rows_elsewhere,
         features_named(outside) + (outside.size() == 1 ? " has" : " have") +
             " no test row with a value like those of the training rows: the test file may have other "
             "units or spellings, or come from elsewhere"});
}

} // namespace unseen
