// The xi-alpha estimates of Joachims (2000), METHODS B.9: each training row on which a support vector
// machine that was trained without it may err counts as an error. The measures are evaluated on these labels.
#include "run/closed_forms.hpp"

#include "base/listed.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

namespace {

constexpr double least_error = 1.0 - 1e-7; ///< a loss from which a row may be an error; less for rounding
constexpr std::size_t few_free = 3;

Maybe<LeftOutLosses, Refusal> losses_of(const Dataset& data, const Learner& learner, const RunOptions& run)
{
    if (data.response_type() != ResponseType::classes || data.classes().size() != 2)
        return Refusal{"it is known for two classes only"};
    if (!data.weights().empty()) return Refusal{"it counts rows that count alike, but the rows have weights"};
    const auto spec = learner.spec();
    const auto prepared = learner.prepare(data, {&spec, 1}, run.budget);
    try {
        return prepared->left_out_losses({.train = RowSet::all(data.labelled()), .stop = run.stop}, 0);
    } catch (const LearnerError& e) {
        return Refusal{e.what()};
    }
}

std::vector<Warning> warnings_of(const LeftOutLosses& losses, const std::string& learner)
{
    std::vector<Warning> all{{warnings::counts_possible_errors,
                              "every row on which a machine of the other rows may err counts as an error: "
                              "the figure is at least the "
                              "error of leave-one-out, and often several times as large"}};
    if (losses.rescaled)
        all.emplace_back(warnings::scaled_on_training_rows,
                         "'" + learner +
                             "' scales the features by all rows, also by those left out; the bound is "
                             "proved for scale=none in its spec");
    if (losses.free_vectors && *losses.free_vectors < few_free)
        all.emplace_back(warnings::few_free_support_vectors,
                         counted(*losses.free_vectors, "support vector") + " of '" + learner +
                             "' with alpha below C: without one, xi-alpha can miss errors of leave-one-out");
    return all;
}

/// Predicted labels: wrong for each row on which a model of the other rows may err.
std::vector<std::uint32_t> worst_labels(const Dataset& data, const LeftOutLosses& losses)
{
    std::vector<std::uint32_t> labels(data.labelled());
    for (std::size_t i = 0; i < losses.rows.size(); ++i) {
        const auto truth = static_cast<std::uint32_t>(data.class_codes()[losses.rows[i]]);
        labels[losses.rows[i]] = losses.losses[i] >= least_error ? 1 - truth : truth;
    }
    return labels;
}

} // namespace

std::vector<std::vector<Estimate>> left_out_estimates(const Dataset& data,
                                                      std::span<const Learner* const> learners,
                                                      const Estimator&, const ReductionOptions& options,
                                                      const RunOptions& run)
{
    std::vector<std::vector<Estimate>> estimates;
    for (const auto* learner : learners) {
        auto& own = estimates.emplace_back();
        const auto name = learner->spec().print();
        const auto losses = losses_of(data, *learner, run);
        if (!losses) {
            for (const auto& measure : options.measures)
                own.push_back(refused_estimate(measure.spec.print(), "no xi-alpha estimate of '" + name +
                                                                         "': " + losses.reason().clause +
                                                                         "; 'loo' leaves out each row"));
            continue;
        }
        std::vector<std::uint32_t> truth(data.class_codes().begin(),
                                         data.class_codes().begin() + data.labelled());
        const auto labels = worst_labels(data, *losses);
        const bool bounded = !losses->free_vectors || *losses->free_vectors > 0;
        for (const auto& measure : options.measures) {
            Estimate e;
            e.asked.measure = measure.spec.print();
            e.value = bounded ? evaluate(measure, {.classes = &data.classes(),
                                                   .positive = data.positive().code,
                                                   .true_label = truth,
                                                   .label = labels})
                              : Value::none(reasons::no_free_support_vector);
            e.estimand = Estimand::procedure;
            e.training_rows = static_cast<double>(data.labelled() - 1);
            e.interval = reasons::no_interval_for_design;
            e.cost.fits = 1;
            e.possible_errors = true;
            e.warnings = warnings_of(*losses, name);
            own.push_back(std::move(e));
        }
    }
    return estimates;
}

} // namespace unseen
