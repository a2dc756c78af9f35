#include "unseen/job/estimate_job.hpp"

#include "job/complete.hpp"
#include "job/steps.hpp"
#include "score/requirements.hpp"

#include "unseen/base/error.hpp"
#include "unseen/learn/missing_cells.hpp"
#include "unseen/model/stored_model.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/report/horizons.hpp"
#include "unseen/report/predictions.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace unseen {

namespace {

std::vector<const Learner*> pointers_to(const std::vector<std::unique_ptr<Learner>>& learners)
{
    std::vector<const Learner*> pointers;
    for (const auto& learner : learners) pointers.push_back(learner.get());
    return pointers;
}

} // namespace

EstimateOptions options_on(const EstimateJob& job, const DataWithUnlabelled& made)
{
    auto options = job.options;
    options.unlabelled = made.unlabelled;
    if (job.plans) options.plans = job.plans(made.data);
    for (const auto& learner : job.learners) options.learner_names.push_back(learner.name);
    return options;
}

namespace {

/// Throws InputError for a job whose figures cannot be those of requirements.
void check_for_requirements(const EstimateJob& job)
{
    if (job.requirements.empty()) return;
    require(job.learners.size() == 1,
            "`require` judges one learner, and there are " + std::to_string(job.learners.size()) +
                ": the best of several looks better than it is; expected one `learner`, or `unseen tune`");
    require(job.horizons.size() < 2,
            "`require` judges one figure, and there are several horizons; expected one");
    require(job.options.bounds.empty() || !job.options.estimators.empty() || job.plans,
            "`require` judges figures of an estimator, and there are only bounds; expected `estimator=SPEC` "
            "with it");
}

Measure measure_of(const Bound& asked, const Dataset& data)
{
    return make_measure(asked.measure, data.response_type() == ResponseType::classes);
}

Requirement judged_by(const Bound& asked, const Estimate& figure, Level level)
{
    Requirement judged{.text = asked.text,
                       .state = VerdictState::undecided,
                       .measure = asked.measure.print(),
                       .value = figure.value,
                       .bound = asked.bound,
                       .level = level};
    if (figure.value && figure.interval)
        take_state(judged, asked, figure.interval->lower, figure.interval->upper);
    else
        judged.limit = Value::none(figure.value ? figure.interval.reason() : figure.value.reason());
    return judged;
}

} // namespace

void check_requirements(const std::vector<std::string>& requirements, Level level, const Dataset& data)
{
    if (requirements.empty()) return;
    require_one_sided(level);
    for (const auto& text : requirements) {
        const auto asked = parse_requirement(text);
        require_in_range(asked, measure_of(asked, data));
    }
}

std::vector<Requirement> judge_requirements(const std::vector<std::string>& requirements, Level level,
                                            const Dataset& data, std::span<const Learner* const> learner,
                                            EstimateOptions options)
{
    if (requirements.empty()) return {};
    std::vector<Bound> asked;
    for (const auto& text : requirements) asked.push_back(parse_requirement(text));
    if (options.estimators.size() > 1) options.estimators.resize(1);
    if (!options.estimators.empty()) options.plans.clear();
    if (options.plans.size() > 1) options.plans.erase(options.plans.begin() + 1, options.plans.end());
    options.measures.clear();
    for (const auto& one : asked)
        if (std::ranges::find(options.measures, one.measure) == options.measures.end())
            options.measures.push_back(one.measure);
    options.bounds.clear();
    options.unlabelled.clear();
    options.baselines = false;
    options.level = Level::of_each_side(level.value());
    const auto report = estimate(data, learner, options);
    if (report.run.stopped) return {};
    std::vector<Requirement> all;
    for (const auto& one : asked) {
        const auto at = std::ranges::find(options.measures, one.measure) - options.measures.begin();
        all.push_back(judged_by(one, report.estimates.at(static_cast<std::size_t>(at)), level));
    }
    return all;
}

