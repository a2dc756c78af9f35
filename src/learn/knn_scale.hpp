// Private: how the numeric features are scaled for distances, by the training rows alone.
#pragma once

#include "unseen/data/dataset.hpp"

#include <vector>

namespace unseen::knn {

enum class Scale { none, minmax, standard };

/// Gives for a training multiset the factors of the numeric features: none; 1 / range; or 1 / standard deviation (divisor: the number
/// of values). Missing cells do not count; a feature that does not vary gets 1. Shifts do not matter to distances.
///
/// A fold costs O(rows left out): its sums are those over all labelled rows, centred on their mean, minus those of the rows left
/// out, and its range is the range of all rows unless a row left out lies on it. Where so little is left of a sum that
/// digits were lost, the rows are read again.
class Scaler {
public:
    explicit Scaler(const Dataset& data);
    std::vector<double> factors(Scale scale, const RowSet& train) const;

private:
    struct Totals {
        double centre = 0.0;  ///< mean over the labelled rows
        double values = 0.0;  ///< how many are known
        double squares = 0.0; ///< sum of squared differences from the centre
        double lowest = 0.0;
        double highest = 0.0;
    };
    static Totals totals(const std::vector<double>& values, const RowSet& rows);
    double deviation(std::size_t feature, const RowSet& train) const;
    double range(std::size_t feature, const RowSet& train) const;

    std::vector<const std::vector<double>*> columns_; ///< of the dataset's numeric features, which the Dataset keeps alive
    std::vector<Totals> totals_;
    Dataset data_;
};

} // namespace unseen::knn
