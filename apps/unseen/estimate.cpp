// unseen estimate: fits learners and estimates their errors on new rows.
#include "estimate.hpp"

#include "commands.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/words.hpp"
#include "unseen/interval/interval.hpp"
#include "unseen/report/explain.hpp"

#include <algorithm>

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
        std::string("an estimator; repeat for several (default: ") + default_estimator +
            ", unless a bound is named)");
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

EstimateJob EstimateCommand::asked()
{
    EstimateJob asked{
        .data = job_data(), .learners = {}, .options = job, .store = store, .show_pairs = compare};
    for (const auto& [name, spec] : learners) asked.learners.push_back({.name = name, .spec = spec});
    return asked;
}

JobData EstimateCommand::job_data() const
{
    return {.source = data.file,
            .read = [this] { return data.read(data.file, answer.quiet); },
            .roles = data.roles,
            .make =
                [this](Table table, const Roles& roles) {
                    const auto test = data.read_test();
                    return make_dataset(std::move(table), roles, test ? &*test : nullptr, unlabelled,
                                        data.reading(), answer.seed);
                },
            .fit_command =
                [this](const Roles& roles, const ModelToFit& model) {
                    auto of = data;
                    of.roles = roles;
                    std::vector<std::string> all = {"unseen", "fit"};
                    const auto add = [&](const std::vector<std::string>& words) {
                        all.insert(all.end(), words.begin(), words.end());
                    };
                    add(of.words());
                    add({"--learner", model.learner.print()});
                    if (!model.deploy.empty()) add({"--deploy", model.deploy});
                    if (!model.resample.empty()) add({"--resample", model.resample});
                    add({"--seed", std::to_string(answer.seed), "--model", "FILE"});
                    return join_words(all);
                }};
}

int EstimateCommand::print(Output& out, const std::function<Answered(const RunOptions&)>& work)
{
    const Interrupt interrupt;
    ProgressLine progress(answer.quiet);
    auto done = work({.seed = answer.seed,
                      .threads = answer.threads,
                      .stop = interrupt.token(),
                      .progress = [&](const Progress& p) { progress.show(p); }});
    progress.clear();
    const auto& run = done.run;
    if (run.stopped) {
        tell("error: interrupted after " + std::to_string(run.fits) + " fits; nothing is printed" +
             (store.empty() && !kept ? "" : ", but they are stored: the same command continues from here"));
        return 130;
    }
    answer.refuse(std::move(done.doubts));
    tell_warnings(done.warnings, answer.quiet);
    tell_stale(run, data.file, store, answer.quiet);
    answer.print(out, std::move(done.answer));
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
    job.per_split = answer.with_splits() || learners.size() > 1; // pairs of learners are compared by them
    auto question = asked();
    if (!horizons.empty()) question.horizons = horizons_of(horizons);
    Output out(answer.output);
    return print(out, [&](const RunOptions& run) {
        question.options.run = run;
        return unseen::answer(question);
    });
}

Command estimate_command()
{
    return command("estimate", "fit learners and estimate how wrong they will be on new rows",
                   estimate_footer(), std::make_shared<EstimateCommand>());
}

} // namespace unseen::cli
