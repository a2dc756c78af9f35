// Many models on the same rows: which of them may be the best, and between which ranks each lies.
//
// Example:
//
//     const std::vector<std::vector<double>> items{{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, // right or wrong
//                                                  {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0},
//                                                  {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
//     const auto found = compare::standings_of(items, compare::PairLaw::right_or_wrong, 1.0, Level(0.95));
//     assert(found[0].first == 1 && found[0].last == 2); // not shown to be better than the second
//     assert(found[1].may_be_best && !found[2].may_be_best && found[2].first == 3);
#pragma once

#include "unseen/base/direction.hpp"
#include "unseen/base/level.hpp"
#include "unseen/base/value.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen::compare {

/// Where one of several models stands.
struct Standing {
    std::string model{};
    Value value = Value::none(reasons::no_value);
    std::uint64_t rank = 1;  ///< of its figure, 1 is the best; equal figures share the smallest rank
    std::uint64_t first = 1; ///< its true rank is one from `first` to `last`, for all models together
    std::uint64_t last = 1;
    bool may_be_best = true; ///< it is not shown to be worse than the best
    double p_value = 1.0;    ///< for "another model is better", adjusted for the number of the others
    std::uint64_t group = 1; ///< each model of a group is shown to be better than all of the later groups

    friend bool operator==(const Standing&, const Standing&) = default;
};

/// Where all models stand by one measure, best first.
struct Standings {
    std::string measure{};
    Direction direction = Direction::lower_is_better;
    std::string test{};              ///< by which pairs are compared
    double largest_difference = 1.0; ///< that a unit of rows allows, or has where the measure has no range
    bool of_range = true;            ///< the measure's own range gives it
    std::uint64_t units = 0;         ///< rows or clusters
    std::vector<Standing> models{};

    /// The number of models that may be the best.
    std::size_t candidates() const;
    /// Whether the first model is shown to be better than every other one.
    bool best_is_shown() const { return models.front().last == 1; }

    friend bool operator==(const Standings&, const Standings&) = default;
};

/// How the values of two models on the same units are compared.
enum class PairLaw {
    right_or_wrong, ///< values 0 and 1: McNemar's exact test
    bounded         ///< differences between -r and r: Gaffke's p-value
};

/// The standings of models by the values of independent units (METHODS I.32), in the order of the models,
/// without names and figures; larger values are better. `range`: the largest difference that a unit allows.
/// One-sided p-values of all ordered pairs by `law`; Holm's method over these gives the ranks, which hold
/// together at the level whatever the dependence between models. A model leaves the set of those that may be
/// the best if the smallest p-value against it is at most (1 - level) / (models - 1): a truly best model
/// leaves it with at most the probability 1 - level. Both are exact for `right_or_wrong`. Needs two or more
/// models and one or more units. O(models^2 units); bits of 64 units at a time for right_or_wrong. No result
/// depends on `threads` (0: all).
std::vector<Standing> standings_of(std::span<const std::vector<double>> values, PairLaw law, double range,
                                   Level level, std::size_t threads = 1);

} // namespace unseen::compare
