#include "estimate/row_bootstrap.hpp"

#include "base/parallel.hpp"
#include "measure/repeated_rows.hpp"
#include "predictions/gathered_rows.hpp"

#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>

namespace unseen {

namespace {

constexpr std::size_t most_sums = 100'000;
constexpr std::size_t most_scores = 10'000;
constexpr std::size_t fewest_units = 2'000;
constexpr std::size_t jackknife_groups = 500;
constexpr std::size_t cheaper_than_sorting =
    16; ///< so many rows of several classes are counted in the time in which one is sorted

/// A measure as a function of a list of units, in which a unit may occur several times.
class UnitStatistic {
public:
    UnitStatistic(const Measure& measure, const PredictionView& view, const DrawUnits& units)
        : measure_(measure),
          view_(view),
          units_(units)
    {
        if (measure.row_values)
            sum_losses();
        else if (measure.cells)
            sum_cells();
    }

    /// Ranks all rows once, if the measure goes by ranks and rows count alike: from now on a list of units costs as much as all of them do, without a
    /// sort. For lists of about so many units that is worth while: one ranking is made almost as fast as it is counted, those of several classes are not.
    void rank_once(std::size_t drawn)
    {
        if (of_sums() || !view_.weight.empty()) return;
        if (measure_.of_repeats && units_.size() <= cheaper_than_sorting * drawn)
            of_repeats_ = measure_.of_repeats(view_);
        else if (measure_.of_ranking && units_.size() == drawn)
            of_repeats_ = [this, rows = RepeatedRows(view_, view_.positive)](std::span<const std::uint32_t> times) {
                return measure_.of_ranking(rows.ranking(times));
            };
    }

    /// What a thread works with.
    struct Scratch {
        std::vector<std::uint32_t> rows;
        std::vector<std::uint32_t> times; ///< that each row counts
        GatheredRows gathered;
        Confusion confusion;
    };

    bool of_losses() const { return !losses_.empty(); }
    bool of_sums() const { return of_losses() || !cell_begins_.empty(); }

    Value of(std::span<const std::uint32_t> units, Scratch& scratch) const
    {
        if (of_losses()) return of_loss_sums(units);
        if (of_sums()) return of_cell_sums(units, scratch);
        if (of_repeats_) {
            scratch.times.assign(view_.size(), 0);
            for (const auto u : units)
                for (const auto i : units_.rows_of(u)) ++scratch.times[i];
            return of_repeats_(scratch.times);
        }
        scratch.rows.clear();
        for (const auto u : units) {
            const auto rows = units_.rows_of(u);
            scratch.rows.insert(scratch.rows.end(), rows.begin(), rows.end());
        }
        scratch.gathered.gather(view_, scratch.rows);
        return evaluate(measure_, scratch.gathered.view());
    }

    /// All units but one, of losses: in constant time.
    std::vector<Value> leave_one_out() const
    {
        ExactSum losses;
        ExactSum weights;
        for (const double v : losses_) losses.add(v);
        for (const double w : weights_) weights.add(w);
        std::vector<Value> left;
        for (std::size_t u = 0; u < losses_.size(); ++u) {
            const double rest = weights.value() - weights_[u];
            double sum = losses.value() - losses_[u];
            if (measure_.finish) sum = std::max(0.0, sum); // a root, and a sum that was rounded
            left.push_back(rest > 0.0 ? Value(measure_.finished(sum / rest)) : Value::none("no_rows"));
        }
        return left;
    }

private:
    double weight(std::size_t row) const { return view_.weight.empty() ? 1.0 : view_.weight[row]; }

    void sum_losses()
    {
        std::vector<double> values(view_.size());
        measure_.row_values(view_, values);
        for (std::size_t u = 0; u < units_.size(); ++u) {
            ExactSum losses;
            ExactSum weights;
            for (const auto i : units_.rows_of(u)) {
                losses.add_product(weight(i), values[i]);
                weights.add(weight(i));
            }
            losses_.push_back(losses.value());
            weights_.push_back(weights.value());
        }
    }

