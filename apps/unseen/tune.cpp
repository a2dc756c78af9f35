// unseen tune: estimates the points of a grid on all rows, chooses one, and estimates the whole procedure
// without the bias of choosing.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/base/error.hpp"
#include "unseen/job/job_fields.hpp"

namespace unseen::cli {

namespace {

struct TuneCommand {
    EstimateCommand job;
    TuneJob question{.data = {}, .grid = {.learners = {}}};
    bool flat_only = false;

    void declare(Arguments& arguments)
    {
        job.data.declare(arguments, true, false);
        arguments.fields(fields_of(question.grid), "tune");
        arguments.fields(fields_of(question.options), "tune");
        arguments.option("--flat-only", &flat_only,
                         "leave the nested estimate out, which costs most of the time");
        arguments.fields(fields_of(job.job), "tune");
        job.declare_unlabelled(arguments);
        job.answer.declare_judging(arguments);
    }

    int run()
    {
        auto& options = question.options;
        job.check_data("tune");
        require(
            !question.grid.learners.empty(),
            "no learner; name at least one: --learner SPEC (`unseen estimate --list learners` shows them)");
        require(!flat_only || !options.nested,
                "--estimator is for the honest figure, which --flat-only leaves out");
        job.check_bounds(options.bounds, options.delta);
        if (!flat_only && !options.nested) options.nested = Spec::parse(curve_splits);
        job.answer.give_common(options);
        question.data = job.job_data();
        question.store = job.job.store;
        Output out(job.answer.output);
        return job.print(out, [&](const RunOptions& run) {
            options.run = run;
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
