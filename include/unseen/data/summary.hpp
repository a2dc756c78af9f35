// A summary of a dataset: the values that occur and the cells that are missing.
//
// Example:
//
//     const DataSummary iris = summarise(Dataset::make(read_table("data/iris.csv")));
//     assert(iris.numeric == 4 && iris.missing_cells == 0);
//     assert(iris.features[0].numbers->median == 5.8 && iris.repeated_rows == 1);
//     assert(iris.class_counts == (std::vector<std::uint64_t>{50, 50, 50}));
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// The numbers of a column: quartiles are type-7 quantiles.
struct NumberSummary {
    double least = 0.0;
    double lower_quartile = 0.0;
    double median = 0.0;
    double upper_quartile = 0.0;
    double most = 0.0;
    double mean = 0.0;
};

/// A category and its number of cells.
struct CategoryCount {
    std::string name;
    std::uint64_t cells = 0;
};

/// One feature.
struct ColumnSummary {
    std::string name;
    bool numeric = true;
    std::uint64_t missing = 0;              ///< number of missing cells
    std::uint64_t values = 0;               ///< number of distinct values that occur
    std::uint64_t nonzero = 0;              ///< numeric: number of cells that are known and not 0
    std::optional<NumberSummary> numbers{}; ///< of a numeric column with a value
    std::vector<CategoryCount> frequent{};  ///< the most frequent categories, at most three
};

/// All features, over all rows.
struct DataSummary {
    static constexpr std::size_t most_listed = 10'000;
    std::vector<ColumnSummary> features; ///< each of them; empty if there are more than most_listed
    std::uint64_t numeric = 0;           ///< number of numeric features
    std::uint64_t categorical = 0;       ///< number of features that hold categories
    std::uint64_t nonzero_cells = 0;     ///< of numeric features, known and not 0
    std::uint64_t zero_features = 0;     ///< numeric features that are 0 in all rows
    std::uint64_t missing_cells = 0;     ///< over all features
    std::uint64_t rows_with_missing = 0; ///< rows with at least one missing feature
    std::uint64_t repeated_rows = 0;     ///< rows whose features and response equal those of an earlier row
    std::vector<std::uint64_t> class_counts; ///< labelled rows of each class; empty for a numeric response
    std::vector<NumberSummary> targets{};    ///< of a numeric response: of the numbers of each target
};

/// Summarises the dataset on `threads` threads (0: all cores). O(cells), with 16 bytes per row and thread in
/// addition to the data; for sparse rows with more than most_listed features, O(cells that are not 0).
DataSummary summarise(const Dataset& data, std::size_t threads = 0);

} // namespace unseen
