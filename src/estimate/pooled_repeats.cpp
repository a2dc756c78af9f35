#include "estimate/pooled_repeats.hpp"

#include "measure/row_influences.hpp"

namespace unseen {

void PooledRepeats::take(const Measure& measure, std::size_t repeat, std::span<const std::uint32_t> unit,
                         const PredictionView& rows)
{
    if (!complete_) return;
    pooled_.append(rows);
    unit_.insert(unit_.end(), unit.begin(), unit.end());
    ends_.push_back(unit_.size());
    if (ends_.size() < folds_) return;
    finish_repeat(measure, repeat);
    pooled_ = {};
    unit_.clear();
    ends_.clear();
}

void PooledRepeats::finish_repeat(const Measure& measure, std::size_t repeat)
{
    const auto view = pooled_.view();
    const Value value = evaluate(measure, view);
    complete_ = value.exists() && (measure.of_confusion() == nullptr || !view.label.empty());
    if (!complete_) {
        missing_ = value ? Value::none(reasons::no_labels) : value;
        return;
    }
    values_.add(value.number());
    // A mean of these is the derivative of the measure, so each is the influence in units of a row's loss.
    auto influences = row_influences(measure, view);
    ExactSum weights;
    for (std::size_t i = 0; i < influences.size(); ++i) weights.add(view.weight_of(i));
    for (std::size_t i = 0; i < influences.size(); ++i)
        influences[i] *= view.weight_of(i) > 0.0 ? weights.value() / view.weight_of(i) : 0.0;
    std::size_t begin = 0;
    for (const auto end : ends_) {
        const auto part = [&](auto values) { return std::span(values).subspan(begin, end - begin); };
        losses_.take(repeat, part(std::span<const std::uint32_t>(unit_)),
                     part(std::span<const double>(influences)),
                     view.weight.empty() ? std::span<const double>() : part(view.weight));
        begin = end;
    }
}

Value PooledRepeats::value() const
{
    return complete_ && values_.count() > 0 ? Value(values_.mean()) : missing_;
}

std::optional<UnitFigures> PooledRepeats::units() const
{
    auto figures = value() ? losses_.units() : std::nullopt;
    if (!figures) return std::nullopt;
    for (std::size_t u = 0; u < figures->sums.size(); ++u)
        figures->sums[u] += figures->weights[u] * values_.mean();
    return figures;
}

} // namespace unseen
