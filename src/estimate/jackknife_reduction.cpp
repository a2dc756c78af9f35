#include "estimate/jackknife_reduction.hpp"

#include "estimate/part_sink.hpp"
#include "estimate/row_losses.hpp"

#include "unseen/base/error.hpp"
#include "unseen/interval/interval.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <optional>

namespace unseen {

namespace {

/// The sums of one measure over the models that leave a unit (a row, or a group) out.
struct LeftOut {
    ExactSum own;           ///< losses on the rows left out
    ExactSum mean_of_all;   ///< each model's mean loss on all rows
    ExactSum mean_of_train; ///< each model's mean loss on its training rows
    std::optional<double> resubstitution;
    const Reason* missing = nullptr; ///< the reason for which the losses of a fit do not exist, for the first
                                     ///< such fit
};

class JackknifeReduction final : public Reduction {
public:
    JackknifeReduction(const ReductionOptions& options, JackknifeForm form, const Design& design)
        : options_(options),
          form_(form),
          design_(design),
          states_(options.measures.size())
    {
        for (const auto& measure : options_.measures) require_interval(options_.interval, design_, measure);
    }

    Sink& sink(std::size_t i) override { return i == 0 ? left_out_ : all_rows_; }

    std::vector<Estimate> finish() const override
    {
        std::vector<Estimate> estimates;
        for (std::size_t m = 0; m < states_.size(); ++m)
            estimates.push_back(finish(options_.measures[m], states_[m]));
        return estimates;
    }

private:
    void take_failure(const SplitInfo& split, const Failure& failure) { tally_.failed(split, failure); }

    void take_left_out(const SplitInfo& split, const PredictionView& view)
    {
        tally_.judged(split, view);
        ++units_;
        for (std::size_t m = 0; m < states_.size(); ++m) {
            auto& state = states_[m];
            if (!losses(options_.measures[m], state, view)) continue;
            ExactSum own;
            ExactSum trained;
            std::size_t rows_trained = 0;
            for (std::size_t i = 0; i < losses_.size(); ++i) {
                (view.in_bag[i] == 0 ? own : trained).add(losses_[i]);
                rows_trained += view.in_bag[i] > 0 ? 1 : 0;
            }
            state.own.merge(own);
            state.mean_of_all.add((own.value() + trained.value()) / static_cast<double>(losses_.size()));
            state.mean_of_train.add(trained.value() / static_cast<double>(rows_trained));
        }
    }

    void take_all_rows(const SplitInfo& split, const PredictionView& view)
    {
        tally_.judged(split, view);
        tally_.of_all_rows(view);
        for (std::size_t m = 0; m < states_.size(); ++m) {
            if (!losses(options_.measures[m], states_[m], view)) continue;
            ExactSum sum;
            sum.add(losses_);
            states_[m].resubstitution = sum.value() / static_cast<double>(losses_.size());
        }
    }

    bool losses(const Measure& measure, LeftOut& state, const PredictionView& view)
    {
        const auto* reason = row_losses(measure, view, losses_);
        if (reason != nullptr) state.missing = reason;
        return state.missing == nullptr;
    }

    Estimate finish(const Measure& measure, const LeftOut& state) const
    {
        Estimate e;
        e.asked.measure = measure.spec.print();
        e.estimand = Estimand::procedure;
        e.training_rows = static_cast<double>(design_.rows);
        e.aggregation = Aggregation::pooled;
        tally_.report(e);
        e.interval = reasons::no_interval_for_design;
        if (state.missing != nullptr || tally_.failures() > 0 || !state.resubstitution) {
            e.value = Value::none(state.missing == nullptr ? reasons::failed_fits : *state.missing);
            return e;
        }
        const auto units = static_cast<double>(units_);
        const double training = *state.resubstitution;
        const double left_out = state.own.value() / static_cast<double>(design_.rows);
        const double all = state.mean_of_all.value() / units;
        const double train = state.mean_of_train.value() / units;
        const double bias =
            form_ == JackknifeForm::excess ? all - left_out : (units - 1.0) * (train - training);
        const double loss = training - bias;
        e.value = measure.finished(measure.finishes() ? std::max(loss, 0.0) : loss);
        e.parts = {{"resubstitution", training}, {"leave_one_out", left_out}, {"bias", bias}};
        e.parts.emplace_back(form_ == JackknifeForm::excess ? "mean_on_all_rows" : "mean_on_training_rows",
                             form_ == JackknifeForm::excess ? all : train);
        if (form_ == JackknifeForm::lecture)
            e.warnings.push_back({warnings::unstable_jackknife,
                                  "jackknife: form=lecture has a standard deviation near 1/2 for any number "
                                  "of rows, and may lie outside of the measure's range; take form=excess"});
        return e;
    }

    ReductionOptions options_;
    JackknifeForm form_;
    Design design_;
    std::vector<LeftOut> states_;
    std::vector<double> losses_; ///< scratch
    FitTally tally_;
    std::uint64_t units_ = 0;
    using Part = PartSink<JackknifeReduction>;
    Part left_out_{*this, &JackknifeReduction::take_left_out, &JackknifeReduction::take_failure};
    Part all_rows_{*this, &JackknifeReduction::take_all_rows, &JackknifeReduction::take_failure};
};

} // namespace

std::optional<Refusal> jackknife_refusal(const Measure& measure, bool weighted)
{
    if (weighted) return Refusal{"'jackknife' does not work with weights: it needs rows that count equally"};
    if (measure.row_mean() != nullptr) return std::nullopt;
    return Refusal{"'jackknife' needs a mean of row losses; measure '" + measure.name() +
                   "' is not one, use another estimator for it"};
}

std::unique_ptr<Reduction> jackknife_reduction(const ReductionOptions& options, JackknifeForm form,
                                               const Design& leave_one_out)
{
    return std::make_unique<JackknifeReduction>(options, form, leave_one_out);
}

} // namespace unseen
