#include "unseen/contest/feature_errors.hpp"

#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

namespace {

/// The rows of a bin, by their position among those that are judged.
struct Bin {
    FeatureBin figures{};
    std::vector<std::size_t> at{};
};

/// Bins of about as many rows each; equal numbers share a bin.
std::vector<Bin> bins_of_numbers(std::span<const double> values, std::span<const std::uint32_t> rows,
                                 std::vector<std::size_t> known)
{
    const auto value = [&](std::size_t i) { return values[rows[i]]; };
    std::ranges::stable_sort(known, {}, value);
    std::vector<Bin> bins;
    std::size_t full = 0; // where the last bin has its share of the rows that it and later ones can have
    for (std::size_t k = 0; k < known.size(); ++k) {
        const bool tied = k > 0 && value(known[k]) == value(known[k - 1]);
        if (k >= full && !tied && bins.size() < most_feature_bins) {
            const auto left = most_feature_bins - bins.size();
            full = k + (known.size() - k + left - 1) / left;
            bins.push_back({.figures = {.lowest = value(known[k])}});
        }
        bins.back().figures.highest = value(known[k]);
        bins.back().at.push_back(known[k]);
    }
    return bins;
}

/// The categories with the most rows, and the others together.
std::vector<Bin> bins_of_categories(const CodedColumn& column, std::span<const std::uint32_t> rows,
                                    const std::vector<std::size_t>& known)
{
    std::vector<Bin> bins(column.labels.size());
    for (std::size_t c = 0; c < bins.size(); ++c)
        bins[c].figures.category = column.labels.name(static_cast<std::uint32_t>(c));
    for (const auto i : known) bins[static_cast<std::size_t>(column.codes[rows[i]])].at.push_back(i);
    std::ranges::stable_sort(bins, std::ranges::greater(), [](const Bin& bin) { return bin.at.size(); });
    for (; bins.size() > most_feature_bins; bins.pop_back()) {
        auto& others = bins[most_feature_bins - 1];
        others.figures = {.others = true};
        others.at.insert(others.at.end(), bins.back().at.begin(), bins.back().at.end());
    }
    return bins;
}

FeatureErrors judged(const Column& column, std::span<const std::uint32_t> rows,
                     std::span<const double> errors)
{
    std::vector<std::size_t> known;
    Bin missing{.figures = {.missing = true}};
    for (std::size_t i = 0; i < rows.size(); ++i) (column.missing(rows[i]) ? missing.at : known).push_back(i);
    auto bins = column.is_numeric() ? bins_of_numbers(column.numeric().values, rows, std::move(known))
                                    : bins_of_categories(column.coded(), rows, known);
    bins.push_back(std::move(missing));
    std::erase_if(bins, [](const Bin& bin) { return bin.at.empty(); });
    FeatureErrors of{.feature = column.name, .numeric = column.is_numeric()};
    double within = 0.0;
    for (auto& bin : bins) {
        Moments moments;
        for (const auto i : bin.at) moments.add(errors[i]);
        const auto n = static_cast<double>(bin.at.size());
        bin.figures.rows = bin.at.size();
        bin.figures.error = moments.mean();
        if (bin.at.size() > 1) bin.figures.standard_error = std::sqrt(moments.variance() / n);
        within += bin.at.size() > 1 ? moments.variance() * (n - 1.0) : 0.0;
        of.bins.push_back(std::move(bin.figures));
    }
    Moments all;
    for (const double error : errors) all.add(error);
    const auto left = static_cast<double>(rows.size()) - static_cast<double>(of.bins.size());
    if (left > 0.0 && all.variance() > 0.0) of.explained = 1.0 - within / left / all.variance();
    return of;
}

} // namespace

std::vector<FeatureErrors> errors_by_feature(const Dataset& data, std::span<const std::uint32_t> rows,
                                             std::span<const double> errors)
{
    std::vector<FeatureErrors> all;
    if (data.sparse() != nullptr || rows.empty()) return all;
    for (const auto& column : data.features()) all.push_back(judged(column, rows, errors));
    std::ranges::stable_sort(all, std::ranges::greater(), &FeatureErrors::explained);
    return all;
}

} // namespace unseen
