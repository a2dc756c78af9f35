#include "measure/row_influences.hpp"

#include "rank/sorted_rows.hpp"

#include "unseen/stats/exact_sum.hpp"

namespace unseen {

namespace {

/// Row values, and the parts of their weighted mean.
struct WeightedValues {
    WeightedValues(const RowMean& mean_of, const PredictionView& view) : values(view.size())
    {
        mean_of.values(view, values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            sum.add_product(view.weight_of(i), values[i]);
            weights.add(view.weight_of(i));
        }
    }
    double mean() const { return sum.value() / weights.value(); }

    std::vector<double> values;
    ExactSum sum;
    ExactSum weights;
};

std::vector<double> influences_on_mean(const RowMean& mean_of, const PredictionView& view)
{
    WeightedValues of(mean_of, view);
    const double mean = of.mean();
    const double weights = of.weights.value();
    for (std::size_t i = 0; i < view.size(); ++i)
        of.values[i] = view.weight_of(i) * (of.values[i] - mean) / weights;
    return std::move(of.values);
}

} // namespace

double mean_of_row_values(const RowMean& mean_of, const PredictionView& view)
{
    return WeightedValues(mean_of, view).mean();
}

std::vector<double> row_influences(const Measure& measure, const PredictionView& view)
{
    if (const auto* mean = measure.row_mean()) return influences_on_mean(*mean, view);
    if (const auto* ranks = measure.class_ranks()) return ranks->influences(view);
    if (const auto* rows = measure.influences()) return rows->influences(view);
    std::vector<double> influences(view.size(), 0.0);
    SortedRows(view, view.positive).add_influences(*measure.rank_figure(), view.weight, influences);
    if (measure.direction == Direction::lower_is_better) // the measure is 1 minus the figure
        for (auto& influence : influences) influence = -influence;
    return influences;
}

} // namespace unseen
