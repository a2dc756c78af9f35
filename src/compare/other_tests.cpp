// Tests of any measure: of the confusion matrix by its cells, of average precision by sorted scores, of all else by evaluating it anew.
#include "compare/auc_pair.hpp"
#include "compare/label_pair.hpp"
#include "compare/pair_test_entry.hpp"

#include <numeric>

namespace unseen::compare::detail {

namespace {

constexpr std::size_t most_jackknifed = 2000; ///< units up to which leaving out each costs no more than the bootstrap

/// A model's scores replaced by doubled midranks, for measures of their order alone: scores on different scales are not exchangeable, ranks are.
class RankedScores {
public:
    explicit RankedScores(const PredictionView& from) : view_(from)
    {
        const auto codes = doubled_midranks(positive_scores(from));
        const std::size_t classes = from.classes->size();
        scores_.assign(from.size() * classes, 0.0);
        for (std::size_t i = 0; i < from.size(); ++i)
            for (std::size_t c = 0; c < classes; ++c)
                scores_[i * classes + c] = (c == from.positive ? 1.0 : -1.0) * codes.of_row[i];
        view_.scores = scores_;
    }
    const PredictionView& view() const { return view_; }

    RankedScores(const RankedScores&) = delete;
    RankedScores& operator=(const RankedScores&) = delete;

private:
    std::vector<double> scores_;
    PredictionView view_;
};

bool fits(const PairInput&) { return true; }

std::vector<Inference> tests(const PairInput& input)
{
    const double difference = input.value_a.number() - input.value_b.number();
    if (input.plain() && input.measure.cells) {
        const bool turned = comes_later(input.a, input.b);
        const auto labels = turned ? label_cells(input.b, input.a) : label_cells(input.a, input.b);
        const auto bca = bootstrap_cells(input.measure, labels, input.samples());
        auto shares = swap_cells(input.measure, labels, input.permutations());
        if (turned) std::swap(shares.greater, shares.less);
        return {bootstrap_test(input, turned ? bca.mirrored() : bca), permutation_test(input, shares)};
    }
    Draws swaps = input.permutations();
    swaps.count = std::max<std::size_t>(1, swaps.count / 10);
    const bool jackknife = input.units.count <= most_jackknifed;
    const auto bootstrap = [&](const OfCounts& of_counts) {
        return bootstrap_test(
            input, bca_difference(replicates_of(input.units.count, of_counts, input.samples()), difference,
                                  jackknife ? acceleration_of(jackknife_of(input.units.count, of_counts, input.options.threads))
                                            : Value::none("no_jackknife")));
    };
    if (input.measure.statistic == Statistic::average_precision) {
        const AucRows rows = auc_rows(input.a, input.b);
        const RankedScores a(input.a);
        const RankedScores b(input.b);
        return {bootstrap(area_difference(rows, Area::average_precision, input.design.cluster)),
                permutation_test(input, swap_units(input.measure, a.view(), b.view(), input.units, swaps))};
    }
    return {bootstrap(difference_of_counts(input.measure, input.a, input.b, input.units)),
            permutation_test(input, swap_units(input.measure, input.a, input.b, input.units, swaps))};
}

} // namespace

const TestFamily other_family = {fits, tests};

} // namespace unseen::compare::detail
