// The files of web/built that are embedded when the library is built (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace unseen {

/// page.html: the page without results.
std::string_view page_template();
/// plot.js: the page's script for pictures without a page. Its first line names the pictures.
std::string_view plot_script();

} // namespace unseen
