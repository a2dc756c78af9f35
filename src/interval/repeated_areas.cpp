#include "interval/repeated_areas.hpp"

#include "rank/rank_figure.hpp"
#include "rank/sorted_rows.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace unseen {

namespace {

/// The numbers of units with a positive row and with a negative row.
std::pair<std::uint64_t, std::uint64_t> units_of_classes(std::span<const std::uint32_t> unit,
                                                         const PredictionView& rows)
{
    std::vector<bool> positive(*std::max_element(unit.begin(), unit.end()) + std::size_t{1});
    auto negative = positive;
    for (std::size_t i = 0; i < unit.size(); ++i)
        if (rows.weight_of(i) > 0.0)
            (rows.true_label[i] == rows.positive ? positive : negative)[unit[i]] = true;
    const auto count = [](const auto& has) {
        return static_cast<std::uint64_t>(std::count(has.begin(), has.end(), true));
    };
    return {count(positive), count(negative)};
}

} // namespace

void RepeatedAreas::take(std::size_t repeat, std::span<const std::uint32_t> unit, const PredictionView& rows)
{
    if (rows.scores.empty()) complete_ = false;
    if (!complete_) return;
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
    if (std::adjacent_find(weight_.begin(), weight_.end(), std::not_equal_to<>()) == weight_.end())
        weight_.clear();
    PredictionView pooled;
    pooled.classes = like.classes;
    pooled.positive = like.positive;
    pooled.probabilities = false;
    pooled.one_score = true;
    pooled.true_label = truth_;
    pooled.scores = score_;
    pooled.weight = weight_;
    if (unit_.empty()) complete_ = false;
    if (!complete_) return;
    std::tie(positives_, negatives_) = units_of_classes(unit_, pooled);
    const SortedRows sorted(pooled, pooled.positive);
    std::vector<double> influences(unit_.size(), 0.0);
    complete_ = std::min(positives_, negatives_) > 1 && sorted.add_influences(roc_area, weight_, influences);
    if (!complete_) return;
    if (weight_.empty()) variances_.add(auc_variance(sorted.ranking(weight_)).variance());
    const double all = weight_.empty() ? static_cast<double>(unit_.size())
                                       : std::accumulate(weight_.begin(), weight_.end(), 0.0);
    for (std::size_t i = 0; i < influences.size(); ++i)
        influences[i] *= weight_.empty() ? all : weight_[i] > 0.0 ? all / weight_[i] : 0.0;
    std::size_t begin = 0;
    for (const auto end : ends_) {
        const auto part = [&](const auto& values) { return std::span(values).subspan(begin, end - begin); };
        losses_.take(repeat, part(unit_), part(influences),
                     weight_.empty() ? std::span<const double>() : part(weight_));
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
