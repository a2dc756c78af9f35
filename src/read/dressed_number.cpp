#include "read/dressed_number.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace unseen {

namespace {

constexpr std::array<std::string_view, 4> minus_signs = {"-", "\xe2\x88\x92", "\xe2\x80\x93", "\xef\xb9\xa3"};
// A blank, no-break blanks (narrow, figure), thin blanks.
constexpr std::array<std::string_view, 5> blanks = {" ", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x87",
                                                    "\xe2\x80\x89"};
constexpr std::array<std::string_view, 2> apostrophes = {"'", "\xe2\x80\x99"};
constexpr std::array<std::string_view, 24> currencies = {
    "US$", "$",   "\xe2\x82\xac", "\xc2\xa3", "\xc2\xa5", "\xe2\x82\xb9", "EUR", "USD",
    "GBP", "CHF", "JPY",          "CNY",      "INR",      "SEK",          "NOK", "DKK",
    "PLN", "CZK", "BRL",          "CAD",      "AUD",      "kr",           "Fr.", "Rs"};

template <class List>
std::string_view first_of(std::string_view text, const List& list)
{
    const auto at = std::ranges::find_if(list, [&](std::string_view one) { return text.starts_with(one); });
    return at == list.end() ? std::string_view() : *at;
}

template <class List>
std::string_view last_of(std::string_view text, const List& list)
{
    const auto at = std::ranges::find_if(list, [&](std::string_view one) { return text.ends_with(one); });
    return at == list.end() ? std::string_view() : *at;
}

void trim(std::string_view& text)
{
    for (auto blank = first_of(text, blanks); !blank.empty(); blank = first_of(text, blanks))
        text.remove_prefix(blank.size());
    for (auto blank = last_of(text, blanks); !blank.empty(); blank = last_of(text, blanks))
        text.remove_suffix(blank.size());
}

bool digit(char c) { return c >= '0' && c <= '9'; }

/// Takes one sign of the list from the beginning or the end.
template <class List>
std::string_view take_mark(std::string_view& text, const List& list)
{
    auto mark = first_of(text, list);
    if (!mark.empty()) {
        text.remove_prefix(mark.size());
    } else if (mark = last_of(text, list); !mark.empty()) {
        text.remove_suffix(mark.size());
    }
    trim(text);
    return mark;
}

/// The separator of thousands at the beginning of a text; a blank stands for blanks of any kind.
std::string_view group_at(std::string_view text, char decimal)
{
    if (const auto blank = first_of(text, blanks); !blank.empty()) return blank;
    if (const auto apostrophe = first_of(text, apostrophes); !apostrophe.empty()) return apostrophe;
    return text.starts_with(decimal == '.' ? ',' : '.') ? text.substr(0, 1) : std::string_view();
}

/// The digits of a number, with a decimal point and without separators of thousands; empty if the groups are
/// not of three digits.
std::string ungrouped(std::string_view text, char decimal, DressedNumber& number)
{
    std::string plain;
    std::size_t groups = 0;
    std::size_t digits = 0;
    while (!text.empty() && digit(text[0])) {
        plain += text[0];
        ++digits;
        text.remove_prefix(1);
        const auto separator = group_at(text, decimal);
        if (separator.empty()) continue;
        const bool fits = groups == 0 ? digits <= 3 && plain[0] != '0' : digits == 3;
        const std::string kind = first_of(separator, blanks).empty() ? std::string(separator) : " ";
        if (!fits || (groups > 0 && kind != number.dress.group)) return "";
        number.dress.group = kind;
        ++groups;
        digits = 0;
        text.remove_prefix(separator.size());
    }
    if (groups > 0 && digits != 3) return "";
    const bool fraction = text.starts_with(decimal);
    const auto whole_digits = digits;
    if (fraction) {
        plain += '.';
        text.remove_prefix(1);
    }
    const auto behind = std::min(text.find_first_not_of("0123456789"), text.size());
    constexpr std::size_t of_group = 3;
    number.decimals =
        fraction && groups == 0 &&
        (behind != of_group || behind != text.size() || whole_digits > of_group || plain[0] == '0');
    const bool point_or_comma = number.dress.group == "," || number.dress.group == ".";
    number.decisive =
        !(point_or_comma && groups == 1 && !fraction) && (decimal == '.' || !fraction || groups > 0);
    plain += text;
    return plain;
}

} // namespace

std::string Dress::words() const
{
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (!group.empty()) add("thousands separated by '" + group + '\'');
    if (decimal != '.') add(std::string("decimals after '") + decimal + '\'');
    if (!currency.empty()) add("in " + currency);
    if (!unit.empty()) add("in " + unit);
    if (percent) add("in percent");
    if (fraction) add("as fractions");
    if (limit) add("those with < or > as the limit itself");
    if (other || text.empty()) add("with signs or exponents in another form");
    return text;
}

