// Evaluates measures: one pass over the rows for all means of row values and the confusion matrix, and one
// ranking for all functions of it.
#include "unseen/measure/measure.hpp"

#include "base/parallel.hpp"
#include "measure/confusion_counts.hpp"
#include "measure/missing_need.hpp"
#include "measure/row_parts.hpp"
#include "predictions/gathered_rows.hpp"

#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace unseen {

namespace {

/// The rows of positive weight. Weights are scaled by a power of two into ]0, 1], and dropped if they are all
/// equal. The scaling rounds only weights that differ by more than a factor of 2^900.
class CountedRows {
public:
    CountedRows(const PredictionView& from, double heaviest)
    {
        const int power = std::ilogb(heaviest) + 1;
        std::vector<std::uint32_t> at;
        for (std::size_t i = 0; i < from.size(); ++i) {
            const double w = std::ldexp(from.weight[i], -power);
            if (!(w > 0.0)) continue;
            at.push_back(static_cast<std::uint32_t>(i));
            weight_.push_back(w);
        }
        if (std::all_of(weight_.begin(), weight_.end(), [&](double w) { return w == weight_.front(); }))
            weight_.clear();
        rows_.gather(from, at);
    }
    CountedRows(const CountedRows&) = delete;
    CountedRows& operator=(const CountedRows&) = delete;
    PredictionView view() const
    {
        PredictionView view = rows_.view();
        view.weight = weight_;
        return view;
    }

private:
    GatheredRows rows_;
    std::vector<double> weight_;
};

/// The sums of a measure's row values. They are exact, so parts may be merged in any order.
class RowSums {
public:
    explicit RowSums(bool spread) : spread_(spread) {}

    /// Adds row values. `weight` is empty, or at most 1.
    void add(std::span<const double> values, std::span<const double> weight)
    {
        if (weight.empty()) {
            for (const double v : values) infinite_ |= std::isinf(v);
            if (infinite_) return;
            if (spread_)
                moments_.add(values);
            else
                sum_.add(values);
            return;
        }
        for (std::size_t i = 0; i < values.size() && !infinite_; ++i) {
            if (weight[i] == 0.0) continue;
            infinite_ = std::isinf(weight[i] * values[i]);
            if (!infinite_) sum_.add_product(weight[i], values[i]);
        }
    }
    void merge(const RowSums& other)
    {
        sum_.merge(other.sum_);
        moments_.merge(other.moments_);
        infinite_ |= other.infinite_;
    }
    /// The measure: the mean over rows of this total weight, after `finish`.
    Value mean(const Measure& measure, double weight) const
    {
        if (infinite_) return Value::none(reasons::infinite); // a square beyond the largest double
        return Value(measure.finished(moments_.count() > 0 ? moments_.mean() : sum_.value() / weight));
    }
    const Moments& moments() const { return moments_; }

private:
    bool spread_;
    ExactSum sum_;
    Moments moments_; ///< used instead of the sum, if the spread is wanted and rows have no weights
    bool infinite_ = false;
};

/// The result of a pass over some rows.
struct Pass {
    std::vector<RowSums> sums; ///< one a measure that is a mean of row values
    std::optional<ConfusionCounts> counts{};

    void merge(const Pass& other)
    {
        for (std::size_t m = 0; m < sums.size(); ++m) sums[m].merge(other.sums[m]);
        if (counts) counts->merge(*other.counts);
    }
};

/// Weights are multiplied by 2^-power, which makes them at most 1, so that products do not overflow.
void add_rows(PredictionView part, int power, std::span<const Measure* const> means, Pass& pass,
              std::vector<double>& values, std::vector<double>& weights, std::vector<std::uint32_t>& labels)
{
    settle_labels(part, labels);
    weights.clear();
    for (const double w : part.weight) weights.push_back(std::ldexp(w, -power));
    values.resize(part.size());
    for (std::size_t m = 0; m < means.size(); ++m) {
        means[m]->row_mean()->values(part, values);
        pass.sums[m].add(values, weights);
    }
    if (pass.counts) pass.counts->add(part);
}

/// Passes over the rows once, in parts that fit into the cache, on several threads.
Pass pass_over(const PredictionView& view, int power, std::span<const Measure* const> means, bool count,
               bool spread, std::size_t threads)
{
    const auto n = view.size();
    const std::size_t n_classes = view.classes == nullptr ? 0 : view.classes->size();
    const std::size_t part = rows_of_part(view);
    const std::size_t claim = 32 * part; // rows that a thread claims at a time
    const auto nothing = [&] {
        Pass pass{.sums = std::vector<RowSums>(means.size(), RowSums(spread))};
        if (count) pass.counts.emplace(n_classes);
        return pass;
    };
    Pass all = nothing();
    std::mutex mutex;
    parallel_for((n + claim - 1) / claim, n < 16 * part ? 1 : threads, [&](SharedNumbers numbers) {
        Pass own = nothing();
        std::vector<double> values;
        std::vector<double> weights;
        std::vector<std::uint32_t> labels;
        for (const auto c : numbers)
            for (std::size_t row = c * claim; row < std::min(n, (c + 1) * claim); row += part)
                add_rows(view.rows(row, std::min(n, row + part)), power, means, own, values, weights, labels);
        const std::lock_guard lock(mutex);
        all.merge(own);
    });
    return all;
}

double sum_of_weights(const PredictionView& view, int power)
{
    if (view.weight.empty()) return static_cast<double>(view.size());
    ExactSum sum;
    for (const double w : view.weight) sum.add(std::ldexp(w, -power));
    return sum.value();
}

} // namespace

