// Suggestions for an unknown name.
//
// Example:
//
//     const std::vector<std::string> names = {"cv", "holdout"};
//     assert(suggestion("hold-out", names, "there are: ") == "did you mean 'holdout'?");
//     assert(suggestion("knn", names, "there are: ") == "there are: cv, holdout");
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace unseen {

/// The candidate that resembles `text` most: at most half of its letters are wrong, or one text is part of
/// the other. Empty if no candidate does.
std::string resembling(std::string_view text, std::span<const std::string> candidates);

/// "did you mean 'X'?" if a name resembles `text`, else `otherwise` and the first 30 names.
std::string suggestion(std::string_view text, std::span<const std::string> names,
                       const std::string& otherwise);

} // namespace unseen
