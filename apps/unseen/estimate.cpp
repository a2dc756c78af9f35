// unseen estimate: fit, predict, and say how wrong each learner will be.
#include "commands.hpp"
#include "common.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/data/unlabelled.hpp"
#include "unseen/estimate/interval.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/run/store_file.hpp"
#include "unseen/stats/effective_rows.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::cli {

namespace {

struct Options {
    DataOptions data;
    AnswerOptions answer;
    std::vector<std::string> learners;
    std::vector<std::string> estimators;
    std::vector<std::string> measures;
    std::string interval = "auto";
    std::vector<std::string> bounds;
    std::string delta;
    std::string unlabelled;
    std::string store;
};

Delta delta_of(const Options& options)
{
    return options.delta.empty() ? Delta::beside(Level(options.answer.level)) : Delta(number("--delta", options.delta));
}

/// Groups that labelled rows are of; 0 without a group column.
std::size_t groups_of(const Dataset& data)
{
    const auto of_rows = data.groups().first(data.group() == nullptr ? 0 : data.labelled());
    return of_rows.empty() ? 0 : std::size_t{1} + *std::max_element(of_rows.begin(), of_rows.end());
}

Json answer_json(const Options& options, const Dataset& data, const EstimateReport& report)
{
    auto json = answer("estimate");
    json.add("data", options.data.file).add("digest", data.digest().hex()).add("rows", data.labelled());
    if (data.group() != nullptr) json.add("groups", groups_of(data));
    if (!data.weights().empty()) json.add("kish_rows", Json(effective_rows(data.weights().first(data.labelled()))));
    json.add("response", Json::object()
                             .add("name", data.response_name())
                             .add("type", data.response_type() == ResponseType::classes ? "classes" : "numbers"));
    json.add("seed", options.answer.seed).add("level", options.answer.level);
    if (!options.bounds.empty()) json.add("delta", delta_of(options).value());
    json.add("estimates", estimates_json(report)).add("warnings", warnings_json(report.warnings));
    return json;
}

std::string worth(const Dataset& data)
{
    const auto rows = effective_rows(data.weights().first(data.labelled()));
    return rows ? shortest(std::round(rows.number() * 10) / 10) : "0";
}

std::string heading(const Options& options, const Dataset& data, std::size_t unlabelled)
{
    return options.data.file + ": " + std::to_string(data.labelled()) + " rows, " +
           (data.group() != nullptr ? std::to_string(groups_of(data)) + " groups, " : "") +
           (data.weights().empty() ? "" : "worth " + worth(data) + " of equal weight (Kish), ") +
           (unlabelled > 0 ? std::to_string(unlabelled) + " unlabelled rows, " : "") + std::to_string(data.features().size()) +
           " features, target '" + data.response_name() + "' (" +
           (data.response_type() == ResponseType::classes ? std::to_string(data.classes().size()) + " classes" : "numbers") +
           "); seed " + std::to_string(options.answer.seed);
}

int run(const Options& options)
{
    require(options.answer.threads <= 1024, "--threads: at most 1024");
    require(!options.learners.empty(), "no learner; name at least one: --learner SPEC (unseen estimate --help lists them)");
    EstimateOptions job;
    job.level = Level(options.answer.level);
    job.interval = options.interval;
    for (const auto& text : options.estimators) job.estimators.push_back(Spec::parse(text));
    for (const auto& text : options.bounds) job.bounds.push_back(Spec::parse(text));
    job.delta = delta_of(options);
    job.per_split = options.answer.lists_splits();
    for (const auto& text : options.measures) job.measures.push_back(Spec::parse(text));
    std::vector<Spec> learner_specs;
    for (const auto& text : options.learners) learner_specs.push_back(Spec::parse(text));

    Output out(options.answer.output);
    const Interrupt interrupt;
    const auto tables = options.data.tables(options.answer.quiet);
    const auto [data, unlabelled] = make_dataset(tables.main, options.data.roles, tables.test ? &*tables.test : nullptr,
                                                 options.unlabelled, options.data.reading(), options.answer.seed);
    job.unlabelled = unlabelled;
    std::vector<std::unique_ptr<Learner>> learners;
    std::vector<const Learner*> pointers;
    for (const auto& spec : learner_specs) {
        learners.push_back(make_learner(spec, data.response_type()));
        pointers.push_back(learners.back().get());
    }

    job.run.seed = options.answer.seed;
    job.run.threads = options.answer.threads;
    job.run.stop = interrupt.token();
    std::unique_ptr<StoreFile> store;
    if (!options.store.empty()) store = open_store(options.store);
    job.run.store = store.get();
    job.run.data_name = options.data.file;
    EstimateReport report;
    {
        ProgressLine progress(options.answer.quiet);
        job.run.progress = [&](const Progress& p) { progress.show(p); };
        report = estimate(data, pointers, job);
        if (store) store->flush();
    }
    if (report.run.stopped) {
        tell("error: interrupted after " + std::to_string(report.run.fits) + " fits; nothing is printed" +
             (store ? ", but they are stored: the same command goes on from here" : ""));
        return 130;
    }
    tell_warnings(report.warnings, options.answer.quiet);

    std::vector<std::string> estimator_names = options.estimators;
    if (estimator_names.empty() && options.bounds.empty()) estimator_names.push_back(report.estimates.front().estimator);
    auto table = estimates_table(report, options.learners, estimator_names, options.bounds);
    table.heading.push_back(heading(options, data, unlabelled.size()));
    options.answer.print(
        out, table, [&] { return estimates_long_table(report); }, [&] { return answer_json(options, data, report); });
    if (report.run.failures > 0) {
        tell("error: " + std::to_string(report.run.failures) + " of " + std::to_string(report.run.fits + report.run.reused) +
             " fits failed; the figures marked * are without them");
        return 1;
    }
    return 0;
}

/// A name, if there is one, and its keys below it.
std::string described(const std::string& name, const std::string& help, std::span<const SpecKey> keys)
{
    std::string text = name.empty() ? "" : "  " + name + ": " + help + '\n';
    for (const auto& key : keys) text += "      " + key.name + '=' + key.fallback + "  " + key.help + '\n';
    return text;
}

std::string list(const std::string& title, std::span<const SpecInfo> infos)
{
    std::string text = title + '\n';
    for (const auto& info : infos) text += described(info.name, info.help, info.keys);
    return text;
}

std::string footer()
{
    std::string text =
        "Examples:\n"
        "  unseen estimate data/iris.csv --learner tree --learner knn:k=3\n"
        "  unseen estimate data/diabetes.arff --learner naive-bayes --estimator bootstrap --estimator loo --measure log_loss\n"
        "  unseen estimate data/diabetes.arff --learner tree --bound r-cv --bound s-cv --delta 0.01 --unlabelled 0.1\n"
        "A spec is NAME:KEY=VALUE,KEY=VALUE; the values shown are the defaults.\n";
    text += list("Learners:", learner_infos()) + "Estimators, with their plans' keys:\n";
    for (const auto& info : estimator_infos()) {
        const auto plan = plan_infos()[find_info(plan_infos(), info.name, "resampling")];
        text += described(info.name, info.help, plan.keys) + described("", "", info.keys);
    }
    text += list("Bounds, with their plans' keys:", data_bound_infos());
    text += list("Measures:", measure_infos()) + "Intervals: auto";
    for (const auto& method : interval_methods()) text += ", " + method.name;
    return text + '\n';
}

} // namespace

Command estimate_command()
{
    const auto options = std::make_shared<Options>();
    return {"estimate", "fit learners and estimate how wrong they will be on new rows", footer(),
            [options](Arguments& arguments) {
                options->data.declare(arguments, true);
                arguments.repeated("--learner", options->learners, "a learner; repeat for several");
                arguments.repeated("--estimator", options->estimators,
                                   "an estimator; cv:folds=10,repeats=10 if none is named, nor a bound");
                arguments.repeated("--measure", options->measures,
                                   "a measure; error_rate for classes, rmse and mae for numbers if none is named");
                arguments.option("--interval", options->interval, "the interval's method, or auto");
                arguments.option("--store", options->store, "keep the fits in this file, and do none that it holds");
                arguments.repeated("--bound", options->bounds, "a bound on the true error; repeat for several");
                arguments.option("--delta", options->delta, "the probability with which a side of a bound may fail; 1 - level");
                arguments.option("--unlabelled", options->unlabelled,
                                 "unlabelled rows for bounds: a file, missing (rows without a target) or a share to hide, 0.1");
                arguments.option("--level", options->answer.level, "confidence level of the intervals");
                options->answer.declare(arguments);
            },
            [options] { return run(*options); }};
}

} // namespace unseen::cli
