#include "unseen/base/label_spelling.hpp"

#include "base/listed.hpp"
#include "base/same_name.hpp"
#include "unseen/base/labels.hpp"
#include "unseen/base/positive_class.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#ifdef UNSEEN_UTF8PROC
#include <cstdlib>
#include <memory>
#include <utf8proc.h>
#endif

namespace unseen {

namespace {

constexpr std::size_t most_listed = 3;

/// The name in one Unicode form (NFKD, without characters that are not shown), so that names that look alike
/// are alike, and with `fold` without the difference of capitals. Without utf8proc only ASCII has capitals.
std::string in_one_form(std::string_view name, bool fold)
{
#ifdef UNSEEN_UTF8PROC
    utf8proc_uint8_t* mapped = nullptr;
    const auto options = UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_IGNORE |
                         (fold ? UTF8PROC_CASEFOLD : 0);
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                                   static_cast<utf8proc_ssize_t>(name.size()), &mapped,
                                   static_cast<utf8proc_option_t>(options));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, std::free);
    if (size >= 0) return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
#endif
    return fold ? lower_case(name) : std::string(name);
}

} // namespace

std::string plain_spelling(std::string_view name)
{
    constexpr std::string_view blanks = " \t\r";
    const auto plain = in_one_form(name, true);
    const auto first = plain.find_first_not_of(blanks);
    if (first == plain.npos) return {};
    return plain.substr(first, plain.find_last_not_of(blanks) + 1 - first);
}

namespace {

/// Short forms of answers and sexes, and what they stand for.
constexpr std::pair<std::string_view, std::string_view> short_forms[] = {
    {"m", "male"}, {"f", "female"}, {"y", "yes"}, {"n", "no"}, {"t", "true"}, {"f", "false"},
    {"j", "ja"},   {"n", "nein"},   {"1", "yes"}, {"0", "no"}, {"1", "true"}, {"0", "false"}};

using Lists = std::vector<std::vector<std::string>>;

/// The lists of names of one plain spelling, or of a short form and what it stands for, that have several.
Lists alike(const std::vector<std::string>& names)
{
    std::map<std::string, std::vector<std::string>> spellings;
    for (const auto& name : names) spellings[plain_spelling(name)].push_back(name);
    for (const auto& [brief, full] : short_forms) {
        const auto in_brief = spellings.find(std::string(brief));
        const auto in_full = spellings.find(std::string(full));
        if (in_brief == spellings.end() || in_full == spellings.end()) continue;
        in_full->second.insert(in_full->second.begin(), in_brief->second.begin(), in_brief->second.end());
        spellings.erase(in_brief);
    }
    Lists lists;
    for (auto& [plain, list] : spellings)
        if (list.size() > 1) lists.push_back(std::move(list));
    return lists;
}

std::string as_text(const std::vector<std::string>& list)
{
    std::vector<std::string> quoted;
    for (const auto& name : list) quoted.push_back('\'' + name + '\'');
    return listed_with_and(quoted, most_listed);
}

/// True if two of the names have one Unicode form.
bool differ_by_form(const std::vector<std::string>& list)
{
    for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (in_one_form(list[i], false) == in_one_form(list[j], false)) return true;
    return false;
}

bool have_short_forms(const std::vector<std::string>& list)
{
    return plain_spelling(list.front()) != plain_spelling(list.back());
}

/// "differ only by case or outer blanks", or what else these lists of names have in common.
std::string how_alike(const Lists& lists)
{
    if (std::ranges::any_of(lists, differ_by_form))
        return "differ only by their Unicode form (an accented letter is one character or two, a blank has "
               "another width or none), case or outer blanks";
    if (std::ranges::any_of(lists, have_short_forms)) return "are most likely the same, in short and in full";
    return "differ only by case or outer blanks";
}

} // namespace

std::string names_spelt_twice(const std::vector<std::string>& names)
{
    const auto lists = alike(names);
    return lists.empty() ? "" : as_text(lists.front()) + ' ' + how_alike({lists.front()});
}

std::optional<Warning> spelt_twice(const std::vector<std::string>& names, std::span<const std::size_t> rows)
{
    constexpr std::size_t fewest_of_design = 20;
    const auto lists = alike(names);
    const bool by_design = rows.size() == names.size() && !rows.empty() && rows.front() >= fewest_of_design &&
                           std::ranges::all_of(rows, [&](std::size_t n) { return n == rows.front(); });
    const bool by_form = std::ranges::any_of(lists, differ_by_form);
    if (lists.empty() || (by_design && !by_form)) return std::nullopt;
    std::vector<std::string> texts;
    for (const auto& list : lists) texts.push_back(as_text(list));
    return Warning(warnings::classes_spelt_twice, "the classes " + listed(texts, most_listed) + ' ' +
                                                      how_alike(lists) +
                                                      ", and are judged as different classes");
}

std::vector<std::pair<std::string, std::string>> likely_pairs(const std::vector<std::string>& here,
                                                              const std::vector<std::string>& there)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& a : here)
        for (const auto& b : there)
            if (a != b && plain_spelling(a) == plain_spelling(b)) pairs.emplace_back(a, b);
    if (!pairs.empty() || here.size() != 2 || there.size() != 2) return pairs;
    const auto one = usual_positive(Labels(here));
    const auto other = usual_positive(Labels(there));
    if (one && other) pairs = {{here[1 - *one], there[1 - *other]}, {here[*one], there[*other]}};
    return pairs;
}

std::string likely_pairs_text(const std::vector<std::string>& here, const std::vector<std::string>& there)
{
    std::vector<std::string> texts;
    for (const auto& [a, b] : likely_pairs(here, there)) texts.push_back('\'' + a + "' is '" + b + '\'');
    return texts.empty() ? "" : " (most likely " + listed(texts, most_listed) + ')';
}

} // namespace unseen
