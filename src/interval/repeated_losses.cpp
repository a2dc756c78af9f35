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
    if (!complete_) return;
    const auto number = splits_taken_++;
    const auto units = unit.empty() ? 0 : *std::max_element(unit.begin(), unit.end()) + std::size_t{1};
    losses_.resize(std::max(losses_.size(), units));
    split_of_[repeat].resize(losses_.size(), untested);
    // Rows without groups come in ascending order, so that each unit has one row.
    if (weights.empty() && weights_.empty() && std::ranges::is_sorted(unit, std::less_equal()))
        take_plain(number, split_of_[repeat], unit, losses);
    else
        take_weighted(number, split_of_[repeat], unit, losses, weights);
}

/// A split whose units have one row of weight 1 each: products of weights and losses are the losses.
void RepeatedLosses::take_plain(std::uint32_t number, std::vector<std::uint32_t>& split_of,
                                std::span<const std::uint32_t> unit, std::span<const double> losses)
{
    for (std::size_t i = 0; i < unit.size(); ++i) {
        auto& split = split_of[unit[i]];
        complete_ = complete_ && split == untested && std::abs(losses[i]) < largest;
        split = number;
        losses_[unit[i]] += losses[i];
    }
    if (!complete_) return;
    rows_ += unit.size();
    tested_ += unit.size();
    loss_.assign(losses.begin(), losses.end());
    products_.add(loss_);
    const auto count = static_cast<double>(unit.size());
    if (repeats_ > 1) splits_.push_back({unit.size(), exact(loss_), count, count});
    squares_.add(squared(loss_));
}

void RepeatedLosses::take_weighted(std::uint32_t number, std::vector<std::uint32_t>& split_of,
                                   std::span<const std::uint32_t> unit, std::span<const double> losses,
                                   std::span<const double> weights)
{
    if (weights_.empty()) weights_ = unit_weights();
    weights_.resize(losses_.size());
    place_.resize(losses_.size());
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
    tested_ += seen_.size();
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        losses_[seen_[i]] += loss_[i];
        weights_[seen_[i]] = weight_[i];
        products_.add_product(loss_[i], weight_[i]);
    }
    if (repeats_ > 1)
        splits_.push_back({seen_.size(), exact(loss_), exact(weight_), exact(squared(weight_))});
    squares_.add(squared(loss_));
}

/// The weight of each unit, 0 if it was not tested. Without `weights_` every tested unit has weight 1.
std::vector<double> RepeatedLosses::unit_weights() const
{
    auto weights = weights_;
    weights.resize(losses_.size());
    if (weights_.empty())
        for (const auto& splits : split_of_)
            for (std::size_t u = 0; u < splits.size(); ++u)
                if (splits[u] != untested) weights[u] = 1.0;
    return weights;
}

/// The weights of the units, if each was tested once in every repeat; else nothing.
std::optional<std::vector<double>> RepeatedLosses::weights_of_all() const
{
    if (!complete_ || tested_ == 0) return std::nullopt;
    auto weights = unit_weights();
    const auto units = weights.size() - static_cast<std::size_t>(std::ranges::count(weights, 0.0));
    if (tested_ != units * repeats_) return std::nullopt;
    return weights;
}

/// Whether repeats have different folds.
bool RepeatedLosses::repeated() const
{
    return std::ranges::any_of(splits_, [](const Split& split) { return split.units > 1; }) && !same_folds();
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
    auto known = weights_of_all();
    if (!known) return std::nullopt;
    auto& unit_weight = *known;
    const auto repeats = static_cast<double>(repeats_);
    LossSpread spread{
        .rows = rows_ / repeats_, .units = tested_ / repeats_, .folds = splits_taken_ / repeats_};
    ExactSum squared_means;
    for (const double sum : losses_) squared_means.add(square(sum / repeats));
    const double losses = exact(losses_);
    const double all = exact(unit_weight);
    spread.mean = losses / repeats / all;
    const double squares = squares_.value() / repeats - 2.0 * spread.mean * products_.value() / repeats +
                           square(spread.mean) * exact(squared(unit_weight));
    // Rows without weights or groups: the mean squared deviation over n. Otherwise the linearised variance.
    const auto units = static_cast<double>(spread.units);
    const bool plain = !weighted_ && spread.units == spread.rows;
    spread.variance =
        std::max(0.0, squares) / square(all) * (plain || units < 2.0 ? 1.0 : units / (units - 1.0));
    if (squared_means.value() > 0.0) spread.carriers = square(losses / repeats) / squared_means.value();
    spread.repeated = repeated();
    if (spread.repeated) spread.covariance = covariance(spread.units, squared_means);
    return spread;
}

std::optional<UnitFigures> RepeatedLosses::units() const
{
    auto weights = weights_of_all();
    if (!weights) return std::nullopt;
    UnitFigures figures{.folds = splits_taken_ / repeats_,
                        .repeats = repeated() ? repeats_ : 1,
                        .sums = losses_,
                        .weights = std::move(*weights)};
    for (double& sum : figures.sums) sum /= static_cast<double>(repeats_);
    return figures;
}

} // namespace unseen
