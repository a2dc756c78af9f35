// How texts of the library name an argument. Errors, warnings, notes and help write it in backticks, alone or
// with a value: "`threshold` makes labels of scores", "`task=ordinal`". Each front end rewrites it as its
// users type it.
//
// Example:
//
//     assert(word_arguments("give `zero_division=null`", as_option) == "give --zero-division null");
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace unseen {

/// Returns an argument in the form of a front end. `value` is empty if the text gives only the name.
using ArgumentText = std::function<std::string(std::string_view name, std::string_view value)>;

/// The text with every argument in backticks replaced by what `say` returns. Other things in backticks (a
/// command line, a spec) are kept.
std::string word_arguments(std::string_view text, const ArgumentText& say);

/// An argument as the command line writes it: --zero-division, --task ordinal.
std::string as_option(std::string_view name, std::string_view value);

} // namespace unseen
