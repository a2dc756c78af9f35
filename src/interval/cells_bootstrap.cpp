#include "interval/cells_bootstrap.hpp"

#include "draws/bca.hpp"

#include "unseen/stats/binomial_draw.hpp"

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
    explicit ChangingCells(const Confusion& confusion) : confusion_(confusion)
    {
        confusion_.margins = margins_of(confusion);
    }

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
                                        const Draws& draws)
{
    const auto cells = full_cells(confusion);
    std::vector<std::uint64_t> counts;
    for (const auto& cell : cells) counts.push_back(static_cast<std::uint64_t>(std::llround(cell.rows)));
    const auto sample = [&, replicate = ChangingCells(confusion), now = counts,
                         drawn = counts](Stream& stream, std::span<Value> values) mutable {
        draw_multinomial(stream, counts, drawn);
        for (std::size_t u = 0; u < cells.size(); ++u)
            if (drawn[u] != now[u])
                replicate.add(cells[u], static_cast<double>(drawn[u]) - static_cast<double>(now[u]));
        std::swap(now, drawn);
        for (std::size_t m = 0; m < measures.size(); ++m)
            values[m] = measures[m]->of_confusion()->value(replicate.confusion());
    };
    const bool many = cells.size() * draws.count >= 100'000; // else starting threads takes longer
    return replicates(measures.size(), {draws.seed, draws.count, many ? draws.threads : 1}, Purpose::interval,
                      0, sample);
}

Value acceleration(const Measure& measure, const Confusion& confusion)
{
    std::vector<Value> jackknife;
    std::vector<std::uint64_t> times;
    ChangingCells less(confusion);
    const bool alone = !(confusion.total() > 1.0);
    for (const auto& cell : full_cells(confusion)) {
        less.add(cell, -1.0);
        jackknife.push_back(alone ? Value::none(reasons::no_rows)
                                  : measure.of_confusion()->value(less.confusion()));
        less.add(cell, 1.0);
        times.push_back(static_cast<std::uint64_t>(std::llround(cell.rows)));
    }
    return acceleration_of(jackknife, times);
}

} // namespace unseen
