// The net benefit of acting on the positive class from a probability on (Vickers & Elkin 2006, Med. Decis.
// Making 26:565; METHODS F.6), and its share of what perfect foresight gains.
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"

#include "unseen/base/interval.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace unseen {

namespace {

/// What a spec asks for: the benefit of the rows that are acted on, or, over acting on all, of the others.
class Benefits {
public:
    explicit Benefits(const Spec& spec)
        : threshold_(spec.real("threshold")),
          over_all_(spec.text("over") == "all")
    {
    }

    BenefitWeights weights() const
    {
        const double odds = threshold_ / (1.0 - threshold_);
        return over_all_ ? BenefitWeights{-1.0, odds} : BenefitWeights{1.0, -odds};
    }
    void operator()(const PredictionView& view, std::span<double> of_rows) const
    {
        const auto [positive, negative] = weights();
        for (std::size_t i = 0; i < view.size(); ++i) {
            const bool acted = view.score(i, view.positive) >= threshold_;
            of_rows[i] = acted == over_all_ ? 0.0 : view.true_label[i] == view.positive ? positive : negative;
        }
    }

private:
    double threshold_;
    bool over_all_;
};

Measure at_threshold(const Spec& spec, Limits range, decltype(Measure::kind) kind)
{
    return {.spec = spec,
            .class_count = ClassCount::two,
            .direction = Direction::higher_is_better,
            .lowest = range.lower,
            .highest = range.upper,
            .needs_scores = true,
            .needs_probabilities = true,
            .by_name_only = true,
            .kind = std::move(kind)};
}

/// The mean of the benefits of all rows.
Measure net_benefit(const Spec& spec)
{
    const Benefits benefits(spec);
    const auto weights = benefits.weights();
    const auto [lowest, highest] = std::minmax(weights.positive, weights.negative);
    return at_threshold(spec, {lowest, highest}, RowMean{.values = benefits, .benefit = weights});
}

/// The sum of the benefits over the weight of the positive rows.
Measure standardised_net_benefit(const Spec& spec)
{
    const Benefits benefits(spec);
    const auto value = [benefits](const PredictionView& view) {
        std::vector<double> of_rows(view.size());
        benefits(view, of_rows);
        ExactSum benefit, positives;
        for (std::size_t i = 0; i < view.size(); ++i) {
            benefit.add_product(view.weight_of(i), of_rows[i]);
            if (view.true_label[i] == view.positive) positives.add(view.weight_of(i));
        }
        return positives.value() > 0.0 ? Value(benefit.value() / positives.value())
                                       : Value::none(reasons::one_class);
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto weights = benefits.weights();
    auto measure = at_threshold(
        spec, weights.positive > 0.0 ? Limits{-infinity, 1.0} : Limits{-1.0, infinity},
        OfRows{.value = value, .more = StandardisedBenefit{.values = benefits, .weights = weights}});
    measure.of_whole_repeats = true;
    return measure;
}

std::vector<SpecKey> benefit_keys(std::string help)
{
    return {open_real_key("threshold", "0.5", std::move(help), 0.0, 1.0),
            choice_key("over", "none", "what the benefit is over: that of acting on none, or on all rows",
                       {"none", "all"})};
}

} // namespace

std::vector<MeasureEntry> net_benefit_measures()
{
    return {
        {.info = {.name = "net_benefit",
                  .help = "true positives less false ones at the odds of the threshold, by all rows: what "
                          "acting on the positive class from this probability on gains",
                  .keys = benefit_keys("the probability from which on one acts: at 0.1 a true positive is "
                                       "worth nine false ones")},
         .make = net_benefit},
        {.info = {.name = "standardised_net_benefit",
                  .help = "the net benefit by the share of positive rows: the part of the gain of knowing "
                          "every class, 1, that acting from this probability on reaches",
                  .keys = benefit_keys("the probability from which on one acts"),
                  .aliases = {"relative_utility", "standardized_net_benefit"}},
         .make = standardised_net_benefit}};
}

} // namespace unseen
