// Private: scales the numeric features for distances, by the training rows alone.
#pragma once

#include "unseen/data/dataset.hpp"

#include <vector>

namespace unseen::knn {

enum class Scale { none, minmax, standard };
constexpr std::size_t n_scales = 3;

/// Computes the factors of the numeric features from a training multiset: no factors, 1 / range, or 1 /
/// standard deviation (with divisor n). Missing cells do not count. A feature that is constant there has
/// factor 0: by its own units it would decide between rows with and without a missing cell, and change
/// weights by distance. Features are not shifted, because shifts do not change distances.
///
/// A fold takes O(rows left out): its sums are those of all labelled rows, centred on their mean, minus those
/// of the rows left out, and its range is that of all rows unless a row left out has the smallest or largest
/// value. If the subtraction loses too many digits, the rows are read again.
class Scaler {
public:
    explicit Scaler(const Dataset& data);
    std::vector<double> factors(Scale scale, const RowSet& train) const;

private:
    struct Totals {
        double centre = 0.0;  ///< mean over the labelled rows
        double values = 0.0;  ///< number of known values
        double squares = 0.0; ///< sum of squared differences from the centre
        double lowest = 0.0;
        double highest = 0.0;
    };
    static Totals totals(const std::vector<double>& values, const RowSet& rows);
    double deviation(std::size_t feature, const RowSet& train) const;
    double range(std::size_t feature, const RowSet& train) const;

    std::vector<const std::vector<double>*> columns_; ///< the numeric features; the Dataset keeps them alive
    std::vector<Totals> totals_;
    Dataset data_;
};

} // namespace unseen::knn
