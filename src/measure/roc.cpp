#include "measure/roc.hpp"

#include "stats/running_sum.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>

namespace unseen {

namespace {

/// Twice the pairs in which the negative row scores higher, ties counted once. Below 2^32 rows it is below 2^63.
std::uint64_t lost_twice(std::span<const std::uint64_t> counts)
{
    std::uint64_t above = 0; // twice the negatives met so far, from the top
    std::uint64_t lost = 0;
    for (const std::uint64_t count : counts) {
        const std::uint64_t negatives = count & 0xffffffff;
        lost += (count >> 32) * (above + negatives);
        above += 2 * negatives;
    }
    return lost;
}

/// Twice the weight of the pairs that `from_top` (lost) or from the bottom (won) count, ties counted once. With sums of whole weights below 2^26
/// in each class every product is exact.
double pairs_twice(const Ranking& ranking, bool from_top)
{
    RunningSum beyond; // negatives met so far
    ExactSum pairs;
    for (std::size_t i = 0; i < ranking.size(); ++i) {
        const TieBlock block = ranking[from_top ? i : ranking.size() - 1 - i];
        if (block.positives > 0.0) {
            pairs.add_product(block.positives, 2.0 * beyond.value());
            pairs.add_product(block.positives, block.negatives);
        }
        if (block.negatives > 0.0) beyond.add(block.negatives);
    }
    return pairs.value();
}

bool has_pairs(const Ranking& ranking) { return ranking.positives() > 0.0 && ranking.negatives() > 0.0; }

double all_twice(const Ranking& ranking) { return 2.0 * ranking.positives() * ranking.negatives(); }

struct Totals {
    std::uint64_t positives = 0;
    std::uint64_t negatives = 0;
};

Totals totals(std::span<const std::uint64_t> counts)
{
    Totals result;
    for (const std::uint64_t count : counts) {
        result.positives += count >> 32;
        result.negatives += count & 0xffffffff;
    }
    return result;
}

Value auc_of_counts(std::span<const std::uint64_t> counts, Totals all)
{
    const std::uint64_t twice = 2 * all.positives * all.negatives;
    return Value(static_cast<double>(twice - lost_twice(counts)) / static_cast<double>(twice));
}

Value average_precision_of_counts(std::span<const std::uint64_t> counts, double positives)
{
    ExactSum sum;
    std::array<double, 512> gained;
    std::uint64_t met = 0; // both counts in one
    for (std::size_t begin = 0; begin < counts.size(); begin += gained.size()) {
        const auto part = counts.subspan(begin, std::min(gained.size(), counts.size() - begin));
        for (std::size_t b = 0; b < part.size(); ++b) {
            met += part[b];
            const auto found = static_cast<double>(met >> 32);
            gained[b] = static_cast<double>(part[b] >> 32) *
                        (found / std::max(found + static_cast<double>(met & 0xffffffff), 1.0)); // blocks may be empty
        }
        sum.add(std::span(gained).first(part.size()));
    }
    return Value(sum.value() / positives);
}

} // namespace

Value auc(std::span<const std::uint64_t> counts)
{
    const auto all = totals(counts);
    return all.positives > 0 && all.negatives > 0 ? auc_of_counts(counts, all) : Value::none("one_class");
}

Value average_precision(std::span<const std::uint64_t> counts)
{
    const auto all = totals(counts);
    return all.positives > 0 ? average_precision_of_counts(counts, static_cast<double>(all.positives)) : Value::none("one_class");
}

Value auc(const Ranking& ranking)
{
    if (!has_pairs(ranking)) return Value::none("one_class");
    if (ranking.counts().empty()) return Value(pairs_twice(ranking, false) / all_twice(ranking));
    return auc_of_counts(ranking.counts(),
                         {static_cast<std::uint64_t>(ranking.positives()), static_cast<std::uint64_t>(ranking.negatives())});
}

Value rank_loss(const Ranking& ranking)
{
    if (!has_pairs(ranking)) return Value::none("one_class");
    const auto lost = ranking.counts().empty() ? pairs_twice(ranking, true) : static_cast<double>(lost_twice(ranking.counts()));
    return Value(lost / all_twice(ranking));
}

Value average_precision(const Ranking& ranking)
{
    if (!(ranking.positives() > 0.0)) return Value::none("one_class");
    if (!ranking.counts().empty()) return average_precision_of_counts(ranking.counts(), ranking.positives());
    ExactSum sum;
    RunningSum found;
    RunningSum others;
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        if (block.positives > 0.0) found.add(block.positives);
        if (block.negatives > 0.0) others.add(block.negatives);
        if (block.positives > 0.0) sum.add(block.positives * (found.value() / (found.value() + others.value())));
    }
    return Value(sum.value() / ranking.positives());
}

} // namespace unseen
