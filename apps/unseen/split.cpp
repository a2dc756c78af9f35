// unseen split: a resampling plan as CSV, and the balance that it achieves.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/report/data.hpp"

namespace unseen::cli {

namespace {

struct SplitCommand {
    DataOptions data;
    AnswerOptions answer;
    std::string resample = "cv";

    void declare(Arguments& arguments)
    {
        data.declare(arguments, true);
        arguments.option("--resample", &resample, "the plan, for example cv:folds=10,repeats=10");
        answer.declare(arguments, true, {"text", "csv"}); // both are CSV
    }

    int run() const
    {
        Output out(answer.output);
        auto table = data.read(data.file, answer.quiet);
        const auto test = data.read_test();
        const auto dataset = Dataset::make(std::move(table), data.roles, test ? &*test : nullptr, nullptr);
        const Plan plan = make_plan(Spec::parse(resample), dataset, answer.seed);
        if (!dataset.lags_note().empty()) tell_notes({dataset.lags_note()}, answer.quiet);
        Answer warned;
        warned.warn(dataset.warnings());
        warned.warn(plan.warnings());
        answer.warn(warned.warnings);
        // Written split by split, because a plan may be larger than the memory.
        const auto balance = write_plan(plan, dataset, [&](std::string_view text) { out.write(text); });
        out.finish();
        tell_notes({plan.spec().print() + ", seed " + std::to_string(answer.seed) + ": " +
                    std::to_string(plan.size()) + " splits; " + balance},
                   answer.quiet);
        return 0;
    }
};

} // namespace

Command split_command()
{
    return command("split", "print a resampling plan as CSV: split,repeat,fold,role,row",
                   "Example: unseen split data/iris.csv --resample cv:folds=5\nPlans:\n" +
                       specs_help(plan_infos()),
                   std::make_shared<SplitCommand>());
}

} // namespace unseen::cli
