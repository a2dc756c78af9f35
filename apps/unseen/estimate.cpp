// unseen estimate: fit, predict, and say how wrong each learner will be.
#include "commands.hpp"
#include "common.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/estimate/interval.hpp"
#include "unseen/report/estimates.hpp"

#include <algorithm>

namespace unseen::cli {

namespace {

struct Options {
    DataOptions data;
    AnswerOptions answer;
    std::vector<std::string> learners;
    std::vector<std::string> estimators;
    std::vector<std::string> measures;
    std::string interval = "auto";
};

Json answer_json(const Options& options, const Dataset& data, const EstimateReport& report)
{
    auto json = answer("estimate");
    json.add("data", options.data.file).add("digest", data.digest().hex()).add("rows", data.labelled());
    json.add("response", Json::object()
                             .add("name", data.response_name())
                             .add("type", data.response_type() == ResponseType::classes ? "classes" : "numbers"));
    json.add("seed", options.answer.seed).add("level", options.answer.level);
    json.add("estimates", estimates_json(report)).add("warnings", warnings_json(report.warnings));
    return json;
}

std::string heading(const Options& options, const Dataset& data)
{
    return options.data.file + ": " + std::to_string(data.labelled()) + " rows, " + std::to_string(data.features().size()) +
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
    for (const auto& text : options.measures) job.measures.push_back(Spec::parse(text));
    std::vector<Spec> learner_specs;
    for (const auto& text : options.learners) learner_specs.push_back(Spec::parse(text));

    Output out(options.answer.output);
    const Interrupt interrupt;
    const Dataset data = options.data.dataset(options.answer.quiet);
    std::vector<std::unique_ptr<Learner>> learners;
    std::vector<const Learner*> pointers;
    for (const auto& spec : learner_specs) {
        learners.push_back(make_learner(spec, data.response_type()));
        pointers.push_back(learners.back().get());
    }

    job.run.seed = options.answer.seed;
    job.run.threads = options.answer.threads;
    job.run.stop = interrupt.token();
    EstimateReport report;
    {
        ProgressLine progress(options.answer.quiet);
        job.run.progress = [&](const Progress& p) { progress.show(p); };
        report = estimate(data, pointers, job);
    }
    if (report.run.stopped) {
        tell("error: interrupted after " + std::to_string(report.run.fits) + " fits; nothing is printed");
        return 130;
    }
    tell_warnings(report.warnings, options.answer.quiet);

    std::vector<std::string> estimator_names = options.estimators;
    if (estimator_names.empty()) estimator_names.push_back(report.estimates.front().estimator);
    auto table = estimates_table(report, options.learners, estimator_names);
    table.heading.push_back(heading(options, data));
    options.answer.print(
        out, table, [&] { return estimates_long_table(report); }, [&] { return answer_json(options, data, report); });
    if (report.run.failures > 0) {
        tell("error: " + std::to_string(report.run.failures) + " of " + std::to_string(report.run.fits) +
             " fits failed; the figures marked * are without them");
        return 1;
    }
    return 0;
}

std::string list(const std::string& title, std::span<const SpecInfo> infos)
{
    std::string text = title + '\n';
    for (const auto& info : infos) {
        text += "  " + info.name + ": " + info.help + '\n';
        for (const auto& key : info.keys) text += "      " + key.name + '=' + key.fallback + "  " + key.help + '\n';
    }
    return text;
}

std::string footer()
{
    std::string text =
        "Examples:\n"
        "  unseen estimate data/iris.csv --learner tree --learner knn:k=3\n"
        "  unseen estimate data/diabetes.arff --learner naive-bayes --estimator bootstrap --estimator loo --measure log_loss\n"
        "A spec is NAME:KEY=VALUE,KEY=VALUE; the values shown are the defaults.\n";
    text += list("Learners:", learner_infos()) + list("Estimators, with their plans' keys:", plan_infos());
    text += "  and for the estimators:\n";
    for (const auto& info : estimator_infos())
        for (const auto& key : info.keys)
            text += "      " + info.name + ": " + key.name + '=' + key.fallback + "  " + key.help + '\n';
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
                arguments.repeated("--estimator", options->estimators, "an estimator; cv:folds=10,repeats=10 if none is named");
                arguments.repeated("--measure", options->measures,
                                   "a measure; error_rate for classes, rmse and mae for numbers if none is named");
                arguments.option("--interval", options->interval, "the interval's method, or auto");
                arguments.option("--level", options->answer.level, "confidence level of the intervals");
                options->answer.declare(arguments);
            },
            [options] { return run(*options); }};
}

} // namespace unseen::cli
