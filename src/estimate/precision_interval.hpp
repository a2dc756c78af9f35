// Private: intervals of the average precision (METHODS I.2).
#pragma once

#include "estimate/limits.hpp"
#include "measure/roc.hpp"

#include <vector>

namespace unseen {

/// The derivative of the average precision in the weight of a row, by tie block: of its positive and of its negative rows.
struct Influence {
    double positive = 0.0;
    double negative = 0.0;
};

/// With T_b, F_b the positives and negatives down to block b and a_b the positives in it: positive in b (T_b/(T_b+F_b) - AP)/P + (1/P)
/// sum_{c>=b} a_c F_c/(T_c+F_c)^2; negative in b -(1/P) sum_{c>=b} a_c T_c/(T_c+F_c)^2. Their sum over rows is 0. O(blocks).
std::vector<Influence> precision_influences(const Ranking& ranking);

/// n/(n-1) times the sum over rows of the squared influences; `value` is the average precision.
double precision_variance(const Ranking& ranking, double value);

/// expit(logit AP -+ z sqrt(variance) / (AP (1 - AP))), 0 < AP < 1.
Limits precision_influence(double value, double variance, double outside);

/// expit(logit AP -+ z / sqrt(P AP (1 - AP))) (Boyd, Eng & Page 2013); [(outside/2)^(1/P), 1] for AP = 1.
Limits precision_boyd(double value, double positives, double outside);

} // namespace unseen
