// Curves of predicted numbers.
#include "base/spec_keys.hpp"
#include "curve/entry.hpp"
#include "measure/bins.hpp"

#include "unseen/stats/distributions.hpp"
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

double residual_of(const PredictionView& view, std::size_t i) { return view.true_value[i] - view.value[i]; }

/// The rows that count.
std::vector<std::size_t> rows_of(const PredictionView& view)
{
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < view.size(); ++i)
        if (view.weight_of(i) > 0.0) rows.push_back(i);
    return rows;
}

/// Only cells with rows are kept, so there are no more of them than rows.
CurveCells residuals(const Spec& spec, const PredictionView& view)
{
    const auto n_bins = static_cast<std::size_t>(spec.integer("bins"));
    const auto weight = [&](std::size_t i) { return view.weight_of(i); };
    const auto residual = [&](std::size_t i) { return residual_of(view, i); };
    const auto rows = rows_of(view);
    if (rows.empty()) return reasons::no_rows;
    Extent of_values{view.value[rows.front()], view.value[rows.front()]};
    Extent of_residuals{residual(rows.front()), residual(rows.front())};
    for (const auto i : rows) {
        of_values.take(view.value[i]);
        of_residuals.take(residual(i));
    }
    if (!std::isfinite(of_residuals.highest - of_residuals.lowest) ||
        !std::isfinite(of_values.highest - of_values.lowest))
        return reasons::infinite;
    std::map<std::pair<std::size_t, std::size_t>, Cell> bins;
    for (const auto i : rows) {
        auto& cell = bins[{of_values.bin(view.value[i], n_bins), of_residuals.bin(residual(i), n_bins)}];
        cell.rows.add(weight(i));
        cell.truth.add_product(weight(i), view.true_value[i]);
        cell.predicted.add_product(weight(i), view.value[i]);
    }
    std::vector<Value> cells;
    for (auto& [place, cell] : bins) {
        const double n = cell.rows.value();
        const double predicted = cell.predicted.value() / n;
        const double truth = cell.truth.value() / n;
        cells.insert(cells.end(), {predicted, truth, truth - predicted, n});
    }
    return cells;
}

CurveCells residual_histogram(const Spec& spec, const PredictionView& view)
{
    const auto rows = rows_of(view);
    if (rows.empty()) return reasons::no_rows;
    Extent extent{residual_of(view, rows.front()), residual_of(view, rows.front())};
    for (const auto i : rows) extent.take(residual_of(view, i));
    if (!std::isfinite(extent.highest - extent.lowest)) return reasons::infinite;
    const auto n_bins =
        extent.highest > extent.lowest ? static_cast<std::size_t>(spec.integer("bins")) : std::size_t{1};
    std::vector<ExactSum> counts(n_bins);
    for (const auto i : rows) counts[extent.bin(residual_of(view, i), n_bins)].add(view.weight_of(i));
    std::vector<Value> cells;
    for (std::size_t b = 0; b < n_bins; ++b)
        cells.insert(cells.end(), {extent.lowest + bin_edge(b, n_bins) * (extent.highest - extent.lowest),
                                   extent.lowest + bin_edge(b + 1, n_bins) * (extent.highest - extent.lowest),
                                   counts[b].value()});
    return cells;
}

/// Of n rows, the positions from 0 that are drawn: all, or `ends` at each end and `points` in all.
std::vector<std::size_t> drawn_positions(std::size_t n, std::size_t points)
{
    std::vector<std::size_t> at;
    if (n <= points) {
        for (std::size_t i = 0; i < n; ++i) at.push_back(i);
        return at;
    }
    const std::size_t ends = points / 8;
    for (std::size_t i = 0; i < ends; ++i) at.push_back(i);
    const std::size_t between = points - 2 * ends;
    for (std::size_t k = 0; k < between; ++k) at.push_back(ends + k * (n - 2 * ends) / between);
    for (std::size_t i = n - ends; i < n; ++i) at.push_back(i);
    return at;
}

/// The residual at the place of each row, and the normal quantile of the share of rows below its middle.
CurveCells normal_quantiles(const Spec& spec, const PredictionView& view)
{
    auto rows = rows_of(view);
    std::ranges::stable_sort(rows, {}, [&](std::size_t i) { return residual_of(view, i); });
    std::vector<double> middles; // the weight below the middle of each row
    ExactSum below;
    for (const auto i : rows) {
        const double before = below.value();
        below.add(view.weight_of(i));
        middles.push_back((before + below.value()) / 2.0);
    }
    if (!rows.empty() && !std::isfinite(residual_of(view, rows.back()) - residual_of(view, rows.front())))
        return reasons::infinite;
    std::vector<Value> cells;
    for (const auto at : drawn_positions(rows.size(), static_cast<std::size_t>(spec.integer("points"))))
        cells.insert(cells.end(),
                     {normal_quantile(middles[at] / below.value()), residual_of(view, rows[at])});
    return cells;
}

} // namespace

std::vector<CurveEntry> number_curves()
{
    return {
        {.info = {.spec = {.name = "residuals",
                           .help = "where predicted numbers and their residuals lie, in bins x bins "
                                   "cells; those without rows are "
                                   "left out",
                           .keys = {integer_key("bins", "50", "number of bins of equal width on each axis", 1,
                                                1000)}},
                  .of_numbers = true,
                  .columns = {{"predicted", "mean prediction of the rows in the cell"},
                              {"truth", "their mean true number"},
                              {"residual", "the truth less the prediction"},
                              {"rows", "rows in the cell, or the sum of their weights"}}},
         .of_numbers = residuals},
        {.info = {.spec = {.name = "residual_histogram",
                           .help = "histogram of the residuals, truth less prediction",
                           .keys = {integer_key("bins", "30", "number of bins of equal width", 1, 1e6)}},
                  .of_numbers = true,
                  .columns = {{"lower", "lower end of the bin (excluded, except in the first bin)"},
                              {"upper", "upper end of the bin (included)"},
                              {"rows", "rows in the bin, or the sum of their weights"}}},
         .of_numbers = residual_histogram},
        {.info = {.spec = {.name = "qq",
                           .help = "residuals against the quantiles of a normal distribution; of more rows "
                                   "than points the outer ones and some between",
                           .keys = {integer_key("points", "200", "the most points", 8, 1e6)}},
                  .of_numbers = true,
                  .columns = {{"normal", "standard normal quantile of the share of rows below"},
                              {"residual", "the truth less the prediction"}}},
         .of_numbers = normal_quantiles}};
}

} // namespace unseen
