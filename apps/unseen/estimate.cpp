// unseen estimate: fits learners and estimates their errors on new rows.
#include "estimate.hpp"

#include "commands.hpp"
#include "progress_line.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/words.hpp"
#include "unseen/interval/interval.hpp"
#include "unseen/model/stored_model.hpp"
#include "unseen/read/unlabelled.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/report/explain.hpp"
#include "unseen/report/horizons.hpp"
#include "unseen/report/json.hpp"
#include "unseen/store/store_file.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace unseen::cli {

namespace {

std::string estimate_footer()
{
    std::string text = "Examples:\n"
                       "  unseen estimate data/iris.csv --learner tree --learner knn:k=3\n"
                       "  unseen estimate data/diabetes.arff --learner naive-bayes --estimator bootstrap "
                       "--estimator loo --measure "
                       "log_loss\n"
                       "  unseen estimate data/diabetes.arff --learner tree --bound r-cv --bound s-cv "
                       "--delta 0.01 --unlabelled 0.1\n"
                       "A spec is NAME:KEY=VALUE,KEY=VALUE. --list learners shows the learners with their "
                       "keys and defaults:\n  ";
    for (const auto& info : learner_infos())
        text += (&info == learner_infos().data() ? "" : ", ") + name_with_brackets(info);
    return text + '\n';
}

/// What --list shows.
struct Listed {
    const char* kind;
    std::vector<SpecInfo> (*infos)();
};

template <class Infos>
std::vector<SpecInfo> copied(const Infos& infos)
{
    return {infos.begin(), infos.end()};
}

std::span<const Listed> all_listed()
{
    static const Listed all[] = {
        {"learners", [] { return copied(learner_infos()); }},
        {"estimators", [] { return copied(estimator_specs()); }},
        {"bounds", [] { return copied(data_bound_infos()); }},
        {"measures", [] { return copied(measure_infos()); }},
        {"intervals",
         [] {
             std::vector<SpecInfo> infos{{.name = "auto", .help = "the first of these that is valid"}};
             for (const auto& method : interval_methods())
                 infos.push_back({.name = method.name, .help = method.help});
             return infos;
         }},
    };
    return all;
}

std::vector<std::string> listed_kinds()
{
    std::vector<std::string> kinds;
    for (const auto& listed : all_listed()) kinds.emplace_back(listed.kind);
    return kinds;
}

} // namespace

void EstimateCommand::declare(Arguments& arguments)
{
    data.declare(arguments, true, false, &horizons);
    arguments.choice("--list", list, listed_kinds(),
                     "list all of these with their keys and defaults, and exit");
    arguments.specs(
        "--learner", &learners, learner_infos(), [](const Spec& spec) { resolve_learner(spec); },
        "a learner, with a name if you like (logreg=command:...); repeat for several");
    arguments.specs(
        "--estimator", &job.estimators, estimator_infos(),
        [](const Spec& spec) { resolve_estimator(spec, ResponseType::classes); },
        "an estimator; repeat for several (default: cv:folds=10,repeats=10, unless a bound is named)");
    arguments.specs(
        "--measure", &job.measures, measure_infos(), resolve_measure,
        "a measure; repeat for several (default: error_rate for classes, rmse and mae for numbers)");
    arguments.option("--interval", &job.interval, "the method of the interval, or auto");
    arguments.option("--compare", &compare,
                     "show the differences of all pairs of learners, with intervals and adjusted p-values; "
                     "CSV has these alone");
    arguments.option("--training-error", &job.training_error,
                     "judge each split's model on its training rows as well, so that the optimism shows");
    arguments.option("--store", &store, "keep the fits in this file, and reuse those that it holds");
    declare_bounds(arguments);
    arguments.option("--level", &answer.level, "confidence level of the intervals");
    answer.declare(arguments);
    answer.declare_report(arguments);
}

void EstimateCommand::declare_bounds(Arguments& arguments)
{
    arguments.specs(
        "--bound", &job.bounds, data_bound_infos(),
        [](const Spec& spec) { resolve(spec, data_bound_infos(), "bound"); },
        "a bound on the true error; repeat for several");
    arguments.option("--delta", &delta,
                     "the probability with which each side of a bound may fail (1 - level)");
    arguments.option("--unlabelled", &unlabelled,
                     "unlabelled rows for bounds: a file, `missing` (rows without a target) or a share of "
                     "rows to hide, as 0.1");
}

