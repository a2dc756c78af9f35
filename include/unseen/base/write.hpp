// Where text goes that is too long to be held.
#pragma once

#include <functional>
#include <string_view>

namespace unseen {

/// Takes the text piece by piece, in order.
using Write = std::function<void(std::string_view)>;

} // namespace unseen
