// Private: two-sided limits before they are an interval, and how methods make them.
#pragma once

#include "unseen/base/interval.hpp"

namespace unseen {

/// expit(logit(centre) -+ half), 0 < centre < 1.
Limits on_logit_scale(double centre, double half);

/// Wilson's limits of a proportion, `ones` of `trials` > 0, with normal quantile z.
Limits wilson(double ones, double trials, double z);

} // namespace unseen
