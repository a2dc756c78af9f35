#include "unseen/base/positive_class.hpp"

#include <algorithm>
#include <string_view>

namespace unseen {

namespace {

// In lower case; other letters than those of ASCII in both.
constexpr std::string_view usual_names[] = {"1",     "true", "yes",   "positive", "+1",      "pos",   "case",
                                            "event", "sick", "fraud", "churn",    "default", "ja",    "si",
                                            "sí",    "sÍ",   "oui",   "tak",      "sim",     "kyllä", "kyllÄ",
                                            "да",    "Да",   "ДА",    "是"};
constexpr std::string_view earlier_names[] = {"1", "true", "yes", "positive"};

std::optional<std::uint32_t> only_one_of(std::span<const std::string_view> names, const Labels& classes)
{
    std::optional<std::uint32_t> found;
    for (std::uint32_t c = 0; c < classes.size(); ++c) {
        std::string name = classes.name(c);
        // WEKA writes the number of the class before its label: "2:yes".
        const auto digits = name.find_first_not_of("0123456789");
        if (digits != std::string::npos && digits > 0 && name[digits] == ':') name.erase(0, digits + 1);
        for (auto& letter : name)
            if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
        if (std::ranges::find(names, name) == names.end()) continue;
        if (found) return std::nullopt;
        found = c;
    }
    return found;
}

std::uint32_t last(const Labels& classes)
{
    return classes.size() == 0 ? 0 : static_cast<std::uint32_t>(classes.size() - 1);
}

} // namespace

std::optional<std::uint32_t> usual_positive(const Labels& classes)
{
    // Of classes that are only numbered, 1 and 2, either may be the case.
    if (classes.size() == 2 && classes.code("1") && classes.code("2")) return std::nullopt;
    return only_one_of(usual_names, classes);
}

PositiveClass positive_class(const Labels& classes, std::span<const std::size_t> rows)
{
    if (classes.size() != 2) return {unnamed_positive(classes), PositiveBy::order};
    if (const auto usual = usual_positive(classes)) return {*usual, PositiveBy::word};
    if (std::min(rows[0], rows[1]) > 0 && rows[0] != rows[1])
        return {rows[0] < rows[1] ? 0U : 1U, PositiveBy::rarer};
    return {last(classes), PositiveBy::order};
}

std::string name_of(PositiveBy by)
{
    constexpr const char* names[] = {"named", "usual_word", "rarer", "last"};
    return names[static_cast<std::size_t>(by)];
}

Warning guessed_positive(PositiveBy by, const std::string& positive, const std::string& other)
{
    return {warnings::positive_class_guessed,
            "'" + positive + "' is taken for the positive class, because " +
                (by == PositiveBy::rarer ? "it is the rarer one" : "it comes last") + "; `positive=" + other +
                "` takes the other, and `positive=" + positive + "` confirms the choice"};
}

std::uint32_t unnamed_positive(const Labels& classes)
{
    return only_one_of(earlier_names, classes).value_or(last(classes));
}

} // namespace unseen
