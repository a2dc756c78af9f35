#include "stats/ladder.hpp"

#include "stats/first_where.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

constexpr std::size_t rungs = 12;
constexpr double infinite = std::numeric_limits<double>::infinity();

/// The shares of the fortune that are bet, r_g.
const std::array<double, rungs>& bets()
{
    static const auto all = [] {
        std::array<double, rungs> r{};
        for (std::size_t g = 0; g < rungs; ++g) r[g] = std::pow(0.003, static_cast<double>(g) / (rungs - 1));
        return r;
    }();
    return all;
}

std::uint32_t step_of(double distance)
{
    const double steps = std::floor(distance * ladder_steps + 1e-6); // 1e-6: 0.3 is a step
    return static_cast<std::uint32_t>(std::clamp(steps, 0.0, static_cast<double>(ladder_steps)));
}

/// ln of each bet's fortune against the mean m of (0, 1].
std::array<double, rungs> log_fortunes(const StepCounts& counts, double m)
{
    std::array<double, rungs> logs{};
    for (const auto& [step, n] : counts) {
        const double gain = step / (ladder_steps * m) - 1.0;
        for (std::size_t g = 0; g < rungs; ++g) // -inf where all is bet and lost: the bet drops out
            logs[g] += static_cast<double>(n) * std::log1p(bets()[g] * gain);
    }
    return logs;
}

double log_mean_exp(const std::array<double, rungs>& logs)
{
    const double most = *std::ranges::max_element(logs);
    double sum = 0.0;
    for (const double x : logs) sum += std::exp(x - most);
    return most + std::log(sum / rungs);
}

double log_e_against(const StepCounts& counts, double m)
{
    if (counts.empty()) return 0.0;
    const bool any = counts.rbegin()->first > 0;
    if (!(m > 0.0)) return any ? infinite : 0.0;
    return log_mean_exp(log_fortunes(counts, m));
}

/// The least m that E does not exclude.
double lower_limit(const StepCounts& counts, std::uint64_t size, double outside)
{
    if (size == 0 || counts.rbegin()->first == 0) return 0.0;
    const double wanted = -std::log(outside);
    double sum = 0.0;
    for (const auto& [step, n] : counts) sum += static_cast<double>(n) * step;
    double high = sum / static_cast<double>(size) / ladder_steps; // E is at most 1 at the mean
    double low = high;
    while (log_e_against(counts, low) < wanted) {
        high = low;
        low *= 0.5;
        if (low < 1e-300) return 0.0;
    }
    return first_where(low, high, [&](double m) { return log_e_against(counts, m) < wanted; });
}

} // namespace

void LadderCounts::add(double value)
{
    ++from_low_[step_of(value)];
    ++from_high_[step_of(1.0 - value)];
    ++size_;
}

void LadderCounts::merge(const LadderCounts& other)
{
    for (const auto& [step, n] : other.from_low_) from_low_[step] += n;
    for (const auto& [step, n] : other.from_high_) from_high_[step] += n;
    size_ += other.size_;
}

double LadderCounts::log_e(double bound, bool at_most) const
{
    return at_most ? log_e_against(from_high_, 1.0 - bound) : log_e_against(from_low_, bound);
}

Limits LadderCounts::limits(double outside) const
{
    return {.lower = lower_limit(from_low_, size_, outside),
            .upper = 1.0 - lower_limit(from_high_, size_, outside)};
}

std::optional<double> LadderCounts::growth_to(double bound, bool at_most, double outside) const
{
    const auto& counts = at_most ? from_high_ : from_low_;
    const double m = at_most ? 1.0 - bound : bound;
    if (size_ == 0 || !(m > 0.0)) return std::nullopt;
    const auto logs = log_fortunes(counts, m);
    if (*std::ranges::max_element(logs) <= 0.0) return std::nullopt; // no bet grows
    const auto reached = [&](double times) {
        auto grown = logs;
        for (double& x : grown) x *= times;
        return log_mean_exp(grown) >= -std::log(outside);
    };
    double high = 1.0;
    while (!reached(high)) high *= 2.0;
    return first_where(0.0, high, reached);
}

std::optional<LadderCounts> LadderCounts::of(StepCounts from_low, StepCounts from_high)
{
    LadderCounts made;
    const auto count = [](const StepCounts& counts) {
        std::uint64_t sum = 0;
        for (const auto& [step, n] : counts) sum += n;
        return sum;
    };
    made.size_ = count(from_low);
    if (count(from_high) != made.size_) return std::nullopt;
    made.from_low_ = std::move(from_low);
    made.from_high_ = std::move(from_high);
    return made;
}

} // namespace unseen
