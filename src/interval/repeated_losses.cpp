#include "interval/repeated_losses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

constexpr double largest = 1e150; ///< a loss whose square can be summed
constexpr auto untested = std::numeric_limits<std::uint32_t>::max();

double square(double x) { return x * x; }

} // namespace

void RepeatedLosses::take(std::size_t repeat, std::span<const std::uint32_t> unit, std::span<const double> losses,
                          std::span<const double> weights)
{
    const auto number = splits_taken_++;
    if (const auto units = unit.empty() ? 0 : *std::max_element(unit.begin(), unit.end()) + std::size_t{1};
        units > losses_.size()) {
        split_of_.resize(units * repeats_, untested);
        for (auto* column : {&losses_, &weights_, &loss_, &weight_}) column->resize(units);
    }
    seen_.clear();
    for (std::size_t i = 0; i < unit.size(); ++i) {
        const auto u = unit[i];
        if (!weights.empty() && !(weights[i] > 0.0)) continue;
        if (!weights.empty() && row_weight_ == 0.0) row_weight_ = weights[i];
        const double w = weights.empty() ? 1.0 : weights[i] / row_weight_;
        weighted_ = weighted_ || w != 1.0;
        complete_ = complete_ && std::abs(w * losses[i]) < largest;
        if (!complete_) return;
        if (auto& split = split_of_[u * repeats_ + repeat]; split != number) {
            complete_ = complete_ && split == untested;
            split = number;
            seen_.push_back(u);
            loss_[u] = weight_[u] = 0.0;
        }
        loss_[u] += w * losses[i];
        weight_[u] += w;
        ++rows_;
    }
    for (const auto u : seen_) {
        losses_[u] += loss_[u];
        weights_[u] = weight_[u];
        squares_.add(square(loss_[u]));
        products_.add_product(loss_[u], weight_[u]);
    }
    if (repeats_ == 1) return;
    ExactSum sum, all, squared_weights;
    for (const auto u : seen_) {
        sum.add(loss_[u]);
        all.add(weight_[u]);
        squared_weights.add(square(weight_[u]));
    }
    splits_.push_back({seen_.size(), sum.value(), all.value(), squared_weights.value()});
}

bool RepeatedLosses::same_folds() const
{
    std::vector<std::uint32_t> first_of(splits_.size(), untested); // the split of repeat 0 whose units a split has
    for (std::size_t i = 0; i < split_of_.size(); ++i) {
        if (split_of_[i] == untested) continue; // a unit of weight 0
        const auto first = split_of_[i - i % repeats_];
        auto& same = first_of[split_of_[i]];
        if (same == untested) same = first;
        if (same != first) return false;
    }
    return true;
}

/// The covariance of two rows' losses under one model: the mean product of e_u = l_u - mean over repeats over pairs of units in one split, for which
/// sum_{u != v} e_u e_v = (sum e)^2 - sum e^2.
double RepeatedLosses::covariance(std::size_t units, const ExactSum& squared_means) const
{
    const auto repeats = static_cast<double>(repeats_);
    std::vector<ExactSum> means(splits_.size());
    for (std::size_t i = 0; i < split_of_.size(); ++i)
        if (split_of_[i] != untested) means[split_of_[i]].add(losses_[i / repeats_] / repeats);
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
    const double q = pairs_of_units.value() / (repeats * static_cast<double>(units) * (static_cast<double>(units) - 1.0));
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
        const auto splits = std::span(split_of_).subspan(u * repeats_, repeats_);
        if (std::find(splits.begin(), splits.end(), untested) != splits.end()) return std::nullopt;
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
    spread.variance = std::max(0.0, squares) / square(all) * (plain || units < 2.0 ? 1.0 : units / (units - 1.0));
    if (squared_means.value() > 0.0) spread.carriers = square(losses.value() / repeats) / squared_means.value();
    const bool pairs = std::any_of(splits_.begin(), splits_.end(), [](const Split& split) { return split.units > 1; });
    spread.repeated = pairs && !same_folds();
    if (spread.repeated) spread.covariance = covariance(spread.units, squared_means);
    return spread;
}

} // namespace unseen
