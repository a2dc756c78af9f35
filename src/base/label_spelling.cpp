#include "unseen/base/label_spelling.hpp"

#include "base/listed.hpp"
#include "base/same_name.hpp"
#include "base/utf8.hpp"
#include "unseen/base/labels.hpp"
#include "unseen/base/positive_class.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

namespace unseen {

namespace {

constexpr std::size_t most_listed = 3;

/// The letters from U+00C0 to U+017F without their accents, and which of `accents` they have; '.' for others.
constexpr std::string_view letters =
    "AAAAAA.CEEEEIIII.NOOOOO..UUUUY..aaaaaa.ceeeeiiii.nooooo..uuuuy.yAaAaAaCcCcCcCcDd..EeEeEeEeEeGgGg"
    "GgGgHh..IiIiIiIiI...JjKk.LlLlLl....NnNnNn...OoOoOo..RrRrRrSsSsSsSsTtTt..UuUuUuUuUuUuWwYyYZzZzZz.";
constexpr std::string_view accent_of =
    "abcdef.gabceabce.dabcde..abceb..abcdef.gabceabce.dabcde..abceb.ehhiijjbbcckkllll..hhiikkjjllccii"
    "kkggcc..ddhhiijjk...ccgg.bbggll....bbggll...hhiimm..bbggllbbccggllggll..ddhhiiffmmjjccccebbkkll.";
constexpr std::uint32_t accents[] = {0x300, 0x301, 0x302, 0x303, 0x308, 0x30A, 0x327,
                                     0x304, 0x306, 0x328, 0x307, 0x30C, 0x30B};

/// The name with each composed letter as the letter and its accent (Unicode's form NFD), for Latin letters.
std::string decomposed(std::string_view name)
{
    constexpr std::uint32_t first = 0xC0;
    std::string result;
    while (!name.empty()) {
        const auto [bytes, code] = first_character(name);
        const auto at = code - first; // wraps around below
        if (bytes > 0 && at < letters.size() && letters[at] != '.') {
            const auto accent = accents[accent_of[at] - 'a'];
            result += letters[at];
            result += static_cast<char>(0xC0U | accent >> 6U);
            result += static_cast<char>(0x80U | (accent & 0x3FU));
        } else {
            result += name.substr(0, std::max<std::size_t>(bytes, 1));
        }
        name.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return result;
}

} // namespace

std::string plain_spelling(std::string_view name)
{
    constexpr std::string_view blanks = " \t\r";
    const auto first = name.find_first_not_of(blanks);
    if (first == name.npos) return {};
    return lower_case(decomposed(name.substr(first, name.find_last_not_of(blanks) + 1 - first)));
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
            for (std::size_t j = 0; j < i; ++j) by_form |= decomposed(list[i]) == decomposed(list[j]);
        std::vector<std::string> quoted;
        for (const auto& name : list) quoted.push_back('\'' + name + '\'');
        alike.push_back(listed_with_and(quoted, most_listed));
    }
    if (alike.empty()) return std::nullopt;
    return Warning(warnings::classes_spelt_twice,
                   "the classes " + listed(alike, most_listed) +
                       (by_form
                            ? " differ only by their Unicode form (an accented letter is one character or "
                              "two), case or outer blanks, and are judged as different classes"
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
