// Private: what may have been meant by a name that is unknown.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace unseen {

/// The candidate that resembles `text`: half of its letters at most are wrong, or one is part of the other. Empty if there is none.
std::string resembling(std::string_view text, std::span<const std::string> candidates);

/// "did you mean 'X'?" for a name that resembles `text`; where none does, `otherwise` and the names, the first 30 of them.
std::string suggestion(std::string_view text, std::span<const std::string> names, const std::string& otherwise);

} // namespace unseen
