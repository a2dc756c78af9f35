// Tests of any measure: functions of the confusion matrix by drawing cells, the average precision by sorted
// scores, all others by evaluating them again.
#include "compare/rows/label_pair.hpp"
#include "compare/rows/pair.hpp"
#include "compare/rows/unit_draws.hpp"
#include "rank/rank_figure.hpp"

namespace unseen::compare::detail {

namespace {

/// A model's scores replaced by doubled midranks, for measures that depend on their order alone. Scores on
/// different scales are not exchangeable; ranks are.
class RanksForScores {
public:
    explicit RanksForScores(const PredictionView& from) : view_(from)
    {
        for (const auto rank : SortedRows(from, from.positive).doubled_midranks(from.size()))
            scores_.push_back(rank);
        view_.one_score = true;
        view_.probabilities = false;
        view_.scores = scores_;
    }
    const PredictionView& view() const { return view_; }

    RanksForScores(const RanksForScores&) = delete;
    RanksForScores& operator=(const RanksForScores&) = delete;

private:
    std::vector<double> scores_;
    PredictionView view_;
};

/// The models' labels; the model that precedes the other is A.
struct Labels {
    bool turned = false;
    LabelCells cells{};

    explicit Labels(const PairInput& input)
        : turned(comes_later(input.a, input.b)),
          cells(turned ? label_cells(input.b, input.a) : label_cells(input.a, input.b))
    {
    }
};

bool of_labels(const PairInput& input) { return input.plain() && input.measure.of_confusion() != nullptr; }
bool of_precision(const PairInput& input) { return input.measure.rank_figure() == &precision_area; }

SwapShares swaps_of(const PairInput& input)
{
    if (of_labels(input)) {
        const Labels labels(input);
        auto shares = swap_cells(input.measure, labels.cells, input.permutations());
        if (labels.turned) std::swap(shares.greater, shares.less);
        return shares;
    }
    Draws swaps = input.permutations();
    swaps.count = std::max<std::uint64_t>(1, swaps.count / 10);
    if (!of_precision(input)) return swap_units(input.measure, input.a, input.b, input.units, swaps);
    const RanksForScores a(input.a);
    const RanksForScores b(input.b);
    return swap_units(input.measure, a.view(), b.view(), input.units, swaps);
}

} // namespace

std::vector<Inference> any_bootstrap(const PairInput& input)
{
    if (of_labels(input)) {
        const Labels labels(input);
        const auto bca = bootstrap_labels(input.measure, labels.cells, input.samples());
        return {bootstrap_test(input, labels.turned ? bca.mirrored() : bca)};
    }
    const auto bootstrap = [&](const OfCounts& of_counts) {
        return bootstrap_test(
            input, bootstrap_units(input.units.size(), of_counts, input.difference(), input.samples()));
    };
    if (!of_precision(input))
        return {bootstrap(difference_of_counts(input.measure, input.a, input.b, input.units))};
    return {bootstrap(figure_difference(input.a, input.b, input.units, precision_area))};
}

std::vector<Inference> any_permutation(const PairInput& input)
{
    return {with_interval_of(permutation_test(input, swaps_of(input)), any_bootstrap(input).front())};
}

} // namespace unseen::compare::detail