/// Adds the commands that write the classifiers which the bounds are about.
void EstimateCommand::name_models(Answer& page, const EstimateReport& report, const Dataset& dataset) const
{
    const bool hidden =
        !unlabelled.empty() && unlabelled.find_first_not_of("0123456789.eE-+") == std::string::npos;
    auto commands = Json::array();
    std::vector<std::string> lines;
    for (const auto& e : report.estimates) {
        if (!e.bound || e.bound->deploy.empty()) continue;
        // Labels that were hidden for the bound would be trained on.
        if (hidden) {
            lines = {"  none: with a share as `unlabelled` the classifiers were trained without the hidden "
                     "labels; give the "
                     "unlabelled rows as a file"};
            break;
        }
        if (const auto refusal = no_model_of(dataset); !refusal.empty()) {
            lines = {"  none: " + refusal};
            break;
        }
        const auto learner = std::ranges::find(learners, e.learner_name, &NamedSpec::name);
        std::vector<std::string> words = {"--learner", learner->spec.print(), "--deploy", e.bound->deploy};
        if (e.bound->deploy != "all-rows") words.insert(words.end(), {"--resample", e.bound->members});
        const auto command = fit_command(words);
        lines.push_back("  " + e.learner_name + ", " + e.estimator_name + ": " + command);
        commands.push(
            Json::object().add("learner", e.learner).add("bound", e.estimator).add("command", command));
    }
    if (lines.empty()) return;
    page.json.add("fit_commands", std::move(commands));
    page.notes.emplace_back("Commands that write the classifiers of the bounds:");
    page.notes.insert(page.notes.end(), lines.begin(), lines.end());
}

void EstimateCommand::check(const std::string& command)
{
    require(!data.file.empty(), "DATA is required; see unseen " + command + " --help");
    require(answer.threads <= 1024, "--threads: at most 1024");
    require(!learners.empty(),
            "no learner; name at least one: --learner SPEC (`unseen estimate --list learners` shows them)");
    check_bounds();
    require(job.interval == "auto" || job.bounds.empty() || !job.estimators.empty(),
            "--interval is for estimators, and there are only bounds; expected --estimator SPEC with it");
    require(!compare || learners.size() > 1,
            "--compare: there is one learner; expected two or more: --learner SPEC");
}

void EstimateCommand::check_bounds()
{
    require(!delta || !job.bounds.empty(),
            "--delta is for bounds, and there is none; expected --bound SPEC with it");
    require(unlabelled.empty() || !job.bounds.empty(),
            "--unlabelled is for bounds, and there is none; expected --bound SPEC with it");
    job.level = Level(answer.level);
    job.delta = delta ? Delta(*delta) : Delta::beside(job.level);
}

Dataset EstimateCommand::read() { return dataset_of(data.read(data.file, answer.quiet)); }

Dataset EstimateCommand::dataset_of(Table table)
{
    const auto test = data.read_test();
    auto made = make_dataset(std::move(table), data.roles, test ? &*test : nullptr, unlabelled,
                             data.reading(), answer.seed);
    job.unlabelled = std::move(made.unlabelled);
    return std::move(made.data);
}

std::vector<std::unique_ptr<Learner>> EstimateCommand::make_learners(ResponseType response)
{
    std::vector<std::unique_ptr<Learner>> made;
    job.learner_names.clear();
    for (const auto& [name, spec] : learners) {
        made.push_back(make_learner(spec, response));
        require(std::ranges::find(job.learner_names, name) == job.learner_names.end(),
                "--learner: two learners are called '" + name +
                    "'; expected distinct names, as in NAME=SPEC");
        job.learner_names.push_back(name);
    }
    return made;
}

std::optional<EstimateReport> EstimateCommand::judge(const Dataset& dataset, const Interrupt& interrupt)
{
    const auto made = make_learners(dataset.response_type());
    std::vector<const Learner*> pointers;
    for (const auto& learner : made) pointers.push_back(learner.get());
    EstimateReport report;
    if (!fit(interrupt, [&] {
            report = estimate(dataset, pointers, job);
            return report.run;
        }))
        return std::nullopt;
    return report;
}

bool EstimateCommand::fit(const Interrupt& interrupt, const std::function<RunReport()>& fits)
{
    job.run.seed = answer.seed;
    job.run.threads = answer.threads;
    job.run.stop = interrupt.token();
    std::unique_ptr<StoreFile> file;
    if (!store.empty()) file = open_store(store);
    job.run.store = file.get();
    job.run.data_name = data.file;
    RunReport run;
    {
        ProgressLine progress(answer.quiet);
        job.run.progress = [&](const Progress& p) { progress.show(p); };
        run = fits();
        if (file) file->flush();
    }
    if (run.stopped)
        tell("error: interrupted after " + std::to_string(run.fits) + " fits; nothing is printed" +
             (file || kept ? ", but they are stored: the same command continues from here" : ""));
    return !run.stopped;
}

