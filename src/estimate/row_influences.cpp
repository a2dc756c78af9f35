#include "estimate/row_influences.hpp"

#include "unseen/stats/exact_sum.hpp"

namespace unseen {

namespace {

double weight_of(const PredictionView& view, std::size_t i) { return view.weight.empty() ? 1.0 : view.weight[i]; }

std::vector<double> of_mean(const Measure& measure, const PredictionView& view)
{
    std::vector<double> values(view.size());
    measure.row_values(view, values);
    ExactSum sum;
    ExactSum weights;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum.add_product(weight_of(view, i), values[i]);
        weights.add(weight_of(view, i));
    }
    const double mean = sum.value() / weights.value();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = weight_of(view, i) * (values[i] - mean) / weights.value();
    return values;
}

} // namespace

std::vector<double> row_influences(const Measure& measure, const PredictionView& view)
{
    return measure.row_values ? of_mean(measure, view) : measure.influences(view);
}

} // namespace unseen
