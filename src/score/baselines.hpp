// Private: what predictions without features would get on the judged rows.
#pragma once

#include "unseen/score/score.hpp"

#include <span>
#include <vector>

namespace unseen {

/// Sets the baselines of the figures, all of the rows' own classes or numbers: the most frequent class, the
/// shares of the classes, the mean, the median. O(rows) for numbers, O(rows + classes^2) for classes.
void add_baselines(std::vector<ScoredMeasure>& figures, const ScoredRows& rows);
/// The same of measures whose baseline is a value.
void add_constant_baselines(std::vector<ScoredMeasure>& figures);
/// The same of measures whose baseline is the most frequent class or the shares of the classes, from the sums
/// of the weights of the rows of each class.
void add_class_baselines(std::vector<ScoredMeasure>& figures, const RowDesign& design,
                         std::span<const double> of_class);

} // namespace unseen
