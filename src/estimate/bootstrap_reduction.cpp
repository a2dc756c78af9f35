#include "estimate/bootstrap_reduction.hpp"

#include "estimate/part_sink.hpp"
#include "estimate/row_losses.hpp"
#include "estimate/split_figures.hpp"

#include "unseen/base/error.hpp"
#include "unseen/interval/interval.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace unseen {

namespace {

/// The sums of one measure. A loss is a row value before the measure's `finish`.
struct LossState {
    explicit LossState(bool per_split) : figures(per_split) {}

    ExactSum all;                   ///< losses e_b(j), over samples b and rows j
    ExactSum in_bag;                ///< losses times the multiplicity of the row in the sample
    std::vector<double> out_of_bag; ///< for each row, the sum of its losses in samples without it
    Moments per_sample;             ///< mean out-of-bag losses of the samples
    SplitFigures figures;           ///< the same after `finish`
    std::optional<double> resubstitution;
    double no_information = 0.0;
    const Reason* missing = nullptr; ///< the reason for which the losses of a fit do not exist, for the first
                                     ///< such fit
};

class BootstrapReduction final : public Reduction {
public:
    BootstrapReduction(const ReductionOptions& options, const BootstrapOptions& rules, const Design& design)
        : options_(options),
          rules_(rules),
          design_(design),
          states_(options.measures.size(), LossState(options.per_split))
    {
        for (const auto& measure : options_.measures) require_interval(options_.interval, design_, measure);
        for (auto& state : states_) state.out_of_bag.assign(design.rows, 0.0);
        times_out_.assign(design.rows, 0);
    }

    Sink& sink(std::size_t i) override { return i == 0 ? samples_ : resubstitution_; }

    std::vector<Estimate> finish() const override
    {
        std::vector<Estimate> estimates;
        for (std::size_t m = 0; m < states_.size(); ++m)
            estimates.push_back(finish(options_.measures[m], states_[m]));
        return estimates;
    }

private:
    void take_sample(const SplitInfo& split, const PredictionView& view)
    {
        tally_.judged(split, view);
        ++samples_judged_;
        bool any_out = false;
        weigh(split, view);
        for (std::size_t i = 0; i < view.size(); ++i)
            if (view.in_bag[i] == 0) {
                ++times_out_[view.row[i]];
                any_out = true;
            }
        if (!any_out) ++empty_samples_;
        const double weight_out = weight_out_of_bag(view);
        for (std::size_t m = 0; m < states_.size(); ++m) {
            auto& state = states_[m];
            const auto& measure = options_.measures[m];
            if (!losses(measure, state, view)) {
                state.figures.add(Value::none(*state.missing));
                continue;
            }
            ExactSum out;
            for (std::size_t i = 0; i < losses_.size(); ++i) {
                const double loss = weights_.empty() ? losses_[i] : weights_[i] * losses_[i];
                state.all.add(loss);
                if (view.in_bag[i] > 0) {
                    state.in_bag.add_product(loss, view.in_bag[i]);
                } else {
                    out.add(loss);
                    state.out_of_bag[view.row[i]] += losses_[i];
                }
            }
            if (!(weight_out > 0.0)) {
                state.figures.add(Value::none(reasons::no_rows));
                continue;
            }
            const double mean = out.value() / weight_out;
            state.per_sample.add(mean);
            state.figures.add(measure.finished(mean));
        }
    }

    /// Stores the weights, and sums those of the rows that the sample drew and those that it predicted.
    void weigh(const SplitInfo& split, const PredictionView& view)
    {
        weights_.assign(view.weight.begin(), view.weight.end());
        if (weights_.empty()) {
            judged_.add(static_cast<double>(view.size()));
            drawn_.add(static_cast<double>(split.train_rows));
            return;
        }
        judged_.add(weights_);
        for (std::size_t i = 0; i < view.size(); ++i) drawn_.add_product(weights_[i], view.in_bag[i]);
    }

