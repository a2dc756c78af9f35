#include "unseen/contest/importance.hpp"

#include "contest/compared_data.hpp"

#include "unseen/base/level.hpp"
#include "unseen/compare/verdict.hpp"
#include "unseen/contest/compared_learners.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// "The learner is better as it is" than with permuted features, at this level; without a state if no test
/// compares the two.
Relation compared_with(const Estimate& own, const Estimate& permuted, ResponseType response, bool lower,
                       Level level, std::vector<Warning>& warnings)
{
    Relation relation;
    const std::vector<Estimate> both = {own, permuted};
    const auto compared = compare_estimates("", response, both, {.level = level});
    if (compared.empty() || compared.front().answer.comparisons.empty()) {
        relation.interval = relation.p_value.reason();
        return relation;
    }
    const auto& answer = compared.front().answer;
    relation = compare::verdict_of(answer).relations.front();
    if (relation.a != own.asked.learner_name) relation = turned(std::move(relation));
    const auto state = relation.state;
    if (lower) relation = turned(std::move(relation)); // the difference is above 0 where permuted is worse
    relation.state = state == VerdictState::refuted ? VerdictState::not_shown : state;
    if (!relation.p_value) relation.test.clear();
    // In simulations it holds for the model of all rows (docs/VALIDITY.md).
    if (relation.interval) relation.interval->estimand = Estimand::model;
    warnings = compare::primary(answer).warnings;
    std::erase_if(warnings,
                  [](const Warning& w) { return w.is(warnings::zero_variance); }); // it is the reason
    return relation;
}

} // namespace

std::vector<FeatureImportance> importances_of(ResponseType response, std::span<const Estimate> estimates,
                                              const std::vector<std::string>& features, Level level)
{
    const auto& own = estimates.front();
    const bool lower = measure_of(own.asked.measure, response).direction == Direction::lower_is_better;
    const auto count = static_cast<double>(features.size());
    std::vector<FeatureImportance> all;
    for (std::size_t i = 0; i < features.size(); ++i) {
        const auto& permuted = estimates[i + 1];
        FeatureImportance one{.name = features[i], .permuted = permuted.value, .value = permuted.value};
        // Fits of other splits would be compared.
        if (permuted.cost.failures != own.cost.failures) one.value = Value::none(reasons::failed_fits);
        if (!own.value) one.value = own.value;
        if (one.value) {
            one.relation = compared_with(own, permuted, response, lower,
                                         level_of_each(level, features.size()), one.warnings);
            one.value = lower ? permuted.value.number() - own.value.number()
                              : own.value.number() - permuted.value.number();
            if (own.cost.failures > 0 && !one.relation.interval) one.relation.interval = reasons::failed_fits;
        }
        auto& relation = one.relation;
        relation.a = one.name;
        relation.b.clear();
        relation.difference = one.value;
        relation.level = level;
        relation.adjusted = features.size() > 1;
        if (relation.p_value) relation.p_value = std::min(1.0, count * relation.p_value.number());
        all.push_back(std::move(one));
    }
    return all;
}

} // namespace unseen