    void sum_cells()
    {
        head_ = confusion_of(view_);
        std::vector<std::pair<std::size_t, double>> cells;
        cell_begins_.push_back(0);
        for (std::size_t u = 0; u < units_.size(); ++u) {
            cells.clear();
            for (const auto i : units_.rows_of(u))
                cells.emplace_back(view_.true_label[i] * head_.classes + view_.label[i], weight(i));
            std::sort(cells.begin(), cells.end());
            for (std::size_t i = 0; i < cells.size(); ++i) {
                if (i == 0 || cells[i].first != cells[i - 1].first)
                    cells_.push_back(cells[i]);
                else
                    cells_.back().second += cells[i].second;
            }
            cell_begins_.push_back(cells_.size());
        }
    }

    Value of_loss_sums(std::span<const std::uint32_t> units) const
    {
        ExactSum losses;
        ExactSum weights;
        for (const auto u : units) {
            losses.add(losses_[u]);
            weights.add(weights_[u]);
        }
        return Value(measure_.finished(losses.value() / weights.value()));
    }

    Value of_cell_sums(std::span<const std::uint32_t> units, Scratch& scratch) const
    {
        scratch.confusion = head_;
        std::fill(scratch.confusion.cells.begin(), scratch.confusion.cells.end(), 0.0);
        for (const auto u : units)
            for (auto c = cell_begins_[u]; c < cell_begins_[u + 1]; ++c)
                scratch.confusion.cells[cells_[c].first] += cells_[c].second;
        return measure_.cells(scratch.confusion);
    }

