// Numbers as text, the same on every platform and in every locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// The finite or infinite number that the whole of `text` spells (decimal, optional sign and exponent; `inf`, `infinity`
/// in any case), correctly rounded; nothing for any other text, `nan` included. Blanks around it are not skipped.
std::optional<double> parse_number(std::string_view text);

/// The shortest text that reads back as the same double ("0.1", "1e-05", "3").
std::string shortest(double number);

} // namespace unseen
