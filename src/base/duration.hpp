// Private: durations for people.
#pragma once

#include <string>

namespace unseen {

/// 40 s, 12 min, 3.5 h.
std::string duration(double seconds);

} // namespace unseen
