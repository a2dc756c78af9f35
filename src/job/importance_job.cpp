#include "unseen/job/importance_job.hpp"

#include "job/complete.hpp"

#include "unseen/base/error.hpp"
#include "unseen/learn/missing_cells.hpp"
#include "unseen/report/importance.hpp"
#include "unseen/run/permuted.hpp"

#include <algorithm>

namespace unseen {

Answered answer(const ImportanceJob& job)
{
    const auto made = job.data.dataset();
    const auto& data = made.data;
    const auto response = data.response_type();
    const auto asked = make_learners({job.learner}, response);
    const Learner* const only_asked[] = {asked.front().get()};
    const FilledLearners filled(only_asked, data, job.options.impute);
    const auto& base = *filled.learners().front();
    check_learner(base, data);

    // First the learner as it is.
    auto options = job.options;
    options.estimators = {job.estimator};
    options.measures = {job.measure
                            ? *job.measure
                            : default_measures(response == ResponseType::classes, data.targets()).front()};
    const auto measure = make_measure(options.measures.front(), response == ResponseType::classes);
    require(!measure.best, "`measure`: '" + measure.spec.print() +
                               "' is best between worse values, so that no feature makes it worse; expected "
                               "one that is lower or higher where predictions are better");
    require(!estimate_requests(data, options).empty(),
            "`estimator`: '" + job.estimator.print() +
                "' fits nothing to splits, so that no model sees permuted cells; expected one such as "
                "`estimator=cv`");
    options.impute = "none"; // the base fills them
    options.learner_names = {job.learner.name};
    std::vector<std::unique_ptr<Learner>> learners;
    learners.push_back(job.permuted ? job.learner.make(response)
                                    : permuted_learner(base, {}, options.run.seed));
    std::vector<PermutedFeatures> sets;
    if (job.permuted)
        for (const auto& name : job.features) sets.push_back({.name = name});
    else
        sets = permuted_features(data, job.features);
    std::vector<std::string> names;
    for (const auto& [name, places] : sets) {
        learners.push_back(job.permuted ? job.permuted(response, name)
                                        : permuted_learner(base, places, options.run.seed));
        names.push_back(name);
        options.learner_names.push_back(job.learner.name + ", permuted " + name);
    }
    std::vector<const Learner*> pointers;
    for (const auto& learner : learners) pointers.push_back(learner.get());

    HorizonAnswer part{.answer = {}, .report = estimate(data, pointers, options)};
    auto& report = part.report;
    if (report.run.stopped) return completed({}, std::span(&part, 1));
    if (filled.note()) report.warnings.push_back(*filled.note());
    for (auto& e : report.estimates) { // no learner is chosen among these
        std::erase_if(e.warnings, [](const Warning& w) { return w.is(warnings::best_of_many); });
        e.bias_corrected.reset();
    }
    report.estimates.front().asked.learner = base.spec().print();
    auto found = importances_of(response, report.estimates, names, options.level);
    for (std::size_t i = 0; i < found.size(); ++i) // why fits with permuted cells failed
        for (const auto& warning : report.estimates[i + 1].warnings)
            if (warning.is(warnings::failed_fits)) found[i].warnings.push_back(warning);
    return completed(answer_of(found, report, job.data.source, data, options), std::span(&part, 1));
}

} // namespace unseen
