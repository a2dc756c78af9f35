#include "measure/row_influences.hpp"

#include "rank/sorted_rows.hpp"

#include "unseen/stats/exact_sum.hpp"

namespace unseen {

namespace {

std::vector<double> influences_on_mean(const RowMean& mean_of, const PredictionView& view)
{
    std::vector<double> values(view.size());
    mean_of.values(view, values);
    ExactSum sum;
    ExactSum weights;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum.add_product(view.weight_of(i), values[i]);
        weights.add(view.weight_of(i));
    }
    const double mean = sum.value() / weights.value();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = view.weight_of(i) * (values[i] - mean) / weights.value();
    return values;
}

} // namespace

bool has_influences(const Measure& measure) { return measure.row_mean() || measure.rank_figure() || measure.class_ranks(); }

std::vector<double> row_influences(const Measure& measure, const PredictionView& view)
{
    if (const auto* mean = measure.row_mean()) return influences_on_mean(*mean, view);
    if (const auto* ranks = measure.class_ranks()) return ranks->influences(view);
    std::vector<double> influences(view.size(), 0.0);
    SortedRows(view, view.positive).add_influences(*measure.rank_figure(), view.weight, influences);
    if (measure.direction == Direction::lower_is_better) // what is left to 1
        for (auto& influence : influences) influence = -influence;
    return influences;
}

} // namespace unseen