namespace {

constexpr std::array<std::string_view, 6> limits = {"<=", ">=", "<", ">", "\xe2\x89\xa4", "\xe2\x89\xa5"};

/// The value of "1/2" or "2 3/4". A larger numerator, as in 120/80, makes a pair of numbers, and a
/// denominator of four digits, as in 01/2024, most likely a month.
std::optional<double> fraction_of(std::string_view text)
{
    const auto slash = text.find('/');
    if (slash == text.npos || slash + 1 == text.size()) return std::nullopt;
    const auto blank = text.substr(0, slash).rfind(' ');
    const auto whole =
        blank == text.npos ? std::optional<std::uint64_t>(0) : parse_whole(text.substr(0, blank));
    const auto from = blank == text.npos ? 0 : blank + 1;
    const auto upper = parse_whole(text.substr(from, slash - from));
    const auto lower = parse_whole(text.substr(slash + 1));
    if (!whole || !upper || !lower || *lower == 0 || *lower >= 1000 || *upper > *lower) return std::nullopt;
    return static_cast<double>(*whole) + static_cast<double>(*upper) / static_cast<double>(*lower);
}

/// Takes a unit such as kg or mg/dL from the end of a number without leading zeros; empty if there is none.
std::string_view take_unit(std::string_view& text)
{
    constexpr std::size_t longest = 8;
    const auto end = text.find_last_of("0123456789") + 1; // 0 without digits
    auto unit = text.substr(end);
    trim(unit);
    const auto in_unit = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' ||
               (static_cast<unsigned char>(c) & 0x80) != 0;
    };
    const bool zeros = text.size() > 1 && text[0] == '0' && digit(text[1]);
    if (end == 0 || zeros || unit.empty() || unit.size() > longest || unit[0] == '/' ||
        !std::ranges::all_of(unit, in_unit))
        return {};
    text = text.substr(0, end);
    return unit;
}

/// Whether a byte is an ASCII letter that begins no currency: most cells of texts are known by it.
bool begins_a_word(char c)
{
    return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) &&
           std::ranges::none_of(currencies, [&](std::string_view one) { return one[0] == c; });
}

} // namespace

std::optional<DressedNumber> dressed_number(std::string_view cell, char decimal)
{
    constexpr std::size_t longest = 60;
    if (cell.empty() || cell.size() > longest) return std::nullopt;
    DressedNumber number;
    number.dress.decimal = decimal;
    trim(cell);
    if (cell.empty() || begins_a_word(cell[0])) return std::nullopt;
    bool negative = false;
    const auto take_sign = [&] {
        if (negative) return;
        if (cell.starts_with('(') && cell.ends_with(')')) {
            cell = cell.substr(1, cell.size() - 2);
            negative = number.dress.other = number.only_negative = true;
        } else if (const bool after = first_of(cell, minus_signs).empty();
                   !take_mark(cell, minus_signs).empty()) {
            negative = true;
            number.only_negative = after;
            number.dress.other = true;
        } else if (cell.starts_with('+')) {
            cell.remove_prefix(1);
        }
    };
    const bool plain_minus = cell.starts_with('-');
    take_sign();
    number.dress.other = number.dress.other && !plain_minus;
    number.dress.currency = take_mark(cell, currencies);
    if (cell.ends_with('%')) {
        number.dress.percent = true;
        cell.remove_suffix(1);
        trim(cell);
    }
    if (number.dress.currency.empty() && !number.dress.percent) number.dress.unit = take_unit(cell);
    take_sign();
    if (const auto mark = first_of(cell, limits); !mark.empty()) {
        number.dress.limit = true;
        cell.remove_prefix(mark.size());
        trim(cell);
    }
    if (const auto fraction = fraction_of(cell)) {
        number.dress.fraction = true;
        number.decisive = false;
        number.value = negative ? -*fraction : *fraction;
        return number;
    }
    if (cell.empty() || !(digit(cell[0]) || cell[0] == decimal)) return std::nullopt;
    auto plain = ungrouped(cell, decimal, number);
    if (plain.empty()) return std::nullopt;
    if (const auto exponent = plain.find_first_of("Dd"); exponent != plain.npos) {
        if (plain.find('.') > exponent) return std::nullopt; // 1D5 may be a name
        plain[exponent] = 'e';
        number.dress.other = true;
    }
    const auto value = parse_number(plain);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    number.value = negative ? -*value : *value;
    return number;
}

} // namespace unseen
