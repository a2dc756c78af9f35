// Measures of predicted labels (METHODS D.1).
#include "measure/class_weights.hpp"
#include "measure/entry.hpp"

namespace unseen {

namespace {

/// sum_c p_c (1 - q_c), where p and q are the class shares of truth and prediction: the error rate if both
/// were paired at random.
double chance_error(const PredictionView& view)
{
    const auto truth = class_shares(view, view.true_label);
    const auto predicted = class_shares(view, view.label);
    double agreement = 0.0;
    for (std::size_t c = 0; c < truth.size(); ++c) agreement += truth[c] * predicted[c];
    return 1.0 - agreement;
}

Measure share_of_rows(const Spec& spec, Direction direction)
{
    const double when_right = direction == Direction::higher_is_better ? 1.0 : 0.0;
    return {.spec = spec,
            .direction = direction,
            .highest = 1.0,
            .needs_labels = true,
            .kind = RowMean{.values =
                                [when_right](const PredictionView& view, std::span<double> values) {
                                    const double of[2] = {
                                        1.0 - when_right,
                                        when_right}; // a look-up, because a branch could not be predicted
                                    for (std::size_t i = 0; i < values.size(); ++i)
                                        values[i] =
                                            of[static_cast<std::size_t>(view.label[i] == view.true_label[i])];
                                },
                            .loss = RowMean::Loss::of_labels,
                            .proportion = true,
                            .no_information =
                                [when_right](const PredictionView& view) {
                                    const double error = chance_error(view);
                                    return when_right == 1.0 ? 1.0 - error : error;
                                }}};
}

} // namespace

std::vector<MeasureEntry> label_measures()
{
    return {
        {.info = {.name = "error_rate",
                  .help = "share of rows whose label is wrong",
                  .aliases = {"zero_one_loss", "hamming_loss"}},
         .make = [](const Spec& spec) { return share_of_rows(spec, Direction::lower_is_better); }},
        {.info = {.name = "accuracy",
                  .help = "share of rows whose label is right",
                  .aliases = {"accuracy_score", "acc"}},
         .make = [](const Spec& spec) { return share_of_rows(spec, Direction::higher_is_better); },
         .main = true},
    };
}

} // namespace unseen
