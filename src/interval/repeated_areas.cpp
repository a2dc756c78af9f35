#include "interval/repeated_areas.hpp"

#include "rank/rank_figure.hpp"
#include "rank/sorted_rows.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace unseen {

namespace {

/// How many units have a row of one class.
std::uint64_t units_of(std::span<const std::uint32_t> unit, std::span<const std::uint32_t> truth, std::span<const double> weight,
                       std::uint32_t positive, bool of_positives)
{
    std::vector<std::uint32_t> units;
    for (std::size_t i = 0; i < unit.size(); ++i)
        if ((truth[i] == positive) == of_positives && (weight.empty() || weight[i] > 0.0)) units.push_back(unit[i]);
    std::sort(units.begin(), units.end());
    return static_cast<std::uint64_t>(std::unique(units.begin(), units.end()) - units.begin());
}

} // namespace

void RepeatedAreas::take(std::size_t repeat, std::span<const std::uint32_t> unit, const PredictionView& rows)
{
    unit_.insert(unit_.end(), unit.begin(), unit.end());
    truth_.insert(truth_.end(), rows.true_label.begin(), rows.true_label.end());
    weight_.insert(weight_.end(), rows.weight.begin(), rows.weight.end());
    for (std::size_t i = 0; i < rows.size(); ++i) score_.push_back(rows.score(i, rows.positive));
    ends_.push_back(unit_.size());
    if (ends_.size() < folds_) return;
    finish_repeat(repeat, rows);
    unit_.clear();
    truth_.clear();
    score_.clear();
    weight_.clear();
    ends_.clear();
}

void RepeatedAreas::finish_repeat(std::size_t repeat, const PredictionView& like)
{
    if (std::adjacent_find(weight_.begin(), weight_.end(), std::not_equal_to<>()) == weight_.end()) weight_.clear();
    PredictionView pooled;
    pooled.classes = like.classes;
    pooled.positive = like.positive;
    pooled.probabilities = false;
    pooled.one_score = true;
    pooled.true_label = truth_;
    pooled.scores = score_;
    pooled.weight = weight_;
    positives_ = units_of(unit_, truth_, weight_, like.positive, true);
    negatives_ = units_of(unit_, truth_, weight_, like.positive, false);
    std::vector<double> influences(unit_.size(), 0.0);
    complete_ = complete_ && std::min(positives_, negatives_) > 1 &&
                SortedRows(pooled, pooled.positive).add_influences(roc_area, weight_, influences);
    if (!complete_) return;
    if (weight_.empty()) variances_.add(auc_variance(ranking_of(pooled)).variance());
    const double all = weight_.empty() ? static_cast<double>(unit_.size()) : std::accumulate(weight_.begin(), weight_.end(), 0.0);
    for (std::size_t i = 0; i < influences.size(); ++i)
        influences[i] *= weight_.empty() ? all : weight_[i] > 0.0 ? all / weight_[i] : 0.0;
    std::size_t begin = 0;
    for (const auto end : ends_) {
        const auto part = [&](const auto& values) { return std::span(values).subspan(begin, end - begin); };
        losses_.take(repeat, part(unit_), part(influences), weight_.empty() ? std::span<const double>() : part(weight_));
        begin = end;
    }
}

std::optional<LossSpread> RepeatedAreas::spread() const
{
    auto spread = complete_ ? losses_.spread() : std::nullopt;
    if (!spread) return std::nullopt;
    if (!losses_.weighted() && spread->units == spread->rows)
        spread->variance = variances_.value() / static_cast<double>(repeats_);
    spread->positives = positives_;
    spread->negatives = negatives_;
    return spread;
}

} // namespace unseen
