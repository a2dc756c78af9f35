#include "unseen/base/progress.hpp"

#include "base/duration.hpp"

#include <cstdio>

namespace unseen {

std::string text_of(const Progress& p, double seconds)
{
    const double done = static_cast<double>(p.done) + p.begun;
    const double rate = (p.done > p.found ? done - static_cast<double>(p.found) : done) / seconds;
    const bool fast = rate >= 0.05;
    char text[128];
    std::snprintf(text, sizeof text, "%llu of %llu fits (%.0f %%), %.*f %s",
                  static_cast<unsigned long long>(p.done), static_cast<unsigned long long>(p.total),
                  100.0 * done / static_cast<double>(p.total), rate < 10.0 ? 1 : 0, fast ? rate : 60.0 * rate,
                  fast ? "a second" : "a minute");
    std::string line = text;
    if (rate > 0.0) line += ", " + duration((static_cast<double>(p.total) - done) / rate) + " left";
    if (p.found > 0) line += ", " + std::to_string(p.found) + " found";
    if (p.failures > 0) line += ", " + std::to_string(p.failures) + " failed";
    return line;
}

} // namespace unseen