Evaluation evaluate_all(std::span<const Measure> measures, const PredictionView& predictions,
                        const EvaluationOptions& options)
{
    Evaluation result;
    result.values.assign(measures.size(), Value::none(reasons::no_rows));
    result.moments.resize(measures.size());
    if (predictions.size() == 0) return result;
    const bool weighted = !predictions.weight.empty();
    const double heaviest =
        weighted ? *std::max_element(predictions.weight.begin(), predictions.weight.end()) : 1.0;
    const int power = heaviest > 0.0 ? std::ilogb(heaviest) + 1 : 0;

    std::vector<const Measure*> means;
    std::vector<std::size_t> at; ///< positions of the means among the measures
    bool cells = false;
    bool ranks = false;
    bool others = false;
    std::vector<bool> whole(measures.size(), false); ///< true for a function of all rows whose needs are met
    for (std::size_t m = 0; m < measures.size(); ++m) {
        const Measure& measure = measures[m];
        const auto* missing = missing_need(measure, predictions);
        if (missing == nullptr && !(heaviest > 0.0)) missing = &reasons::zero_weight;
        if (missing != nullptr) {
            result.values[m] = Value::none(*missing);
        } else if (measure.row_mean()) {
            means.push_back(&measure);
            at.push_back(m);
        } else {
            whole[m] = true;
            (measure.of_confusion() ? cells : measure.of_ranking() ? ranks : others) = true;
        }
    }

    const bool count = (cells || (options.confusion && predictions.has_labels())) && !weighted;
    if (!means.empty() || count) {
        const Pass pass =
            pass_over(predictions, power, means, count, options.spread && !weighted, options.threads);
        const double weight = sum_of_weights(predictions, power);
        for (std::size_t k = 0; k < means.size(); ++k) {
            result.values[at[k]] = pass.sums[k].mean(*means[k], weight);
            if (pass.sums[k].moments().count() > 0) result.moments[at[k]] = pass.sums[k].moments();
        }
        if (count) result.confusion = pass.counts->confusion(predictions.positive);
    }
    if (!cells && !ranks && !others) return result;

    std::optional<CountedRows> counted;
    if (weighted) counted.emplace(predictions, heaviest);
    PredictionView view = counted ? counted->view() : predictions;
    std::vector<std::uint32_t> labels;
    if (others) settle_labels(view, labels);
    if (cells && weighted) result.confusion = confusion_of(view);
    if (ranks) result.ranking = ranking_of(view, options.threads);
    parallel_for(measures.size(), view.size() < 100'000 ? 1 : options.threads, [&](SharedNumbers numbers) {
        for (const auto m : numbers) {
            const Measure& measure = measures[m];
            if (!whole[m]) continue;
            if (const auto* of_confusion = measure.of_confusion())
                result.values[m] = of_confusion->value(*result.confusion);
            else if (const auto* of_ranking = measure.of_ranking())
                result.values[m] = of_ranking->value(*result.ranking);
            else
                result.values[m] = measure.of_rows()->value(view);
        }
    });
    return result;
}

Value evaluate(const Measure& measure, const PredictionView& predictions)
{
    return evaluate_all(std::span(&measure, 1), predictions).values.front();
}

} // namespace unseen
