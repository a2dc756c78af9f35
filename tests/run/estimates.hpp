// Estimates of one learner, its specs as text.
#pragma once

#include "unseen/learn/learner.hpp"
#include "unseen/run/estimate.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen::test {

inline EstimateReport estimates(const Dataset& data, const char* learner,
                                const std::vector<std::string>& estimators,
                                const std::vector<std::string>& measures = {}, EstimateOptions options = {})
{
    const auto made = make_learner(Spec::parse(learner), data.response_type());
    const Learner* pointer = made.get();
    for (const auto& text : estimators) options.estimators.push_back(Spec::parse(text));
    for (const auto& text : measures) options.measures.push_back(Spec::parse(text));
    return estimate(data, std::span(&pointer, 1), options);
}

} // namespace unseen::test
