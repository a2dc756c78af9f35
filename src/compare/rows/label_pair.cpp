#include "compare/rows/label_pair.hpp"

#include "base/parallel.hpp"
#include "compare/inference.hpp"

#include "unseen/stats/binomial.hpp"
#include "unseen/stats/binomial_draw.hpp"

#include <cmath>
#include <map>
#include <tuple>

namespace unseen::compare::detail {

namespace {

Value difference(const Measure& measure, const Confusion& a, const Confusion& b)
{
    return difference_of(measure.of_confusion()->value(a), measure.of_confusion()->value(b));
}

/// Rows of one true class to which one model gives the label `first` and the other `second`.
struct Swappable {
    std::uint32_t truth = 0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::uint64_t rows = 0;
    std::uint64_t a_first = 0; ///< number of these rows to which A gives `first`
};

std::vector<Swappable> swappable(const LabelCells& labels)
{
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Swappable> groups;
    for (const auto& cell : labels.cells) {
        if (cell.a == cell.b) continue;
        const auto first = std::min(cell.a, cell.b);
        const auto second = std::max(cell.a, cell.b);
        auto& group = groups[{cell.truth, first, second}];
        group.truth = cell.truth;
        group.first = first;
        group.second = second;
        group.rows += cell.rows;
        if (cell.a == first) group.a_first += cell.rows;
    }
    std::vector<Swappable> list;
    for (const auto& [key, group] : groups) list.push_back(group);
    return list;
}

void settle_counted(Confusion& confusion)
{
    for (std::size_t c = 0; c < confusion.classes; ++c)
        confusion.counted[c] = confusion.truth(c) > 0.0 || confusion.predicted(c) > 0.0 ? 1 : 0;
}

/// The difference as a function of the number of rows in each group to which A gives the first label.
class Outcome {
public:
    Outcome(const Measure& measure, const LabelCells& labels, const std::vector<Swappable>& groups)
        : measure_(measure),
          groups_(groups),
          base_(labels.a),
          a_(labels.a),
          b_(labels.b)
    {
        std::fill(base_.cells.begin(), base_.cells.end(), 0.0);
        for (const auto& cell : labels.cells)
            if (cell.a == cell.b) base_.at(cell.truth, cell.a) += static_cast<double>(cell.rows);
    }

    Value of(std::span<const std::uint64_t> firsts)
    {
        a_.cells = base_.cells;
        b_.cells = base_.cells;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            const auto& group = groups_[g];
            const auto one = static_cast<double>(firsts[g]);
            const auto other = static_cast<double>(group.rows - firsts[g]);
            a_.at(group.truth, group.first) += one;
            a_.at(group.truth, group.second) += other;
            b_.at(group.truth, group.second) += one;
            b_.at(group.truth, group.first) += other;
        }
        settle_counted(a_);
        settle_counted(b_);
        return difference(measure_, a_, b_);
    }

private:
    const Measure& measure_;
    const std::vector<Swappable>& groups_;
    Confusion base_;
    Confusion a_;
    Confusion b_;
};

SwapShares enumerate(const Measure& measure, const LabelCells& labels, const std::vector<Swappable>& groups,
                     Extremes extremes, std::size_t outcomes)
{
    std::vector<std::vector<double>> mass;
    for (const auto& group : groups) {
        auto& of = mass.emplace_back();
        for (std::uint64_t x = 0; x <= group.rows; ++x)
            of.push_back(std::exp(binomial_log_pmf(x, group.rows, 0.5)));
    }
    Outcome outcome(measure, labels, groups);
    std::vector<std::uint64_t> firsts(groups.size(), 0);
    for (std::size_t i = 0; i < outcomes; ++i) {
        double p = 1.0;
        for (std::size_t g = 0; g < groups.size(); ++g) p *= mass[g][firsts[g]];
        extremes.add(outcome.of(firsts), p);
        for (std::size_t g = 0; g < groups.size(); ++g) {
            if (firsts[g]++ < groups[g].rows) break;
            firsts[g] = 0;
        }
    }
    return extremes.of_all(1.0, outcomes);
}

} // namespace

LabelCells label_cells(const PredictionView& a, const PredictionView& b)
{
    LabelCells labels{.a = confusion_of(a), .b = confusion_of(b)};
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint64_t> counts;
    for (std::size_t i = 0; i < a.size(); ++i) ++counts[{a.true_label[i], a.label[i], b.label[i]}];
    for (const auto& [key, rows] : counts)
        labels.cells.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), rows});
    return labels;
}

Bca bootstrap_labels(const Measure& measure, const LabelCells& labels, const Draws& draws)
{
    std::vector<std::uint64_t> rows;
    for (const auto& cell : labels.cells) rows.push_back(cell.rows);
    const auto of_cells = [&, a = labels.a, b = labels.b](std::span<const std::uint64_t> drawn) mutable {
        std::fill(a.cells.begin(), a.cells.end(), 0.0);
        std::fill(b.cells.begin(), b.cells.end(), 0.0);
        for (std::size_t u = 0; u < drawn.size(); ++u) {
            a.at(labels.cells[u].truth, labels.cells[u].a) += static_cast<double>(drawn[u]);
            b.at(labels.cells[u].truth, labels.cells[u].b) += static_cast<double>(drawn[u]);
        }
        return difference(measure, a, b);
    };
    return bootstrap_cells(rows, of_cells, draws);
}

SwapShares swap_cells(const Measure& measure, const LabelCells& labels, const Draws& draws)
{
    const auto groups = swappable(labels);
    Outcome observed_outcome(measure, labels, groups);
    std::vector<std::uint64_t> observed_firsts;
    for (const auto& group : groups) observed_firsts.push_back(group.a_first);
    const Extremes none(observed_outcome.of(observed_firsts).number(), 1e-12);
    constexpr double most_work = 2e6;
    const auto classes = static_cast<double>(labels.a.classes);
    double outcomes = 1.0;
    for (const auto& group : groups) outcomes *= static_cast<double>(group.rows) + 1.0;
    if (outcomes * classes * classes <= most_work)
        return enumerate(measure, labels, groups, none, static_cast<std::size_t>(outcomes));
    const auto extremes =
        count_extremes(none, draws.count, draws.threads, [&](SharedNumbers numbers, Extremes& own) {
            Outcome outcome(measure, labels, groups);
            std::vector<std::uint64_t> firsts(groups.size());
            for (const auto i : numbers) {
                Stream stream(draws.seed, Purpose::permutation, 0, i);
                for (std::size_t g = 0; g < groups.size(); ++g)
                    firsts[g] = draw_binomial(stream, groups[g].rows, 0.5);
                own.add(outcome.of(firsts));
            }
        });
    return extremes.of_drawn(draws.count);
}

} // namespace unseen::compare::detail
