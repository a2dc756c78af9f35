#include "data/times.hpp"

#include "data/spelling.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unseen {

namespace {

/// A date as it is written: three numbers in their order, and the time of day.
struct Written {
    std::array<int, 3>
        parts{}; ///< year, month, day if `iso`; else day and month in either order, and the year
    bool iso = false;
    char separator = '-';
    bool zoned = false;
    double seconds = 0.0; ///< of the day, less the offset of the time zone
};

/// Of a date without a day: other numbers are no years.
constexpr int first_year = 1800;
constexpr int last_year = 2200;

/// Reads a text from left to right.
class DateScanner {
public:
    explicit DateScanner(std::string_view text) : text_(text) {}

    bool ended() const { return at_ == text_.size(); }
    bool is(char c) const { return at_ < text_.size() && text_[at_] == c; }
    bool take(char c)
    {
        if (!is(c)) return false;
        ++at_;
        return true;
    }
    /// A number of `least` to `most` digits.
    std::optional<int> digits(std::size_t least, std::size_t most)
    {
        std::size_t n = 0;
        int value = 0;
        for (; n < most && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++n)
            value = 10 * value + (text_[at_++] - '0');
        return n >= least ? std::optional(value) : std::nullopt;
    }
    double fraction()
    {
        double value = 0.0;
        for (double unit = 0.1; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; unit /= 10)
            value += unit * (text_[at_++] - '0');
        return value;
    }
    std::size_t at() const { return at_; }
    /// The letters that follow, in lower case.
    std::string letters()
    {
        std::string word;
        for (; at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0; ++at_)
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_])));
        return word;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

/// The month of an English name or its first three letters.
std::optional<int> month_of(const std::string& word)
{
    constexpr std::array<std::string_view, 12> months = {"january",   "february", "march",    "april",
                                                         "may",       "june",     "july",     "august",
                                                         "september", "october",  "november", "december"};
    for (std::size_t m = 0; m < months.size(); ++m)
        if (word == months[m] || word == months[m].substr(0, 3)) return static_cast<int>(m) + 1;
    return word == "sept" ? std::optional(9) : std::nullopt;
}

/// A day with the name of the month: 01-JAN-2020, 01JAN2020 (and a colon before the time, as SAS writes it),
/// 5 January 2020, Jan 5, 2020.
bool read_named_day(DateScanner& in, Written& date)
{
    const auto between = [&] {
        if (!in.take('-') && !in.take('/')) {
            in.take('.');
            in.take(',');
            in.take(' ');
        }
    };
    auto day = in.digits(1, 2);
    if (day) between();
    const auto month = month_of(in.letters());
    if (!month) return false;
    between();
    if (!day) {
        day = in.digits(1, 2);
        between();
    }
    const auto year = in.digits(4, 4);
    if (!day || !year) return false;
    date.iso = true;
    date.parts = {*year, *month, *day};
    return true;
}

bool read_day(DateScanner& in, Written& date)
{
    const auto first = in.digits(1, 4);
    date.iso = in.at() == 4;
    if (!first || in.at() == 3) return false;
    for (const char c : {'-', '/', '.'})
        if (in.is(c)) date.separator = c;
    if (!in.take(date.separator)) return false;
    const auto second = in.digits(1, 2);
    if (!second) return false;
    if (date.iso && (in.ended() || !in.is(date.separator))) {
        date.parts = {*first, *second, 1};
        return in.ended() && *first >= first_year && *first <= last_year; // 1001-1 is a number of parts
    }
    if (!in.take(date.separator)) return false;
    const auto third = date.iso ? in.digits(1, 2) : in.digits(4, 4);
    if (!third) return false;
    date.parts = {*first, *second, *third};
    return true;
}

/// A quarter or a month of a year, as its first day: 2000Q1, 2000-Q1, Q1 2000, 2000M01, Jan 2000.
bool read_period(DateScanner& in, Written& date)
{
    const auto between = [&] {
        if (!in.take('-') && !in.take('/')) in.take(' ');
    };
    auto year = in.digits(4, 4);
    if (year) between();
    const auto word = in.letters();
    auto month = month_of(word);
    if (word == "q" || word == "m") {
        month = in.digits(1, word == "q" ? 1 : 2);
        if (word == "q" && month)
            month = *month >= 1 && *month <= 4 ? std::optional(3 * *month - 2) : std::nullopt;
    }
    if (!year) {
        between();
        year = in.digits(4, 4);
    }
    if (!month || !year || *year < first_year || *year > last_year || !in.ended()) return false;
    date.iso = true;
    date.parts = {*year, *month, 1};
    return true;
}

