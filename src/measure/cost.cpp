// Losses of a row that depend on its true and its predicted class alone (METHODS D.5, I.12, I.18).
#include "measure/cost_matrix.hpp"
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// sum_cd p_c q_d loss(c, d), p and q the shares of the true and the predicted classes.
double loss_over_pairs(const PredictionView& view, std::span<const double> loss)
{
    const auto n_classes = view.classes->size();
    std::vector<double> truth(n_classes, 0.0);
    std::vector<double> predicted(n_classes, 0.0);
    for (std::size_t i = 0; i < view.size(); ++i) {
        truth[view.true_label[i]] += 1.0;
        predicted[view.label[i]] += 1.0;
    }
    ExactSum sum;
    for (std::size_t c = 0; c < n_classes; ++c)
        for (std::size_t d = 0; d < n_classes; ++d) sum.add_product(truth[c] * predicted[d], loss[c * n_classes + d]);
    const auto n = static_cast<double>(view.size());
    return sum.value() / n / n;
}

/// The mean loss; `losses_of` gives those of the classes, row-major by truth and prediction.
template <class LossesOf>
Measure mean_class_loss(const Spec& spec, LossesOf losses_of)
{
    return {
        .spec = spec,
        .needs_labels = true,
        .row_values =
            [losses_of](const PredictionView& view, std::span<double> values) {
                const auto loss = losses_of(*view.classes);
                const auto n_classes = view.classes->size();
                for (std::size_t i = 0; i < values.size(); ++i) values[i] = loss[view.true_label[i] * n_classes + view.label[i]];
            },
        .no_information = [losses_of](const PredictionView& view) { return loss_over_pairs(view, losses_of(*view.classes)); }};
}

Measure cost(const Spec& spec)
{
    const auto matrix = spec.empty("matrix") ? CostMatrix() : CostMatrix::read(spec.text("matrix"));
    auto measure = mean_class_loss(spec, [matrix](const Labels& classes) { return matrix.costs_of(classes); });
    measure.lowest = matrix.lowest();
    measure.highest = matrix.highest();
    measure.by_name_only = true;
    return measure;
}

/// |c - d|, the classes counted in their order.
std::vector<double> steps_between(const Labels& classes)
{
    const auto n = classes.size();
    std::vector<double> steps(n * n);
    for (std::size_t t = 0; t < n; ++t)
        for (std::size_t p = 0; p < n; ++p) steps[t * n + p] = static_cast<double>(std::max(t, p) - std::min(t, p));
    return steps;
}

Measure ordinal_mae(const Spec& spec)
{
    auto measure = mean_class_loss(spec, steps_between);
    measure.needs_order = true;
    return measure;
}

} // namespace

std::vector<MeasureEntry> cost_measures()
{
    return {
        {.info = {.name = "cost",
                  .help = "mean cost of the predictions; without a matrix every wrong one costs 1",
                  .keys = {{.name = "matrix",
                            .fallback = "",
                            .help = "CSV file: a line of predicted labels, then for each true label a line of its costs"}}},
         .make = cost},
        {.info = {.name = "ordinal_mae",
                  .help = "mean number of classes between truth and prediction, the classes being in order"},
         .make = ordinal_mae},
    };
}

} // namespace unseen
