// Private: changes of features that are learned from training rows, and learners that train on changed
// features.
#pragma once

#include "learn/entry.hpp"

namespace unseen {

/// A change of the cells of one feature.
struct FeatureMap {
    double fill =
        NumericColumn::missing; ///< numeric: for missing cells, which are not scaled; NaN: they stay missing
    double shift = 0.0;         ///< numeric: (x - shift) * factor
    double factor = 1.0;
    std::optional<std::string> fill_label{}; ///< categorical: for missing cells; none: they stay missing
};

/// The map of one feature, learned from the cells of the training rows alone.
using LearnMap = std::function<FeatureMap(const Column&, const RowSet& train)>;

/// Fills missing cells by the median or the most frequent category of the training rows.
FeatureMap filling(const Column& column, const RowSet& train);
/// The map that brings a numeric feature to a common scale: `standard`, `minmax` or `maxabs`. Categories stay
/// as they are.
LearnMap scaling_by(const std::string& by);
/// The factor that makes `spread` 1; 1 for a spread of 0 or one beyond the range of doubles.
double reciprocal(double spread);

/// Throws InputError if `data` has another number of features than the training data, or one of another type.
void require_features_of(const Dataset& training, const Dataset& data);

/// `prepare` of a meta-learner with one base, which is trained and predicts with changed features. The map is
/// learned from each training multiset, and the base is prepared for its data, so a fit takes O(cells) more,
/// and fits share nothing.
std::unique_ptr<const Prepared> prepare_mapped(const Dataset& data, std::span<const Spec> variants,
                                               const Budget& budget,
                                               const std::function<LearnMap(const Spec&)>& learner_of);

} // namespace unseen
