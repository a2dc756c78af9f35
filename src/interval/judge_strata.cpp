// How items are sorted by what a judge says (METHODS I.34), and whether those with labels are a random draw.
#include "unseen/interval/judge_beta.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

namespace {

/// The number of numbers that are smaller, of numbers in ascending order without repetitions.
std::uint32_t place_of(std::span<const double> sorted, double x)
{
    return static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, x) - sorted.begin());
}

std::vector<double> distinct_of(std::vector<double> sorted)
{
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
}

/// The largest number of each stratum but the last.
std::vector<double> cuts_of(std::vector<double> scores, std::size_t most)
{
    std::ranges::sort(scores);
    auto distinct = distinct_of(scores);
    if (distinct.size() > most) {
        const auto n = scores.size();
        std::vector<double> at;
        for (std::size_t j = 1; j < most; ++j) at.push_back(scores[(n * j + most - 1) / most - 1]);
        at.push_back(scores.back());
        distinct = distinct_of(std::move(at));
    }
    distinct.pop_back();
    return distinct;
}

/// Strata that become fewer: the number of labels of each, and the stratum that each first one is part of.
struct Merging {
    std::vector<std::size_t> labels;
    std::vector<std::uint32_t> part_of;

    void merge(std::size_t a, std::size_t b)
    {
        const auto [low, high] = std::minmax(a, b);
        labels[low] += labels[high];
        labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(high));
        for (auto& part : part_of)
            if (part == high)
                part = static_cast<std::uint32_t>(low);
            else if (part > high)
                --part;
    }
};

std::size_t fewest(std::span<const std::size_t> labels)
{
    return static_cast<std::size_t>(std::ranges::min_element(labels) - labels.begin());
}

/// The stratum that one is merged into: the neighbour with fewer labels, the lower if they have equally many.
std::size_t neighbour(std::span<const std::size_t> labels, std::size_t h)
{
    if (h == 0) return 1;
    return h + 1 == labels.size() || labels[h - 1] <= labels[h + 1] ? h - 1 : h + 1;
}

/// The other stratum with the fewest labels.
std::size_t next_fewest(std::span<const std::size_t> labels, std::size_t h)
{
    std::size_t found = h == 0 ? 1 : 0;
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (i != h && labels[i] < labels[found]) found = i;
    return found;
}

} // namespace

JudgeStrata judge_strata(const JudgedItems& items, std::size_t labelled, std::uint32_t most)
{
    if (most == 0) most = static_cast<std::uint32_t>(std::clamp<std::size_t>(labelled / 20, 2, 8));
    auto cuts = cuts_of(items.judge, items.scores() && !items.labelled_by_judge ? most : items.size());
    JudgeStrata strata;
    for (const double x : items.judge) strata.of_item.push_back(place_of(cuts, x));
    strata.count = static_cast<std::uint32_t>(cuts.size() + 1);
    if (items.labelled_by_judge) return strata;
    Merging merging{.labels = std::vector<std::size_t>(strata.count, 0), .part_of = {}};
    for (std::uint32_t h = 0; h < strata.count; ++h) merging.part_of.push_back(h);
    for (std::size_t i = 0; i < labelled; ++i) ++merging.labels[strata.of_item[i]];
    while (merging.labels.size() > 1) {
        const auto h = fewest(merging.labels);
        if (merging.labels[h] >= 2 && merging.labels.size() <= most) break;
        merging.merge(h, items.scores() ? neighbour(merging.labels, h) : next_fewest(merging.labels, h));
    }
    for (auto& h : strata.of_item) h = merging.part_of[h];
    strata.count = static_cast<std::uint32_t>(merging.labels.size());
    return strata;
}

