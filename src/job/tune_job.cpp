#include "unseen/job/tune_job.hpp"

#include "job/complete.hpp"
#include "job/steps.hpp"

#include "unseen/base/error.hpp"
#include "unseen/model/stored_model.hpp"
#include "unseen/report/tuning.hpp"

namespace unseen {

namespace {

/// A spec in the brackets of a value.
std::string in_brackets(const Spec& spec) { return '(' + spec.print() + ')'; }

/// The requirements on the figure of the learner that chooses, from the fits of tune().
std::vector<Requirement> judge_nested(const TuneJob& job, const Dataset& data, const Spec& tuner,
                                      const TuneOptions& options)
{
    if (job.requirements.empty()) return {};
    const auto learner = make_learner(tuner, data.response_type());
    const Learner* const only[] = {learner.get()};
    return judge_requirements(job.requirements, job.require_level, data, only,
                              {.learner_names = {tuner.print()},
                               .estimators = {*options.nested},
                               .impute = options.impute,
                               .run = options.run});
}

/// Throws InputError for values that commas separate, which separate keys.
void refuse_lists_with_commas(const std::string& keys)
{
    int depth = 0;
    bool named = false;
    bool after_key = false;
    for (const char c : keys + ',') {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == '=') named = true;
        if (c != ',' || depth > 0) continue;
        require(named || !after_key,
                "`grid`: '" + keys + "': commas separate keys; expected | between values, as k=1|3|5");
        after_key = true;
        named = false;
    }
}

} // namespace

Spec TuningGrid::tuner(std::uint64_t seed) const
{
    require(keys.empty() || learners.size() == 1, "`grid` is for one learner; of several, ranges stand in "
                                                  "their keys: `learner=tree:max_depth=1..5`");
    if (!keys.empty()) refuse_lists_with_commas(keys);
    Spec all = keys.empty() ? Spec("grid") : Spec::parse("grid:" + keys);
    require(!tries || (*tries >= 1 && *tries <= most_tuning_points),
            "`tries`: " + std::to_string(tries.value_or(0)) +
                " points cannot be tried; expected a number from 1 to " + std::to_string(most_tuning_points));
    for (const char* key : {"search", "tries", "draw"})
        require(!all.find(key), std::string("`grid`: '") + key +
                                    "' is no key of a learner to try; `tries=N` tries N points, which `seed` "
                                    "draws");
    const auto set = [&](const char* key, const std::string& value) {
        require(!all.find(key),
                std::string("`grid`: '") + key + "' is no key of a learner to try; give it as `" + key + '`');
        all.set(key, value);
    };
    if (inner) set("inner", in_brackets(*inner));
    if (measure) set("measure", in_brackets(*measure));
    if (!rule.empty()) set("rule", rule);
    if (!race.empty()) set("race", race);
    if (tries)
        all.set("search", "random").set("tries", std::to_string(*tries)).set("draw", std::to_string(seed));
    const Spec learner = tuned_learner(learners, all);
    resolve_learner(learner, ResponseType::classes);
    return learner;
}

Answered answer(const TuneJob& job)
{
    auto options = job.options;
    require(!job.flat_only || !options.nested,
            "`estimator` is for the honest figure, which `flat_only` leaves out");
    require(
        !job.flat_only || job.requirements.empty(),
        "`require` judges the honest figure, which `flat_only` leaves out: the best of several points looks "
        "better than it is");
    check_for_bounds(options, job.data);
    if (!job.flat_only && !options.nested) options.nested = Spec::parse(repeated_folds);
    const auto tuner = job.grid.tuner(options.run.seed);
    const auto made = job.data.dataset();
    const auto& data = made.data;
    options.unlabelled = made.unlabelled;
    check_requirements(job.requirements, job.require_level, data);
    std::vector<Requirement> requirements;
    const auto fits = [&](const RunOptions& run) {
        options.run = run;
        auto found = tune(data, tuner, options);
        if (!found.run.stopped) requirements = judge_nested(job, data, tuner, options);
        return found;
    };
    auto report = with_store(job.store, job.data.source, options.run, fits, !job.requirements.empty());
    HorizonAnswer part{
        .answer = {}, .report = {.estimates = report.nested, .warnings = report.warnings, .run = report.run}};
    part.report.estimates.insert(part.report.estimates.end(), report.bounds.begin(), report.bounds.end());
    if (report.run.stopped) return completed({}, std::span(&part, 1));
    const auto chosen = report.chosen();
    FitCommand fit;
    if (job.data.fit_command && chosen) {
        if (const auto refusal = no_model_of(data))
            fit.emplace(*refusal);
        else
            fit.emplace(
                job.data.fit_command(job.data.roles, {.learner = report.tuning.points[*chosen].spec.spec()}));
    }
    auto page = answer_of(report, job.data.source, data, options, fit, std::move(requirements));
    if (chosen)
        name_models(page, job.data, made, job.data.roles, report.bounds,
                    [&](const Estimate&) { return report.tuning.points[*chosen].spec.spec(); });
    return completed(std::move(page), std::span(&part, 1));
}

} // namespace unseen
