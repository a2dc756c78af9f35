// Private: several names in a sentence.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace unseen {

/// "a, b, c", or "a, b and 3 more": the first `most` of them.
std::string listed(std::span<const std::string> names, std::size_t most = static_cast<std::size_t>(-1));

/// "'a', 'b' and 3 more": the first `most` of them.
std::string listed_in_quotes(std::span<const std::string> names, std::size_t most = static_cast<std::size_t>(-1));

} // namespace unseen