namespace {

/// Fisher's exact test of a table of two labels: the probability of all tables that are at most as probable.
/// `ones` of the `labelled` of `rows` items have the label, and `all_ones` of all.
double fisher(double ones, double labelled, double all_ones, double rows)
{
    const double least = std::max(0.0, labelled + all_ones - rows);
    const double most = std::min(labelled, all_ones);
    const double mode =
        std::clamp(std::floor((labelled + 1.0) * (all_ones + 1.0) / (rows + 2.0)), least, most);
    const auto ratio = [&](double k) { // of the probability of k + 1 and of k
        return (all_ones - k) * (labelled - k) / ((k + 1.0) * (rows - all_ones - labelled + k + 1.0));
    };
    double seen = 1.0; // the probability of what was seen over that of the mode
    for (double k = mode; k < ones; k += 1.0) seen *= ratio(k);
    for (double k = mode; k > ones; k -= 1.0) seen /= ratio(k - 1.0);
    double all = 1.0;
    double extreme = seen * (1.0 + 1e-9) >= 1.0 ? 1.0 : 0.0;
    const auto add = [&](double p) {
        all += p;
        if (p <= seen * (1.0 + 1e-9)) extreme += p;
        return p > 1e-300;
    };
    double p = 1.0;
    for (double k = mode; k < most && add(p *= ratio(k)); k += 1.0) {}
    p = 1.0;
    for (double k = mode; k > least && add(p /= ratio(k - 1.0)); k -= 1.0) {}
    return std::min(1.0, extreme / all);
}

/// How far labelled units are from a draw of all, and the same of random draws.
class RandomDraws {
public:
    /// `code`: what the judge says of each item, below `codes`. The units that hold labels are drawn.
    RandomDraws(const JudgedItems& items, std::size_t labelled, std::vector<std::uint32_t> code,
                std::size_t codes)
        : scores_(items.scores())
    {
        const bool clustered = !items.cluster.empty();
        const auto unit = [&](std::size_t i) { return clustered ? items.cluster[i] : i; };
        const auto units =
            clustered ? *std::ranges::max_element(items.cluster) + std::size_t{1} : items.size();
        std::vector<char> has(units, 0);
        for (std::size_t i = 0; i < labelled; ++i) has[unit(i)] = 1;
        counts_.resize(units);
        all_.assign(codes, 0.0);
        for (std::size_t i = 0; i < items.size(); ++i) {
            counts_[unit(i)].push_back(code[i]);
            all_[code[i]] += 1.0;
        }
        for (auto& of_unit : counts_) std::ranges::sort(of_unit);
        for (std::uint32_t u = 0; u < units; ++u)
            if (!counts_[u].empty()) (has[u] != 0 ? drawn_ : others_).push_back(u);
        rows_ = static_cast<double>(items.size());
        if (scores_) take_ranks();
    }

    /// The p-value of the draw, by this number of random ones.
    double p_value(std::size_t draws, std::uint64_t seed)
    {
        const double seen = distance(drawn_);
        std::vector<std::uint32_t> order = drawn_;
        order.insert(order.end(), others_.begin(), others_.end());
        std::ranges::sort(
            order, {}, [&](auto u) -> const auto& { return counts_[u]; }); // not by the rows
        std::size_t as_far = 0;
        for (std::size_t r = 0; r < draws; ++r) {
            Stream stream(seed, Purpose::permutation, r);
            for (std::size_t i = 0; i < drawn_.size(); ++i)
                std::swap(order[i], order[i + static_cast<std::size_t>(stream.below(order.size() - i))]);
            as_far += distance(std::span(order).first(drawn_.size())) >= seen * (1.0 - 1e-12) ? 1 : 0;
        }
        return static_cast<double>(as_far + 1) / static_cast<double>(draws + 1);
    }

    std::size_t drawn() const { return drawn_.size(); }
    bool all_drawn() const { return others_.empty(); }

private:
    /// Mean ranks of equal scores, between -1/2 and 1/2.
    void take_ranks()
    {
        double below = 0.0;
        for (const double n : all_) {
            rank_.push_back((below + 0.5 * n) / rows_ - 0.5);
            below += n;
        }
    }

    double distance(std::span<const std::uint32_t> units)
    {
        double n = 0.0;
        double sum = 0.0;
        seen_.assign(scores_ ? 0 : all_.size(), 0.0);
        for (const auto u : units)
            for (const auto code : counts_[u]) {
                n += 1.0;
                if (scores_)
                    sum += rank_[code];
                else
                    seen_[code] += 1.0;
            }
        if (scores_) return std::abs(sum / n) * rows_ / (rows_ - n); // the AUC less 1/2
        double squares = 0.0;
        for (std::size_t c = 0; c < all_.size(); ++c)
            squares += std::pow(seen_[c] - all_[c] * n / rows_, 2.0) / all_[c];
        return squares * rows_ / n * rows_ / (rows_ - n); // chi-squared
    }

    bool scores_;
    std::vector<std::vector<std::uint32_t>> counts_; ///< the judge's codes of the items of each unit
    std::vector<double> all_;                        ///< the items of each code
    std::vector<double> rank_;
    std::vector<double> seen_;
    std::vector<std::uint32_t> drawn_, others_;
    double rows_ = 0.0;
};

} // namespace

std::optional<double> p_of_random_labels(const JudgedItems& items, std::size_t labelled, std::uint64_t seed)
{
    auto distinct = items.judge;
    std::ranges::sort(distinct);
    distinct = distinct_of(std::move(distinct));
    if (labelled == items.size() || distinct.size() < 2) return std::nullopt;
    std::vector<std::uint32_t> code;
    for (const double x : items.judge) code.push_back(place_of(distinct, x));
    if (distinct.size() == 2 && items.cluster.empty()) {
        const auto ones = std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(labelled), 1u);
        return fisher(static_cast<double>(ones), static_cast<double>(labelled),
                      static_cast<double>(std::ranges::count(code, 1u)), static_cast<double>(items.size()));
    }
    RandomDraws draws(items, labelled, std::move(code), distinct.size());
    if (draws.all_drawn()) return std::nullopt;
    constexpr std::size_t least = 199, usual = 9999, work = 200'000'000;
    return draws.p_value(std::clamp(work / std::max<std::size_t>(1, labelled), least, usual), seed);
}

} // namespace unseen