    double weight_out_of_bag(const PredictionView& view) const
    {
        if (weights_.empty())
            return static_cast<double>(std::count(view.in_bag.begin(), view.in_bag.end(), 0u));
        ExactSum sum;
        for (std::size_t i = 0; i < view.size(); ++i)
            if (view.in_bag[i] == 0) sum.add(weights_[i]);
        return sum.value();
    }

    void take_resubstitution(const SplitInfo& split, const PredictionView& view)
    {
        tally_.judged(split, view);
        tally_.of_all_rows(view);
        for (std::size_t m = 0; m < states_.size(); ++m) {
            const auto& measure = options_.measures[m];
            if (!losses(measure, states_[m], view)) continue;
            ExactSum sum;
            ExactSum all;
            for (std::size_t i = 0; i < losses_.size(); ++i) {
                const double weight = view.weight_of(i);
                sum.add_product(losses_[i], weight);
                all.add(weight);
            }
            if (!(all.value() > 0.0)) {
                states_[m].missing = &reasons::zero_weight;
                continue;
            }
            states_[m].resubstitution = sum.value() / all.value();
            states_[m].no_information = measure.row_mean()->no_information(view);
        }
    }

    void take_failed_sample(const SplitInfo& split, const Failure& failure)
    {
        for (auto& state : states_) state.figures.add(Value::none(reasons::failed_fits));
        take_failure(split, failure);
    }

    void take_failure(const SplitInfo& split, const Failure& failure) { tally_.failed(split, failure); }

    bool losses(const Measure& measure, LossState& state, const PredictionView& view)
    {
        const auto* reason = row_losses(measure, view, losses_);
        if (reason != nullptr) state.missing = reason;
        return state.missing == nullptr;
    }

    /// B2: the mean out-of-bag loss, averaged by sample or by observation first.
    Value b2(const LossState& state) const
    {
        if (rules_.b2 == B2Form::sample)
            return state.per_sample.count() > 0 ? Value(state.per_sample.mean())
                                                : Value::none(reasons::no_out_of_bag_rows);
        ExactSum sum;
        ExactSum weights;
        for (std::size_t r = 0; r < times_out_.size(); ++r) {
            if (times_out_[r] == 0) continue;
            const double weight = weights_.empty() ? 1.0 : weights_[r];
            sum.add_product(state.out_of_bag[r] / static_cast<double>(times_out_[r]), weight);
            weights.add(weight);
        }
        return weights.value() > 0.0 ? Value(sum.value() / weights.value())
                                     : Value::none(reasons::no_out_of_bag_rows);
    }

    Value loss_estimate(const Measure& measure, const LossState& state) const
    {
        if (state.missing != nullptr) return Value::none(*state.missing);
        if (samples_judged_ == 0)
            return Value::none(tally_.failures() > 0 ? reasons::failed_fits : reasons::no_rows);
        const Value out = b2(state);
        if (rules_.rule == BootstrapRule::b2) return out;
        if (!state.resubstitution) return Value::none(reasons::failed_fits);
        const double training = *state.resubstitution;
        if (rules_.rule == BootstrapRule::b1)
            return drawn_.value() > 0.0 ? Value(training + state.all.value() / judged_.value() -
                                                state.in_bag.value() / drawn_.value())
                                        : Value::none(reasons::zero_weight);
        if (!out) return out;
        if (rules_.rule == BootstrapRule::rule632) return Value(0.368 * training + 0.632 * out.number());
        // .632+ compares two errors. If a larger measure is better, its negative is the loss.
        const double sign = measure.direction == Direction::lower_is_better ? 1.0 : -1.0;
        return Value(sign * rule_632plus(sign * training, sign * out.number(), sign * state.no_information,
                                         rules_.plus));
    }

