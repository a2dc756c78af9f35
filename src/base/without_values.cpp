#include "unseen/base/without_values.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace unseen {

namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// True if the words before a quotation say that it is a name and no cell.
bool introduces_a_name(std::string_view before)
{
    constexpr std::string_view nouns[] = {"attribute",  "attributes", "column",   "columns",  "estimator",
                                          "experiment", "feature",    "features", "field",    "fields",
                                          "file",       "files",      "format",   "called",   "key",
                                          "learner",    "learners",   "measure",  "measures", "model",
                                          "models",     "option",     "role",     "target",   "targets"};
    while (before.ends_with(' ')) before.remove_suffix(1);
    std::size_t begin = before.size();
    while (begin > 0 && is_letter(before[begin - 1])) --begin;
    return std::ranges::find(nouns, before.substr(begin)) != std::end(nouns);
}

/// True if only a comma or a conjunction stands between two quotations, so that both are of one list.
bool continues_a_list(std::string_view between)
{
    constexpr std::string_view links[] = {", ", " and ", " or ", ", and ", ", or "};
    return std::ranges::find(links, between) != std::end(links);
}

/// The place behind a quotation that begins at `begin`: behind the first quote after it that no letter
/// follows. npos: it does not end.
std::size_t end_of_quotation(std::string_view text, std::size_t begin)
{
    for (auto at = text.find('\'', begin + 1); at != text.npos; at = text.find('\'', at + 1))
        if (at + 1 == text.size() || !is_letter(text[at + 1])) return at + 1;
    return text.npos;
}

/// Hides the values of arguments in backticks that may be cells.
std::string without_arguments(std::string text)
{
    for (const std::string_view name : {"`missing=", "`positive="})
        for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
            const auto begin = at + name.size();
            const auto end = text.find('`', begin);
            if (end != text.npos) text.replace(begin, end - begin, "...");
        }
    return text;
}

} // namespace

std::string without_values(const std::string& given, std::span<const std::string> known)
{
    const auto text = without_arguments(given);
    const std::string_view all = text;
    std::string out;
    bool name = false; // the quotation before is one
    std::size_t done = 0;
    for (auto at = all.find('\''); at != all.npos; at = all.find('\'', at)) {
        const auto end = at > 0 && is_letter(all[at - 1]) ? all.npos : end_of_quotation(all, at);
        if (end == all.npos) { // an apostrophe
            ++at;
            continue;
        }
        const auto between = all.substr(done, at - done);
        const auto quotation = all.substr(at + 1, end - at - 2);
        name = (name && done > 0 && continues_a_list(between)) || introduces_a_name(all.substr(0, at));
        out += between;
        const bool shown = name || std::ranges::find(known, quotation) != known.end();
        out += shown ? std::string(all.substr(at, end - at)) : "'...'";
        at = done = end;
    }
    return out += all.substr(done);
}

} // namespace unseen
