// Private: intervals of the average precision (METHODS I.2).
#pragma once

#include "estimate/limits.hpp"
#include "measure/rank_influences.hpp"
#include "measure/roc.hpp"

#include <vector>

namespace unseen {

/// The derivative of the average precision in the weight of a row, by tie block, of a ranking of rows that count alike. O(blocks).
std::vector<BlockInfluence> precision_influences(const Ranking& ranking);

/// n/(n-1) times the sum over rows of the squared influences; `value` is the average precision.
double precision_variance(const Ranking& ranking, double value);

/// expit(logit AP -+ z sqrt(variance) / (AP (1 - AP))), 0 < AP < 1.
Limits precision_influence(double value, double variance, double outside);

/// expit(logit AP -+ z / sqrt(P AP (1 - AP))) (Boyd, Eng & Page 2013); [(outside/2)^(1/P), 1] for AP = 1.
Limits precision_boyd(double value, double positives, double outside);

} // namespace unseen
