#include "unseen/base/label_spelling.hpp"

#include "base/listed.hpp"
#include "base/same_name.hpp"
#include "unseen/base/labels.hpp"
#include "unseen/base/positive_class.hpp"

#include <map>

namespace unseen {

namespace {

constexpr std::size_t most_listed = 10;

} // namespace

std::string plain_spelling(std::string_view name)
{
    constexpr std::string_view blanks = " \t\r";
    const auto first = name.find_first_not_of(blanks);
    if (first == name.npos) return {};
    return lower_case(name.substr(first, name.find_last_not_of(blanks) + 1 - first));
}

std::optional<Warning> spelt_twice(const std::vector<std::string>& names)
{
    std::map<std::string, std::vector<std::string>> spellings;
    for (const auto& name : names) spellings[plain_spelling(name)].push_back(name);
    std::vector<std::string> alike;
    for (const auto& [plain, list] : spellings) {
        if (list.size() < 2) continue;
        std::vector<std::string> quoted;
        for (const auto& name : list) quoted.push_back('\'' + name + '\'');
        alike.push_back(listed_with_and(quoted, most_listed));
    }
    if (alike.empty()) return std::nullopt;
    return Warning(warnings::classes_spelt_twice,
                   "the classes " + listed(alike, most_listed) +
                       " differ only by case or outer blanks, and are judged as different classes");
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