/// A month as 05/2024, which is its first day.
bool read_month(DateScanner& in, Written& date)
{
    const auto month = in.digits(1, 2);
    if (!month || !in.take('/')) return false;
    const auto year = in.digits(4, 4);
    if (!year || *year < first_year || *year > last_year || !in.ended()) return false;
    date.iso = true;
    date.parts = {*year, *month, 1};
    return true;
}

/// `named`: behind a day with the name of its month.
bool read_time_of_day(DateScanner& in, Written& date, bool named)
{
    if (in.ended()) return true;
    if (!in.take('T') && !in.take(' ') && !(named && in.take(':'))) return false;
    const auto hours = in.digits(1, 2);
    if (!hours || *hours > 24 || !in.take(':')) return false;
    const auto minutes = in.digits(2, 2);
    if (!minutes || *minutes > 59) return false;
    date.seconds = 3600.0 * *hours + 60.0 * *minutes;
    if (in.take(':')) {
        const auto seconds = in.digits(2, 2);
        if (!seconds || *seconds > 60) return false;
        date.seconds += *seconds;
        if (in.take('.')) date.seconds += in.fraction();
    }
    if (in.ended()) return true;
    if (auto half = in; *hours >= 1 && *hours <= 12) {
        half.take(' ');
        if (const auto word = half.letters(); half.ended() && (word == "am" || word == "pm")) {
            date.seconds += 3600.0 * ((word == "pm" ? 12 : 0) - (*hours == 12 ? 12 : 0));
            return true;
        }
    }
    date.zoned = true;
    if (in.take('Z')) return in.ended();
    const bool west = in.is('-');
    if (!in.take('+') && !in.take('-')) return false;
    const auto ahead = in.digits(2, 2);
    if (!ahead) return false;
    in.take(':');
    const auto rest = in.ended() ? std::optional(0) : in.digits(2, 2);
    if (!rest || !in.ended()) return false;
    date.seconds -= (west ? -1.0 : 1.0) * (3600.0 * *ahead + 60.0 * *rest);
    return true;
}

std::optional<Written> read_date(std::string_view text)
{
    const auto read = [text](auto day, bool named) -> std::optional<Written> {
        DateScanner in(text);
        Written date;
        if (!day(in, date) || !read_time_of_day(in, date, named)) return std::nullopt;
        return date;
    };
    if (auto date = read(read_day, false)) return date;
    if (auto date = read(read_named_day, true)) return date;
    if (auto date = read(read_period, false)) return date;
    return read(read_month, false);
}

/// Days since 1970-01-01 in the Gregorian calendar; nothing for a day that does not exist. (Howard Hinnant,
/// chrono-compatible low-level date algorithms: years begin in March, so that the leap day comes last.)
std::optional<double> days_since_1970(int year, int month, int day)
{
    constexpr std::array<int, 12> lengths = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (month < 1 || month > 12 || day < 1 ||
        day > lengths[static_cast<std::size_t>(month - 1)] + (leap && month == 2 ? 1 : 0))
        return std::nullopt;
    const int y = month <= 2 ? year - 1 : year;
    const int era = (y >= 0 ? y : y - 399) / 400;
    const int year_of_era = y - era * 400;
    const int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097.0 + day_of_era - 719468.0;
}

/// The moments of cells that are all whole numbers of 64 bits, counted from the earliest, so that a double
/// keeps them apart; nothing for other cells, or if doubles hold all of them.
std::optional<std::vector<double>> times_of_long_wholes(const CodedColumn& coded)
{
    std::vector<std::int64_t> wholes;
    bool long_ones = false;
    for (const auto& name : coded.labels.names()) {
        auto& whole = wholes.emplace_back(0);
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), whole);
        if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
        long_ones = long_ones || std::abs(static_cast<double>(whole)) >= first_inexact_whole;
    }
    if (!long_ones) return std::nullopt;
    const auto first = static_cast<std::uint64_t>(*std::ranges::min_element(wholes));
    std::vector<double> times;
    times.reserve(coded.codes.size());
    for (const auto code : coded.codes) {
        const auto whole =
            code < 0 ? first : static_cast<std::uint64_t>(wholes[static_cast<std::size_t>(code)]);
        times.push_back(code < 0 ? NumericColumn::missing : static_cast<double>(whole - first));
    }
    return times;
}

