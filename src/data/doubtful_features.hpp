// Private: features that make figures too good: one that gives the target, and one that names what rows
// belong to.
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/data/dataset.hpp"

#include <vector>

namespace unseen {

/// The warnings `feature_gives_target` and `looks_like_groups` about the labelled rows, the same for sparse
/// rows as for columns. None for series and several targets. At most 20,000 rows are looked at, or all of
/// them for features that give the target of nearly all of these.
///
/// A feature gives the target if its rule has at most 1/50 of the errors that always saying the most frequent
/// class makes, and that makes 10 or more. The rule: a value of several rows stands for its most frequent
/// class; the row of a single value has the classes of the next smaller and larger value (errors count by
/// their shares), or the most frequent class if values are categories. For numbers: the target of a row is
/// interpolated between the next smaller and larger value (the mean of the other rows of its own value, if
/// there are some), and the median distance to it is at most 1/50 of the median distance to the median; there
/// are 20 rows and 10 targets or more, and no value has more than half of the rows.
///
/// Where none does, numeric features give the target together if it is a weighted sum of them.
///
/// A feature looks like groups if it holds categories or whole numbers, with 20 values or more, 1.1 to 20
/// rows a value, and no value with more than 10 rows and five times the mean; if there are 20 pairs of rows
/// with one value; and if some other feature (of the first 1,000) or the target differs less between such
/// pairs than between rows with neighbouring values: at most 0.7 times as much on average, with z >= 6 for
/// the difference of the means. What rises or falls with the feature says nothing: neighbours must differ in
/// it half as much as any two rows. (Distances: 0 or 1 for categories, of ranks for numbers. Categories have
/// no neighbours: any two values are.) O(columns x rows log rows), for groups squared in the columns of
/// candidates.
std::vector<Warning> doubtful_features(const Dataset& data);

} // namespace unseen
