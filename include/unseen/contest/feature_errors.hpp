// Where predictions are wrong: their mean error by the values of each feature.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     std::vector<std::uint32_t> rows(150);
//     std::iota(rows.begin(), rows.end(), 0);
//     std::vector<double> errors(150, 0.0);
//     errors[149] = 1.0;
//     const auto by_feature = errors_by_feature(iris, rows, errors);
//     assert(by_feature.size() == 4 && by_feature[0].bins.size() <= most_feature_bins);
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The rows whose cells lie in a range, are a category, or are missing.
struct FeatureBin {
    std::string category{}; ///< empty for numbers, and for missing cells
    double lowest = 0.0;    ///< of the cells, for numbers
    double highest = 0.0;
    bool missing = false;
    bool others = false; ///< categories with fewer rows than those that have bins of their own
    std::uint64_t rows = 0;
    double error = 0.0;                     ///< the mean
    std::optional<double> standard_error{}; ///< of the mean, for independent rows; none for one row
};

/// The mean errors by the values of a feature.
struct FeatureErrors {
    std::string feature;
    bool numeric = false;
    std::vector<FeatureBin> bins{};
    /// The share of the errors' variance that lies between the bins, above what as many random bins have on
    /// average (adjusted R^2); 0 if the errors do not vary.
    double explained = 0.0;
};

inline constexpr std::size_t most_feature_bins = 8;

/// The mean of `errors`, one for each of `rows` of the data, by the values of each feature: numbers in up to
/// most_feature_bins bins of about as many rows, in which equal numbers stay together; categories by their
/// number of rows. Features whose bins differ most come first. Rows count alike. Empty for sparse data, whose
/// features would have to be made for it.
std::vector<FeatureErrors> errors_by_feature(const Dataset& data, std::span<const std::uint32_t> rows,
                                             std::span<const double> errors);

} // namespace unseen
