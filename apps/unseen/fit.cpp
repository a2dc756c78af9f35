// unseen fit: stores a model in a file. unseen predict: its predictions for new rows.
#include "commands.hpp"
#include "common.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/data/table_csv.hpp"
#include "unseen/job/job_fields.hpp"
#include "unseen/model/stored_model.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::cli {

namespace {

/// The spec without the keys that have no value.
Spec without_empty(const Spec& spec)
{
    auto bases = spec.bases();
    for (auto& base : bases) base = without_empty(base);
    auto rest = spec.with_bases(std::move(bases));
    for (const auto& [key, value] : spec.values())
        if (value.empty()) rest = rest.without(key);
    return rest;
}

std::string fit_footer()
{
    std::string text =
        "Examples:\n"
        "  unseen fit data/diabetes.arff --learner tree --model diabetes.model --estimator cv:repeats=10\n"
        "  unseen predict diabetes.model data/diabetes.arff --output predictions.csv\n"
        "Deployments:\n";
    for (const auto& known : deploy_names()) text += "  " + known.name + ": " + known.help + '\n';
    return text + "`unseen estimate --list learners` and `--list estimators` show what there is, `unseen "
                  "split --help` plans.\n";
}

/// An estimate in one line.
std::string line_of(const Estimate& estimate, Level level)
{
    if (!estimate.value.exists())
        return estimate.asked.measure + ": none (" + std::string(estimate.value.reason()) + ") by " +
               estimate.asked.estimator;
    const auto rounded = [](double figure) { return shortest(std::round(figure * 1e6) / 1e6); };
    std::string text = estimate.asked.measure + ' ' + rounded(estimate.value.number());
    if (estimate.interval)
        text += ", " + rounded(100 * level.value()) + " % interval " + rounded(estimate.interval->lower) +
                " .. " + rounded(estimate.interval->upper);
    return text + ", by " + estimate.asked.estimator;
}

struct FitCommand {
    DataOptions data;
    AnswerOptions answer;
    std::vector<NamedSpec> learners;
    EstimateOptions job{.per_split = false, .baselines = false};
    std::string model;
    std::string deploy = "all-rows";
    std::string resample; ///< empty: the usual one of the deployment

    void declare(Arguments& arguments)
    {
        data.declare(arguments, false);
        arguments.specs("--learner", &learners, learner_family, "the learner");
        arguments.output("--model", model, "the file to write");
        std::vector<std::string> names;
        for (const auto& known : deploy_names()) names.push_back(known.name);
        arguments.choice("--deploy", deploy, names, "which model the file is: see below");
        arguments.option("--resample", &resample,
                         "the plan whose fits vote, are drawn or are chosen from (default: cv), whose fit "
                         "is taken (holdout), or whose training rows give the prior (posterior)");
        arguments.fields(fields_of(job), "fit");
        arguments.option("--level", &answer.level, level_field.help);
        answer.declare(arguments, true, {"text"});
    }

    /// The plan of the members. With holdout the only estimate is that of the model.
    Spec plan_of_model(const DeployName& known) const
    {
        const auto given = resample.empty() ? known.plan : Spec::parse(resample);
        if (known.deploy != Deploy::holdout) return given;
        require(job.estimators.size() < 2,
                "--estimator: the model of a hold-out has one figure; expected one");
        if (job.estimators.empty()) return given;
        require(resample.empty() || job.estimators.front() == given,
                "--estimator: '" + job.estimators.front().print() +
                    "' is not about the model of --resample " + resample + "; leave one of them out");
        return job.estimators.front();
    }

