#include "interval/row_bootstrap.hpp"

#include "base/parallel.hpp"
#include "draws/bca.hpp"
#include "predictions/gathered_rows.hpp"
#include "rank/sorted_rows.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace unseen {

namespace {

constexpr std::size_t most_sums = 100'000;
constexpr std::size_t most_scores = 10'000;
constexpr std::size_t fewest_units = 2'000;
constexpr std::size_t jackknife_groups = 500;
constexpr std::uint64_t most_drawn_rows = 2'000'000'000; ///< by all samples together
/// Counting this many rows takes as long as sorting one, for one ranking and for those of several classes.
constexpr std::size_t counted_per_sorted = 4;
constexpr std::size_t counted_per_sorted_of_classes = 16;

std::size_t scores_of(const PredictionView& view, std::size_t rows)
{
    const auto width = view.classes == nullptr ? view.targets : view.classes->size();
    return rows * std::max<std::size_t>(2, width);
}

/// Numbers of units, summed exactly.
double sum_over(std::span<const double> of_units, std::span<const std::uint32_t> units)
{
    std::array<double, 512> part;
    ExactSum sum;
    for (std::size_t begin = 0; begin < units.size(); begin += part.size()) {
        const auto n = std::min(part.size(), units.size() - begin);
        for (std::size_t k = 0; k < n; ++k) part[k] = of_units[units[begin + k]];
        sum.add(std::span(part).first(n));
    }
    return sum.value();
}

/// The contribution of each unit to the cells of the confusion matrix.
class UnitCells {
public:
    UnitCells(const PredictionView& view, const Units& units) : head_(confusion_of(view))
    {
        std::vector<std::pair<std::size_t, double>> cells;
        begins_.push_back(0);
        for (std::size_t u = 0; u < units.size(); ++u) {
            cells.clear();
            for (const auto i : units.rows_of(u))
                cells.emplace_back(view.true_label[i] * head_.classes + view.label[i], view.weight_of(i));
            std::sort(cells.begin(), cells.end());
            for (std::size_t i = 0; i < cells.size(); ++i) {
                if (i == 0 || cells[i].first != cells[i - 1].first)
                    cells_.push_back(cells[i]);
                else
                    cells_.back().second += cells[i].second;
            }
            begins_.push_back(cells_.size());
        }
    }

    void add_up(std::span<const std::uint32_t> units, Confusion& confusion) const
    {
        confusion = head_;
        std::fill(confusion.cells.begin(), confusion.cells.end(), 0.0);
        if (cells_.size() + 1 == begins_.size()) // one cell a unit
            for (const auto u : units) confusion.cells[cells_[u].first] += cells_[u].second;
        else
            for (const auto u : units)
                for (auto c = begins_[u]; c < begins_[u + 1]; ++c)
                    confusion.cells[cells_[c].first] += cells_[c].second;
        confusion.margins = margins_of(confusion);
    }

private:
    Confusion head_;
    std::vector<std::size_t> begins_;
    std::vector<std::pair<std::size_t, double>> cells_;
};

/// Measures as functions of a list of units, in which a unit may occur several times. Parts that several of
/// them need are computed once.
class UnitStatistics {
public:
    UnitStatistics(std::span<const Measure* const> measures, const PredictionView& view, const Units& units)
        : measures_(measures.begin(), measures.end()),
          view_(view),
          units_(units),
          losses_(measures.size()),
          of_repeats_(measures.size())
    {
        for (std::size_t m = 0; m < size(); ++m) {
            if (of_losses(m))
                sum_losses(m);
            else if (!of_cells(m))
                prepare_rows(m);
            else if (!cells_)
                cells_.emplace(view, units);
        }
        for (std::size_t m = 0; m < size(); ++m) {
            if (of_losses(m) || of_cells(m) || ranks_once(m)) continue;
            of_rows_.push_back(m);
            measures_of_rows_.push_back(*measures_[m]);
        }
    }

    /// The working memory of a thread.
    struct Scratch {
        std::vector<std::uint32_t> rows;
        std::vector<std::uint32_t> times;     ///< the number of times that each unit is drawn
        std::vector<std::uint32_t> row_times; ///< the number of times that each row is drawn
        GatheredRows gathered;
        Confusion confusion;
    };

    std::size_t size() const { return measures_.size(); }
    bool of_losses(std::size_t m) const { return measures_[m]->row_mean(); }

    /// The number of units in a sample.
    std::size_t units_to_draw(std::size_t m) const
    {
        if (of_losses(m) || of_cells(m)) return std::min(units_.size(), most_sums);
        const auto scores = static_cast<double>(scores_of(view_, units_.rows()));
        const auto affordable = static_cast<std::size_t>(static_cast<double>(most_scores) *
                                                         static_cast<double>(units_.size()) / scores);
        return std::min(units_.size(), std::max(affordable, fewest_units));
    }

