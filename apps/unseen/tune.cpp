// unseen tune: the points of a grid on all rows, what they choose, and the honest figure of choosing.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/base/error.hpp"
#include "unseen/job/tune_job.hpp"

namespace unseen::cli {

namespace {

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
            std::string("the estimator of the honest figure; each of its fits chooses again (default: ") +
                curve_splits + ")");
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
        require(
            !learners.empty(),
            "no learner; name at least one: --learner SPEC (`unseen estimate --list learners` shows them)");
        require(inner.size() <= 1 && measures.size() <= 1,
                "--inner and --measure: expected one of each, to choose by");
        require(estimators.size() <= 1, "--estimator: expected one, of the honest figure");
        require(!flat_only || estimators.empty(),
                "--estimator is for the honest figure, which --flat-only leaves out");
        job.check_bounds();
        const auto one = [](const std::vector<Spec>& specs) {
            return specs.empty() ? std::nullopt : std::optional(specs.front());
        };
        TuneJob question{
            .data = job.job_data(),
            .grid = {learners, grid, one(inner), one(measures), rule, race, tries},
            .options = {.bounds = job.job.bounds, .delta = job.job.delta, .level = job.job.level},
            .store = job.store};
        if (!flat_only) question.options.nested = one(estimators).value_or(Spec::parse(curve_splits));
        Output out(job.answer.output);
        return job.print(out, [&](const RunOptions& run) {
            question.options.run = run;
            return answer(question);
        });
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
