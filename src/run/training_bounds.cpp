// Bounds from the rows on which a model was trained (METHODS C.8, C.17): by sample compression, and by
// PAC-Bayes for linear classifiers. No rows are held back for them.
#include "run/closed_forms.hpp"

#include "base/listed.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/estimate/data_bound.hpp"
#include "unseen/run/drawn_linear.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// The largest difference of scores of one model that was made twice, by a solver that stops before its end.
constexpr double same_score = 1e-3;

Estimate without_bound(const std::string& text) { return refused_estimate(measure_of_bounds, text); }

/// The estimate that carries a bound of these counts.
Estimate with_bound(const Estimator& estimator, std::span<const NamedNumber> counts,
                    const ReductionOptions& options)
{
    Estimate e;
    e.asked.measure = measure_of_bounds;
    e.interval = reasons::bound_instead;
    e.value = Value::none(reasons::counted_on_training_rows);
    e.bound = bound_of_counts(estimator.spec, counts, options.delta);
    e.estimand = e.bound->bound.estimand;
    e.warnings = e.bound->bound.warnings;
    return e;
}

std::uint64_t wrong(const Dataset& data, const Predictions& predictions, const std::vector<Row>& without)
{
    std::uint64_t errors = 0;
    auto next = without.begin();
    for (Row r = 0; r < data.labelled(); ++r) {
        if (next != without.end() && *next == r) {
            ++next;
            continue;
        }
        errors += predictions.label[r] != static_cast<std::uint32_t>(data.class_codes()[r]) ? 1 : 0;
    }
    return errors;
}

/// The reason, as a clause, why two predictions of the same rows come from different models; empty if they
/// seem to come from one.
std::string difference(const Predictions& a, const Predictions& b)
{
    std::size_t other = 0;
    for (std::size_t i = 0; i < a.label.size(); ++i) other += a.label[i] != b.label[i] ? 1 : 0;
    if (other > 0)
        return "it gives " + counted(other, "row") + " of " + std::to_string(a.label.size()) +
               " another label";
    double largest = 0.0;
    for (std::size_t i = 0; i < a.scores.size(); ++i)
        largest = std::max(largest, std::abs(a.scores[i] - b.scores[i]));
    return largest > same_score ? "its scores differ by up to " + readable(largest) : "";
}

Estimate compression_bound(const Dataset& data, const Learner& learner, const Estimator& estimator,
                           const ReductionOptions& options, const RunOptions& run)
{
    const auto refused = [&](const std::string& reason) {
        return without_bound("no bound by compression for '" + learner.spec().print() + "': " + reason);
    };
    const auto codes = data.class_codes().first(data.labelled());
    if (std::ranges::all_of(codes, [&](auto code) { return code == codes.front(); }))
        return refused("the rows have one class");
    const auto spec = learner.spec();
    const auto prepared = learner.prepare(data, {&spec, 1}, run.budget);
    std::vector<Row> rows;
    for (Row r = 0; r < data.rows(); ++r) rows.push_back(r);
    const Task all{.train = RowSet::all(data.labelled()), .predict = rows, .stop = run.stop};
    const auto kept = prepared->compression_set(all, 0);
    if (!kept) return refused(kept.reason().clause);
    const auto& model = kept->predictions;
    std::vector<std::uint32_t> times(data.labelled(), 0);
    for (const Row r : kept->rows) times[r] = 1;
    RowSetStorage storage;
    Task again = all;
    again.train = storage.from_counts(times);
    const std::size_t only[] = {0};
    const auto rebuilt = prepared->evaluate(again, only).front();
    if (const auto text = difference(model, rebuilt); !text.empty())
        return refused("trained on the " + counted(kept->rows.size(), "kept row") +
                       " alone it is another model (" + text +
                       "); parameters that depend on the number or the spread of the rows must be given, a "
                       "solver needs a small tolerance, and the kept rows must have every category");
    const auto errors = wrong(data, rebuilt, kept->rows);
    if (errors > 0 && estimator.spec.text("form") == "preferent")
        return refused(
            "the form preferent needs a model that is right on every row that was not kept, and it "
            "errs on " +
            std::to_string(errors) + "; use form=exact");
    const NamedNumber counts[] = {{"errors", static_cast<double>(errors)},
                                  {"rows", static_cast<double>(data.labelled())},
                                  {"kept", static_cast<double>(kept->rows.size())}};
    auto e = with_bound(estimator, counts, options);
    e.cost.fits = 2;
    e.cost.complexity.assign(model.complexity.begin(), model.complexity.end());
    e.warnings.insert(e.warnings.end(), model.warnings.begin(), model.warnings.end());
    e.training_rows = static_cast<double>(data.labelled());
    return e;
}

Estimate posterior_bound(const Dataset& data, const Learner& learner, const Estimator& estimator,
                         const ReductionOptions& options, const RunOptions& run)
{
    const auto plan = make_plan(plan_of_bound(estimator.spec), data, run.seed);
    const auto drawn = drawn_linear(data, learner, plan, {}, run);
    const auto refused = [&](const std::string& reason) {
        return without_bound("no PAC-Bayes bound for '" + learner.spec().print() + "': " + reason);
    };
    if (!drawn) return refused(drawn.reason().clause);
    std::vector<NamedNumber> counts = {{"error", drawn->posterior.error},
                                       {"rows", static_cast<double>(drawn->rows)},
                                       {"kl", drawn->posterior.kl}};
    if (drawn->posterior.priors > 1)
        counts.emplace_back("priors", static_cast<double>(drawn->posterior.priors));
    auto e = with_bound(estimator, counts, options);
    e.cost.fits = drawn->fits;
    e.training_rows = static_cast<double>(data.labelled());
    return e;
}

using BoundOfLearner = Estimate (*)(const Dataset&, const Learner&, const Estimator&, const ReductionOptions&,
                                    const RunOptions&);

std::vector<std::vector<Estimate>> of_each(BoundOfLearner bound, const Dataset& data,
                                           std::span<const Learner* const> learners,
                                           const Estimator& estimator, const ReductionOptions& options,
                                           const RunOptions& run)
{
    std::vector<std::vector<Estimate>> all;
    for (const auto* learner : learners) {
        auto& own = all.emplace_back();
        try {
            own.push_back(bound(data, *learner, estimator, options, run));
        } catch (const LearnerError& e) {
            own.push_back(without_bound("no bound '" + estimator.spec.name() + "': " + e.what()));
        }
    }
    return all;
}

} // namespace

std::vector<std::vector<Estimate>> compression_bounds(const Dataset& data,
                                                      std::span<const Learner* const> learners,
                                                      const Estimator& estimator,
                                                      const ReductionOptions& options, const RunOptions& run)
{
    return of_each(compression_bound, data, learners, estimator, options, run);
}

std::vector<std::vector<Estimate>> posterior_bounds(const Dataset& data,
                                                    std::span<const Learner* const> learners,
                                                    const Estimator& estimator,
                                                    const ReductionOptions& options, const RunOptions& run)
{
    return of_each(posterior_bound, data, learners, estimator, options, run);
}

} // namespace unseen
