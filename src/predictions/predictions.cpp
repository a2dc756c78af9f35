#include "unseen/predictions/predictions.hpp"

#include "unseen/predictions/design.hpp"

#include <algorithm>

namespace unseen {

PredictionView PredictionView::rows(std::size_t begin, std::size_t end) const
{
    const auto n = size();
    PredictionView part = *this;
    const auto cut = [&](auto& span) {
        if (span.empty()) return;
        const auto width = span.size() / n;
        span = span.subspan(begin * width, (end - begin) * width);
    };
    cut(part.row);
    cut(part.true_label);
    cut(part.label);
    cut(part.scores);
    cut(part.true_value);
    cut(part.value);
    cut(part.answers);
    cut(part.weight);
    cut(part.in_bag);
    part.judged = nullptr; // they say something of all rows together
    part.repeated = nullptr;
    return part;
}

std::optional<Predictions> select_rows(const Predictions& predictions, std::span<const std::uint32_t> have,
                                       std::span<const std::uint32_t> wanted)
{
    if (std::equal(have.begin(), have.end(), wanted.begin(), wanted.end())) return predictions;
    const auto n_scores = have.empty() ? 0 : predictions.scores.size() / have.size();
    const auto n_values = have.empty() ? 0 : predictions.value.size() / have.size();
    Predictions selected;
    selected.probabilities = predictions.probabilities;
    selected.complexity = predictions.complexity;
    selected.choice = predictions.choice;
    selected.warnings = predictions.warnings;
    for (const auto row : wanted) {
        const auto at = std::lower_bound(have.begin(), have.end(), row);
        if (at == have.end() || *at != row) return std::nullopt;
        const auto i = static_cast<std::size_t>(at - have.begin());
        if (!predictions.label.empty()) selected.label.push_back(predictions.label[i]);
        for (std::size_t t = 0; t < n_values; ++t)
            selected.value.push_back(predictions.value[i * n_values + t]);
        for (std::size_t c = 0; c < n_scores; ++c)
            selected.scores.push_back(predictions.scores[i * n_scores + c]);
    }
    return selected;
}

std::pair<std::uint64_t, std::uint64_t> nested_folds(std::uint64_t index, std::uint64_t folds)
{
    if (index < folds) return {index, index};
    index -= folds;
    std::uint64_t first = 0;
    while (index >= folds - 1 - first) {
        index -= folds - 1 - first;
        ++first;
    }
    return {first, first + 1 + index};
}

} // namespace unseen
