// Private: early stopping of learners that add one model after the other.
#pragma once

#include "learn/ensemble/ensemble.hpp"

#include "unseen/base/spec.hpp"
#include "unseen/data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// Stops after `patience` rounds without a smaller loss.
struct EarlyEnd {
    std::size_t patience = 1;
    std::size_t best = 0; ///< the number of rounds with the smallest loss; the first of equal ones
    double least = std::numeric_limits<double>::infinity();

    /// True if training stops after `round` rounds, of which this is the loss.
    bool after(std::size_t round, double loss)
    {
        if (loss < least) {
            least = loss;
            best = round;
        }
        return round >= best + patience;
    }
};

/// The rows that are set aside among `rows`, the distinct training rows in ascending order: `share` of them,
/// rounded and at least one, drawn by the stream (seed, splits); with groups, whole groups in the order drawn
/// until there are enough rows, but never all groups. None, if the share is 0 or there are fewer than two
/// rows. Throws LearnerError, with the name of the learner, if all are of one group.
std::vector<bool> set_aside(const Dataset& data, std::span<const Row> rows, double share, std::uint64_t seed,
                            const std::string& learner);

/// The keys `validation`, the share, and `patience`.
std::vector<SpecKey> validation_keys();
/// The traits of a learner with these keys. If rows are set aside, they are drawn, with their groups.
void add_validation_traits(const Spec& spec, Traits& traits);

/// The key `patience` of learners that stop early by their out-of-bag error, and its value; std::nullopt if
/// they make all their `models`.
SpecKey patience_key(const std::string& models);
std::optional<EarlyEnd> patience_of(const Spec& spec);
/// True if training stops after `members`. Figures from before each row was left out by some member cover few
/// rows, and do not count.
bool ends(EarlyEnd& end, std::size_t members, const LeftOut& out_of_bag);

} // namespace unseen
