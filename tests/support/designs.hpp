// Designs by their properties, for tests without a plan.
#pragma once

#include "unseen/predictions/design.hpp"

namespace unseen::test {

constexpr Design one_test_set{.estimand = Estimand::model};
constexpr Design folds_of_rows{.each_row_once = true};
constexpr Design single_rows{.each_row_once = true, .one_row_splits = true};
constexpr Design splits_at_random{.random_splits = true};
constexpr Design halvings{.halvings = true};
constexpr Design pairs_of_folds{.fold_pairs = true};
constexpr Design other_splits{};

/// A design with this number of splits.
inline Design with_splits(Design design, std::uint64_t splits, std::uint32_t repeats = 1)
{
    design.splits = splits;
    design.repeats = repeats;
    return design;
}

} // namespace unseen::test
