#include "unseen/run/estimate.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// What is estimated when nobody says how.
std::vector<Spec> default_estimators() { return {Spec("cv").set("folds", "10").set("repeats", "10")}; }

void add_once(std::vector<Warning>& all, const std::vector<Warning>& more)
{
    for (const auto& warning : more)
        if (std::find(all.begin(), all.end(), warning) == all.end()) all.push_back(warning);
}

} // namespace

Spec resolve_estimator(const Spec& spec, ResponseType response)
{
    const auto& own = estimator_infos()[find_info(estimator_infos(), spec.name(), "estimator")];
    require(spec.bases().empty(), "estimator '" + spec.name() + "' takes nothing in brackets");
    SpecInfo both = plan_infos()[find_info(plan_infos(), spec.name(), "resampling")];
    both.keys.insert(both.keys.end(), own.keys.begin(), own.keys.end());
    return resolve(spec, both, response == ResponseType::numbers);
}

Spec resolve_bound(const Spec& spec, ResponseType response)
{
    const auto& info = data_bound_infos()[find_info(data_bound_infos(), spec.name(), "bound")];
    require(spec.bases().empty(), "bound '" + spec.name() + "' takes nothing in brackets");
    require(response == ResponseType::classes,
            "bound '" + spec.name() + "' is on an error rate; the target holds numbers, expected classes");
    return resolve(spec, info);
}

EstimateReport estimate(const Dataset& data, std::span<const Learner* const> learners, const EstimateOptions& options)
{
    const bool classes = data.response_type() == ResponseType::classes;
    // Estimates that overlook them would be wrong without a word.
    require(data.weights().empty(), "estimates of weighted rows are not there yet; leave the weight column out");
    require(data.group() == nullptr, "estimates of grouped rows are not there yet: plans would tear groups apart");
    ReductionOptions reduction{.measures = {},
                               .level = options.level,
                               .interval = options.interval,
                               .seed = options.run.seed,
                               .delta = options.delta.value_or(Delta::beside(options.level))};
    for (const auto& spec : options.measures.empty() ? default_measures(classes) : options.measures)
        reduction.measures.push_back(make_measure(spec, classes));

    EstimateReport report;
    report.warnings = data.warnings();
    std::vector<Estimator> estimators;
    const bool unnamed = options.estimators.empty() && options.bounds.empty();
    for (const auto& spec : unnamed ? default_estimators() : options.estimators)
        estimators.push_back(make_estimator(resolve_estimator(spec, data.response_type())));
    for (const auto& spec : options.bounds) {
        estimators.push_back(make_data_bound(resolve_bound(spec, data.response_type())));
        require(!options.unlabelled.empty() || !needs_unlabelled(estimators.back()),
                "bound '" + spec.print() + "' needs unlabelled rows (--unlabelled FILE, missing, or a share such as 0.1)");
    }
    std::vector<RunRequest> requests;
    std::vector<std::size_t> first_request;
    for (const auto& estimator : estimators) {
        first_request.push_back(requests.size());
        for (const auto& request : estimator.requests) {
            requests.push_back({make_plan(request.plan, data, options.run.seed), request.rows, {}});
            if (request.rows == PredictedRows::unlabelled) requests.back().unlabelled = options.unlabelled;
            add_once(report.warnings, requests.back().plan.warnings());
        }
    }

    std::vector<std::vector<std::unique_ptr<Reduction>>> reductions(learners.size());
    std::vector<std::vector<Sink*>> sinks(learners.size());
    for (std::size_t l = 0; l < learners.size(); ++l)
        for (std::size_t e = 0; e < estimators.size(); ++e) {
            std::vector<Design> designs;
            for (std::size_t r = 0; r < estimators[e].requests.size(); ++r)
                designs.push_back(requests[first_request[e] + r].plan.design());
            reductions[l].push_back(estimators[e].reduction(reduction, designs));
            for (std::size_t r = 0; r < designs.size(); ++r) sinks[l].push_back(&reductions[l].back()->sink(r));
        }

    report.run = run(data, learners, requests, sinks, options.run);
    if (report.run.stopped) return report;
    for (std::size_t l = 0; l < learners.size(); ++l)
        for (std::size_t e = 0; e < estimators.size(); ++e)
            for (auto& figure : reductions[l][e]->finish()) {
                figure.learner = learners[l]->spec().print();
                figure.estimator = estimators[e].spec.print();
                report.estimates.push_back(std::move(figure));
            }
    return report;
}

} // namespace unseen
