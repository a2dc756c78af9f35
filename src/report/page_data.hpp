// Private: the content of a page besides its script.
#pragma once

#include "unseen/report/page.hpp"

#include <span>
#include <string>

namespace unseen {

/// The answers and the explanations of their terms as JSON that is inert in HTML. Throws as html_page().
std::string page_data(std::span<const PageResult> results, const ArgumentText& say);

} // namespace unseen