    const Measure& measure_;
    const PredictionView& view_;
    const DrawUnits& units_;
    OfRepeats of_repeats_;
    std::vector<double> losses_; ///< of units: sums of weighted row values
    std::vector<double> weights_;
    Confusion head_; ///< of units: their cells, one after the other
    std::vector<std::size_t> cell_begins_;
    std::vector<std::pair<std::size_t, double>> cells_;
};

std::size_t scores_of(const PredictionView& view, std::size_t rows)
{
    const auto width = view.classes == nullptr ? view.targets : view.classes->size();
    return rows * std::max<std::size_t>(2, width);
}

std::size_t units_to_draw(const UnitStatistic& statistic, const PredictionView& view, const DrawUnits& units)
{
    if (statistic.of_sums()) return std::min(units.size(), most_sums);
    const auto scores = static_cast<double>(scores_of(view, units.rows()));
    const auto affordable =
        static_cast<std::size_t>(static_cast<double>(most_scores) * static_cast<double>(units.size()) / scores);
    return std::min(units.size(), std::max(affordable, fewest_units));
}

/// The measure without each of so many groups of units; group u mod groups of the units dealt at random.
std::vector<Value> jackknife(const UnitStatistic& statistic, std::size_t n_units, const RowBootstrapOptions& options)
{
    if (statistic.of_losses()) return statistic.leave_one_out();
    const auto groups = std::min(n_units, jackknife_groups);
    std::vector<std::uint32_t> order(n_units);
    std::iota(order.begin(), order.end(), 0u);
    if (groups < n_units) Stream(options.seed, Purpose::interval, 2, 0).shuffle(std::span(order));
    std::vector<Value> left(groups, Value::none("no_rows"));
    std::atomic<std::size_t> next = 0;
    const auto work = [&](std::size_t) {
        UnitStatistic::Scratch scratch;
        std::vector<std::uint32_t> kept;
        for (std::size_t g = next++; g < groups; g = next++) {
            kept.clear();
            for (std::size_t u = 0; u < n_units; ++u)
                if (u % groups != g) kept.push_back(order[u]);
            left[g] = statistic.of(kept, scratch);
        }
    };
    run_workers(std::min(thread_count(options.threads), groups), work);
    return left;
}

/// sum d^3 / (6 (sum d^2)^1.5), d the mean less each value.
Value acceleration(const std::vector<Value>& left)
{
    ExactSum sum;
    for (const auto& value : left) {
        if (!value) return Value::none("undefined_in_resamples");
        sum.add(value.number());
    }
    const double mean = sum.value() / static_cast<double>(left.size());
    ExactSum squares;
    ExactSum cubes;
    for (const auto& value : left) {
        const double d = mean - value.number();
        squares.add(d * d);
        cubes.add(d * d * d);
    }
    const bool equal = std::all_of(left.begin(), left.end(), [&](const Value& v) { return v.number() == left.front().number(); });
    if (equal || !(squares.value() > 0.0)) return Value::none("zero_variance");
    return Value(cubes.value() / (6.0 * std::pow(squares.value(), 1.5)));
}

/// A number that equal rows share and others hardly ever do (the mixer of SplitMix64; Steele, Lea & Flood 2014).
std::uint64_t content_of(const PredictionView& view, std::size_t i)
{
    std::uint64_t hash = 0;
    const auto add = [&](std::uint64_t bits) {
        hash = (hash ^ bits) + 0x9e3779b97f4a7c15;
        hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
        hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
        hash ^= hash >> 31;
    };
    const auto add_cells = [&](std::span<const double> cells) {
        const auto width = cells.size() / view.size();
        for (std::size_t c = 0; c < width; ++c) add(std::bit_cast<std::uint64_t>(cells[i * width + c] + 0.0)); // -0 is 0
    };
    if (!view.true_label.empty()) add(view.true_label[i]);
    if (!view.label.empty()) add(view.label[i]);
    std::array<double, 2> two;
    if (!view.scores.empty())
        for (const double s : view.class_scores(i, two)) add(std::bit_cast<std::uint64_t>(s + 0.0));
    for (const auto& cells : {view.true_value, view.value, view.weight}) add_cells(cells);
    return hash;
}

/// The order of the rows in a file must not matter to what is drawn.
void sort_by_content(const PredictionView& view, std::vector<std::uint32_t>& rows)
{
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    keys.reserve(rows.size());
    for (const auto i : rows) keys.emplace_back(content_of(view, i), i);
    std::sort(keys.begin(), keys.end());
    for (std::size_t k = 0; k < keys.size(); ++k) rows[k] = keys[k].second;
}

} // namespace

DrawUnits::DrawUnits(const PredictionView& view, std::span<const std::uint32_t> cluster)
{
    const auto counts = [&](std::size_t i) { return view.weight.empty() || view.weight[i] > 0.0; };
    for (std::uint32_t i = 0; i < view.size(); ++i)
        if (counts(i)) rows_.push_back(i);
    if (cluster.empty()) {
        sort_by_content(view, rows_);
        begins_.resize(rows_.size() + 1);
        std::iota(begins_.begin(), begins_.end(), std::size_t{0});
        return;
    }
    std::stable_sort(rows_.begin(), rows_.end(), [&](std::uint32_t a, std::uint32_t b) { return cluster[a] < cluster[b]; });
    for (std::size_t i = 1; i <= rows_.size(); ++i)
        if (i == rows_.size() || cluster[rows_[i]] != cluster[rows_[i - 1]]) begins_.push_back(i);
}

bool costs_too_much_to_draw(const PredictionView& view) { return scores_of(view, view.size()) > most_scores; }

RowBootstrap bootstrap_rows(const Measure& measure, const PredictionView& view, const DrawUnits& units,
                            const RowBootstrapOptions& options)
{
    UnitStatistic statistic(measure, view, units);
    RowBootstrap result;
    result.drawn = units_to_draw(statistic, view, units);
    statistic.rank_once(result.drawn);
    std::vector<Value> values(options.samples, Value::none("no_rows"));
    std::atomic<std::size_t> next = 0;
    const auto work = [&](std::size_t) {
        UnitStatistic::Scratch scratch;
        std::vector<std::uint32_t> drawn(result.drawn);
        for (std::size_t b = next++; b < values.size(); b = next++) {
            Stream stream(options.seed, Purpose::interval, 1, b);
            for (auto& u : drawn) u = static_cast<std::uint32_t>(stream.below(units.size()));
            values[b] = statistic.of(drawn, scratch);
        }
    };
    run_workers(std::min<std::size_t>(thread_count(options.threads), values.size()), work);
    result.replicates = Replicates::of(values);
    if (result.drawn == units.size()) result.acceleration = acceleration(jackknife(statistic, units.size(), options));
    return result;
}

} // namespace unseen
