#include "interval/ranking_bootstrap.hpp"

#include "draws/bca.hpp"
#include "draws/sampling.hpp"

namespace unseen {

namespace {

/// The blocks, with neighbours that hold rows of only one class joined.
std::vector<std::uint64_t> runs_of(std::span<const std::uint64_t> counts)
{
    const auto one_class = [](std::uint64_t count) {
        return count >> 32 == 0 ? 1 : (count & 0xffffffff) == 0 ? 2 : 0;
    };
    std::vector<std::uint64_t> runs;
    for (const auto count : counts) {
        if (!runs.empty() && one_class(count) != 0 && one_class(count) == one_class(runs.back()))
            runs.back() += count;
        else
            runs.push_back(count);
    }
    return runs;
}

} // namespace

Replicates draw_figure(const RankFigure& figure, const Ranking& ranking, const Draws& draws)
{
    const auto runs = figure.of_runs ? runs_of(ranking.counts()) : std::vector<std::uint64_t>();
    const auto counts = figure.of_runs ? std::span<const std::uint64_t>(runs) : ranking.counts();
    const RowDraws rows(counts);
    const auto sample = [&, drawn = std::vector<std::uint64_t>(counts.size())](
                            Stream& stream, std::span<Value> value) mutable {
        rows.draw(stream, drawn);
        value[0] = figure.of_counts(drawn);
    };
    return std::move(replicates(1, draws, Purpose::interval, 3, sample).front());
}

Value acceleration(const RankFigure& figure, const Ranking& ranking)
{
    const auto left = figure.jackknife(ranking);
    Acceleration result;
    for (std::size_t b = 0; b < left.size(); ++b) {
        result.add(ranking[b].positives, left[b].positive);
        result.add(ranking[b].negatives, left[b].negative);
    }
    return result.value();
}

} // namespace unseen
