#include "run/closed_forms.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

Estimate refused_estimate(const std::string& measure, const std::string& text)
{
    Estimate none;
    none.asked.measure = measure;
    none.value = Value::none(reasons::not_for_estimator);
    none.warnings = {{warnings::not_for_estimator, text}};
    return none;
}

void check_closed_form(const Estimator& estimator, const Dataset& data)
{
    if (estimator.closed_form == ClosedForm::complete_means)
        complete_sizes(estimator.spec.text("train"), data.labelled());
}

std::vector<std::vector<Estimate>> closed_estimates(const Dataset& data,
                                                    std::span<const Learner* const> learners,
                                                    const Estimator& estimator,
                                                    const ReductionOptions& options, const RunOptions& run)
{
    if (estimator.closed_form == ClosedForm::compression_set)
        return compression_bounds(data, learners, estimator, options, run);
    if (estimator.closed_form == ClosedForm::posterior)
        return posterior_bounds(data, learners, estimator, options, run);
    const auto name = estimator.spec.name();
    require(options.group.empty(), name + ": rows of one group are not independent, and there is no closed "
                                          "form for groups; `estimator=lpo` leaves out groups");
    require(options.interval.automatic(),
            name + ": no interval is known to hold for it; expected interval 'auto'");
    return estimator.closed_form == ClosedForm::complete_means
               ? complete_estimates(data, learners, estimator, options, run)
               : left_out_estimates(data, learners, estimator, options, run);
}

} // namespace unseen
