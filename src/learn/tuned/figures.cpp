#include "unseen/learn/tuning.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

double loss_of(const Measure& measure, double figure)
{
    if (measure.best) return std::abs(figure - *measure.best);
    return measure.direction == Direction::lower_is_better ? figure : -figure;
}

void TuningFigures::add(const std::vector<std::optional<Value>>& figures)
{
    if (std::ranges::none_of(figures, [](const auto& figure) { return figure && *figure; })) return;
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (figures[i] && *figures[i]) figures_[i].push_back(figures[i]->number());
    ++splits_;
}

std::optional<double> TuningFigures::mean(std::size_t point) const
{
    if (splits_ == 0 || figures_.at(point).size() < splits_) return std::nullopt;
    ExactSum sum;
    sum.add(figures_[point]);
    return sum.value() / static_cast<double>(splits_);
}

std::optional<double> TuningFigures::standard_error(std::size_t point) const
{
    if (splits_ < 2 || !mean(point)) return std::nullopt;
    Moments spread;
    for (const double figure : figures_[point]) spread.add(figure);
    return std::sqrt(spread.variance() / static_cast<double>(splits_));
}

std::vector<double> TuningFigures::losses() const
{
    std::vector<double> losses(figures_.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < losses.size(); ++i)
        if (const auto figure = mean(i)) losses[i] = loss_of(measure_, *figure);
    return losses;
}

std::optional<std::size_t> TuningFigures::best() const
{
    const auto all = losses();
    const auto least = std::ranges::min_element(all);
    if (least == all.end() || !std::isfinite(*least)) return std::nullopt;
    return static_cast<std::size_t>(least - all.begin());
}

std::optional<std::size_t> TuningFigures::within_one_error() const
{
    const auto least = best();
    if (!least) return std::nullopt;
    const auto all = losses();
    const double limit = all[*least] + standard_error(*least).value_or(0.0);
    return static_cast<std::size_t>(std::ranges::find_if(all, [&](double loss) { return loss <= limit; }) - all.begin());
}

} // namespace unseen
