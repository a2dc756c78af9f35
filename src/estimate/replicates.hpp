// Private: what a bootstrap drew of a figure.
#pragma once

#include "unseen/base/value.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// The figures of bootstrap samples: those that exist, ascending, and how many do not.
struct Replicates {
    std::vector<double> sorted;
    std::uint64_t undefined = 0;

    static Replicates of(std::span<const Value> values);
};

} // namespace unseen
