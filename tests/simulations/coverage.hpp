// Counts how often intervals cover, and prints the lines from which tools/coverage makes the tables of
// docs/VALIDITY.md.
#pragma once

#include "unseen/base/interval.hpp"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// One data set: its figure and the interval about it.
struct Covered {
    double figure = 0.0;
    std::optional<Limits> limits{};   ///< none: the method gives no interval, which covers nothing
    std::optional<double> of_model{}; ///< a second truth, that of the data set's own model
    std::optional<double> truth{};    ///< if it differs from data set to data set
};

inline void print_head()
{
    std::printf("design,measure,method,world,data_sets,truth,covered,covered_model,none,width\n");
}

/// A line: shares of the data sets in percent, and the mean width in units of the oracle's, 2 x 1.96 standard
/// deviations of the figure.
inline void print_line(const std::string& design, const std::string& measure, const std::string& method,
                       const std::string& world, double truth, const std::vector<Covered>& data_sets)
{
    double n = 0.0, sum = 0.0, squares = 0.0, covered = 0.0, of_model = 0.0, models = 0.0, intervals = 0.0,
           width = 0.0;
    for (const auto& d : data_sets) {
        ++n;
        sum += d.figure;
        models += d.of_model.has_value();
        if (!d.limits) continue;
        const auto holds = [&](double x) { return d.limits->lower <= x && x <= d.limits->upper; };
        ++intervals;
        covered += holds(d.truth.value_or(truth));
        of_model += d.of_model && holds(*d.of_model);
        width += d.limits->upper - d.limits->lower;
    }
    for (const auto& d : data_sets) squares += (d.figure - sum / n) * (d.figure - sum / n);
    const double oracle = 2.0 * 1.96 * std::sqrt(squares / (n - 1.0));
    std::printf("\"%s\",%s,%s,\"%s\",%.0f,%.6g,%.2f,", design.c_str(), measure.c_str(), method.c_str(),
                world.c_str(), n, truth, 100.0 * covered / n);
    if (models > 0.0) std::printf("%.2f", 100.0 * of_model / models);
    std::printf(",%.2f,", 100.0 * (n - intervals) / n);
    if (intervals > 0.0 && oracle > 0.0) std::printf("%.3f", width / intervals / oracle);
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace unseen
