// web/built/page.html, embedded when the library is built (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace unseen {

/// The page without results.
std::string_view page_template();

} // namespace unseen
