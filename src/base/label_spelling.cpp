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

std::optional<Warning> spelt_twice(const std::vector<std::string>& names)
{
    std::map<std::string, std::vector<std::string>> spellings;
    for (const auto& name : names) spellings[plain_spelling(name)].push_back(name);
    std::vector<std::string> alike;
    bool by_form = false;
    for (const auto& [plain, list] : spellings) {
        if (list.size() < 2) continue;
        for (std::size_t i = 0; i < list.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                by_form |= in_one_form(list[i], false) == in_one_form(list[j], false);
        std::vector<std::string> quoted;
        for (const auto& name : list) quoted.push_back('\'' + name + '\'');
        alike.push_back(listed_with_and(quoted, most_listed));
    }
    if (alike.empty()) return std::nullopt;
    return Warning(warnings::classes_spelt_twice,
                   "the classes " + listed(alike, most_listed) +
                       (by_form
                            ? " differ only by their Unicode form (an accented letter is one character or "
                              "two, a blank has another width or none), case or outer blanks, and are judged "
                              "as different classes"
                            : " differ only by case or outer blanks, and are judged as different classes"));
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
