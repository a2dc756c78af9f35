// Curves over bins of a class's scores (METHODS D.4).
#include "base/spec_keys.hpp"
#include "curve/entry.hpp"
#include "measure/bins.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The number of rows, or the sum of their weights.
class Tally {
public:
    void count() { ++rows_; }
    void add(double weight) { weights_.add(weight); }
    void merge(const Tally& other)
    {
        rows_ += other.rows_;
        weights_.merge(other.weights_);
    }
    double value() const { return static_cast<double>(rows_) + weights_.value(); }

private:
    std::uint64_t rows_ = 0; ///< number of rows without weights
    ExactSum weights_;       ///< sum of the weights of the others
};

struct Bin {
    Tally positives;
    Tally negatives;
    ExactSum scores;
};

/// Rows in bins of equal width between two scores.
std::vector<Bin> binned(const PredictionView& view, std::uint32_t label, std::size_t n_bins, double lowest, double highest)
{
    std::vector<Bin> bins(n_bins);
    const double width = highest > lowest ? highest - lowest : 1.0;
    for (std::size_t i = 0; i < view.size(); ++i) {
        const double score = view.score(i, label);
        auto& bin = bins[bin_of((score - lowest) / width, n_bins)];
        auto& tally = view.true_label[i] == label ? bin.positives : bin.negatives;
        if (view.weight.empty()) {
            tally.count();
            bin.scores.add(score);
        } else if (view.weight[i] > 0.0) {
            tally.add(view.weight[i]);
            bin.scores.add_product(view.weight[i], score);
        }
    }
    return bins;
}

Curve reliability(const Spec& spec, const PredictionView& view, std::uint32_t label)
{
    const auto n_bins = static_cast<std::size_t>(spec.integer("bins"));
    const auto bins = binned(view, label, n_bins, 0.0, 1.0);
    Curve curve;
    for (std::size_t b = 0; b < n_bins; ++b) {
        Tally all = bins[b].positives;
        all.merge(bins[b].negatives);
        const double rows = all.value();
        if (!(rows > 0.0)) continue;
        curve.cells.insert(curve.cells.end(), {bin_edge(b, n_bins), bin_edge(b + 1, n_bins), rows, bins[b].scores.value() / rows,
                                               bins[b].positives.value() / rows});
    }
    return curve;
}

Curve histogram(const Spec& spec, const PredictionView& view, std::uint32_t label)
{
    double lowest = 0.0;
    double highest = 1.0;
    if (!view.probabilities && view.size() > 0) {
        lowest = highest = view.score(0, label);
        for (std::size_t i = 1; i < view.size(); ++i) {
            lowest = std::min(lowest, view.score(i, label));
            highest = std::max(highest, view.score(i, label));
        }
    }
    const auto n_bins = highest > lowest ? static_cast<std::size_t>(spec.integer("bins")) : 1;
    const auto bins = binned(view, label, n_bins, lowest, highest);
    Curve curve;
    for (std::size_t b = 0; b < n_bins; ++b)
        curve.cells.insert(curve.cells.end(), {lowest + bin_edge(b, n_bins) * (highest - lowest),
                                               lowest + bin_edge(b + 1, n_bins) * (highest - lowest), bins[b].positives.value(),
                                               bins[b].negatives.value()});
    return curve;
}

SpecKey bins_key(const char* fallback) { return integer_key("bins", fallback, "number of bins of equal width", 1, 1e6); }

} // namespace

std::vector<CurveEntry> bin_curves()
{
    const CurveColumn lower{"lower", "lower end of the bin (excluded, except in the first bin)"};
    const CurveColumn upper{"upper", "upper end of the bin (included)"};
    return {
        {.info = {.spec = {.name = "reliability",
                           .help = "frequency of the class against its probability; bins without rows are left out",
                           .keys = {bins_key("10")}},
                  .needs_probabilities = true,
                  .columns = {lower,
                              upper,
                              {"rows", "rows in the bin, or the sum of their weights"},
                              {"mean_probability", "mean probability of the class in the bin"},
                              {"frequency", "share of the rows in the bin that are of the class"}}},
         .of_rows = reliability},
        {.info = {.spec = {.name = "histogram",
                           .help = "histograms of the scores of the class and of all other rows",
                           .keys = {bins_key("20")}},
                  .columns = {lower,
                              upper,
                              {"positives", "rows of the class in the bin, or the sum of their weights"},
                              {"negatives", "rows of other classes in the bin"}}},
         .of_rows = histogram},
    };
}

} // namespace unseen