    Estimate finish(const Measure& measure, const LossState& state) const
    {
        Estimate e;
        e.asked.measure = measure.spec.print();
        e.estimand = Estimand::procedure;
        e.training_rows = design_.training_rows;
        e.aggregation = Aggregation::pooled;
        tally_.report(e);
        e.interval = reasons::no_interval_for_design;
        const Value loss = loss_estimate(measure, state);
        e.value =
            loss ? Value(measure.finished(std::max(loss.number(), measure.finishes() ? 0.0 : loss.number())))
                 : loss;
        e.spread.per_split = state.figures.each();
        const auto& samples = state.figures.moments();
        if (samples.count() > 1) e.spread.standard_deviation = Value(std::sqrt(samples.variance()));
        if (loss && state.resubstitution) {
            e.parts = {{"resubstitution", *state.resubstitution}, {"no_information", state.no_information}};
            if (const auto out = b2(state)) e.parts.emplace_back("out_of_bag", out.number());
        }
        const auto never = std::count(times_out_.begin(), times_out_.end(), std::uint32_t{0});
        if (samples_judged_ > 0 && never > 0 && rules_.rule != BootstrapRule::b1)
            e.warnings.push_back(
                {warnings::rows_never_out_of_bag,
                 std::to_string(never) + " of " + std::to_string(times_out_.size()) +
                     " rows are in every bootstrap sample and missing from B2; draw more samples"});
        if (empty_samples_ > 0)
            e.warnings.push_back(
                {warnings::empty_out_of_bag,
                 std::to_string(empty_samples_) + " bootstrap samples contain every row, so they test none"});
        return e;
    }

    ReductionOptions options_;
    BootstrapOptions rules_;
    Design design_;
    std::vector<LossState> states_;
    std::vector<std::uint32_t> times_out_; ///< for each row, the number of samples in which it was out of bag
    std::vector<double> losses_;           ///< scratch
    FitTally tally_;
    std::uint64_t samples_judged_ = 0;
    std::vector<double> weights_; ///< of the labelled rows, in their order; empty if rows have no weights
    ExactSum judged_;             ///< sum of the weights of the rows that samples predicted
    ExactSum drawn_;              ///< sum of the weights of the rows that samples drew
    std::uint64_t empty_samples_ = 0;
    using Part = PartSink<BootstrapReduction>;
    Part samples_{*this, &BootstrapReduction::take_sample, &BootstrapReduction::take_failed_sample};
    Part resubstitution_{*this, &BootstrapReduction::take_resubstitution, &BootstrapReduction::take_failure};
};

} // namespace

double rule_632plus(double resubstitution, double b2, double no_information, PlusForm form)
{
    const double r = resubstitution;
    if (form == PlusForm::source) {
        double overfitting = 0.0;
        if (no_information <= b2)
            overfitting = 1.0;
        else if (b2 > r && no_information > r)
            overfitting = (b2 - r) / (no_information - r);
        const double weight = 0.632 / (1.0 - 0.368 * overfitting);
        return (1.0 - weight) * r + weight * b2;
    }
    const double clipped = std::min(b2, no_information);
    const double overfitting = clipped > r && no_information > r ? (clipped - r) / (no_information - r) : 0.0;
    return 0.368 * r + 0.632 * b2 + (clipped - r) * 0.368 * 0.632 * overfitting / (1.0 - 0.368 * overfitting);
}

std::optional<Refusal> bootstrap_refusal(const Measure& measure, bool)
{
    if (measure.row_mean() != nullptr && measure.row_mean()->no_information != nullptr) return std::nullopt;
    return Refusal{
        "the bootstrap estimator needs a mean of row losses with a known no-information rate; measure '" +
        measure.name() + "' is not one, use another estimator for it"};
}

std::unique_ptr<Reduction> bootstrap_reduction(const ReductionOptions& options, const BootstrapOptions& rules,
                                               const Design& bootstrap)
{
    return std::make_unique<BootstrapReduction>(options, rules, bootstrap);
}

} // namespace unseen
