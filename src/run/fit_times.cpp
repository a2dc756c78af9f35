#include "unseen/run/fit_times.hpp"

#include "run/family.hpp"

#include "unseen/stats/moments.hpp"

#include <chrono>
#include <cmath>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace unseen {

namespace {

using FitClock = std::chrono::steady_clock;

double between(FitClock::time_point begin, FitClock::time_point end)
{
    return std::chrono::duration<double>(end - begin).count();
}

ComplexitySpread spread_of(const std::string& name, const Moments& seconds)
{
    return {.name = name,
            .fits = seconds.count(),
            .mean = seconds.mean(),
            .standard_deviation = std::sqrt(seconds.variance())};
}

} // namespace

std::vector<ComplexitySpread> fit_times(const Learner& learner, const Prepared& prepared, const Dataset& data,
                                        const Plan& plan, const RunOptions& run)
{
    const auto spec = learner.spec().print();
    const auto all_rows = multiset_key_of_all(data.labelled());
    Moments training, prediction;
    const auto once = [&](const Split& split, bool counted) {
        const auto seed = learner_seed(run.seed, learner, spec, multiset_key(split.train, all_rows));
        const auto begin = FitClock::now();
        const auto model =
            prepared.fit({.train = split.train, .predict = split.test, .seed = seed, .stop = run.stop}, 0);
        const auto trained = FitClock::now();
        const auto predictions = model->predict(data, split.test);
        const auto end = FitClock::now();
        if (!counted) return;
        training.add(between(begin, trained));
        prediction.add(between(trained, end));
    };
    Scratch scratch;
    for (std::uint64_t i = 0; i < plan.size() && !run.stop.stop_requested(); ++i) {
        const Split split = plan.at(i, scratch);
        if (split.repeat > 0) break;
        try {
            if (i == 0) once(split, false); // what is made at the first fit
            once(split, true);
        } catch (const std::exception&) {
            continue; // the estimate tells of it
        }
    }
    if (training.count() == 0) return {};
    return {spread_of("training_seconds", training), spread_of("prediction_seconds", prediction)};
}

void add_fit_times(std::vector<Estimate>& estimates, const Dataset& data, const RunOptions& run)
{
    for (auto first = estimates.begin(); first != estimates.end();) {
        const auto learner = make_learner(Spec::parse(first->asked.learner), data.response_type());
        const auto prepared = learner->prepare(data, std::vector<Spec>{learner->spec()}, run.budget);
        std::string estimator;
        std::vector<ComplexitySpread> times;
        auto e = first;
        for (; e != estimates.end() && e->asked.learner == first->asked.learner;
             ++e) { // by estimator, then by measure
            if (std::exchange(estimator, e->asked.estimator) != e->asked.estimator)
                times = fit_times(*learner, *prepared, data,
                                  make_plan(Spec::parse(e->asked.estimator), data, run.seed), run);
            e->cost.complexity_spread.insert(e->cost.complexity_spread.end(), times.begin(), times.end());
        }
        first = e;
    }
}

} // namespace unseen
