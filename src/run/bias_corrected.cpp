#include "unseen/run/bias_corrected.hpp"

#include "base/number_pair.hpp"
#include "base/parallel.hpp"

#include "unseen/learn/tuning.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/quantile.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace unseen {

namespace {

/// A row, and how often a sample draws it, at least once.
struct DrawnRow {
    std::uint32_t row;
    std::uint32_t times;
};

/// The rows that a sample draws, and those that it leaves out, in order.
struct SampleRows {
    std::vector<DrawnRow> drawn;
    std::vector<std::uint32_t> left;
    double total = 0.0;      ///< weight of the rows drawn, with repetitions
    double total_left = 0.0; ///< weight of the rows left out

    /// `times`: how often each row is drawn, or each group.
    SampleRows(const CandidateLosses& losses, std::span<const std::uint32_t> times)
        : drawn(losses.losses.size() / losses.candidates),
          left(drawn.size())
    {
        std::size_t n_drawn = 0;
        for (std::uint32_t r = 0; r < left.size(); ++r) { // no branch, because it could not be predicted
            const auto count = times[losses.groups.empty() ? r : losses.groups[r]];
            const double weight = losses.weights.empty() ? 1.0 : losses.weights[r];
            drawn[n_drawn] = {r, count};
            left[r - n_drawn] = r;
            n_drawn += count > 0 ? 1 : 0;
            total += count * weight;
            total_left += count > 0 ? 0.0 : weight;
        }
        left.resize(left.size() - n_drawn);
        drawn.resize(n_drawn);
    }
};

/// The losses in blocks of eight candidates, those of one row together.
class LossBlocks {
public:
    explicit LossBlocks(const CandidateLosses& losses)
        : candidates_(losses.candidates),
          rows_(losses.losses.size() / candidates_),
          blocks_((candidates_ + width - 1) / width * rows_)
    {
        for (std::size_t r = 0; r < rows_; ++r)
            for (std::size_t c = 0; c < candidates_; ++c)
                blocks_[c / width * rows_ + r][c % width] = losses.losses[r * candidates_ + c];
    }

    /// The sum of the losses for each sample and candidate. Some rows of a block are read for all samples
    /// before the next ones, while the cache holds them.
    std::vector<std::vector<double>> sums(std::span<const SampleRows> samples) const
    {
        constexpr std::size_t cached = 4096;
        std::vector<std::vector<double>> result(samples.size());
        for (std::size_t begin = 0; begin < blocks_.size(); begin += rows_) {
            std::vector<EightSums> sums(samples.size());
            std::vector<std::size_t> next(samples.size(), 0);
            for (std::size_t end = cached; end < rows_ + cached; end += cached)
                for (std::size_t s = 0; s < samples.size(); ++s) {
                    const auto& drawn = samples[s].drawn;
                    EightSums sum = sums[s];
                    auto i = next[s];
                    for (; i < drawn.size() && drawn[i].row < end; ++i)
                        sum.add(drawn[i].times, blocks_[begin + drawn[i].row].data());
                    sums[s] = sum;
                    next[s] = i;
                }
            for (std::size_t s = 0; s < samples.size(); ++s) {
                const auto values = sums[s].values();
                const auto some =
                    static_cast<std::ptrdiff_t>(std::min(width, candidates_ - result[s].size()));
                result[s].insert(result[s].end(), values.begin(), values.begin() + some);
            }
        }
        return result;
    }

    /// The mean loss of a candidate on the rows that a sample leaves out; NaN if there are none.
    double mean_left(const SampleRows& sample, std::size_t c) const
    {
        double sum = 0.0;
        for (const auto r : sample.left) sum += blocks_[c / width * rows_ + r][c % width];
        return sum / sample.total_left;
    }

private:
    static constexpr std::size_t width = EightSums::width;
    using Block = std::array<double, width>;

    std::size_t candidates_;
    std::size_t rows_;
    std::vector<Block> blocks_;
};

/// The candidate with the least loss, by its sums over rows of this total weight; ties to the first.
std::size_t best_of(std::span<const double> sums, double weight, const Measure& measure)
{
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < sums.size(); ++c)
        if (const double loss = loss_of(measure, measure.finished(sums[c] / weight)); loss < least) {
            best = c;
            least = loss;
        }
    return best;
}

} // namespace

std::optional<BiasCorrected> bias_corrected(const CandidateLosses& losses, const Measure& measure,
                                            const BiasCorrectedOptions& options)
{
    const LossBlocks blocks(losses);
    const std::size_t units = losses.groups.empty() ? losses.losses.size() / losses.candidates
                                                    : std::size_t{1} + std::ranges::max(losses.groups);
    std::vector<double> figures(options.samples);
    constexpr std::size_t together = 16;
    parallel_for((figures.size() + together - 1) / together, options.threads, [&](SharedNumbers numbers) {
        std::vector<std::uint32_t> times(units);
        std::vector<SampleRows> rows;
        for (const auto part : numbers) {
            rows.clear();
            for (auto b = part * together; b < std::min(figures.size(), (part + 1) * together); ++b) {
                std::ranges::fill(times, 0U);
                const auto put = [&](std::size_t unit) { ++times.at(unit); };
                if (options.draw) {
                    options.draw(b, units, put);
                } else {
                    constexpr std::uint64_t of_bias_correction = 7;
                    Stream stream(options.seed, Purpose::interval, of_bias_correction, b);
                    for (std::size_t i = 0; i < units; ++i)
                        put(static_cast<std::size_t>(stream.below(units)));
                }
                rows.emplace_back(losses, times);
            }
            const auto sums = blocks.sums(rows);
            for (std::size_t s = 0; s < rows.size(); ++s)
                figures[part * together + s] =
                    measure.finished(blocks.mean_left(rows[s], best_of(sums[s], rows[s].total, measure)));
        }
    });
    std::erase_if(figures, [](double figure) { return !(figure == figure); });
    if (figures.empty()) return std::nullopt;
    std::ranges::sort(figures);
    ExactSum sum;
    sum.add(figures);
    const double tail = (1.0 - options.level.value()) / 2.0;
    BiasCorrected corrected{.value = sum.value() / static_cast<double>(figures.size()),
                            .level = options.level,
                            .samples = figures.size()};
    const Limits limits{quantile(figures, tail), quantile(figures, 1.0 - tail)};
    if (limits.lower < limits.upper) corrected.interval = limits;
    return corrected;
}

} // namespace unseen
