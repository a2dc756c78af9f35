#include "stats/benefit_limits.hpp"

#include "stats/beta_limits.hpp"

#include <cmath>

namespace unseen {

BenefitLimits::BenefitLimits(double tp, double fp, double n, Level level)
    : tp_(tp),
      fp_(fp),
      p_(tp / n),
      q_(fp / n),
      of_p_(beta_limits(tp, n, level.end_share(), level.outside())),
      of_q_(beta_limits(fp, n, level.end_share(), level.outside())),
      correlation_(tp > 0.0 && fp > 0.0 ? -std::sqrt(p_ * q_ / ((1.0 - p_) * (1.0 - q_))) : 0.0)
{
}

Limits BenefitLimits::at(double odds) const
{
    const auto half = [&](double a, double b) {
        return std::sqrt(a * a + odds * odds * b * b - 2.0 * correlation_ * odds * a * b);
    };
    const double benefit = p_ - odds * q_;
    return {benefit - half(p_ - of_p_.lower, of_q_.upper - q_),
            benefit + half(of_p_.upper - p_, q_ - of_q_.lower)};
}

} // namespace unseen
