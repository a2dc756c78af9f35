#include "compare/rows/auc_pair.hpp"

#include "base/parallel.hpp"
#include "compare/inference.hpp"
#include "draws/bca.hpp"
#include "draws/sampling.hpp"
#include "stats/running_sum.hpp"

#include <algorithm>
#include <array>

namespace unseen::compare::detail {

namespace {

constexpr std::size_t lanes = 16; ///< replicates that are computed together

/// How often each of `lanes` replicates drew each row. The probability of more than 255 times is below
/// 1e-500.
using Counts = std::vector<std::array<std::uint8_t, lanes>>;

/// Twice the pairs won of each replicate, and twice its negative rows.
template <class Sum>
struct Won {
    std::array<Sum, lanes> twice{};
    std::array<Sum, lanes> negatives{};
};

/// `Sum` must hold n^2 / 2.
template <class Sum>
Won<Sum> won_by(const SortedRows& sorted, const Counts& counts)
{
    std::array<Sum, lanes> won{};
    std::array<Sum, lanes> below{}; // twice the negatives so far
    for (std::size_t b = sorted.blocks(); b-- > 0;) {
        const auto block = sorted.block(b);
        if (block.size() == 1) {
            const auto& count = counts[block[0].row];
            if (block[0].positive())
                for (std::size_t r = 0; r < lanes; ++r) won[r] += count[r] * below[r];
            else
                for (std::size_t r = 0; r < lanes; ++r) below[r] += 2u * count[r];
            continue;
        }
        std::array<Sum, lanes> positives{};
        std::array<Sum, lanes> negatives{};
        for (const auto& item : block) {
            auto& sums = item.positive() ? positives : negatives;
            for (std::size_t r = 0; r < lanes; ++r) sums[r] += counts[item.row][r];
        }
        for (std::size_t r = 0; r < lanes; ++r) {
            won[r] += positives[r] * (below[r] + negatives[r]);
            below[r] += 2 * negatives[r];
        }
    }
    return {won, below};
}

template <class Sum>
std::vector<Value> differences_of_samples(std::size_t n, const SortedRows& a, const SortedRows& b,
                                          const Draws& draws)
{
    std::vector<Value> differences(draws.count, Value::none(reasons::one_class));
    const std::size_t groups = (draws.count + lanes - 1) / lanes;
    parallel_for("drawing samples", groups, draws.threads, [&](SharedNumbers numbers) {
        Counts counts(n);
        for (const auto group : numbers) {
            const std::size_t begin = group * lanes;
            const std::size_t here = std::min(lanes, draws.count - begin);
            std::fill(counts.begin(), counts.end(), std::array<std::uint8_t, lanes>{});
            for (std::size_t r = 0; r < here; ++r) {
                Stream stream(draws.seed, Purpose::interval, 0, begin + r);
                std::uint8_t* const count =
                    counts.front().data() +
                    r; // a local pointer, so that the compiler knows it does not change
                draw_rows(stream, n, [count](std::size_t row, unsigned times) {
                    count[row * lanes] = static_cast<std::uint8_t>(count[row * lanes] + times);
                });
            }
            const auto of_a = won_by<Sum>(a, counts);
            const auto of_b = won_by<Sum>(b, counts);
            for (std::size_t r = 0; r < here; ++r) {
                const double negatives = static_cast<double>(of_a.negatives[r]) / 2.0;
                const double pairs = negatives * (static_cast<double>(n) - negatives);
                if (pairs > 0.0)
                    differences[begin + r] =
                        (static_cast<double>(of_a.twice[r]) - static_cast<double>(of_b.twice[r])) /
                        (2.0 * pairs);
            }
        }
    });
    return differences;
}

/// For each rank, twice the weight below it plus the weight at it, over one class's rows by both models.
std::vector<double> twice_below(const PredictionView& rows, std::span<const std::uint32_t> ranks_a,
                                std::span<const std::uint32_t> ranks_b, bool positive)
{
    std::uint32_t most = 0;
    for (const auto ranks : {ranks_a, ranks_b})
        most = std::max(most, *std::max_element(ranks.begin(), ranks.end()));
    std::vector<RunningSum> at(most + std::size_t{1});
    for (const auto ranks : {ranks_a, ranks_b})
        for (std::size_t i = 0; i < ranks.size(); ++i)
            if ((rows.true_label[i] == rows.positive) == positive) at[ranks[i]].add(rows.weight_of(i));
    std::vector<double> sums;
    RunningSum below;
    for (const auto& here : at) {
        sums.push_back(2.0 * below.value() + here.value());
        below.add(here.value());
    }
    return sums;
}

/// The figure for these row weights. It uses plain sums in the order of the blocks; the exact sums of a
/// Ranking take four times as long.
Value figure_of_weights(const SortedRows& sorted, const RankFigure& figure, std::span<const double> weights)
{
    const bool roc = &figure == &roc_area;
    double positives = 0.0; // so far, from the highest score down
    double negatives = 0.0;
    double sum = 0.0;
    for (std::size_t b = 0; b < sorted.blocks(); ++b) {
        double own_positives = 0.0;
        double own_negatives = 0.0;
        for (const auto& item : sorted.block(b))
            (item.positive() ? own_positives : own_negatives) += weights[item.row];
        if (roc)
            sum += own_negatives * (positives + own_positives / 2);
        else if (own_positives > 0.0)
            sum += own_positives *
                   ((positives + own_positives) / (positives + own_positives + negatives + own_negatives));
        positives += own_positives;
        negatives += own_negatives;
    }
    const double all = roc ? positives * negatives : positives;
    return all > 0.0 ? Value(sum / all) : Value::none(reasons::one_class);
}

} // namespace

std::vector<double> RankedScores::of_rows(std::span<const BlockValues> of_blocks, std::size_t rows) const
{
    std::vector<double> values(rows, 0.0);
    for (std::size_t b = 0; b < of_blocks.size(); ++b)
        for (const auto& item : sorted.block(b))
            values[item.row] = item.positive() ? of_blocks[b].positive : of_blocks[b].negative;
    return values;
}

std::vector<double> influence_differences(const PredictionView& rows, const RankedScores& a,
                                          const RankedScores& b, const RankFigure& figure)
{
    auto differences = a.of_rows(figure.influences(a.ranking), rows.size());
    const auto of_b = b.of_rows(figure.influences(b.ranking), rows.size());
    for (std::size_t i = 0; i < differences.size(); ++i)
        differences[i] = rows.weight_of(i) * (differences[i] - of_b[i]);
    return differences;
}

std::vector<double> swap_terms(const PredictionView& rows, std::span<const std::uint32_t> ranks_a,
                               std::span<const std::uint32_t> ranks_b)
{
    const auto negatives = twice_below(rows, ranks_a, ranks_b, false);
    const auto positives = twice_below(rows, ranks_a, ranks_b, true);
    std::vector<double> terms;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto a = ranks_a[i];
        const auto b = ranks_b[i];
        const bool positive = rows.true_label[i] == rows.positive;
        terms.push_back(rows.weight_of(i) *
                        (positive ? negatives[a] - negatives[b] : positives[b] - positives[a]));
    }
    return terms;
}

