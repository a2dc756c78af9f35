#include "unseen/learn/tuning.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <bit>
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
    if (race_ == Race::none) return;
    for (std::size_t i = 0; i < points(); ++i)
        if (!mean(i)) leave(i);
    if (race_ == Race::halving && std::has_single_bit(splits_)) halve();
    if (race_ == Race::paired && splits_ > 2) test_pairs();
}

void TuningFigures::leave(std::size_t point)
{
    if (!left_after_[point]) left_after_[point] = splits_;
}

void TuningFigures::halve()
{
    const auto all = losses();
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < points(); ++i)
        if (!left_after_[i]) left.push_back(i);
    std::ranges::stable_sort(left, {}, [&](std::size_t i) { return all[i]; });
    for (std::size_t i = (left.size() + 1) / 2; i < left.size(); ++i) leave(left[i]);
}

void TuningFigures::test_pairs()
{
    const auto least = best();
    if (!least) return;
    const double quantile = student_t_quantile(0.95, static_cast<double>(splits_ - 1));
    for (std::size_t i = 0; i < points(); ++i) {
        if (left_after_[i]) continue;
        Moments worse;
        for (std::size_t s = 0; s < splits_; ++s)
            worse.add(loss_of(measure_, figures_[i][s]) - loss_of(measure_, figures_[*least][s]));
        if (worse.mean() > quantile * std::sqrt(worse.variance() / static_cast<double>(splits_))) leave(i);
    }
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
        if (const auto figure = mean(i); figure && !left_after_[i]) losses[i] = loss_of(measure_, *figure);
    return losses;
}

std::optional<std::size_t> TuningFigures::best() const
{
    const auto all = losses();
    const auto least = std::ranges::min_element(all);
    if (least == all.end() || !std::isfinite(*least)) return std::nullopt;
    // Means of the same counts may differ in their last bits, and are ties.
    const double tied = *least + 1e-12 * std::abs(*least);
    const auto first = std::ranges::find_if(all, [&](double loss) { return loss <= tied; });
    return static_cast<std::size_t>(first - all.begin());
}

std::optional<std::size_t> TuningFigures::within_one_error() const
{
    const auto least = best();
    if (!least) return std::nullopt;
    const auto all = losses();
    const double limit = all[*least] + standard_error(*least).value_or(0.0);
    return static_cast<std::size_t>(std::ranges::find_if(all, [&](double loss) { return loss <= limit; }) -
                                    all.begin());
}

} // namespace unseen