    int run()
    {
        require(learners.size() == 1,
                learners.empty()
                    ? "no learner; name one: --learner SPEC (`unseen estimate --list learners` shows them)"
                    : "--learner: a model has one learner; expected one");
        require(!model.empty(), "no file for the model; expected --model FILE");
        const auto& known = *std::ranges::find(deploy_names(), deploy, &DeployName::name);
        const auto kind = known.deploy;
        require(job.estimators.empty() || kind == Deploy::all_rows || kind == Deploy::holdout,
                "--estimator: estimates are about the model of all rows, not about --deploy " + deploy);
        const auto plan = plan_of_model(known);
        require(job.measures.empty() || !job.estimators.empty(),
                "--measure is for --estimator, and there is none");
        Output out(answer.output);
        Output file(model);
        const Interrupt interrupt;
        const auto table = data.read(data.file, answer.quiet);
        const auto dataset = Dataset::make(table, data.roles);
        if (const auto refusal = no_model_of(dataset)) throw InputError("--model: " + refusal->clause);
        answer.warn(dataset.warnings());

        RunOptions run_options{.seed = answer.seed,
                               .threads = answer.threads,
                               .stop = interrupt.token(),
                               .data_name = data.file};
        ProgressLine progress(answer.quiet);
        run_options.progress = [&](const Progress& p) { progress.show(p); };
        std::vector<std::string> lines;
        const auto asked = make_learner(learners[0].spec, dataset.response_type());
        const Learner* const only_asked[] = {asked.get()};
        const FilledLearners filled(only_asked, dataset, job.impute);
        const auto* learner = filled.learners().front();
        if (const auto warning = trained_without_weights(*learner, dataset);
            warning && job.estimators.empty()) {
            answer.warn({*warning});
        }
        if (job.estimators.empty()) { // else the figures warn
            const Learner* const only[] = {learner};
            std::vector<Warning> guess;
            if (filled.note()) guess.push_back(*filled.note());
            warn_of_guess(guess, used_positive(dataset, {}, only));
            answer.warn(guess);
        }
        if (!job.estimators.empty()) {
            answer.give_common(job);
            job.run = run_options;
            const auto report = estimate(dataset, only_asked, job);
            progress.clear();
            if (report.run.stopped) return interrupted();
            answer.warn(answer_of(report).warnings);
            for (const auto& each : report.estimates) lines.push_back(line_of(each, answer.level));
        }
        const auto stored = stored_model(dataset, learner->spec(),
                                         {.deploy = kind,
                                          .plan = plan,
                                          .roles = data.roles,
                                          .data_name = data.file,
                                          .estimates = lines,
                                          .run = run_options});
        if (interrupt.token().stop_requested()) return interrupted();
        FittedText fitted;
        try {
            const std::function<void(double)> tell = [&](double share) {
                progress.show({.total = 1, .begun = share});
            };
            fitted = text_of(stored, interrupt.token(), FitProgress(&tell));
            progress.clear();
        } catch (const LearnerError&) {
            if (!interrupt.token().stop_requested()) throw;
            progress.clear();
            return interrupted();
        }
        answer.warn(fitted.warnings);
        file.write(print_model(stored));
        file.finish();
        out.write(fitted.text);
        for (const auto& line : lines) out.write(line + '\n');
        out.finish();
        tell_notes({"holds its " + std::to_string(dataset.labelled()) + " training rows; " +
                    without_empty(stored.learner).print() + ", seed " + std::to_string(stored.seed) + ", " +
                    deploy + (kind == Deploy::all_rows ? "" : " of " + stored.plan.print()) +
                    (stored.split ? ", split " + std::to_string(*stored.split) : "")},
                   answer.quiet, model + ": ");
        if (kind == Deploy::best_fold)
            tell_notes(
                {"no interval is known for the error of the best fold's model: its own test rows chose it"},
                answer.quiet);
        return 0;
    }

    static int interrupted()
    {
        tell("error: interrupted; no model is written");
        return 130;
    }
};

struct PredictCommand {
    DataOptions data;
    AnswerOptions answer;
    std::string model;
    std::string impute = "auto";

    void declare(Arguments& arguments)
    {
        arguments.positional("MODEL", model, "a file that `unseen fit` wrote");
        arguments.positional("DATA", data.file, "the rows to predict: " + input_formats());
        data.declare_roles(arguments, "predict");
        arguments.fields({{&impute_new_rows_field, &impute}}, "predict");
        data.declare_form(arguments);
        answer.declare(arguments, false, {"text", "csv"}); // both are CSV
    }