JudgedLearners judge(const EstimateJob& job, const Dataset& data, EstimateOptions options)
{
    check_for_requirements(job); // a wrong one is refused before the fits
    check_requirements(job.requirements, job.require_level, data);
    const auto made = make_learners(job.learners, data.response_type());
    const auto learners = pointers_to(made);
    const auto fits = [&](const RunOptions& run) {
        options.run = run;
        JudgedLearners found{estimate(data, learners, options)};
        if (!found.report.run.stopped)
            found.requirements =
                judge_requirements(job.requirements, job.require_level, data, learners, options);
        return found;
    };
    return with_store(job.store, job.data.source, options.run, fits, !job.requirements.empty());
}

std::vector<ComparedLearners> compare_pairs(const EstimateJob& job, const Dataset& data,
                                            const EstimateReport& report,
                                            const std::function<double(const Estimate&)>& apart)
{
    std::map<double, std::vector<Estimate>> together;
    for (const auto& e : report.estimates) together[apart ? apart(e) : 0.0].push_back(e);
    std::vector<ComparedLearners> all;
    for (const auto& [value, estimates] : together)
        std::ranges::move(compare_estimates(job.data.source, data.response_type(), estimates,
                                            {.level = job.options.level, .tests = job.options.tests}),
                          std::back_inserter(all));
    require(!job.show_pairs || !all.empty(), "`compare`: no estimator has splits by which two learners are "
                                             "compared; expected one such as `estimator=cv`");
    return all;
}

void name_models(Answer& page, const JobData& data, const DataWithUnlabelled& made, const Roles& roles,
                 std::span<const Estimate> estimates, const std::function<Spec(const Estimate&)>& learner_of)
{
    if (!data.fit_command) return;
    auto commands = Json::array();
    std::vector<std::string> lines;
    for (const auto& e : estimates) {
        if (!e.bound || e.bound->deploy.empty()) continue;
        // The model would be trained on labels that were hidden for the bound.
        if (made.hidden) {
            lines = {"none: with a share as `unlabelled` the classifiers were trained without the hidden "
                     "labels; give the unlabelled rows as a file"};
            break;
        }
        if (const auto refusal = no_model_of(made.data)) {
            lines = {"none: " + refusal->clause};
            break;
        }
        const auto command =
            data.fit_command(roles, {.learner = learner_of(e),
                                     .deploy = e.bound->deploy,
                                     .resample = e.bound->deploy == "all-rows" ? "" : e.bound->members});
        lines.push_back(e.asked.learner_name + ", " + e.asked.estimator_name + ": " + command);
        commands.push(Json::object()
                          .add("learner", e.asked.learner)
                          .add("bound", e.asked.estimator)
                          .add("command", command));
    }
    if (lines.empty()) return;
    page.json.add("fit_commands", std::move(commands));
    page.notes.emplace_back("Commands that write the classifiers of the bounds:", lines);
}

