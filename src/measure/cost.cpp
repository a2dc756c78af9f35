// Losses that depend only on the true and the predicted class of a row (METHODS D.5, I.12, I.18).
#include "measure/class_weights.hpp"
#include "measure/cost_matrix.hpp"
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

namespace {

/// sum_cd p_c q_d loss(c, d), where p and q are the shares of the true and the predicted classes.
template <class Loss>
double loss_over_pairs(const PredictionView& view, const Loss& loss)
{
    const auto truth = class_weights(view, view.true_label);
    const auto predicted = class_weights(view, view.label);
    ExactSum sum;
    for (std::size_t c = 0; c < truth.size(); ++c)
        for (std::size_t d = 0; d < truth.size(); ++d) sum.add_product(truth[c] * predicted[d], loss(c, d));
    const auto all = std::accumulate(truth.begin(), truth.end(), 0.0);
    return sum.value() / all / all;
}

/// The mean loss. `loss_of` makes the loss for given classes, as a function of true and predicted class.
template <class LossOf>
Measure mean_class_loss(const Spec& spec, LossOf loss_of)
{
    return {.spec = spec,
            .needs_labels = true,
            .kind = RowMean{.values =
                                [loss_of](const PredictionView& view, std::span<double> values) {
                                    const auto loss = loss_of(*view.classes);
                                    for (std::size_t i = 0; i < values.size(); ++i)
                                        values[i] = loss(view.true_label[i], view.label[i]);
                                },
                            .loss = RowMean::Loss::of_labels,
                            .no_information =
                                [loss_of](const PredictionView& view) {
                                    return loss_over_pairs(view, loss_of(*view.classes));
                                }}};
}

Measure cost(const Spec& spec)
{
    const auto matrix = spec.empty("matrix") ? CostMatrix() : CostMatrix::read(spec.text("matrix"));
    auto measure = mean_class_loss(spec, [matrix](const Labels& classes) {
        return [costs = matrix.costs_of(classes), n = classes.size()](std::size_t t, std::size_t p) {
            return costs[t * n + p];
        };
    });
    measure.lowest = matrix.lowest();
    measure.highest = matrix.highest();
    measure.by_name_only = true;
    return measure;
}

/// |c - d| by the positions of the classes in their order.
double steps_between(std::size_t c, std::size_t d)
{
    return static_cast<double>(std::max(c, d) - std::min(c, d));
}

Measure ordinal_mae(const Spec& spec)
{
    auto measure = mean_class_loss(spec, [](const Labels&) { return steps_between; });
    measure.needs_order = true;
    return measure;
}

} // namespace

std::vector<MeasureEntry> cost_measures()
{
    return {
        {.info =
             {.name = "cost",
              .help = "mean cost of the predictions; without a matrix every wrong prediction costs 1",
              .keys =
                  {{.name = "matrix",
                    .fallback = "",
                    .help =
                        "CSV file: a line of predicted labels, then a line of costs for each true label"}}},
         .make = cost},
        {.info = {.name = "ordinal_mae",
                  .help = "mean number of steps between true and predicted class, for ordered classes"},
         .make = ordinal_mae,
         .main = true},
    };
}

} // namespace unseen
