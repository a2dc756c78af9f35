// unseen estimate: fits learners and estimates their errors on new rows.
#include "estimate.hpp"

#include "commands.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/words.hpp"
#include "unseen/interval/interval.hpp"
#include "unseen/job/job_fields.hpp"
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

/// Values of items are judged by `unseen score` alone.
std::vector<SpecInfo> measures_of_predictions()
{
    std::vector<SpecInfo> list;
    for (std::size_t i = 0; i < measure_infos().size(); ++i)
        if (measures_of_table()[i].judges != Judges::values) list.push_back(measure_infos()[i]);
    return list;
}

std::span<const Listed> all_listed()
{
    static const Listed all[] = {
        {"learners", [] { return copied(learner_infos()); }},
        {"estimators", [] { return copied(estimator_specs()); }},
        {"bounds", [] { return copied(data_bound_infos()); }},
        {"measures", measures_of_predictions},
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
    declare_learners(arguments);
    arguments.fields(fields_of(job.options), "estimate");
    arguments.fields(fields_of(job), "estimate",
                     {{"require", [&](Argument require) { gate.declare(arguments, std::move(require)); }}});
    declare_unlabelled(arguments);
    answer.declare_judging(arguments);
}

void EstimateCommand::declare_learners(Arguments& arguments)
{
    arguments.specs("--learner", &learners, learner_family,
                    "a learner, with a name if you like (logreg=command:...); repeat for several");
}

void EstimateCommand::declare_unlabelled(Arguments& arguments)
{
    arguments.option("--unlabelled", &unlabelled,
                     "unlabelled rows for bounds: a file, `missing` (rows without a target) or a share of "
                     "rows to hide, as 0.1");
}

void EstimateCommand::check_data(const std::string& command) const
{
    require(!data.file.empty(), "DATA is required; see unseen " + command + " --help");
    require(answer.threads <= 1024, "--threads: at most 1024");
}

void EstimateCommand::check_learners(bool any)
{
    require(any,
            "no learner; name at least one: --learner SPEC (`unseen estimate --list learners` shows them)");
}

void EstimateCommand::check(const std::string& command) const
{
    check_data(command);
    check_learners(!learners.empty());
}

EstimateJob EstimateCommand::asked() const
{
    auto asked = job;
    asked.data = job_data();
    answer.give_common(asked.options);
    for (const auto& [name, spec] : learners) asked.learners.push_back({.name = name, .spec = spec});
    return asked;
}

std::string EstimateCommand::command_about(const std::string& command, const Roles& roles,
                                           const Spec& learner, std::span<const std::string> more) const
{
    auto of = data;
    of.roles = roles;
    auto words = of.words();
    words.insert(words.begin(), {"unseen", command});
    words.insert(words.end(), {"--learner", learner.print()});
    words.insert(words.end(), more.begin(), more.end());
    return join_words(words);
}

JobData EstimateCommand::job_data() const
{
    return {.source = data.file,
            .read = [this] { return data.read(data.file, answer.quiet); },
            .roles = data.roles,
            .unlabelled = !unlabelled.empty(),
            .make =
                [this](Table table, const Roles& roles) {
                    const auto test = data.read_test();
                    return make_dataset(std::move(table), roles, test ? &*test : nullptr, unlabelled,
                                        data.reading(), answer.seed);
                },
            .fit_command =
                [this](const Roles& roles, const ModelToFit& model) {
                    std::vector<std::string> more;
                    if (!model.deploy.empty()) more = {"--deploy", model.deploy};
                    if (!model.resample.empty()) more.insert(more.end(), {"--resample", model.resample});
                    more.insert(more.end(), {"--seed", std::to_string(answer.seed), "--model", "FILE"});
                    return command_about("fit", roles, model.learner, more);
                },
            .importance_command =
                [this](const Roles& roles, const ImportanceToAsk& asked) {
                    std::vector<std::string> more;
                    if (!data.test.empty()) more = {"--test", data.test};
                    more.insert(more.end(), {"--estimator", asked.estimator, "--measure", asked.measure,
                                             "--seed", std::to_string(answer.seed)});
                    if (job.options.impute != EstimateOptions{}.impute)
                        more.insert(more.end(), {"--impute", job.options.impute});
                    return command_about("importance", roles, asked.learner, more);
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
             (job.store.empty() && !kept ? ""
                                         : ", but they are stored: the same command continues from here"));
        return 130;
    }
    tell_stale(run, data.file, job.store, answer.quiet);
    RequirementOptions::tell(done.answer, answer);
    const auto requirements =
        done.answer.verdict ? done.answer.verdict->requirements : std::vector<Requirement>{};
    answer.print(out, std::move(done.answer));
    if (run.failures == 0) return gate.exit_code(requirements);
    tell("error: " + std::to_string(run.failures) + " of " + std::to_string(run.fits + run.reused) +
         " fits failed; figures leave them out, or are missing");
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
    gate.check(job.requirements);
    auto question = asked();
    if (!horizons.empty()) question.horizons = horizons_of(horizons);
    question.options.describe_predictions |= answer.for_page();
    question.show_cells = !answer.no_values;
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
