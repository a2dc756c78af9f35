// Private: from log densities to the scores of classes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace unseen {

/// Turns log scores into scores that sum to 1; returns the class with the largest. A row so far off that no
/// class has a finite log score is judged by `log_priors`.
inline std::uint32_t normalise(std::span<double> scores, std::span<const double> log_priors)
{
    double best = *std::max_element(scores.begin(), scores.end());
    const bool no_number = std::any_of(scores.begin(), scores.end(), [](double s) { return std::isnan(s); });
    if (no_number || !std::isfinite(best)) {
        std::copy(log_priors.begin(), log_priors.end(), scores.begin());
        best = *std::max_element(scores.begin(), scores.end());
    }
    double sum = 0.0;
    for (double& s : scores) {
        s = std::exp(s - best);
        sum += s;
    }
    for (double& s : scores) s /= sum;
    return static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

} // namespace unseen
