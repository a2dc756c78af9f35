// unseen tune: estimates the points of a grid on all rows, chooses one, and estimates the whole procedure
// without the bias of choosing.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/base/error.hpp"
#include "unseen/job/job_fields.hpp"

#include <utility>

namespace unseen::cli {

namespace {

struct TuneCommand {
    EstimateCommand job;
    TuneJob question{.data = {}, .grid = {.learners = {}}};

    void declare(Arguments& arguments)
    {
        job.data.declare(arguments, true, false);
        arguments.fields(fields_of(question.grid), "tune");
        arguments.fields(fields_of(question.options), "tune");
        arguments.fields(fields_of(question), "tune", {{"require", [&](Argument require) {
                                                            job.gate.declare(arguments, std::move(require));
                                                        }}});
        job.declare_unlabelled(arguments);
        job.answer.declare_judging(arguments);
    }

    int run()
    {
        job.check_data("tune");
        job.gate.check(question.requirements);
        job.check_learners(!question.grid.learners.empty());
        job.answer.give_common(question.options);
        question.data = job.job_data();
        job.job.store = question.store;
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