namespace {

const Spec& spec_of(const EstimateJob& job, const Estimate& e)
{
    return std::ranges::find(job.learners, e.asked.learner_name, &JobLearner::name)->spec;
}

/// Whether an importance can be asked for by the splits and the measure of this figure.
bool has_importance(const Estimate& e, const Dataset& data)
{
    const auto estimator = Spec::parse(e.asked.estimator);
    const auto known = estimator_specs();
    if (e.asked.baseline || std::ranges::find(known, estimator.name(), &SpecInfo::name) == known.end())
        return false; // the estimate of a bound has the bound's name
    EstimateOptions options;
    options.estimators = {estimator};
    const auto measure =
        make_measure(Spec::parse(e.asked.measure), data.response_type() == ResponseType::classes);
    return !measure.best && !estimate_requests(data, options).empty();
}

/// Adds to described predictions the commands that show which features each learner needs, by the first
/// figures that have such.
void name_importances(Answer& page, const EstimateJob& job, const DataWithUnlabelled& made,
                      const Roles& roles, std::span<const Estimate> estimates)
{
    const auto& data = made.data;
    // With hidden labels the figures are not those of the command.
    if (!job.options.describe_predictions || !job.data.importance_command || job.plans || made.hidden ||
        no_model_of(data))
        return;
    const auto first =
        std::ranges::find_if(estimates, [&](const auto& e) { return has_importance(e, data); });
    if (first == estimates.end()) return;
    auto commands = Json::array();
    std::vector<std::string> lines;
    for (const auto& e : estimates) {
        if (e.asked.baseline || !e.asked.same_question(first->asked)) continue;
        lines.push_back(job.data.importance_command(
            roles,
            {.learner = spec_of(job, e), .estimator = e.asked.estimator_name, .measure = e.asked.measure}));
        commands.push(Json::object().add("learner_name", e.asked.learner_name).add("command", lines.back()));
    }
    page.json.add("importance_commands", std::move(commands));
    page.legend.emplace_back("Commands that show which features the learners need:", lines);
}

/// The answer at the horizon of the roles; empty if the run was stopped.
HorizonAnswer answer_at(const EstimateJob& job, Table table, const Roles& roles)
{
    const auto made = job.data.dataset_of(std::move(table), roles);
    const auto options = options_on(job, made);
    auto [report, requirements] = judge(job, made.data, options);
    if (report.run.stopped) return {.answer = {}, .report = std::move(report)};
    auto compared = compare_pairs(job, made.data, report);
    auto page = answer_of(report, job.data.source, made.data, options);
    name_models(page, job.data, made, roles, report.estimates,
                [&](const Estimate& e) { return spec_of(job, e); });
    name_importances(page, job, made, roles, report.estimates);
    page = with_comparisons(std::move(page), report.estimates, compared, options.level, job.show_pairs);
    add_requirements(page, std::move(requirements));
    add_predictions(page, report, made.data, job.show_cells, options.run.threads);
    return {made.data.horizon(), std::move(page), std::move(report), std::move(compared)};
}

/// Throws InputError for options that do not go with several horizons, or with one of them.
void check_horizons(const EstimateJob& job, const Table& table, Roles roles)
{
    for (const auto horizon : job.horizons) {
        roles.horizon = horizon;
        try {
            const auto made = job.data.dataset_of(table, roles);
            const auto learners = make_learners(job.learners, made.data.response_type());
            const FilledLearners filled(pointers_to(learners), made.data, job.options.impute);
            for (const auto* learner : filled.learners()) check_learner(*learner, made.data);
            estimate_requests(made.data, options_on(job, made));
        } catch (const InputError& error) {
            throw InputError("horizon " + std::to_string(horizon) + ": " + error.what());
        }
    }
}

} // namespace

Answered answer(const EstimateJob& job)
{
    const auto& options = job.options;
    check_for_bounds(options, job.data);
    require(options.interval.automatic() || options.bounds.empty() || !options.estimators.empty(),
            "`interval` is for estimators, and there are only bounds; expected `estimator=SPEC` with it");
    require(
        options.measures.empty() || options.bounds.empty() || !options.estimators.empty() || job.plans,
        "`measure` is for estimators, and there are only bounds, which are about the error rate; expected "
        "`estimator=SPEC` with it");
    require(!job.show_pairs || job.learners.size() > 1,
            "`compare`: there is one learner; expected two or more: `learner=SPEC`");
    require_tests_of_learners(options.tests);
    const bool several = job.horizons.size() > 1;
    auto roles = job.data.roles;
    require(!several || !roles.lags.empty(),
            "`horizon`: several horizons need features for each; expected `lags` with them (a file's own "
            "lags are known at one)");
    require(!several || !job.plans,
            "`cv`: splits are of the rows of one horizon, and there are several; expected `estimators`");
    if (!job.horizons.empty()) roles.horizon = job.horizons.front();
    auto table = job.data.read();
    if (several) check_horizons(job, table, roles);

    // The runs follow each other, because each has its own rows, windows and models.
    std::vector<HorizonAnswer> parts;
    for (std::size_t i = 0; i < std::max<std::size_t>(job.horizons.size(), 1); ++i) {
        if (several) roles.horizon = job.horizons[i];
        parts.push_back(several ? answer_at(job, table, roles) : answer_at(job, std::move(table), roles));
        if (parts.back().report.run.stopped) return completed({}, parts);
    }
    return completed(several ? answer_of_horizons(job.data.source, parts, options, job.show_pairs)
                             : std::move(parts.front().answer),
                     parts);
}

} // namespace unseen
