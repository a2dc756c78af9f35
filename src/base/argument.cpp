#include "unseen/base/argument.hpp"

#include <algorithm>

namespace unseen {

std::string word_arguments(std::string_view text, const ArgumentText& say)
{
    std::string out;
    for (;;) {
        const auto begin = text.find('`');
        const auto end = begin == text.npos ? text.npos : text.find('`', begin + 1);
        if (end == text.npos) return out += text;
        out += text.substr(0, begin);
        const auto quoted = text.substr(begin + 1, end - begin - 1);
        const auto name = quoted.substr(0, quoted.find('='));
        if (!name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == name.npos)
            out += say(name, quoted.substr(std::min(name.size() + 1, quoted.size())));
        else
            out += text.substr(begin, end - begin + 1);
        text.remove_prefix(end + 1);
    }
}

std::string as_option(std::string_view name, std::string_view value)
{
    std::string option = "--" + std::string(name);
    std::replace(option.begin(), option.end(), '_', '-');
    if (value.empty()) return option;
    // Quoted where a shell would take a character for something else.
    const auto plain = [](char c) {
        constexpr std::string_view others = "_@%+=:,./-";
        const bool letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<signed char>(c) < 0;
        return letter || (c >= '0' && c <= '9') || others.find(c) != others.npos;
    };
    if (std::all_of(value.begin(), value.end(), plain)) return option + ' ' + std::string(value);
    option += " '";
    for (const char c : value) option += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return option + '\'';
}

} // namespace unseen
