#include "measure/row_influences.hpp"

#include "measure/whole_repeats.hpp"
#include "rank/sorted_rows.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <optional>

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

/// The derivative of the measure in the cell of each row, times the row's weight.
std::vector<double> influences_on_cells(const OfConfusion& of, const PredictionView& view)
{
    constexpr double step = 1e-5; // of the cell: errors of h^2 and of rounding / h are about 1e-10
    Confusion confusion = confusion_of(view);
    std::vector<std::optional<double>> derivative(confusion.cells.size());
    std::vector<double> influences(view.size());
    for (std::size_t i = 0; i < view.size(); ++i) {
        const auto cell = view.true_label[i] * confusion.classes + view.label[i];
        if (!derivative[cell]) {
            const double rows = confusion.cells[cell];
            const auto at = [&](double x) {
                confusion.cells[cell] = x;
                const auto value = of.value(confusion);
                return value ? value.number() : 0.0;
            };
            derivative[cell] =
                rows > 0.0 ? (at(rows * (1.0 + step)) - at(rows * (1.0 - step))) / (2.0 * step * rows) : 0.0;
            confusion.cells[cell] = rows;
        }
        influences[i] = *derivative[cell] * view.weight_of(i);
    }
    return influences;
}

/// For 1 - L / C, where L and C are weighted means of losses, w (l / L - c / C) (L / C) / W with its sign
/// turned. How the constant depends on a row has no part in it, because the constant is the best.
std::vector<double> influences_on_share(const ExplainedShare& share, const PredictionView& view)
{
    std::vector<double> losses(view.size());
    std::vector<double> of_constant(view.size());
    share.losses(view, losses);
    share.of_constant(view, of_constant);
    ExactSum loss, constant;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        loss.add_product(view.weight_of(i), losses[i]);
        constant.add_product(view.weight_of(i), of_constant[i]);
    }
    const double ratio = loss.value() / constant.value();
    for (std::size_t i = 0; i < losses.size(); ++i)
        losses[i] = view.weight_of(i) * (ratio * of_constant[i] - losses[i]) / constant.value();
    return losses;
}

} // namespace

bool has_row_influences(const Measure& measure)
{
    return measure.row_mean() || measure.of_confusion() || measure.class_ranks() ||
           measure.calibration_line() || measure.explained_share() || measure.rank_figure();
}

double mean_of_row_values(const RowMean& mean_of, const PredictionView& view)
{
    return WeightedValues(mean_of, view).mean();
}

Value evaluate_repeat(const Measure& measure, const PredictionView& rows)
{
    Value value = evaluate(measure, rows);
    if (!value || measure.explained_share() == nullptr) return value;
    const auto n = static_cast<double>(
        rows.weight.empty() ? rows.size()
                            : std::ranges::count_if(rows.weight, [](double w) { return w > 0.0; }));
    return n < 2.0 ? Value::none(reasons::one_row) : Value(1.0 - (1.0 - value.number()) * (n - 1.0) / n);
}

std::vector<double> row_influences(const Measure& measure, const PredictionView& view)
{
    if (const auto* mean = measure.row_mean()) return influences_on_mean(*mean, view);
    if (const auto* cells = measure.of_confusion()) return influences_on_cells(*cells, view);
    if (const auto* ranks = measure.class_ranks()) return ranks->influences(view);
    if (const auto* rows = measure.calibration_line()) return rows->influences(view);
    if (const auto* share = measure.explained_share()) return influences_on_share(*share, view);
    std::vector<double> influences(view.size(), 0.0);
    SortedRows(view, view.positive).add_influences(*measure.rank_figure(), view.weight, influences);
    if (measure.direction == Direction::lower_is_better) // the measure is 1 minus the figure
        for (auto& influence : influences) influence = -influence;
    return influences;
}

} // namespace unseen
