// Private: intervals of the average precision (METHODS I.2).
#pragma once

#include "interval/limits.hpp"

namespace unseen {

/// expit(logit AP -+ z sqrt(variance) / (AP (1 - AP))), 0 < AP < 1.
Limits precision_influence(double value, double variance, double outside);

/// expit(logit AP -+ z / sqrt(P AP (1 - AP))) (Boyd, Eng & Page 2013); [(outside/2)^(1/P), 1] for AP = 1.
Limits precision_boyd(double value, double positives, double outside);

} // namespace unseen
