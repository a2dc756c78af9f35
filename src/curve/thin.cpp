#include "curve/thin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

/// The slopes from the last kept point that pass all later ones closely enough.
struct Cone {
    double lowest = -std::numeric_limits<double>::infinity();
    double highest = std::numeric_limits<double>::infinity();
};

/// Areas under the line from its first point on: trapezoids, added up.
std::vector<std::vector<double>> areas_up_to(const DrawnLine& line)
{
    std::vector<std::vector<double>> sums;
    for (const auto& area : line.areas) {
        const auto& x = line.columns[area.x];
        const auto& y = line.columns[area.y];
        std::vector<double> sum(x.size(), 0.0);
        for (std::size_t i = 1; i < x.size(); ++i) sum[i] = sum[i - 1] + (x[i] - x[i - 1]) * (y[i] + y[i - 1]) / 2;
        sums.push_back(std::move(sum));
    }
    return sums;
}

} // namespace

std::vector<std::size_t> thinned(const DrawnLine& line, double tolerance, double area_tolerance)
{
    const std::size_t n = line.along.size();
    std::vector<std::size_t> kept;
    if (n == 0) return kept;
    const auto sums = areas_up_to(line);
    const double length = line.along.back() - line.along.front();
    std::vector<double> moved(line.areas.size(), 0.0); // area won or lost up to the last kept point
    std::vector<Cone> cones(line.columns.size());
    kept.push_back(0);
    while (kept.back() + 1 < n) {
        const std::size_t from = kept.back();
        std::fill(cones.begin(), cones.end(), Cone());
        const auto change = [&](std::size_t a, std::size_t to) {
            const auto& x = line.columns[line.areas[a].x];
            const auto& y = line.columns[line.areas[a].y];
            return moved[a] + (x[to] - x[from]) * (y[to] + y[from]) / 2 - (sums[a][to] - sums[a][from]);
        };
        std::size_t best = from + 1; // the next point: nothing is left out
        bool open = true;
        for (std::size_t to = from + 1; open && to < n; ++to) {
            const double step = line.along[to] - line.along[from];
            bool good = true;
            for (std::size_t c = 0; c < cones.size(); ++c) {
                const double rise = line.columns[c][to] - line.columns[c][from];
                good = good && rise / step >= cones[c].lowest && rise / step <= cones[c].highest;
                cones[c].lowest = std::max(cones[c].lowest, (rise - tolerance) / step);
                cones[c].highest = std::min(cones[c].highest, (rise + tolerance) / step);
                open = open && cones[c].lowest <= cones[c].highest;
            }
            const double allowed = area_tolerance * (line.along[to] - line.along.front()) / length;
            for (std::size_t a = 0; good && a < line.areas.size(); ++a) good = std::abs(change(a, to)) <= allowed;
            if (good) best = to;
        }
        for (std::size_t a = 0; a < line.areas.size(); ++a) moved[a] = change(a, best);
        kept.push_back(best);
    }
    return kept;
}

} // namespace unseen
