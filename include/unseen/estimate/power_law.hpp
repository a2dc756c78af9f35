// The inverse power law of learning curves: error = floor + factor n^-exponent (METHODS F.1; Figueroa,
// Zeng-Treitler, Kandula & Ngo 2012, BMC Medical Informatics and Decision Making 12:8).
//
// Example:
//
//     const std::vector<double> sizes = {50, 100, 200, 400};
//     const std::vector<std::vector<double>> errors = {{0.3, 0.25, 0.225, 0.2125}}; // 0.2 + 5 / n
//     const auto law = fit_power_law(sizes, errors);
//     assert(law && std::abs(law->floor - 0.2) < 1e-6 && std::abs(law->at(1000) - 0.205) < 1e-6);
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace unseen {

struct PowerLaw {
    double floor = 0.0;     ///< the error with infinitely many rows, >= 0
    double factor = 0.0;    ///< >= 0
    double exponent = 0.0;  ///< from 0.05 to 3
    double objective = 0.0; ///< the weighted sum of squares that is smallest
    double largest_miss =
        0.0; ///< the largest distance of a mean from the law, in its standard errors: roots of 1 / its weight
    double missed_size = 0.0; ///< the size of that mean
    bool at_the_end = false;  ///< the exponent is at an end of its range: the curve does not have this form,
                              ///< or the sizes do not show it

    /// The error of models that are trained on n rows.
    double at(double n) const;
    /// The number of rows at which the error is `error`; infinite if it never gets there.
    double rows_for(double error) const;
};

/// Fits the law to trials, each with an error for every size (ascending, > 0), by least squares with the
/// weight trials / variance of a size. `drawn` lists the trials that count, possibly several times; the
/// weights always come from all trials. If it is empty, each trial counts once. Returns nothing for fewer
/// than four sizes. O(sizes x (trials + steps of a golden section)).
std::optional<PowerLaw> fit_power_law(std::span<const double> sizes,
                                      std::span<const std::vector<double>> trials,
                                      std::span<const std::size_t> drawn = {});

} // namespace unseen
