// The ratio of observed and expected events (METHODS I.35 a).
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"

namespace unseen {

namespace {

/// sum w y / sum w p.
Value observed_over_expected(const PredictionView& view)
{
    ExactSum observed, expected;
    for (std::size_t i = 0; i < view.size(); ++i) {
        expected.add_product(view.weight_of(i), view.score(i, view.positive));
        if (view.true_label[i] == view.positive) observed.add(view.weight_of(i));
    }
    if (!(expected.value() > 0.0)) return Value::none(reasons::nothing_predicted);
    return Value(observed.value() / expected.value());
}

} // namespace

std::vector<MeasureEntry> event_ratio_measures()
{
    return {
        {.info = {.name = "oe_ratio",
                  .help =
                      "observed over expected events: the positive rows, by the sum of their probabilities; "
                      "above 1 probabilities are too small",
                  .aliases = {"observed_expected_ratio", "o_e"}},
         .make =
             [](const Spec& spec) {
                 return Measure{.spec = spec,
                                .class_count = ClassCount::two,
                                .direction = Direction::higher_is_better,
                                .best = 1.0,
                                .needs_scores = true,
                                .needs_probabilities = true,
                                .of_whole_repeats = true,
                                .kind = OfRows{.value = observed_over_expected, .more = EventRatio{}}};
             }},
    };
}

} // namespace unseen
