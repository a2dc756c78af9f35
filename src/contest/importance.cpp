#include "unseen/contest/importance.hpp"

#include "contest/compared_data.hpp"

#include "unseen/compare/verdict.hpp"
#include "unseen/contest/compared_learners.hpp"

#include <algorithm>

namespace unseen {

Importances importances_of(ResponseType response, std::span<const Estimate> estimates,
                           const std::vector<std::string>& features, Level level)
{
    const auto& own = estimates.front();
    const auto measure = measure_of(own.asked.measure, response);
    Importances all;
    std::vector<Relation> tested;
    const auto pairs =
        compare_estimates("", response, estimates, {.control = own.asked.learner_name, .level = level});
    if (!pairs.empty()) {
        tested = compare::verdict_of(pairs.front().answer).relations;
        all.warnings = pairs.front().answer.warnings;
    }
    const bool lower = measure.direction == Direction::lower_is_better;
    for (std::size_t i = 0; i < features.size(); ++i) {
        const auto& permuted = estimates[i + 1];
        FeatureImportance one{.name = features[i], .permuted = permuted.value, .value = permuted.value};
        const auto found = std::ranges::find(tested, permuted.asked.learner_name, &Relation::b);
        if (found != tested.end()) {
            // "The learner is better as it is", with the difference of its figure and the other one.
            one.relation = lower ? turned(*found) : *found;
            one.relation.state =
                found->state == VerdictState::refuted ? VerdictState::not_shown : found->state;
            // In simulations it holds for the model of all rows (docs/VALIDITY.md).
            if (one.relation.interval) one.relation.interval->estimand = Estimand::model;
            for (const auto& test : pairs.front().answer.comparisons)
                if (test.b == found->b && test.test == found->test) one.warnings = test.warnings;
        } else {
            one.relation.interval = one.relation.p_value.reason();
        }
        one.relation.a = features[i];
        one.relation.b.clear();
        if (!own.value)
            one.value = own.value;
        else if (permuted.value)
            one.value = lower ? permuted.value.number() - own.value.number()
                              : own.value.number() - permuted.value.number();
        if (one.relation.difference) one.value = one.relation.difference;
        one.relation.difference = one.value;
        all.features.push_back(std::move(one));
    }
    return all;
}

} // namespace unseen