    /// Passes each of the measures `wanted` to `take`, for the first units of the list, as many as the
    /// measure draws.
    template <class Take>
    void evaluate(std::span<const std::size_t> wanted, std::span<const std::uint32_t> units, Scratch& scratch,
                  Take take) const
    {
        std::optional<double> weight;
        std::optional<Ranking> ranking;
        bool cells = false;
        bool times = false;
        bool others = false;
        for (const auto m : wanted) {
            const auto& measure = *measures_[m];
            const auto drawn = units.first(std::min(units.size(), units_to_draw(m)));
            if (of_losses(m)) {
                if (!weight) weight = sum_over(weights_, drawn);
                take(m, Value(measure.finished(sum_over(losses_[m], drawn) / *weight)));
            } else if (of_cells(m)) {
                if (!std::exchange(cells, true)) cells_->add_up(drawn, scratch.confusion);
                take(m, measure.of_confusion()->value(scratch.confusion));
            } else if (ranks_once(m)) {
                if (!std::exchange(times, true)) count(drawn, scratch);
                if (!of_repeats_[m] && !ranking) ranking = repeated_->ranking_of_repeats(scratch.times);
                take(m, of_repeats_[m] ? of_repeats_[m](scratch.row_times)
                                       : measure.of_ranking()->value(*ranking));
            } else {
                others = true;
            }
        }
        if (!others) return; // else they are all wanted: they draw equally many units
        scratch.rows.clear();
        for (const auto u : units.first(std::min(units.size(), units_to_draw(of_rows_.front())))) {
            const auto rows = units_.rows_of(u);
            scratch.rows.insert(scratch.rows.end(), rows.begin(), rows.end());
        }
        scratch.gathered.gather(view_, scratch.rows);
        const auto values = evaluate_all(measures_of_rows_, scratch.gathered.view()).values;
        for (std::size_t k = 0; k < of_rows_.size(); ++k) take(of_rows_[k], values[k]);
    }

    /// All units except one, for losses, in constant time.
    std::vector<Value> leave_one_out(std::size_t m) const
    {
        ExactSum losses;
        ExactSum weights;
        losses.add(losses_[m]);
        weights.add(weights_);
        const double all_losses = losses.value();
        const double all_weights = weights.value();
        std::vector<Value> left;
        for (std::size_t u = 0; u < weights_.size(); ++u) {
            const double rest = all_weights - weights_[u];
            double sum = all_losses - losses_[m][u];
            if (measures_[m]->finishes()) sum = std::max(0.0, sum); // a root, and a sum that was rounded
            left.push_back(rest > 0.0 ? Value(measures_[m]->finished(sum / rest))
                                      : Value::none(reasons::no_rows));
        }
        return left;
    }

private:
    bool of_cells(std::size_t m) const { return measures_[m]->of_confusion(); }
    bool ranks_once(std::size_t m) const
    {
        return of_repeats_[m] || (repeated_ && measures_[m]->of_ranking());
    }
    double weight(std::size_t row) const { return view_.weight_of(row); }

    void sum_losses(std::size_t m)
    {
        std::vector<double> values(view_.size());
        measures_[m]->row_mean()->values(view_, values);
        const bool first = weights_.empty();
        losses_[m].reserve(units_.size());
        for (std::size_t u = 0; u < units_.size(); ++u) {
            const auto rows = units_.rows_of(u);
            if (rows.size() == 1) { // rounded once, as an exact sum is
                losses_[m].push_back(weight(rows[0]) * values[rows[0]]);
                if (first) weights_.push_back(weight(rows[0]));
                continue;
            }
            ExactSum losses;
            ExactSum weights;
            for (const auto i : rows) {
                losses.add_product(weight(i), values[i]);
                weights.add(weight(i));
            }
            losses_[m].push_back(losses.value());
            if (first) weights_.push_back(weights.value());
        }
    }

    /// Ranks all rows once, if the measure depends on ranks and rows count equally. Then a list of units
    /// takes as long as all units, but without a sort.
    void prepare_rows(std::size_t m)
    {
        if (!view_.weight.empty()) return;
        const auto pays = [&](std::size_t counted) { return units_.size() <= counted * units_to_draw(m); };
        if (const auto* ranks = measures_[m]->class_ranks();
            ranks != nullptr && pays(counted_per_sorted_of_classes))
            of_repeats_[m] = ranks->of_repeats(view_);
        else if (measures_[m]->of_ranking() && !repeated_ && pays(counted_per_sorted))
            repeated_.emplace(view_, view_.positive, units_.of_rows());
    }

