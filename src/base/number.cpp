#include "unseen/base/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace unseen {

std::optional<double> parse_number(std::string_view text)
{
    // from_chars takes no leading plus, but people write one.
    if (text.size() > 1 && text.front() == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size() || text.empty()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // Too large or too small for a double; from_chars does not say which. The exponent's sign does.
        const auto e = text.find_first_of("eE");
        const bool tiny = e != std::string_view::npos && e + 1 < text.size() && text[e + 1] == '-';
        const bool leading_zero = e == std::string_view::npos && text.find("0.") <= 1;
        const double magnitude = tiny || leading_zero ? 0.0 : HUGE_VAL;
        return text.front() == '-' ? -magnitude : magnitude;
    }
    if (error != std::errc{} || std::isnan(number)) return std::nullopt;
    return number;
}

std::string shortest(double number)
{
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number == 0.0 ? 0.0 : number);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::string("?");
}

} // namespace unseen
