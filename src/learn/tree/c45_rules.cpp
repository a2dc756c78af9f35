#include "learn/tree/c45_rules.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>

namespace unseen::tree::c45 {

Pessimism::Pessimism(double confidence) : confidence_(static_cast<double>(static_cast<float>(confidence)))
{
    if (confidence_ <= 0.5) z_ = normal_quantile(static_cast<double>(1.0F - static_cast<float>(confidence)));
}

double Pessimism::errors_of_leaf(std::span<const double> weights) const
{
    const double total = sum_of(weights);
    if (is_equal(total, 0.0)) return 0.0;
    const double wrong = errors(weights);
    return wrong + extra_errors(total, wrong);
}

double Pessimism::extra_errors(double total, double errors) const
{
    if (confidence_ > 0.5) return 0.0;
    if (errors < 1.0) {
        const double none = total * (1.0 - std::pow(confidence_, 1.0 / total));
        return errors == 0.0 ? none : none + errors * (extra_errors(total, 1.0) - none);
    }
    if (errors + 0.5 >= total) return std::max(total - errors, 0.0);
    const double rate = (errors + 0.5) / total;
    const double spread =
        z_ * std::sqrt(rate / total - rate * rate / total + z_ * z_ / (4.0 * total * total));
    return (rate + z_ * z_ / (2.0 * total) + spread) / (1.0 + z_ * z_ / total) * total - errors;
}

} // namespace unseen::tree::c45
