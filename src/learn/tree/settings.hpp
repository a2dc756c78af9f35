// Private: the parameters of a tree.
#pragma once

#include "unseen/base/spec.hpp"

#include <cstdint>
#include <limits>

namespace unseen::tree {

enum class Criterion { gain_ratio, gini, mse };
enum class Pruning { none, c45, cost_complexity };

struct Growing {
    Criterion criterion = Criterion::gini;
    std::int64_t min_rows = 2; ///< smallest number of training rows in a leaf, with multiplicity
    std::uint32_t max_depth = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t sampled = 0; ///< features tried at each node, drawn by chance; 0: all

    friend bool operator==(const Growing&, const Growing&) = default;
};

struct Settings {
    Growing growing; ///< variants with equal `growing` share one grown tree
    Pruning pruning = Pruning::cost_complexity;
    double cp = 0.01; ///< complexity parameter, relative to the risk of the root; only for cost_complexity
    double confidence = 0.25; ///< of the pessimistic errors; only for c45, as `raise`
    bool raise = true;        ///< a split may be replaced by its largest branch
};

/// The settings of a resolved spec.
Settings settings_of(const Spec& spec);

} // namespace unseen::tree
