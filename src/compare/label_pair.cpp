#include "compare/label_pair.hpp"

#include "unseen/stats/binomial.hpp"
#include "unseen/stats/binomial_draw.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <tuple>

namespace unseen::compare::detail {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

double difference(const Measure& measure, const Confusion& a, const Confusion& b)
{
    const Value of_a = measure.cells(a);
    const Value of_b = measure.cells(b);
    return of_a && of_b ? of_a.number() - of_b.number() : no_value;
}

/// Rows of one truth on which one model says `first` and the other `second`.
struct Swappable {
    std::uint32_t truth = 0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::uint64_t rows = 0;
    std::uint64_t a_first = 0; ///< on so many of them A says `first`
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

/// The difference for given numbers of rows on which A says the group's first label.
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

    double of(std::span<const std::uint64_t> firsts)
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

struct Tails {
    double two_sided = 0.0;
    double greater = 0.0;
    double less = 0.0;

    void add(double t, double observed, double mass)
    {
        constexpr double tolerance = 1e-12;
        const bool none = std::isnan(t);
        if (none || std::abs(t) >= std::abs(observed) - tolerance) two_sided += mass;
        if (none || t >= observed - tolerance) greater += mass;
        if (none || t <= observed + tolerance) less += mass;
    }
};

SwapShares enumerate(const Measure& measure, const LabelCells& labels, const std::vector<Swappable>& groups, double observed,
                     std::size_t outcomes)
{
    std::vector<std::vector<double>> mass;
    for (const auto& group : groups) {
        auto& of = mass.emplace_back();
        for (std::uint64_t x = 0; x <= group.rows; ++x) of.push_back(std::exp(binomial_log_pmf(x, group.rows, 0.5)));
    }
    Outcome outcome(measure, labels, groups);
    std::vector<std::uint64_t> firsts(groups.size(), 0);
    Tails tails;
    for (std::size_t i = 0; i < outcomes; ++i) {
        double p = 1.0;
        for (std::size_t g = 0; g < groups.size(); ++g) p *= mass[g][firsts[g]];
        tails.add(outcome.of(firsts), observed, p);
        for (std::size_t g = 0; g < groups.size(); ++g) {
            if (firsts[g]++ < groups[g].rows) break;
            firsts[g] = 0;
        }
    }
    return {std::min(1.0, tails.two_sided), std::min(1.0, tails.greater), std::min(1.0, tails.less), true, outcomes};
}

} // namespace

LabelCells label_cells(const PredictionView& a, const PredictionView& b)
{
    LabelCells labels{.a = confusion_of(a), .b = confusion_of(b)};
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint64_t> counts;
    for (std::size_t i = 0; i < a.size(); ++i) ++counts[{a.true_label[i], a.label[i], b.label[i]}];
    for (const auto& [key, rows] : counts) labels.cells.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), rows});
    return labels;
}

BcaDifference bootstrap_cells(const Measure& measure, const LabelCells& labels, const Draws& draws)
{
    std::vector<std::uint64_t> counts;
    for (const auto& cell : labels.cells) counts.push_back(cell.rows);
    struct Pair {
        Confusion a;
        Confusion b;
    };
    const auto of = [&](Pair& pair, std::span<const std::uint64_t> drawn) {
        std::fill(pair.a.cells.begin(), pair.a.cells.end(), 0.0);
        std::fill(pair.b.cells.begin(), pair.b.cells.end(), 0.0);
        for (std::size_t u = 0; u < drawn.size(); ++u) {
            pair.a.at(labels.cells[u].truth, labels.cells[u].a) += static_cast<double>(drawn[u]);
            pair.b.at(labels.cells[u].truth, labels.cells[u].b) += static_cast<double>(drawn[u]);
        }
        return difference(measure, pair.a, pair.b);
    };
    std::vector<double> replicates(draws.count);
    in_chunks(draws, 16, [&](std::size_t begin, std::size_t end) {
        Pair pair{labels.a, labels.b};
        std::vector<std::uint64_t> drawn(counts.size());
        for (std::size_t i = begin; i < end; ++i) {
            Stream stream(draws.seed, Purpose::interval, 0, i);
            draw_multinomial(stream, counts, drawn);
            replicates[i] = of(pair, drawn);
        }
    });
    Pair pair{labels.a, labels.b};
    std::vector<double> jackknife;
    std::vector<double> times;
    for (auto& count : counts) {
        times.push_back(static_cast<double>(count));
        --count;
        jackknife.push_back(of(pair, counts));
        ++count;
    }
    return bca_difference(std::move(replicates), difference(measure, labels.a, labels.b), acceleration_of(jackknife, times));
}

SwapShares swap_cells(const Measure& measure, const LabelCells& labels, const Draws& draws)
{
    const auto groups = swappable(labels);
    Outcome observed_outcome(measure, labels, groups);
    std::vector<std::uint64_t> observed_firsts;
    for (const auto& group : groups) observed_firsts.push_back(group.a_first);
    const double observed = observed_outcome.of(observed_firsts);
    constexpr double most_work = 2e6;
    const auto classes = static_cast<double>(labels.a.classes);
    double outcomes = 1.0;
    for (const auto& group : groups) outcomes *= static_cast<double>(group.rows) + 1.0;
    if (outcomes * classes * classes <= most_work)
        return enumerate(measure, labels, groups, observed, static_cast<std::size_t>(outcomes));
    Tails counts;
    std::mutex mutex;
    in_chunks(draws, 64, [&](std::size_t begin, std::size_t end) {
        Outcome outcome(measure, labels, groups);
        std::vector<std::uint64_t> firsts(groups.size());
        Tails own;
        for (std::size_t i = begin; i < end; ++i) {
            Stream stream(draws.seed, Purpose::permutation, 0, i);
            for (std::size_t g = 0; g < groups.size(); ++g) firsts[g] = draw_binomial(stream, groups[g].rows, 0.5);
            own.add(outcome.of(firsts), observed, 1.0);
        }
        const std::lock_guard lock(mutex);
        counts.two_sided += own.two_sided;
        counts.greater += own.greater;
        counts.less += own.less;
    });
    const auto whole = [](double x) { return static_cast<std::size_t>(x); };
    return shares_of(whole(counts.two_sided), whole(counts.greater), whole(counts.less), draws.count, false);
}

} // namespace unseen::compare::detail
