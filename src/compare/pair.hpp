// Private: one pair of models and a measure, as its tests see them, and what these share.
#pragma once

#include "compare/auc_pair.hpp"
#include "compare/inference.hpp"
#include "draws/bca.hpp"
#include "draws/permutation.hpp"
#include "draws/units.hpp"

#include "unseen/compare/models.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen::compare::detail {

/// Something that several tests need, made when it is first asked for. For one thread.
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

/// Weighted sums of the row values over units, and of the weights.
struct UnitSums {
    std::vector<double> a{};
    std::vector<double> b{};
    std::vector<double> weight{};
};

/// Both models' figures of the splits in which they exist.
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

/// What the tests are given. Both values exist.
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
    /// Independent rows that count alike.
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

/// Whether B comes before A in an order of their predictions (that of the first row on which they differ). What draws counts of rows instead of rows does so
/// for the first of the two against the second, and turns the result: then exchanging A and B mirrors it.
bool comes_later(const PredictionView& a, const PredictionView& b);

/// A result of the difference of the two values.
Comparison comparison_of(const PairInput& input, const std::string& test);
/// Puts the limits at the level asked for into the comparison, target model.
void set_interval(Inference& inference, const PairInput& input, const std::string& method, Guarantee guarantee,
                  std::vector<std::string> assumptions);
/// The first assumption of every test of rows.
std::string independent_units(const PairInput& input);
/// BCa's interval, and the p-value at which it ends at 0.
Inference bootstrap_test(const PairInput& input, const Bca& bca);
Inference permutation_test(const PairInput& input, const SwapShares& shares);

/// The mean of a measure's values over the splits in which it exists; else why it exists in none.
Value mean_of_splits(const Measure& measure, const PredictionView& view, const RowDesign& design);

} // namespace unseen::compare::detail
