// unseen tune: the points of a grid on all rows, what they choose, and the honest figure of choosing.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/words.hpp"
#include "unseen/model/stored_model.hpp"
#include "unseen/report/tuning.hpp"
#include "unseen/run/tune.hpp"

namespace unseen::cli {

namespace {

/// A spec in the brackets of a value.
std::string in_brackets(const Spec& spec) { return '(' + spec.print() + ')'; }

struct TuneCommand {
    EstimateCommand job;
    std::vector<Spec> learners;
    std::string grid;
    std::vector<Spec> inner;
    std::vector<Spec> measures;
    std::vector<Spec> estimators;
    std::string rule;
    std::string race;
    std::optional<std::uint64_t> tries;
    bool flat_only = false;

    void declare(Arguments& arguments)
    {
        job.data.declare(arguments, true, false);
        arguments.specs(
            "--learner", &learners, learner_infos(),
            [](const Spec& spec) { find_info(learner_infos(), spec.name(), "learner"); },
            "a learner, whose keys may be ranges and lists (tree:max_depth=1..5); repeat to choose among "
            "several");
        arguments.option("--grid", &grid,
                         "keys of the one learner with ranges and lists: k=1..30,weights=uniform|distance");
        arguments.specs(
            "--inner", &inner, plan_infos(),
            [](const Spec& spec) { resolve(spec, plan_infos(), "resampling"); },
            "the splits on which the points are judged (default: cv:folds=5)");
        arguments.specs(
            "--measure", &measures, measure_infos(), resolve_measure,
            "the measure to choose by, and to judge by (default: error_rate for classes, rmse for numbers)");
        arguments.choice("--rule", rule, {"best", "one-se"},
                         "the best point, or the first within one standard error of it (default: best)");
        arguments.choice("--race", race, {"halving", "paired"},
                         "in the nested fits points leave before they were tried on all inner splits: the "
                         "worse half after 1, 2, "
                         "4 ... of them, or what is worse than the best by a "
                         "paired t-test");
        arguments.option("--tries", &tries,
                         "try so many points of the grid, drawn by chance, instead of all");
        arguments.specs(
            "--estimator", &estimators, estimator_infos(),
            [](const Spec& spec) { resolve_estimator(spec, ResponseType::classes); },
            "the estimator of the honest figure, each of whose fits chooses anew (default: "
            "cv:folds=10,repeats=5)");
        arguments.option("--flat-only", &flat_only,
                         "leave the nested estimate out, which costs most of the time");
        job.declare_bounds(arguments);
        arguments.option("--store", &job.store, "keep the fits in this file, and reuse those that it holds");
        arguments.option("--level", &job.answer.level, "confidence level of the intervals");
        job.answer.declare(arguments);
        job.answer.declare_report(arguments);
    }

    int run()
    {
        require(!job.data.file.empty(), "DATA is required; see unseen tune --help");
        require(job.answer.threads <= 1024, "--threads: at most 1024");
        const Spec learner = tuner();
        job.check_bounds();
        TuneOptions options{.bounds = job.job.bounds, .delta = job.job.delta, .level = job.job.level};
        require(estimators.size() <= 1, "--estimator: expected one, of the honest figure");
        require(!flat_only || estimators.empty(),
                "--estimator is for the honest figure, which --flat-only leaves out");
        if (!flat_only)
            options.nested = estimators.empty() ? Spec::parse("cv:folds=10,repeats=5") : estimators.front();
        Output out(job.answer.output);
        const Interrupt interrupt;
        const auto dataset = job.read();
        options.unlabelled = job.job.unlabelled;
        std::optional<TuningReport> report;
        const bool whole = job.fit(interrupt, [&] {
            options.run = job.job.run;
            return report.emplace(tune(dataset, learner, options)).run;
        });
        if (!whole) return 130;
        auto warnings = report->warnings;
        for (const auto* of : {&report->nested, &report->bounds})
            for (const auto& e : *of) warnings.insert(warnings.end(), e.warnings.begin(), e.warnings.end());
        job.answer.refuse(std::move(warnings));
        tell_warnings(report->warnings, job.answer.quiet);
        tell_stale(report->run, job.data.file, job.store, job.answer.quiet);
        const auto chosen = report->chosen();
        const auto refusal = no_model_of(dataset);
        const auto command = chosen && refusal.empty()
                                 ? job.fit_command({"--learner", report->tuning.points[*chosen].spec.print()})
                                 : "";
        job.answer.print(out, answer_of(*report, job.data.file, dataset, options, {command, refusal}));
        return EstimateCommand::status(report->run);
    }

private:
    /// The learner that tunes. Throws InputError, before the data are read, for what it cannot try.
    Spec tuner() const
    {
        require(
            !learners.empty(),
            "no learner; name at least one: --learner SPEC (`unseen estimate --list learners` shows them)");
        require(grid.empty() || learners.size() == 1, "--grid is for one learner; of several, ranges stand "
                                                      "in their keys: --learner tree:max_depth=1..5");
        require(inner.size() <= 1 && measures.size() <= 1,
                "--inner and --measure: expected one of each, to choose by");
        Spec keys = grid.empty() ? Spec("grid") : Spec::parse("grid:" + grid);
        require(!tries || (*tries >= 1 && *tries <= most_tuning_points),
                "--tries: " + std::to_string(tries.value_or(0)) +
                    " points cannot be tried; expected a number from 1 to " +
                    std::to_string(most_tuning_points));
        for (const char* key : {"search", "tries", "draw"})
            require(!keys.find(key),
                    std::string("--grid: '") + key +
                        "' is no key of a learner to try; --tries N tries N points, which --seed draws");
        const auto set = [&](const char* key, const std::string& value) {
            require(!keys.find(key),
                    std::string("--grid: '") + key + "' is no key of a learner to try; give it as --" + key);
            keys.set(key, value);
        };
        if (!inner.empty()) set("inner", in_brackets(inner.front()));
        if (!measures.empty()) set("measure", in_brackets(measures.front()));
        if (!rule.empty()) set("rule", rule);
        if (!race.empty()) set("race", race);
        if (tries)
            keys.set("search", "random")
                .set("tries", std::to_string(*tries))
                .set("draw", std::to_string(job.answer.seed));
        const Spec learner = tuned_learner(learners, keys);
        resolve_learner(learner, ResponseType::classes);
        return learner;
    }
};

} // namespace

Command tune_command()
{
    return command(
        "tune", "try keys of learners, choose, and tell how good the choice really is",
        "Examples:\n"
        "  unseen tune data/diabetes.arff --learner knn --grid k=1..30\n"
        "  unseen tune data/glass.arff --learner knn --grid 'k=1..9:2,weights=uniform|distance' --report "
        "tune.html\n"
        "  unseen tune data/cpu.arff --learner 'ridge:lambda=2^5..2^-5' --learner 'tree:max_depth=1..5' "
        "--rule one-se\n"
        "Ranges are LOW..HIGH, LOW..HIGH:STEP and LOW..HIGH:xFACTOR; lists have | between their values.\n",
        std::make_shared<TuneCommand>());
}

} // namespace unseen::cli
