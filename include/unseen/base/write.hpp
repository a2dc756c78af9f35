// A callback for text that is too long to be held in memory.
//
// Example:
//
//     std::string text;
//     const Write append = [&](std::string_view piece) { text += piece; };
//     append("one piece, ");
//     append("and the next");
//     assert(text == "one piece, and the next");
#pragma once

#include <functional>
#include <string_view>

namespace unseen {

/// Receives the text piece by piece, in order.
using Write = std::function<void(std::string_view)>;

} // namespace unseen
