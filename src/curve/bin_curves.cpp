// Curves over bins of a class's scores (METHODS D.4).
#include "base/spec_keys.hpp"
#include "curve/entry.hpp"
#include "measure/bins.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>

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

    void merge(const Bin& other)
    {
        positives.merge(other.positives);
        negatives.merge(other.negatives);
    }
};

/// Rows in bins of equal width between two scores.
std::vector<Bin> binned(const PredictionView& view, std::uint32_t label, std::size_t n_bins, double lowest,
                        double highest)
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

CurveCells reliability(const Spec& spec, const PredictionView& view, std::uint32_t label)
{
    const auto n_bins = static_cast<std::size_t>(spec.integer("bins"));
    const auto bins = binned(view, label, n_bins, 0.0, 1.0);
    std::vector<Value> cells;
    for (std::size_t b = 0; b < n_bins; ++b) {
        Tally all = bins[b].positives;
        all.merge(bins[b].negatives);
        const double rows = all.value();
        if (!(rows > 0.0)) continue;
        cells.insert(cells.end(), {bin_edge(b, n_bins), bin_edge(b + 1, n_bins), rows,
                                   bins[b].scores.value() / rows, bins[b].positives.value() / rows});
    }
    return cells;
}

/// From where to where scores go: 0 to 1 for probabilities.
struct Range {
    double lowest = 0.0;
    double highest = 1.0;
};

Range range_of(const PredictionView& view, std::uint32_t label)
{
    if (view.probabilities || view.size() == 0) return {};
    Range range{view.score(0, label), view.score(0, label)};
    for (std::size_t i = 1; i < view.size(); ++i) {
        range.lowest = std::min(range.lowest, view.score(i, label));
        range.highest = std::max(range.highest, view.score(i, label));
    }
    return range;
}

CurveCells histogram(const Spec& spec, const PredictionView& view, std::uint32_t label)
{
    const auto [lowest, highest] = range_of(view, label);
    const auto n_bins = highest > lowest ? static_cast<std::size_t>(spec.integer("bins")) : 1;
    const auto bins = binned(view, label, n_bins, lowest, highest);
    std::vector<Value> cells;
    for (std::size_t b = 0; b < n_bins; ++b)
        cells.insert(cells.end(), {lowest + bin_edge(b, n_bins) * (highest - lowest),
                                   lowest + bin_edge(b + 1, n_bins) * (highest - lowest),
                                   bins[b].positives.value(), bins[b].negatives.value()});
    return cells;
}

/// The counts are exact: a row is labelled as the class if its score is at least the threshold, as
/// everywhere.
CurveCells steps(const Spec& spec, const PredictionView& view, std::uint32_t label)
{
    const auto [lowest, highest] = range_of(view, label);
    const auto n_steps = highest > lowest ? static_cast<std::size_t>(spec.integer("steps")) : 0;
    std::vector<double> thresholds{lowest};
    for (std::size_t i = 1; i <= n_steps; ++i)
        thresholds.push_back(lowest + bin_edge(i, n_steps) * (highest - lowest));
    std::vector<Bin> reached(thresholds.size() + 1); ///< rows by the number of thresholds that they reach
    for (std::size_t i = 0; i < view.size(); ++i) {
        const auto above = std::upper_bound(thresholds.begin(), thresholds.end(), view.score(i, label));
        auto& bin = reached[static_cast<std::size_t>(above - thresholds.begin())];
        auto& tally = view.true_label[i] == label ? bin.positives : bin.negatives;
        if (view.weight.empty())
            tally.count();
        else
            tally.add(view.weight[i]);
    }
    std::vector<std::array<double, 2>> labelled(thresholds.size()); ///< tp and fp at each threshold
    Bin above;
    for (std::size_t t = thresholds.size(); t-- > 0;) {
        above.merge(reached[t + 1]);
        labelled[t] = {above.positives.value(), above.negatives.value()};
    }
    std::vector<Value> cells;
    Bin below;
    for (std::size_t t = 0; t < thresholds.size(); ++t) {
        below.merge(reached[t]);
        const auto [tp, fp] = labelled[t];
        cells.insert(cells.end(), {thresholds[t], tp, below.positives.value(), fp, below.negatives.value()});
    }
    return cells;
}

SpecKey bins_key(const char* fallback)
{
    return integer_key("bins", fallback, "number of bins of equal width", 1, 1e6);
}

} // namespace

std::vector<CurveEntry> bin_curves()
{
    const CurveColumn lower{"lower", "lower end of the bin (excluded, except in the first bin)"};
    const CurveColumn upper{"upper", "upper end of the bin (included)"};
    return {
        {.info =
             {.spec = {.name = "reliability",
                       .help =
                           "frequency of the class against its probability; bins without rows are left out",
                       .keys = {bins_key("10")}},
              .needs_probabilities = true,
              .columns = {lower,
                          upper,
                          {"rows", "rows in the bin, or the sum of their weights"},
                          {"mean_probability", "mean probability of the class in the bin"},
                          {"frequency", "share of the rows in the bin that are of the class"}},
              .in_reports = InReports::of_all_models},
         .of_rows = reliability},
        {.info = {.spec = {.name = "histogram",
                           .help = "histograms of the scores of the class and of all other rows",
                           .keys = {bins_key("20")}},
                  .columns = {lower,
                              upper,
                              {"positives", "rows of the class in the bin, or the sum of their weights"},
                              {"negatives", "rows of other classes in the bin"}}},
         .of_rows = histogram},
        {.info = {.spec = {.name = "steps",
                           .help =
                               "confusion matrices at thresholds in equal steps over the range of the scores",
                           .keys = {integer_key("steps", "200", "number of steps", 1, 1e6)}},
                  .columns = {{"threshold", "rows with at least this score are labelled as the class"},
                              {"tp", "rows of the class that are labelled so, or the sum of their weights"},
                              {"fn", "rows of the class that are not"},
                              {"fp", "other rows that are labelled so"},
                              {"tn", "other rows that are not"}}},
         .of_rows = steps},
    };
}

} // namespace unseen
