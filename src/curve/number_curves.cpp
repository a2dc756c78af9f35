// Curves of predicted numbers.
#include "base/spec_keys.hpp"
#include "curve/entry.hpp"
#include "measure/bins.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace unseen {

namespace {

struct Extent {
    double lowest;
    double highest;

    void take(double x)
    {
        lowest = std::min(lowest, x);
        highest = std::max(highest, x);
    }
    /// The bin of x, of n of equal width.
    std::size_t bin(double x, std::size_t n) const
    {
        return highest > lowest ? bin_of(x / (highest - lowest) - lowest / (highest - lowest), n) : 0;
    }
};

struct Cell {
    ExactSum rows;
    ExactSum truth;
    ExactSum predicted;
};

/// Only cells with rows are kept, so there are no more of them than rows.
Curve residuals(const Spec& spec, const PredictionView& view)
{
    const auto n_bins = static_cast<std::size_t>(spec.integer("bins"));
    const auto weight = [&](std::size_t i) { return view.weight.empty() ? 1.0 : view.weight[i]; };
    const auto residual = [&](std::size_t i) { return view.true_value[i] - view.value[i]; };
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < view.size(); ++i)
        if (weight(i) > 0.0) rows.push_back(i);
    Curve curve;
    if (rows.empty()) return curve;
    Extent of_values{view.value[rows.front()], view.value[rows.front()]};
    Extent of_residuals{residual(rows.front()), residual(rows.front())};
    for (const auto i : rows) {
        of_values.take(view.value[i]);
        of_residuals.take(residual(i));
    }
    if (!std::isfinite(of_residuals.highest - of_residuals.lowest) ||
        !std::isfinite(of_values.highest - of_values.lowest)) {
        curve.reason = &reasons::infinite;
        return curve;
    }
    std::map<std::pair<std::size_t, std::size_t>, Cell> cells;
    for (const auto i : rows) {
        auto& cell = cells[{of_values.bin(view.value[i], n_bins), of_residuals.bin(residual(i), n_bins)}];
        cell.rows.add(weight(i));
        cell.truth.add_product(weight(i), view.true_value[i]);
        cell.predicted.add_product(weight(i), view.value[i]);
    }
    for (auto& [place, cell] : cells) {
        const double n = cell.rows.value();
        const double predicted = cell.predicted.value() / n;
        const double truth = cell.truth.value() / n;
        curve.cells.insert(curve.cells.end(), {predicted, truth, truth - predicted, n});
    }
    return curve;
}

} // namespace

std::vector<CurveEntry> number_curves()
{
    return {{.info = {.spec = {.name = "residuals",
                               .help = "where predicted numbers and their residuals lie, in bins x bins "
                                       "cells; those without rows are "
                                       "left out",
                               .keys = {integer_key("bins", "50",
                                                    "number of bins of equal width on each axis", 1, 1000)}},
                      .of_numbers = true,
                      .columns = {{"predicted", "mean prediction of the rows in the cell"},
                                  {"truth", "their mean true number"},
                                  {"residual", "the truth less the prediction"},
                                  {"rows", "rows in the cell, or the sum of their weights"}}},
             .of_numbers = residuals}};
}

} // namespace unseen
