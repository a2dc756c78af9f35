#include "base/duration.hpp"

#include <cstdio>

namespace unseen {

std::string duration(double seconds)
{
    char text[32];
    if (seconds < 120.0)
        std::snprintf(text, sizeof text, "%.0f s", seconds);
    else if (seconds < 7200.0)
        std::snprintf(text, sizeof text, "%.0f min", seconds / 60.0);
    else
        std::snprintf(text, sizeof text, "%.1f h", seconds / 3600.0);
    return text;
}

} // namespace unseen
