#include "estimate/pooled_repeats.hpp"

#include "measure/row_influences.hpp"
#include "measure/whole_repeats.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// The number of units with a row of the class that the fewest units have; classes without rows do not count.
std::uint64_t units_of_smallest_class(std::span<const std::uint32_t> unit, const PredictionView& rows)
{
    std::vector<std::uint64_t> keys; // of a class and a unit
    for (std::size_t i = 0; i < rows.true_label.size(); ++i)
        if (rows.weight_of(i) > 0.0) keys.push_back(std::uint64_t{rows.true_label[i]} << 32 | unit[i]);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::uint64_t smallest = 0;
    for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
        while (end < keys.size() && keys[end] >> 32 == keys[begin] >> 32) ++end;
        smallest = smallest == 0 ? end - begin : std::min<std::uint64_t>(smallest, end - begin);
    }
    return smallest;
}

} // namespace

void PooledRepeats::take(const Measure& measure, const RepeatRows& repeat)
{
    const auto& rows = repeat.rows;
    ++repeats_;
    Value value = evaluate_repeat(measure, rows);
    if (value && measure.of_confusion() && rows.label.empty()) value = Value::none(reasons::no_labels);
    if (!value) {
        missing_ = value;
        return;
    }
    const double figure = value.number();
    least_ = values_.count() == 0 ? figure : std::min(least_, figure);
    most_ = values_.count() == 0 ? figure : std::max(most_, figure);
    values_.add(figure);
    if (!keep_spread_ || !has_row_influences(measure)) return;
    if (smallest_class_ == 0 && !rows.true_label.empty())
        smallest_class_ = units_of_smallest_class(repeat.unit, rows);
    if (const auto* share = measure.explained_share()) {
        std::vector<double> losses(rows.size());
        share->losses(rows, losses);
        for (std::size_t i = 0; i < losses.size(); ++i) {
            if (repeat.unit[i] >= explained_.size()) explained_.resize(repeat.unit[i] + std::size_t{1});
            explained_[repeat.unit[i]] += rows.weight_of(i) * losses[i];
        }
    }
    // A mean of these is the derivative of the measure, so each is the influence in units of a row's loss.
    auto influences = row_influences(measure, rows);
    ExactSum weights;
    for (std::size_t i = 0; i < influences.size(); ++i) weights.add(rows.weight_of(i));
    for (std::size_t i = 0; i < influences.size(); ++i)
        influences[i] *= rows.weight_of(i) > 0.0 ? weights.value() / rows.weight_of(i) : 0.0;
    std::size_t begin = 0;
    for (const auto end : repeat.ends) {
        const auto part = [&](auto values) { return std::span(values).subspan(begin, end - begin); };
        losses_.take(repeat.repeat, part(repeat.unit), part(std::span<const double>(influences)),
                     rows.weight.empty() ? std::span<const double>() : part(rows.weight));
        begin = end;
    }
}

std::optional<RepeatSpread> PooledRepeats::of_repeats() const
{
    if (values_.count() < 2) return std::nullopt;
    return RepeatSpread{.repeats = values_.count(),
                        .standard_deviation = std::sqrt(values_.variance()),
                        .least = least_,
                        .most = most_};
}

std::optional<LossSpread> PooledRepeats::spread() const
{
    auto spread = undefined() == 0 ? losses_.spread() : std::nullopt;
    if (!spread) return std::nullopt;
    spread->smallest_class = smallest_class_;
    ExactSum sum, squares;
    sum.add(explained_);
    for (const double loss : explained_) squares.add(loss * loss);
    spread->carriers = squares.value() > 0.0 ? sum.value() * sum.value() / squares.value() : 0.0;
    return spread;
}

std::optional<UnitFigures> PooledRepeats::units() const
{
    auto figures = undefined() == 0 && value() ? losses_.units() : std::nullopt;
    if (!figures) return std::nullopt;
    for (std::size_t u = 0; u < figures->sums.size(); ++u)
        figures->sums[u] += figures->weights[u] * values_.mean();
    return figures;
}

} // namespace unseen