    int run()
    {
        Output out(answer.output);
        const Interrupt interrupt;
        require_file(model);
        const auto stored = parse_model(whole_text(model), model);
        const auto fresh = read_table(data.file, reading_for(stored, data.reading()));
        tell_notes(fresh.notes, answer.quiet, data.file + ": ");
        std::vector<std::string> notes = {
            without_empty(stored.learner).print() + ", trained on " +
            (stored.deploy == Deploy::holdout ? "the hold-out's part of " : "") +
            std::to_string(stored.rows.rows()) + " rows of " + stored.data_name};
        for (const auto& line : stored.estimates) notes.push_back(line);
        tell_notes(notes, answer.quiet, model + ": ");
        RunOptions run_options{.threads = answer.threads, .stop = interrupt.token()};
        ProgressLine progress(answer.quiet);
        run_options.progress = [&](const Progress& p) { progress.show(p); };
        const auto predicted = predict(stored, fresh, run_options, impute);
        progress.clear();
        if (interrupt.token().stop_requested()) {
            tell("error: interrupted; nothing is printed");
            return 130;
        }
        tell_notes(predicted.notes, answer.quiet, data.file + ": ");
        answer.warn(predicted.warnings);
        write_csv(table_of(predicted, fresh), [&](std::string_view piece) { out.write(piece); });
        out.finish();
        return 0;
    }

    /// Row number, row name, truth if the file has it, prediction and scores; with several targets a truth
    /// and a prediction of each.
    Table table_of(const NewPredictions& predicted, const Table& fresh) const
    {
        Table table{.source = data.file, .columns = {}};
        const std::size_t n = fresh.rows();
        NumericColumn row;
        for (std::size_t i = 0; i < n; ++i) row.values.push_back(static_cast<double>(i));
        table.columns.push_back({"row", std::move(row)});
        for (const auto& column : fresh.columns)
            if (!data.roles.id.empty() && column.name == data.roles.id) table.columns.push_back(column);
        require(data.roles.id.empty() || table.columns.size() > 1,
                data.file + ": has no column '" + data.roles.id + "'");
        const auto targets = predicted.data.target_names();
        const auto named = [&](const std::string& what, std::size_t t) {
            return targets.size() > 1 ? what + '_' + targets[t] : what;
        };
        for (std::size_t t = 0; t < targets.size(); ++t)
            for (const auto& column : fresh.columns)
                if (column.name == targets[t]) {
                    table.columns.push_back(column);
                    table.columns.back().name = named("truth", t);
                }
        const auto& p = predicted.predictions;
        if (predicted.data.response_type() == ResponseType::numbers) {
            for (std::size_t t = 0; t < targets.size(); ++t) {
                NumericColumn values;
                for (std::size_t i = t; i < p.value.size(); i += targets.size())
                    values.values.push_back(p.value[i]);
                table.columns.push_back({named("predicted", t), std::move(values)});
            }
            return table;
        }
        const auto& classes = predicted.data.classes();
        table.columns.push_back({"predicted", CodedColumn{classes, {p.label.begin(), p.label.end()}}});
        for (std::size_t c = 0; c < classes.size() && !p.scores.empty(); ++c) {
            NumericColumn score;
            for (std::size_t i = 0; i < n; ++i) score.values.push_back(p.scores[i * classes.size() + c]);
            table.columns.push_back({"score_" + classes.name(c), std::move(score)});
        }
        return table;
    }
};

} // namespace

Command fit_command()
{
    return command("fit", "fit a learner and write a model that one can take away", fit_footer(),
                   std::make_shared<FitCommand>());
}

Command predict_command()
{
    return command("predict", "predict new rows with a model that `unseen fit` wrote",
                   "Example: unseen predict diabetes.model new.csv --output predictions.csv",
                   std::make_shared<PredictCommand>());
}

} // namespace unseen::cli
