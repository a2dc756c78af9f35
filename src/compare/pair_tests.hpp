// Private: the tests of one pair of models by one measure.
#pragma once

#include "compare/inference.hpp"
#include "compare/unit_draws.hpp"

#include "unseen/compare/models.hpp"

#include <vector>

namespace unseen::compare::detail {

/// What the tests are given.
struct PairInput {
    const PredictionView& a;
    const PredictionView& b;
    const Measure& measure;
    Value value_a;
    Value value_b;
    const RowDesign& design;
    const ModelsOptions& options;
    const Units& units;

    bool higher() const { return measure.direction == unseen::Direction::higher_is_better; }
    bool weighted() const { return !a.weight.empty(); }
    bool clustered() const { return !design.cluster.empty(); }
    /// Independent rows that count alike.
    bool plain() const { return !weighted() && !clustered(); }
    double outside() const { return options.level.outside(); }
    Draws samples() const { return {options.seed, options.samples, options.threads}; }
    Draws permutations() const { return {options.seed, options.permutations, options.threads}; }
};

/// Whether B comes before A in an order of their predictions (that of the first row on which they differ). What draws counts of rows instead of rows does so
/// for the first of the two against the second, and turns the result: then exchanging A and B mirrors it.
bool comes_later(const PredictionView& a, const PredictionView& b);

/// All tests that apply; the first is the one that fits the design. Both values exist.
std::vector<Inference> tests_of(const PairInput& input);

/// The mean of a measure's values over the splits in which it exists; else why it exists in none.
Value mean_of_splits(const Measure& measure, const PredictionView& view, const RowDesign& design);

} // namespace unseen::compare::detail
