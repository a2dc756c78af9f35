// The net benefit of acting on the positive class from a probability on (Vickers & Elkin 2006, Med. Decis.
// Making 26:565; METHODS F.6).
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"

namespace unseen {

namespace {

/// The mean of 1 for a true positive, -o for a false one and 0 for other rows, o the odds of the threshold.
Measure net_benefit(const Spec& spec)
{
    const double threshold = spec.real("threshold");
    const double odds = threshold / (1.0 - threshold);
    const auto values = [threshold, odds](const PredictionView& view, std::span<double> of_rows) {
        for (std::size_t i = 0; i < view.size(); ++i) {
            const bool acted = view.score(i, view.positive) >= threshold;
            of_rows[i] = !acted ? 0.0 : view.true_label[i] == view.positive ? 1.0 : -odds;
        }
    };
    return {.spec = spec,
            .class_count = ClassCount::two,
            .direction = Direction::higher_is_better,
            .lowest = -odds,
            .highest = 1.0,
            .needs_scores = true,
            .needs_probabilities = true,
            .by_name_only = true,
            .kind = RowMean{.values = values, .benefit_odds = odds}};
}

} // namespace

std::vector<MeasureEntry> net_benefit_measures()
{
    return {
        {.info = {.name = "net_benefit",
                  .help = "true positives less false ones at the odds of the threshold, by all rows: what "
                          "acting on the positive class from this probability on gains",
                  .keys = {open_real_key("threshold", "0.5",
                                         "the probability from which on one acts: at 0.1 a true positive is "
                                         "worth nine false ones",
                                         0.0, 1.0)}},
         .make = net_benefit}};
}

} // namespace unseen
