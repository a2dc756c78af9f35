#include "estimate/cells_bootstrap.hpp"

#include "base/parallel.hpp"

#include "unseen/stats/binomial_draw.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace unseen {

namespace {

/// A cell that is not empty.
struct FullCell {
    std::size_t truth;
    std::size_t predicted;
    double rows;
};

std::vector<FullCell> full_cells(const Confusion& confusion)
{
    std::vector<FullCell> cells;
    for (std::size_t t = 0; t < confusion.classes; ++t)
        for (std::size_t p = 0; p < confusion.classes; ++p)
            if (const double rows = confusion.at(t, p); rows > 0.0) cells.push_back({t, p, rows});
    return cells;
}

/// A confusion matrix that changes cell by cell.
class ChangingCells {
public:
    explicit ChangingCells(const Confusion& confusion) : confusion_(confusion) { confusion_.margins = margins_of(confusion); }

    const Confusion& confusion() const { return confusion_; }
    /// Adds to the rows of a cell. They are counts, so that sums stay exact.
    void add(const FullCell& cell, double rows)
    {
        auto& margins = *confusion_.margins;
        confusion_.at(cell.truth, cell.predicted) += rows;
        margins.truth[cell.truth] += rows;
        margins.predicted[cell.predicted] += rows;
        margins.total += rows;
        if (cell.truth == cell.predicted) margins.right[cell.truth] += rows;
    }

private:
    Confusion confusion_;
};

} // namespace

std::vector<Replicates> draw_replicates(std::span<const Measure* const> measures, const Confusion& confusion,
                                        const CellDraws& draws)
{
    const auto cells = full_cells(confusion);
    std::vector<std::uint64_t> counts;
    for (const auto& cell : cells) counts.push_back(static_cast<std::uint64_t>(std::llround(cell.rows)));
    std::vector<std::vector<Value>> values(measures.size(), std::vector<Value>(draws.samples, Value::none("no_rows")));
    std::atomic<std::uint64_t> next{0};
    const bool many = cells.size() * draws.samples >= 100'000; // else starting threads takes longer
    run_workers(many ? thread_count(draws.threads) : 1, [&](std::size_t) {
        ChangingCells replicate(confusion);
        std::vector<std::uint64_t> now = counts;
        std::vector<std::uint64_t> drawn(counts.size());
        for (std::uint64_t b = next++; b < draws.samples; b = next++) {
            Stream stream(draws.seed, Purpose::interval, 0, b);
            draw_multinomial(stream, counts, drawn);
            for (std::size_t u = 0; u < cells.size(); ++u)
                if (drawn[u] != now[u]) replicate.add(cells[u], static_cast<double>(drawn[u]) - static_cast<double>(now[u]));
            std::swap(now, drawn);
            for (std::size_t m = 0; m < measures.size(); ++m) values[m][b] = measures[m]->cells(replicate.confusion());
        }
    });
    std::vector<Replicates> results;
    for (const auto& of_measure : values) results.push_back(Replicates::of(of_measure));
    return results;
}

Value acceleration(const Measure& measure, const Confusion& confusion)
{
    struct Left {
        double rows;
        double value;
    };
    std::vector<Left> jackknife;
    ChangingCells less(confusion);
    ExactSum sum;
    double n = 0.0;
    const bool alone = !(confusion.total() > 1.0);
    for (const auto& cell : full_cells(confusion)) {
        less.add(cell, -1.0);
        const Value value = alone ? Value::none("no_rows") : measure.cells(less.confusion());
        less.add(cell, 1.0);
        if (!value) return Value::none("undefined_in_resamples");
        jackknife.push_back({cell.rows, value.number()});
        sum.add(cell.rows * value.number());
        n += cell.rows;
    }
    const double mean = sum.value() / n;
    ExactSum squares;
    ExactSum cubes;
    for (const auto& left : jackknife) {
        const double d = mean - left.value;
        squares.add(left.rows * d * d);
        cubes.add(left.rows * d * d * d);
    }
    const bool equal =
        std::all_of(jackknife.begin(), jackknife.end(), [&](const Left& l) { return l.value == jackknife.front().value; });
    if (equal || !(squares.value() > 0.0)) return Value::none("zero_variance");
    return Value(cubes.value() / (6.0 * std::pow(squares.value(), 1.5)));
}

} // namespace unseen
