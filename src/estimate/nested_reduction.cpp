#include "estimate/nested_reduction.hpp"

#include "estimate/row_losses.hpp"

#include "unseen/base/error.hpp"
#include "unseen/interval/interval.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

/// One outer fold of one repeat.
struct OuterFold {
    Moments inner; ///< losses of the inner cross-validation: rows outside the fold, by models trained without
                   ///< it and without the row's fold
    Moments outer; ///< losses on the fold, by the model trained on all other folds
    bool lost = false; ///< one of its fits failed
};

struct NestedState {
    std::vector<OuterFold> folds; ///< of the current repeat
    Moments inner;                ///< e_in of all outer folds
    ExactSum outer;               ///< e_out of all outer folds
    std::uint64_t outer_rows = 0;
    ExactSum squared_miss;        ///< (mean e_in - mean e_out)^2 over outer folds
    ExactSum miss_by_chance;      ///< var(e_out) / rows of the fold, likewise
    std::uint64_t judged = 0;     ///< outer folds in these sums
    std::vector<Value> per_split; ///< filled if the splits' figures are listed
    const Reason* missing = nullptr;
};

class NestedReduction final : public Reduction, private Sink {
public:
    NestedReduction(const ReductionOptions& options, const Design& design)
        : options_(options),
          design_(design),
          per_repeat_(design.splits / design.repeats),
          states_(options.measures.size()),
          fold_of_(design.rows, unknown)
    {
        while (folds_ * (folds_ + 1) / 2 < per_repeat_) ++folds_;
        for (const auto& measure : options_.measures) require_interval(options_.interval, design_, measure);
        for (auto& state : states_) state.folds.resize(folds_);
        without_own_fit_.assign(folds_, false);
    }

    Sink& sink(std::size_t) override { return *this; }

    void take(const SplitInfo& split, const PredictionView& predictions) override
    {
        tally_.judged(split, predictions);
        const auto [f, g] = nested_folds(split.index % per_repeat_, folds_);
        if (f == g)
            for (const auto row : predictions.row) fold_of_[row] = f;
        // If the fit that leaves out f alone failed, the rows of f are unknown.
        const auto in_f = [&, f = f](std::uint32_t row) {
            return fold_of_[row] == f || (fold_of_[row] == unknown && without_own_fit_[f]);
        };
        for (std::size_t m = 0; m < states_.size(); ++m) {
            auto& state = states_[m];
            const auto& measure = options_.measures[m];
            const auto* reason =
                measure.additive() ? row_losses(measure, predictions, losses_) : &reasons::not_a_mean_of_rows;
            if (reason != nullptr) {
                state.missing = reason;
                list(state, Value::none(*reason));
                continue;
            }
            ExactSum sum;
            for (std::size_t i = 0; i < losses_.size(); ++i) {
                sum.add(losses_[i]);
                if (f == g)
                    state.folds[f].outer.add(losses_[i]);
                else // rows of g belong to the inner cross-validation of f, and rows of f to that of g
                    state.folds[in_f(predictions.row[i]) ? g : f].inner.add(losses_[i]);
            }
            list(state, sum.value() / static_cast<double>(losses_.size()));
        }
        end_of(split);
    }

    void take(const SplitInfo& split, const Failure& failure) override
    {
        tally_.failed(split, failure);
        const auto [f, g] = nested_folds(split.index % per_repeat_, folds_);
        if (f == g) without_own_fit_[f] = true;
        for (auto& state : states_) {
            list(state, Value::none(reasons::failed_fits));
            state.folds[f].lost = state.folds[g].lost = true;
        }
        end_of(split);
    }

    std::vector<Estimate> finish() const override
    {
        std::vector<Estimate> estimates;
        for (std::size_t m = 0; m < states_.size(); ++m)
            estimates.push_back(finish(options_.measures[m], states_[m]));
        return estimates;
    }

private:
    static constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