std::string EstimateCommand::fit_command(const std::vector<std::string>& words) const
{
    std::vector<std::string> all = {"unseen", "fit"};
    const auto of_data = data.words();
    all.insert(all.end(), of_data.begin(), of_data.end());
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--seed", std::to_string(answer.seed), "--model", "FILE"});
    return join_words(all);
}

std::vector<ComparedLearners>
EstimateCommand::compared(const Dataset& dataset, const EstimateReport& report,
                          const std::function<double(const Estimate&)>& apart) const
{
    std::map<double, std::vector<Estimate>> together;
    for (const auto& e : report.estimates) together[apart ? apart(e) : 0.0].push_back(e);
    std::vector<ComparedLearners> all;
    for (const auto& [value, estimates] : together)
        std::ranges::move(
            compare_estimates(data.file, dataset.response_type(), estimates, {.level = job.level}),
            std::back_inserter(all));
    require(!compare || !all.empty(), "--compare: no estimator has splits by which two learners are "
                                      "compared; expected one such as --estimator cv");
    auto warnings = all_warnings(report);
    for (const auto& one : all)
        warnings.insert(warnings.end(), one.answer.warnings.begin(), one.answer.warnings.end());
    answer.refuse(std::move(warnings));
    tell_warnings(report.warnings, answer.quiet);
    tell_stale(report.run, data.file, store, answer.quiet);
    return all;
}

int EstimateCommand::status(const RunReport& run)
{
    if (run.failures == 0) return 0;
    tell("error: " + std::to_string(run.failures) + " of " + std::to_string(run.fits + run.reused) +
         " fits failed; the figures marked * leave them out");
    return 1;
}

int EstimateCommand::run()
{
    if (!list.empty()) {
        Output out(answer.output);
        const auto& kind = *std::ranges::find(all_listed(), list, &Listed::kind);
        answer.print(out, list_answer(list, kind.infos()));
        return 0;
    }
    check("estimate");
    const auto all_horizons = horizons.empty() ? std::vector<std::uint64_t>() : horizons_of(horizons);
    job.per_split = answer.with_splits() || learners.size() > 1; // pairs of learners are compared by them
    Output out(answer.output);
    const Interrupt interrupt;
    if (all_horizons.size() > 1) return run_horizons(all_horizons, out, interrupt);
    if (!all_horizons.empty()) data.roles.horizon = all_horizons.front();
    const auto dataset = read();
    const auto report = judge(dataset, interrupt);
    if (!report) return 130;
    const auto pairs = compared(dataset, *report);
    auto page = answer_of(*report, data.file, dataset, job);
    name_models(page, *report, dataset);
    answer.print(out, with_comparisons(std::move(page), pairs, job.level, compare));
    return status(report->run);
}

/// One run after the other: each has rows, windows and models of its own.
int EstimateCommand::run_horizons(const std::vector<std::uint64_t>& all, Output& out,
                                  const Interrupt& interrupt)
{
    require(!data.roles.lags.empty(), "--horizon: several horizons need features for each; expected --lags "
                                      "with them (a file's own lags are known at one)");
    const auto table = data.read(data.file, answer.quiet);
    for (const auto horizon : all) { // refused before the first fit
        data.roles.horizon = horizon;
        try {
            const auto dataset = dataset_of(table);
            for (const auto& learner : make_learners(dataset.response_type()))
                check_learner(*learner, dataset);
            estimate_requests(dataset, job);
        } catch (const InputError& error) {
            throw InputError("horizon " + std::to_string(horizon) + ": " + error.what());
        }
    }
    std::vector<HorizonAnswer> parts;
    RunReport runs;
    std::set<std::string> told;
    for (const auto horizon : all) {
        data.roles.horizon = horizon;
        const auto dataset = dataset_of(table);
        auto report = judge(dataset, interrupt);
        if (!report) return 130;
        runs.fits += report->run.fits;
        runs.reused += report->run.reused;
        runs.failures += report->run.failures;
        auto page = answer_of(*report, data.file, dataset, job);
        name_models(page, *report, dataset);
        std::erase_if(report->warnings,
                      [&](const Warning& warning) { return !told.insert(warning.text).second; });
        auto pairs = compared(dataset, *report);
        page = with_comparisons(std::move(page), pairs, job.level, compare);
        parts.push_back({horizon, std::move(page), std::move(*report), std::move(pairs)});
    }
    answer.print(out, answer_of_horizons(data.file, parts, job, compare));
    return status(runs);
}

Command estimate_command()
{
    return command("estimate", "fit learners and estimate how wrong they will be on new rows",
                   estimate_footer(), std::make_shared<EstimateCommand>());
}

} // namespace unseen::cli