Replicates auc_replicates(std::size_t rows, const RankedScores& a, const RankedScores& b, const Draws& draws)
{
    return Replicates::of(rows < (std::size_t{1} << 16)
                              ? differences_of_samples<std::uint32_t>(rows, a.sorted, b.sorted, draws)
                              : differences_of_samples<std::uint64_t>(rows, a.sorted, b.sorted, draws));
}

Value auc_acceleration(std::size_t rows, const RankedScores& a, const RankedScores& b)
{
    if (a.ranking.positives() < 2.0 || a.ranking.negatives() < 2.0)
        return Value::none(reasons::undefined_in_resamples);
    const auto of_a = a.of_rows(roc_area.jackknife(a.ranking), rows);
    const auto of_b = b.of_rows(roc_area.jackknife(b.ranking), rows);
    Acceleration acceleration;
    for (std::size_t i = 0; i < rows; ++i) acceleration.add(1.0, of_a[i] - of_b[i]);
    return acceleration.value();
}

OfCounts figure_difference(const PredictionView& a, const PredictionView& b, const Units& units,
                           const RankFigure& figure)
{
    const auto of_rows = units.of_rows();
    if (a.weight.empty()) { // rows of a unit count together
        return [&figure, of_a = SortedRows(a, a.positive, of_rows),
                of_b = SortedRows(b, b.positive, of_rows)](std::span<const std::uint32_t> times) {
            std::vector<std::uint64_t> counts;
            of_a.count(times, counts);
            const Value value_a = figure.of_counts(counts);
            of_b.count(times, counts);
            return difference_of(value_a, figure.of_counts(counts));
        };
    }
    return [&figure, of_rows, weight = a.weight, of_a = SortedRows(a, a.positive),
            of_b = SortedRows(b, b.positive)](std::span<const std::uint32_t> times) {
        std::vector<double> drawn(weight.size());
        for (std::size_t i = 0; i < drawn.size(); ++i) drawn[i] = times[of_rows[i]] * weight[i];
        return difference_of(figure_of_weights(of_a, figure, drawn), figure_of_weights(of_b, figure, drawn));
    };
}

} // namespace unseen::compare::detail
