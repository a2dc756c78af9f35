#include "interval/precision_interval.hpp"

#include "unseen/stats/distributions.hpp"

#include <cmath>

namespace unseen {

Limits precision_influence(double value, double variance, double outside)
{
    return on_logit_scale(value, normal_quantile(tail(outside)) * std::sqrt(variance) / (value * (1.0 - value)));
}

Limits precision_boyd(double value, double positives, double outside)
{
    if (!(value < 1.0)) return {std::exp(std::log(outside / 2) / positives), 1.0};
    return on_logit_scale(value, normal_quantile(tail(outside)) / std::sqrt(positives * value * (1.0 - value)));
}

} // namespace unseen
