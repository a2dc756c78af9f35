// Private: lists and counts in a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace unseen {

/// "a, b, c", or "a, b and 3 more": the first `most` of them.
std::string listed(std::span<const std::string> names, std::size_t most = static_cast<std::size_t>(-1));

/// "a, b and c", or "a, b and 3 more": the first `most` of them.
std::string listed_with_and(std::span<const std::string> names,
                            std::size_t most = static_cast<std::size_t>(-1));

/// "'a', 'b' and 3 more": the first `most` of them.
std::string listed_in_quotes(std::span<const std::string> names,
                             std::size_t most = static_cast<std::size_t>(-1));

/// "a,b,c", as an option takes a list; a value with a comma stands in double quotes.
std::string option_list(std::span<const std::string> values);

/// "1 row", "3 rows"; `many` if the plural is not `one` with an s: counted(n, "class", "classes").
std::string counted(std::uint64_t n, const std::string& one, const std::string& many = "");

} // namespace unseen
