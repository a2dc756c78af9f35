// Private: the input of the tests of one pair of models by one measure, and helpers that they share.
#pragma once

#include "compare/inference.hpp"
#include "compare/rows/auc_pair.hpp"
#include "draws/bca.hpp"
#include "draws/permutation.hpp"
#include "draws/units.hpp"

#include "unseen/compare/models.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen::compare::detail {

/// A value that several tests share, computed at first use. Not safe for several threads.
template <class T>
class Shared {
public:
    template <class Make>
    const T& get(const Make& make) const
    {
        if (!value_) value_.emplace(make());
        return *value_;
    }

private:
    mutable std::optional<T> value_{};
};

/// Both models' row values.
struct RowValues {
    std::vector<double> a{};
    std::vector<double> b{};
};

/// Weighted sums of the row values over units, and sums of the weights.
struct UnitSums {
    std::vector<double> a{};
    std::vector<double> b{};
    std::vector<double> weight{};
};

/// Both models' figures in the splits in which both exist.
struct SplitFigures {
    std::vector<double> a{};
    std::vector<double> b{};
    std::size_t undefined = 0;
    double ratio = 0.0; ///< mean over splits of test rows / training rows
};

/// Both models' scores for the positive class.
struct RankedPair {
    RankedScores a;
    RankedScores b;
};

/// The input of the tests. Both values exist.
struct PairInput {
    const PredictionView& a;
    const PredictionView& b;
    const Measure& measure;
    Value value_a;
    Value value_b;
    const RowDesign& design;
    const ModelsOptions& options;
    const Units& units;
    Shared<RowValues> shared_values{};
    Shared<UnitSums> shared_sums{};
    Shared<SplitFigures> shared_figures{};
    Shared<RankedPair> shared_ranks{};

    bool higher() const { return measure.direction == Direction::higher_is_better; }
    bool weighted() const { return !a.weight.empty(); }
    bool clustered() const { return !design.cluster.empty(); }
    /// True for independent rows without weights.
    bool plain() const { return !weighted() && !clustered(); }
    double outside() const { return options.level.outside(); }
    double difference() const { return value_a.number() - value_b.number(); }
    Draws samples() const { return {options.seed, options.samples, options.threads}; }
    Draws permutations() const { return {options.seed, options.permutations, options.threads}; }
    PairedScores scores(const std::vector<double>& of_a, const std::vector<double>& of_b) const
    {
        return {of_a, of_b, measure.direction};
    }
};

/// True if B precedes A in the order of their predictions, which the first row on which they differ decides.
/// Tests that draw counts draw them for the first model against the second and mirror the result, so
/// exchanging A and B mirrors it exactly.
bool comes_later(const PredictionView& a, const PredictionView& b);

/// A result with the difference of the two values.
Comparison comparison_of(const PairInput& input, const std::string& test);
/// Sets the comparison's interval from the limits at the level of the options; target model.
void set_interval(Inference& inference, const PairInput& input, const std::string& method,
                  Guarantee guarantee, std::vector<std::string> assumptions);
/// The first assumption of every test of rows.
std::string independent_units(const PairInput& input);
/// BCa's interval, and its p-value: 1 minus the level of the interval that ends at 0.
Inference bootstrap_test(const PairInput& input, const Bca& bca);
Inference permutation_test(const PairInput& input, const SwapShares& shares);
/// The permutation test of a measure for which it has no interval: it takes the bootstrap's
/// (`not_of_the_test`), and what follows from it, tests of equivalence and the detectable difference.
Inference with_interval_of(Inference permutation, Inference bootstrap);

/// The mean of a measure over the splits (or, of whole repeats, over the repeats) in which it exists, or the
/// reason if it exists in none.
Value mean_of_parts(const Measure& measure, const PredictionView& view, const RowDesign& design);

} // namespace unseen::compare::detail
