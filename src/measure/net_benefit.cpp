// The net benefit of acting on the positive class from a probability on (Vickers & Elkin 2006, Med. Decis.
// Making 26:565; METHODS F.6), and its share of what perfect foresight gains.
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <limits>

namespace unseen {

namespace {

/// 1 for a true positive, -odds for a false one, and 0 for other rows.
auto benefits_at(double threshold)
{
    return [threshold, odds = threshold / (1.0 - threshold)](const PredictionView& view,
                                                             std::span<double> of_rows) {
        for (std::size_t i = 0; i < view.size(); ++i) {
            const bool acted = view.score(i, view.positive) >= threshold;
            of_rows[i] = !acted ? 0.0 : view.true_label[i] == view.positive ? 1.0 : -odds;
        }
    };
}

Measure at_threshold(const Spec& spec, double lowest, decltype(Measure::kind) kind)
{
    return {.spec = spec,
            .class_count = ClassCount::two,
            .direction = Direction::higher_is_better,
            .lowest = lowest,
            .highest = 1.0,
            .needs_scores = true,
            .needs_probabilities = true,
            .by_name_only = true,
            .kind = std::move(kind)};
}

/// The mean of the benefits of all rows.
Measure net_benefit(const Spec& spec)
{
    const double threshold = spec.real("threshold");
    const double odds = threshold / (1.0 - threshold);
    return at_threshold(spec, -odds, RowMean{.values = benefits_at(threshold), .benefit_odds = odds});
}

/// The sum of the benefits over the weight of the positive rows.
Measure standardised_net_benefit(const Spec& spec)
{
    const double threshold = spec.real("threshold");
    const auto values = benefits_at(threshold);
    const auto value = [values](const PredictionView& view) {
        std::vector<double> of_rows(view.size());
        values(view, of_rows);
        ExactSum benefit, positives;
        for (std::size_t i = 0; i < view.size(); ++i) {
            benefit.add_product(view.weight_of(i), of_rows[i]);
            if (view.true_label[i] == view.positive) positives.add(view.weight_of(i));
        }
        return positives.value() > 0.0 ? Value(benefit.value() / positives.value())
                                       : Value::none(reasons::one_class);
    };
    auto measure = at_threshold(
        spec, -std::numeric_limits<double>::infinity(),
        OfRows{.value = value,
               .more = StandardisedBenefit{.values = values, .odds = threshold / (1.0 - threshold)}});
    measure.of_whole_repeats = true;
    return measure;
}

SpecKey threshold_key(std::string help)
{
    return open_real_key("threshold", "0.5", std::move(help), 0.0, 1.0);
}

} // namespace

std::vector<MeasureEntry> net_benefit_measures()
{
    return {
        {.info = {.name = "net_benefit",
                  .help = "true positives less false ones at the odds of the threshold, by all rows: what "
                          "acting on the positive class from this probability on gains",
                  .keys = {threshold_key("the probability from which on one acts: at 0.1 a true positive is "
                                         "worth nine false ones")}},
         .make = net_benefit},
        {.info = {.name = "standardised_net_benefit",
                  .help = "the net benefit by the share of positive rows: the part of the gain of knowing "
                          "every class, 1, that acting from this probability on reaches",
                  .keys = {threshold_key("the probability from which on one acts")},
                  .aliases = {"relative_utility", "standardized_net_benefit"}},
         .make = standardised_net_benefit}};
}

} // namespace unseen
