// Private: names are equal in any case: `roc_auc` and `ROC_AUC`.
#pragma once

#include <string>
#include <string_view>

namespace unseen {

/// The text with ASCII letters in lower case.
inline std::string lower_case(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

/// True if the names differ at most in the case of ASCII letters.
/// The letters of a name, in lower case: "speakernumber" of "Speaker Number".
inline std::string letters_of(std::string_view name)
{
    std::string letters;
    for (const char c : lower_case(name))
        if (c >= 'a' && c <= 'z') letters += c;
    return letters;
}

inline bool same_name(std::string_view a, std::string_view b) { return lower_case(a) == lower_case(b); }

} // namespace unseen
