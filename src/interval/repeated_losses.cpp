#include "interval/repeated_losses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

constexpr double largest = 1e150; ///< a loss whose square can be summed
constexpr auto untested = std::numeric_limits<std::uint32_t>::max();

double square(double x) { return x * x; }

std::span<const double> squared(std::vector<double>& numbers)
{
    for (double& x : numbers) x = square(x);
    return numbers;
}

double exact(std::span<const double> numbers)
{
    ExactSum sum;
    sum.add(numbers);
    return sum.value();
}

} // namespace

void RepeatedLosses::take(std::size_t repeat, std::span<const std::uint32_t> unit,
                          std::span<const double> losses, std::span<const double> weights)
{
    const auto number = splits_taken_++;
    if (const auto units = unit.empty() ? 0 : *std::max_element(unit.begin(), unit.end()) + std::size_t{1};
        units > losses_.size()) {
        for (auto* column : {&losses_, &weights_}) column->resize(units);
        place_.resize(units);
    }
    auto& split_of = split_of_[repeat];
    split_of.resize(losses_.size(), untested);
    seen_.clear();
    loss_.clear();
    weight_.clear();
    for (std::size_t i = 0; i < unit.size(); ++i) {
        const auto u = unit[i];
        if (!weights.empty() && !(weights[i] > 0.0)) continue;
        if (!weights.empty() && row_weight_ == 0.0) row_weight_ = weights[i];
        const double w = weights.empty() ? 1.0 : weights[i] / row_weight_;
        weighted_ = weighted_ || w != 1.0;
        complete_ = complete_ && std::abs(w * losses[i]) < largest;
        if (!complete_) return;
        if (auto& split = split_of[u]; split != number) {
            complete_ = complete_ && split == untested;
            split = number;
            place_[u] = static_cast<std::uint32_t>(seen_.size());
            seen_.push_back(u);
            loss_.push_back(0.0);
            weight_.push_back(0.0);
        }
        loss_[place_[u]] += w * losses[i];
        weight_[place_[u]] += w;
        ++rows_;
    }
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        losses_[seen_[i]] += loss_[i];
        weights_[seen_[i]] = weight_[i];
    }
    // Without weights and groups the sums of weights and their squares are counts, and products of weights
    // and losses are the losses.
    const bool plain = std::ranges::all_of(weight_, [](double w) { return w == 1.0; });
    if (plain) {
        products_.add(loss_);
    } else {
        for (std::size_t i = 0; i < seen_.size(); ++i) products_.add_product(loss_[i], weight_[i]);
    }
    const auto count = static_cast<double>(seen_.size());
    if (repeats_ > 1)
        splits_.push_back({seen_.size(), exact(loss_), plain ? count : exact(weight_),
                           plain ? count : exact(squared(weight_))});
    squares_.add(squared(loss_));
}

bool RepeatedLosses::same_folds() const
{
    std::vector<std::uint32_t> first_of(splits_.size(),
                                        untested); // the split of repeat 0 whose units a split has
    for (const auto& splits : split_of_)
        for (std::size_t u = 0; u < splits.size(); ++u) {
            if (splits[u] == untested) continue; // a unit of weight 0
            const auto first = split_of_.front()[u];
            auto& same = first_of[splits[u]];
            if (same == untested) same = first;
            if (same != first) return false;
        }
    return true;
}

/// The covariance of two rows' losses under one model: the mean product of e_u = l_u - mean over repeats over
/// pairs of units in one split, for which sum_{u != v} e_u e_v = (sum e)^2 - sum e^2.
double RepeatedLosses::covariance(std::size_t units, const ExactSum& squared_means) const
{
    const auto repeats = static_cast<double>(repeats_);
    std::vector<ExactSum> means(splits_.size());
    for (const auto& splits : split_of_)
        for (std::size_t u = 0; u < splits.size(); ++u)
            if (splits[u] != untested) means[splits[u]].add(losses_[u] / repeats);
    ExactSum products, pairs, pairs_of_units;
    for (std::size_t s = 0; s < splits_.size(); ++s) {
        const auto& split = splits_[s];
        products.add(square(split.losses - means[s].value()));
        pairs.add(square(split.weights));
        pairs.add(-split.squared_weights);
        pairs_of_units.add(static_cast<double>(split.units) * (static_cast<double>(split.units) - 1.0));
    }
    products.add(-squares_.value());
    products.add_product(repeats, squared_means.value());
    const double q =
        pairs_of_units.value() / (repeats * static_cast<double>(units) * (static_cast<double>(units) - 1.0));
    const double f = 1.0 - 2.0 / repeats + (1.0 + (repeats - 1.0) * q) / square(repeats);
    return std::max(0.0, products.value() / (pairs.value() * f));
}

std::optional<LossSpread> RepeatedLosses::spread() const
{
    const auto repeats = static_cast<double>(repeats_);
    LossSpread spread{.rows = rows_ / repeats_, .folds = splits_taken_ / repeats_};
    ExactSum losses, weights, squared_weights, squared_means;
    for (std::size_t u = 0; u < losses_.size(); ++u) {
        if (weights_[u] == 0.0) continue;
        if (std::ranges::any_of(
                split_of_, [&](const auto& splits) { return u >= splits.size() || splits[u] == untested; }))
            return std::nullopt;
        ++spread.units;
        losses.add(losses_[u]);
        weights.add(weights_[u]);
        squared_weights.add(square(weights_[u]));
        squared_means.add(square(losses_[u] / repeats));
    }
    if (!complete_ || spread.units == 0) return std::nullopt;

    const double all = weights.value();
    spread.mean = losses.value() / repeats / all;
    const double squares = squares_.value() / repeats - 2.0 * spread.mean * products_.value() / repeats +
                           square(spread.mean) * squared_weights.value();
    // Rows without weights or groups: the mean squared deviation over n. Otherwise the linearised variance.
    const auto units = static_cast<double>(spread.units);
    const bool plain = !weighted_ && spread.units == spread.rows;
    spread.variance =
        std::max(0.0, squares) / square(all) * (plain || units < 2.0 ? 1.0 : units / (units - 1.0));
    if (squared_means.value() > 0.0)
        spread.carriers = square(losses.value() / repeats) / squared_means.value();
    const bool pairs =
        std::any_of(splits_.begin(), splits_.end(), [](const Split& split) { return split.units > 1; });
    spread.repeated = pairs && !same_folds();
    if (spread.repeated) spread.covariance = covariance(spread.units, squared_means);
    return spread;
}

std::optional<UnitFigures> RepeatedLosses::units() const
{
    const auto known = spread();
    if (!known) return std::nullopt;
    UnitFigures figures{
        .folds = known->folds, .repeats = known->repeated ? repeats_ : 1, .weights = weights_};
    for (const double sum : losses_) figures.sums.push_back(sum / static_cast<double>(repeats_));
    return figures;
}

} // namespace unseen
