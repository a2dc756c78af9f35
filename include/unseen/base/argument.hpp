// How texts of the library name an argument. Errors, warnings, notes and help have it in backticks, alone or with a value: "`threshold` makes
// labels of scores", "`task=ordinal`". Each front end says it as its users write it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace unseen {

/// Says an argument; `value` is empty where the text names none.
using ArgumentText = std::function<std::string(std::string_view name, std::string_view value)>;

/// The text with every argument in backticks said by `say`. Other things in backticks (a command line, a spec) stay as they are.
std::string word_arguments(std::string_view text, const ArgumentText& say);

} // namespace unseen