constexpr const char* expected_times =
    "expected numbers or dates, such as 2024-05-31, 2024-05-31 18:30, 2024-05-31T18:30:00Z or 31.05.2024";

/// The moment of each text. Calls fail(text, what), which throws, for one that is no date.
template <class Fail>
std::vector<double> moments(std::span<const std::string> names, Fail fail)
{
    std::vector<Written> dates;
    const std::string* day_first = nullptr;   // a date whose first number must be a day
    const std::string* month_first = nullptr; // a date whose second number must be a day
    const std::string* either = nullptr;
    for (const auto& name : names) {
        const auto date = read_date(name);
        if (!date) fail(name, std::string("is not a time; ") + expected_times);
        dates.push_back(*date);
        if (date->zoned != dates.front().zoned)
            fail(name, date->zoned ? "has a time zone, and '" + names.front() +
                                         "' has none; expected one in all cells or in none"
                                   : "has no time zone, and '" + names.front() +
                                         "' has one; expected one in all cells or in none");
        if (date->iso) continue;
        if (date->separator == '.' || date->parts[0] > 12)
            day_first = &name;
        else if (date->parts[1] > 12)
            month_first = &name;
        else if (date->parts[0] != date->parts[1])
            either = &name;
    }
    if (day_first != nullptr && month_first != nullptr)
        fail(*month_first, "begins with the month, and '" + *day_first +
                               "' with the day; expected one order, or dates such as 2024-05-31");
    if (either != nullptr && day_first == nullptr && month_first == nullptr)
        fail(*either, "may begin with the day or the month, and no other cell decides it; expected dates "
                      "such as 2024-05-31");
    std::vector<double> moment;
    for (std::size_t c = 0; c < dates.size(); ++c) {
        const auto& [parts, iso, separator, zoned, seconds] = dates[c];
        const auto days = iso                      ? days_since_1970(parts[0], parts[1], parts[2])
                          : month_first != nullptr ? days_since_1970(parts[2], parts[0], parts[1])
                                                   : days_since_1970(parts[2], parts[1], parts[0]);
        if (!days) fail(names[c], std::string("is a day that does not exist; ") + expected_times);
        moment.push_back(*days * 86400.0 + seconds);
    }
    return moment;
}

std::vector<double> by_row(const CodedColumn& coded, const std::vector<double>& of_label)
{
    std::vector<double> times;
    times.reserve(coded.codes.size());
    for (const auto code : coded.codes)
        times.push_back(code < 0 ? NumericColumn::missing : of_label[static_cast<std::size_t>(code)]);
    return times;
}

/// A text that is no date.
struct NoDate {};

} // namespace

std::optional<std::vector<double>> moments_of_dates(std::span<const std::string> texts)
{
    if (texts.empty()) return std::nullopt;
    try {
        return moments(texts, [](const std::string&, const std::string&) { throw NoDate(); });
    } catch (const NoDate&) {
        return std::nullopt;
    }
}

std::vector<double> times_of(const Column& column)
{
    const auto* spelt = column.is_numeric()
                            ? column.numeric().spelling ? &*column.numeric().spelling : nullptr
                            : &column.coded();
    if (spelt != nullptr)
        if (auto times = times_of_long_wholes(*spelt)) return std::move(*times);
    if (column.is_numeric()) {
        if (spelt == nullptr) return column.numeric().values;
        const auto dates = moments_of_dates(spelt->labels.names());
        return dates ? by_row(*spelt, *dates) : column.numeric().values;
    }
    const auto of_label =
        moments(column.coded().labels.names(), [&](const std::string& name, const std::string& what) {
            throw InputError("column '" + column.name + "', the times: '" + name + "' " + what);
        });
    return by_row(column.coded(), of_label);
}

} // namespace unseen
