#include "unseen/predictions/predictions.hpp"

#include <algorithm>

namespace unseen {

std::optional<Predictions> select_rows(const Predictions& predictions, std::span<const std::uint32_t> have,
                                       std::span<const std::uint32_t> wanted)
{
    if (std::equal(have.begin(), have.end(), wanted.begin(), wanted.end())) return predictions;
    const auto n_scores = have.empty() ? 0 : predictions.scores.size() / have.size();
    Predictions selected;
    selected.complexity = predictions.complexity;
    for (const auto row : wanted) {
        const auto at = std::lower_bound(have.begin(), have.end(), row);
        if (at == have.end() || *at != row) return std::nullopt;
        const auto i = static_cast<std::size_t>(at - have.begin());
        if (!predictions.label.empty()) selected.label.push_back(predictions.label[i]);
        if (!predictions.value.empty()) selected.value.push_back(predictions.value[i]);
        for (std::size_t c = 0; c < n_scores; ++c) selected.scores.push_back(predictions.scores[i * n_scores + c]);
    }
    return selected;
}

} // namespace unseen
