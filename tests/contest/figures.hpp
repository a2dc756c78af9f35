// Estimates by the figures of their splits, for tests of comparisons.
#pragma once

#include "unseen/estimate/estimate.hpp"

#include <string>
#include <vector>

namespace unseen {

/// An estimate of a learner on splits with these figures.
inline Estimate figures(const std::string& learner, std::vector<double> values,
                        const std::string& measure = "error_rate")
{
    Estimate e;
    e.asked.learner = e.asked.learner_name = learner;
    e.asked.estimator = e.asked.estimator_name = "cv";
    e.asked.measure = measure;
    double sum = 0.0;
    for (const double v : values) {
        e.spread.per_split.emplace_back(v);
        sum += v;
    }
    e.value = sum / static_cast<double>(values.size());
    e.pairing.test_train_ratio = 1.0 / 3;
    return e;
}

} // namespace unseen
