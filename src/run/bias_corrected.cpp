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

/// A row, and how often a sample draws it: at least once.
struct DrawnRow {
    std::size_t row;
    double times;
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

    std::size_t rows() const { return rows_; }
    double loss(std::size_t row, std::size_t c) const { return blocks_[c / width * rows_ + row][c % width]; }

    /// For each candidate the sum of the losses of a sample.
    std::vector<double> sums(std::span<const DrawnRow> drawn) const
    {
        std::vector<double> result;
        for (std::size_t begin = 0; result.size() < candidates_; begin += rows_) {
            EightSums sums;
            for (const auto& [row, times] : drawn) sums.add(times, blocks_[begin + row].data());
            const auto values = sums.values();
            const std::size_t some = std::min(width, candidates_ - result.size());
            result.insert(result.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(some));
        }
        return result;
    }

private:
    static constexpr std::size_t width = EightSums::width;
    using Block = std::array<double, width>;

    std::size_t candidates_;
    std::size_t rows_;
    std::vector<Block> blocks_;
};

/// The figure of one sample on the rows that it leaves out; NaN if there are none. `times`: how often each row, or each group, is drawn.
double sample_figure(const LossBlocks& losses, std::span<const std::uint32_t> groups, const Measure& measure,
                     std::span<const std::uint32_t> times)
{
    std::vector<DrawnRow> drawn;
    std::vector<std::size_t> left;
    double rows = 0.0;
    for (std::size_t r = 0; r < losses.rows(); ++r)
        if (const auto count = times[groups.empty() ? r : groups[r]]; count > 0) {
            drawn.push_back({r, static_cast<double>(count)});
            rows += count;
        } else {
            left.push_back(r);
        }
    if (left.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    const auto sums = losses.sums(drawn);
    for (std::size_t c = 0; c < sums.size(); ++c)
        if (const double loss = loss_of(measure, measure.finished(sums[c] / rows)); loss < least) {
            best = c;
            least = loss;
        }
    double sum = 0.0;
    for (const auto r : left) sum += losses.loss(r, best);
    return measure.finished(sum / static_cast<double>(left.size()));
}

} // namespace

std::optional<BiasCorrected> bias_corrected(const CandidateLosses& losses, const Measure& measure,
                                            const BiasCorrectedOptions& options)
{
    const LossBlocks blocks(losses);
    const std::size_t units = losses.groups.empty() ? blocks.rows() : std::size_t{1} + std::ranges::max(losses.groups);
    std::vector<double> figures(options.samples);
    parallel_for(figures.size(), options.threads, [&](SharedNumbers numbers) {
        std::vector<std::uint32_t> times(units);
        for (const auto b : numbers) {
            std::ranges::fill(times, 0U);
            const auto put = [&](std::size_t unit) { ++times.at(unit); };
            if (options.draw) {
                options.draw(b, units, put);
            } else {
                constexpr std::uint64_t of_bias_correction = 7;
                Stream stream(options.seed, Purpose::interval, of_bias_correction, b);
                for (std::size_t i = 0; i < units; ++i) put(static_cast<std::size_t>(stream.below(units)));
            }
            figures[b] = sample_figure(blocks, losses.groups, measure, times);
        }
    });
    std::erase_if(figures, [](double figure) { return !(figure == figure); });
    if (figures.empty()) return std::nullopt;
    std::ranges::sort(figures);
    ExactSum sum;
    sum.add(figures);
    const double tail = (1.0 - options.level.value()) / 2.0;
    BiasCorrected corrected{
        .value = sum.value() / static_cast<double>(figures.size()), .level = options.level, .samples = figures.size()};
    const Limits limits{quantile(figures, tail), quantile(figures, 1.0 - tail)};
    if (limits.lower < limits.upper) corrected.interval = limits;
    return corrected;
}

} // namespace unseen