    void count(std::span<const std::uint32_t> units, Scratch& scratch) const
    {
        scratch.times.assign(units_.size(), 0);
        for (const auto u : units) ++scratch.times[u];
        if (std::none_of(of_repeats_.begin(), of_repeats_.end(),
                         [](const OfRepeats& f) { return f != nullptr; }))
            return;
        scratch.row_times.assign(view_.size(), 0);
        for (std::uint32_t u = 0; u < units_.size(); ++u)
            for (const auto i : units_.rows_of(u)) scratch.row_times[i] = scratch.times[u];
    }

    std::vector<const Measure*> measures_;
    const PredictionView& view_;
    const Units& units_;
    std::vector<std::vector<double>> losses_; ///< by measure, of units: sums of weighted row values
    std::vector<double> weights_;             ///< of units, if some measure goes by losses
    std::optional<UnitCells> cells_;          ///< if some measure goes by cells
    std::vector<OfRepeats> of_repeats_;       ///< by measure
    std::optional<SortedRows> repeated_;      ///< if some measure goes by the ranking
    std::vector<std::size_t> of_rows_; ///< the measures that are evaluated on the drawn rows, side by side
    std::vector<Measure> measures_of_rows_; ///< the same
};

/// Each measure without each of the groups of units, where shuffled unit u belongs to group u mod groups.
/// Nothing for measures that draw fewer units than there are.
std::vector<std::vector<Value>> grouped_jackknife(const UnitStatistics& statistics, std::size_t n_units,
                                                  const Draws& draws)
{
    const auto groups = std::min(n_units, jackknife_groups);
    std::vector<std::vector<Value>> left(statistics.size());
    std::vector<std::size_t> wanted;
    for (std::size_t m = 0; m < statistics.size(); ++m) {
        if (statistics.units_to_draw(m) < n_units) continue;
        if (statistics.of_losses(m)) {
            left[m] = statistics.leave_one_out(m);
        } else {
            left[m].assign(groups, Value::none(reasons::no_rows));
            wanted.push_back(m);
        }
    }
    if (wanted.empty()) return left;
    std::vector<std::uint32_t> order(n_units);
    std::iota(order.begin(), order.end(), 0u);
    if (groups < n_units) Stream(draws.seed, Purpose::interval, 2, 0).shuffle(std::span(order));
    parallel_for("leaving out parts of the rows", groups, draws.threads, [&](SharedNumbers numbers) {
        UnitStatistics::Scratch scratch;
        std::vector<std::uint32_t> kept;
        for (const auto g : numbers) {
            kept.clear();
            for (std::size_t u = 0; u < n_units; ++u)
                if (u % groups != g) kept.push_back(order[u]);
            statistics.evaluate(wanted, kept, scratch,
                                [&](std::size_t m, const Value& value) { left[m][g] = value; });
        }
    });
    return left;
}

} // namespace

bool has_cubes(const PredictionView& view)
{
    constexpr double largest = 1e100;
    const auto within = [](double x) { return std::abs(x) <= largest; };
    return std::all_of(view.true_value.begin(), view.true_value.end(), within) &&
           std::all_of(view.value.begin(), view.value.end(), within);
}

const Reason* why_not_drawn(const Measure& measure, const PredictionView& view, const Units& units,
                            std::uint64_t samples)
{
    if (!has_cubes(view)) return &reasons::infinite;
    const bool of_sums = measure.row_mean() || measure.of_confusion();
    return of_sums || units.rows() / units.size() <= most_drawn_rows / fewest_units / samples
               ? nullptr
               : &reasons::too_many_rows;
}

bool costs_too_much_to_draw(const PredictionView& view) { return scores_of(view, view.size()) > most_scores; }

std::vector<RowBootstrap> bootstrap_rows(std::span<const Measure* const> measures, const PredictionView& view,
                                         const Units& units, const Draws& draws)
{
    const UnitStatistics statistics(measures, view, units);
    std::vector<RowBootstrap> results(measures.size());
    std::vector<std::size_t> all(measures.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::size_t most = 0;
    for (const auto m : all) most = std::max(most, results[m].drawn = statistics.units_to_draw(m));
    const auto sample = [&, drawn = std::vector<std::uint32_t>(most), scratch = UnitStatistics::Scratch()](
                            Stream& stream, std::span<Value> values) mutable {
        for (auto& u : drawn) u = static_cast<std::uint32_t>(stream.below(units.size()));
        statistics.evaluate(all, drawn, scratch,
                            [&](std::size_t m, const Value& value) { values[m] = value; });
    };
    auto drawn = replicates(measures.size(), draws, Purpose::interval, 1, sample);
    const auto left = grouped_jackknife(statistics, units.size(), draws);
    for (const auto m : all) {
        results[m].replicates = std::move(drawn[m]);
        if (!left[m].empty()) results[m].acceleration = acceleration_of(left[m]);
    }
    return results;
}

} // namespace unseen
