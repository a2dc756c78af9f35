// Private: the content of a page besides its script.
#pragma once

#include "unseen/report/page.hpp"

#include <span>
#include <string>

namespace unseen {

/// The answers and the explanations of their terms as JSON that is inert in HTML. Throws as html_page().
std::string page_data(std::span<const PageResult> results, const ArgumentText& say);

/// What the page of this data shows without its script, as HTML: verdicts, the first picture of each result,
/// and the first rows of its tables. Empty in a build that cannot draw pictures, and if the script fails for
/// answers that are not ours.
std::string content_without_script(const std::string& data);

} // namespace unseen