    void list(NestedState& state, const Value& figure) const
    {
        if (options_.per_split) state.per_split.push_back(figure);
    }

    void end_of(const SplitInfo& split)
    {
        if (split.index % per_repeat_ + 1 < per_repeat_) return;
        for (auto& state : states_) {
            if (state.missing == nullptr)
                for (const auto& fold : state.folds)
                    if (!fold.lost) add(state, fold);
            state.folds.assign(folds_, {});
        }
        std::fill(fold_of_.begin(), fold_of_.end(), unknown);
        without_own_fit_.assign(folds_, false);
    }

    static void add(NestedState& state, const OuterFold& fold)
    {
        const auto rows = fold.outer.count();
        const double miss = fold.inner.mean() - fold.outer.mean();
        state.squared_miss.add(miss * miss);
        state.miss_by_chance.add(fold.outer.variance() / static_cast<double>(rows));
        state.inner.merge(fold.inner);
        state.outer.add_product(fold.outer.mean(), static_cast<double>(rows));
        state.outer_rows += rows;
        ++state.judged;
    }

    Estimate finish(const Measure& measure, const NestedState& state) const
    {
        Estimate e;
        e.asked.measure = measure.spec.print();
        e.estimand = Estimand::procedure;
        e.training_rows = static_cast<double>(design_.rows); // the correction is to the size of all rows
        e.aggregation = Aggregation::pooled;
        e.spread.per_split = state.per_split;
        tally_.report(e);
        if (state.missing != nullptr || state.judged == 0) {
            e.value = Value::none(state.missing != nullptr ? *state.missing : reasons::failed_fits);
            return e;
        }
        const auto folds = static_cast<double>(folds_);
        const auto judged = static_cast<double>(state.judged);
        const double nested = state.inner.mean();
        const double plain = state.outer.value() / static_cast<double>(state.outer_rows);
        // Inner models are trained on one fold less. The difference between K-1 and K folds estimates its
        // effect.
        const double bias = (1.0 + (folds - 2.0) / folds) * (nested - plain);
        const double squared_error =
            (state.squared_miss.value() / judged - state.miss_by_chance.value() / judged) * (folds - 1.0) /
            folds;
        const double of_rows = std::sqrt(state.inner.variance() / static_cast<double>(design_.rows));
        e.value = Value(std::clamp(nested - bias, measure.lowest, measure.highest));
        IntervalInput input{.design = design_,
                            .measure = &measure,
                            .value = e.value.number(),
                            .rows = state.inner.count(),
                            .row_mean = nested,
                            .row_variance = state.inner.variance()};
        input.standard_error = std::clamp(std::sqrt(std::max(squared_error, 0.0)), of_rows,
                                          std::max(of_rows, std::sqrt(folds) * of_rows));
        auto result = make_interval(options_.interval, input, options_.level);
        e.warnings.insert(e.warnings.end(), result.warnings.begin(), result.warnings.end());
        e.interval = std::move(result.interval);
        return e;
    }

    ReductionOptions options_;
    Design design_;
    std::uint64_t per_repeat_;
    std::uint64_t folds_ = 0;
    std::vector<NestedState> states_;
    std::vector<std::uint64_t> fold_of_; ///< of each row, in the current repeat
    std::vector<bool> without_own_fit_; ///< for each fold of the current repeat: the fit that leaves out this
                                        ///< fold alone failed
    std::vector<double> losses_;        ///< scratch
    FitTally tally_;
};

} // namespace

std::optional<Refusal> nested_refusal(const Measure&, bool weighted)
{
    if (!weighted) return std::nullopt;
    return Refusal{"'nested-cv' does not work with weights: its interval needs rows that count equally"};
}

std::unique_ptr<Reduction> nested_reduction(const ReductionOptions& options, const Design& design)
{
    return std::make_unique<NestedReduction>(options, design);
}

} // namespace unseen
