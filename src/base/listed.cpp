#include "base/listed.hpp"

#include <algorithm>

namespace unseen {

std::string listed(std::span<const std::string> names, std::size_t most)
{
    std::string text;
    for (const auto& name : names.first(std::min(most, names.size())))
        text += (text.empty() ? "" : ", ") + name;
    if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
    return text;
}

std::string listed_with_and(std::span<const std::string> names, std::size_t most)
{
    if (names.size() > most || names.size() < 2) return listed(names, most);
    return listed(names.first(names.size() - 1)) + " and " + names.back();
}

std::string listed_in_quotes(std::span<const std::string> names, std::size_t most)
{
    std::string text;
    for (const auto& name : names.first(std::min(most, names.size())))
        text += (text.empty() ? "'" : ", '") + name + '\'';
    if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
    return text;
}

std::string option_list(std::span<const std::string> values)
{
    std::string text;
    for (const auto& value : values) {
        if (&value != values.data()) text += ',';
        if (value.find(',') == std::string::npos && !value.starts_with('"')) {
            text += value;
            continue;
        }
        text += '"';
        for (const char c : value) text.append(c == '"' ? 2 : 1, c);
        text += '"';
    }
    return text;
}

std::string counted(std::uint64_t n, const std::string& one, const std::string& many)
{
    return std::to_string(n) + ' ' + (n == 1 ? one : many.empty() ? one + 's' : many);
}

} // namespace unseen
