#include "estimate/ranking_bootstrap.hpp"

#include "base/parallel.hpp"
#include "measure/roc.hpp"

#include "unseen/stats/binomial_draw.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

namespace unseen {

namespace {

/// A conditional binomial takes about as long as so many rows that are drawn one by one.
constexpr std::size_t rows_a_binomial = 32;

/// Cells of the blocks in turn: positive rows, then negative ones.
std::vector<std::uint64_t> cells_of(std::span<const std::uint64_t> counts)
{
    std::vector<std::uint64_t> cells;
    cells.reserve(2 * counts.size());
    for (const auto count : counts) {
        cells.push_back(count >> 32);
        cells.push_back(count & 0xffffffff);
    }
    return cells;
}

/// The blocks, those put together between which no AUC tells any difference: neighbours that hold rows of one class alone.
std::vector<std::uint64_t> merged_blocks(std::span<const std::uint64_t> counts)
{
    const auto one_class = [](std::uint64_t count) { return count >> 32 == 0 ? 1 : (count & 0xffffffff) == 0 ? 2 : 0; };
    std::vector<std::uint64_t> merged;
    for (const auto count : counts) {
        if (!merged.empty() && one_class(count) != 0 && one_class(count) == one_class(merged.back()))
            merged.back() += count;
        else
            merged.push_back(count);
    }
    return merged;
}

Value auc_of_cells(std::span<const std::uint64_t> cells)
{
    std::uint64_t above = 0; // twice the negatives so far
    std::uint64_t lost = 0;  // twice the pairs in which the negative row scores higher, ties counted once
    std::uint64_t positives = 0;
    for (std::size_t c = 0; c < cells.size(); c += 2) {
        lost += cells[c] * (above + cells[c + 1]);
        positives += cells[c];
        above += 2 * cells[c + 1];
    }
    const std::uint64_t all = positives * above;
    if (all == 0) return Value::none("one_class");
    return Value(static_cast<double>(all - lost) / static_cast<double>(all));
}

Value average_precision_of_cells(std::span<const std::uint64_t> cells)
{
    std::uint64_t positives = 0;
    std::uint64_t rows = 0;
    double sum = 0.0;
    for (std::size_t c = 0; c < cells.size(); c += 2) {
        positives += cells[c];
        rows += cells[c] + cells[c + 1];
        if (cells[c] > 0) sum += static_cast<double>(cells[c]) * (static_cast<double>(positives) / static_cast<double>(rows));
    }
    if (positives == 0) return Value::none("one_class");
    return Value(std::min(1.0, sum / static_cast<double>(positives)));
}

/// Draws samples of the cells and takes `figure` of each.
Replicates draw_figures(const RowDraws& rows, Value (*figure)(std::span<const std::uint64_t>), std::uint64_t seed,
                        std::uint64_t samples, std::size_t threads)
{
    std::vector<Value> values(samples, Value::none("one_class"));
    std::atomic<std::uint64_t> next{0};
    run_workers(std::min<std::size_t>(thread_count(threads), samples), [&](std::size_t) {
        std::vector<std::uint64_t> drawn(rows.size());
        for (std::uint64_t b = next++; b < samples; b = next++) {
            Stream stream(seed, Purpose::interval, 3, b);
            rows.draw(stream, drawn);
            values[b] = figure(drawn);
        }
    });
    return Replicates::of(values);
}

/// sum n d^3 / (6 (sum n d^2)^1.5) of values d, each of n rows.
class Acceleration {
public:
    void add(double rows, double d)
    {
        if (!(rows > 0.0)) return;
        squares_.add(rows * d * d);
        cubes_.add(rows * d * d * d);
    }
    Value value() const
    {
        if (!(squares_.value() > 0.0)) return Value::none("zero_variance");
        return Value(cubes_.value() / (6.0 * std::pow(squares_.value(), 1.5)));
    }

private:
    ExactSum squares_;
    ExactSum cubes_;
};

} // namespace

RowDraws::RowDraws(std::vector<std::uint64_t> cells) : cells_(std::move(cells))
{
    const auto rows = std::accumulate(cells_.begin(), cells_.end(), std::uint64_t{0});
    if (rows_a_binomial * cells_.size() < rows) return;
    cell_of_.reserve(rows);
    for (std::uint32_t c = 0; c < cells_.size(); ++c) cell_of_.insert(cell_of_.end(), cells_[c], c);
    for (std::uint64_t begin = 0; begin < rows; begin += chunk) chunks_.push_back(std::min<std::uint64_t>(chunk, rows - begin));
}

void RowDraws::draw(Stream& stream, std::span<std::uint64_t> drawn) const
{
    if (chunks_.empty()) return draw_multinomial(stream, cells_, drawn);
    std::fill(drawn.begin(), drawn.end(), 0);
    std::vector<std::uint64_t> of_chunk(chunks_.size());
    draw_multinomial(stream, chunks_, of_chunk);
    for (std::size_t k = 0; k < chunks_.size(); ++k) {
        const std::uint32_t* const cell = cell_of_.data() + k * chunk;
        std::uint64_t left = of_chunk[k];
        if (chunks_[k] < chunk) { // the last one
            for (; left > 0; --left) ++drawn[cell[stream.below(chunks_[k])]];
            continue;
        }
        for (; left >= 8; left -= 8) {
            std::uint64_t bytes = stream.next();
            for (int i = 0; i < 8; ++i, bytes >>= 8) ++drawn[cell[bytes & 0xff]];
        }
        if (left == 0) continue;
        for (std::uint64_t bytes = stream.next(); left > 0; --left, bytes >>= 8) ++drawn[cell[bytes & 0xff]];
    }
}

Replicates draw_auc(const Ranking& ranking, std::uint64_t seed, std::uint64_t samples, std::size_t threads)
{
    return draw_figures(RowDraws(cells_of(merged_blocks(ranking.counts()))), auc_of_cells, seed, samples, threads);
}

Replicates draw_average_precision(const Ranking& ranking, std::uint64_t seed, std::uint64_t samples, std::size_t threads)
{
    return draw_figures(RowDraws(cells_of(ranking.counts())), average_precision_of_cells, seed, samples, threads);
}

Value auc_acceleration(const Ranking& ranking)
{
    const double p = ranking.positives();
    const double n = ranking.negatives();
    const double area = auc(ranking).number();
    // The jackknife values A + (A - V) / (P - 1) and A + (A - V) / (N - 1) have mean A: placements sum to P A and to N A.
    Acceleration result;
    double above = 0.0;
    double below = n;
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        below -= block.negatives;
        result.add(block.positives, ((below + block.negatives / 2) / n - area) / (p - 1.0));
        result.add(block.negatives, ((above + block.positives / 2) / p - area) / (n - 1.0));
        above += block.positives;
    }
    return result.value();
}

Value precision_acceleration(const Ranking& ranking)
{
    const auto influences = precision_influences(ranking);
    Acceleration result;
    for (std::size_t b = 0; b < influences.size(); ++b) {
        result.add(ranking[b].positives, influences[b].positive);
        result.add(ranking[b].negatives, influences[b].negative);
    }
    return result.value();
}

} // namespace unseen
