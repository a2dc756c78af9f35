#include "estimate/bound_reduction.hpp"

#include "estimate/part_sink.hpp"

#include "unseen/base/error_count.hpp"
#include "unseen/estimate/data_bound.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

class BoundReduction final : public Reduction {
public:
    BoundReduction(const ReductionOptions& options, const BoundRule& rule, const Design& members)
        : options_(options),
          rule_(rule),
          kind_(bound::kind_named(rule.kind))
    {
        counts_.reserve(members.splits);
    }

    Sink& sink(std::size_t i) override { return i == 0 ? member_ : i == 1 ? unlabelled_ : deployed_; }

    std::vector<Estimate> finish() const override
    {
        Estimate e;
        e.asked.measure = measure_of_bounds;
        e.cost = cost_;
        e.interval = reasons::bound_instead;
        e.training_rows =
            counts_.empty() ? 0.0 : training_rows_.value() / static_cast<double>(counts_.size());
        e.aggregation = several_counts() ? Aggregation::mean_of_folds : Aggregation::pooled;
        Moments rates;
        for (const ErrorCount count : counts_) {
            const Value rate =
                count.rows > 0 ? Value(static_cast<double>(count.errors) / static_cast<double>(count.rows))
                               : Value::none(reasons::no_rows);
            if (rate) rates.add(rate.number());
            if (options_.per_split) e.spread.per_split.push_back(rate);
        }
        if (rates.count() > 1) e.spread.standard_deviation = Value(std::sqrt(rates.variance()));
        if (cost_.failures > 0) {
            // The error of a missing member is unknown, and a bound on the other members would be about
            // another classifier.
            e.value = Value::none(reasons::failed_fits);
            e.warnings.push_back(
                {warnings::failed_fits, std::to_string(cost_.failures) + " of " + std::to_string(cost_.fits) +
                                            " fits failed, so there is no bound; " + first_failure_});
            return {e};
        }
        EstimateBound result{.name = rule_.name, .kind = &kind_, .inputs = inputs(), .bound = {}};
        result.bound = bound::compute(kind_, result.inputs, rule_.form, options_.delta);
        e.value = Value(result.bound.value);
        e.estimand = result.bound.value_estimand != Estimand::none ? result.bound.value_estimand
                                                                   : result.bound.estimand;
        e.warnings = result.bound.warnings;
        result.deploy = rule_.deploy;
        result.members = rule_.members;
        e.bound = std::move(result);
        return {e};
    }

private:
    void take_member(const SplitInfo& split, const PredictionView& view)
    {
        ErrorCount count{.errors = 0, .rows = view.size()};
        for (std::size_t i = 0; i < view.size(); ++i)
            count.errors += view.label[i] != view.true_label[i] ? 1 : 0;
        counts_.push_back(count);
        training_rows_.add(static_cast<double>(split.train_rows));
        count_fit(split);
    }
    void take_deployed(const SplitInfo& split, const PredictionView& view)
    {
        reference_.assign(view.label.begin(), view.label.end());
        cost_.complexity.assign(view.complexity.begin(), view.complexity.end());
        count_fit(split);
    }
    void take_failure(const SplitInfo& split, const Failure& failure)
    {
        ++cost_.failures;
        if (first_failure_.empty())
            first_failure_ = "split " + std::to_string(split.index) + ": " + failure.text;
        count_fit(split);
    }
    /// The same fits predict the unlabelled rows. They are counted once, with the test rows.
    void take_unlabelled(const SplitInfo&, const PredictionView& view)
    {
        labels_.emplace_back(view.label.begin(), view.label.end());
    }
    void leave_failure(const SplitInfo&, const Failure&) {}

    void count_fit(const SplitInfo& split)
    {
        ++cost_.fits;
        cost_.seconds += split.seconds;
    }

    const bound::InputInfo& input(const std::string& name) const { return bound::input_named(kind_, name); }

    /// True if the kind takes one count per member, false if it takes one count of all.
    bool several_counts() const { return input("errors").type == bound::InputType::counts; }

    bound::Inputs inputs() const
    {
        bound::Inputs inputs;
        std::vector<double> errors;
        std::vector<double> rows;
        for (const ErrorCount count : counts_) {
            errors.push_back(static_cast<double>(count.errors));
            rows.push_back(static_cast<double>(count.rows));
        }
        if (!several_counts())
            for (auto* numbers : {&errors, &rows}) {
                double sum = 0.0; // exact: whole numbers below 2^53
                for (const double x : *numbers) sum += x;
                numbers->assign(1, sum);
            }
        inputs.set(input("errors"), std::move(errors));
        inputs.set(input("rows"), std::move(rows));
        if (rule_.candidates > 1) inputs.set(input("candidates"), {static_cast<double>(rule_.candidates)});
        if (rule_.lambda) inputs.set(input("lambda"), {*rule_.lambda});
        if (rule_.reference == Reference::none) return inputs;

        const auto reference =
            rule_.reference == Reference::vote ? bound::plurality_vote(labels_) : reference_;
        const auto disagreement =
            bound::count_disagreement(labels_, reference, rule_.disagreement, options_.seed);
        switch (bound::figure_of(rule_.disagreement)) {
        case bound::DisagreementFigure::counts:
            inputs.set(input("disagreements"), {disagreement.counts.begin(), disagreement.counts.end()});
            break;
        case bound::DisagreementFigure::mean:
            inputs.set(input("mean-disagreement"), {disagreement.mean});
            break;
        case bound::DisagreementFigure::differing:
            inputs.set(input("differing"), {disagreement.differing.begin(), disagreement.differing.end()});
            break;
        }
        inputs.set(input("unlabelled"), {static_cast<double>(disagreement.rows)});
        return inputs;
    }

    ReductionOptions options_;
    BoundRule rule_;
    const bound::Kind& kind_;
    std::vector<ErrorCount> counts_;                 ///< one for each member, in plan order
    std::vector<std::vector<std::uint32_t>> labels_; ///< the members' labels of the unlabelled rows
    std::vector<std::uint32_t> reference_; ///< the deployed classifier's labels of the unlabelled rows
    FitCost cost_;                         ///< its complexity is that of the deployed classifier
    ExactSum training_rows_;
    std::string first_failure_;
    using Part = PartSink<BoundReduction>;
    Part member_{*this, &BoundReduction::take_member, &BoundReduction::take_failure};
    Part unlabelled_{*this, &BoundReduction::take_unlabelled, &BoundReduction::leave_failure};
    Part deployed_{*this, &BoundReduction::take_deployed, &BoundReduction::take_failure};
};

} // namespace

std::unique_ptr<Reduction> bound_reduction(const ReductionOptions& options, const BoundRule& rule,
                                           const Design& members)
{
    return std::make_unique<BoundReduction>(options, rule, members);
}

} // namespace unseen
