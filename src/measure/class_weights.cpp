#include "measure/class_weights.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <numeric>

namespace unseen {

std::vector<double> class_weights(const PredictionView& view, std::span<const std::uint32_t> labels)
{
    std::vector<double> weights(view.classes->size(), 0.0);
    if (view.weight.empty()) {
        for (const auto c : labels) weights[c] += 1.0;
        return weights;
    }
    std::vector<ExactSum> sums(weights.size());
    for (std::size_t i = 0; i < labels.size(); ++i) sums[labels[i]].add(view.weight[i]);
    for (std::size_t c = 0; c < sums.size(); ++c) weights[c] = sums[c].value();
    return weights;
}

std::vector<double> class_shares(const PredictionView& view, std::span<const std::uint32_t> labels)
{
    auto shares = class_weights(view, labels);
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (auto& share : shares) share /= all;
    return shares;
}

} // namespace unseen
