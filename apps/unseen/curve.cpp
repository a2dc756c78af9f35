// unseen curve: how the error of learners depends on the number of training rows, and on noise.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/job/job_fields.hpp"

namespace unseen::cli {

namespace {

/// A curve, each point of which is an estimate of a learner.
template <class CurveJob>
struct CurveCommand {
    const char* name;
    EstimateCommand job{};
    CurveJob question{.points = {.data = {}, .learners = {}}};

    void declare(Arguments& arguments)
    {
        job.data.declare(arguments, true, false);
        job.declare_learners(arguments);
        arguments.fields(fields_of(question), name);
        arguments.fields(fields_of(job.job.options), "curve");
        arguments.fields(fields_of(job.job), "curve");
        job.answer.declare_judging(arguments);
    }

    int run()
    {
        job.check(name);
        question.points = job.asked();
        Output out(job.answer.output);
        return job.print(out, [&](const RunOptions& run) {
            question.points.options.run = run;
            return answer(question);
        });
    }
};

template <class CurveJob>
std::shared_ptr<CurveCommand<CurveJob>> made(const char* name)
{
    return std::make_shared<CurveCommand<CurveJob>>(CurveCommand<CurveJob>{name});
}

} // namespace

Command curve_command()
{
    return {
        .name = "curve",
        .help = "how the error depends on the number of training rows, and on noise",
        .footer = "`unseen curve learning --help` and `unseen curve noise --help` show the arguments.",
        .commands = {
            command("learning",
                    "the error of learners by the number of training rows, and what more rows would bring",
                    "Examples:\n"
                    "  unseen curve learning data/diabetes.arff --learner tree --learner naive-bayes\n"
                    "  unseen curve learning data/diabetes.arff --learner knn --sizes 50,100,200,400 "
                    "--report curve.html\n",
                    made<LearningCurveJob>("curve learning")),
            command("noise",
                    "the error of learners by the share of rows with a wrong class, or of wrong cells",
                    "Examples:\n"
                    "  unseen curve noise data/diabetes.arff --learner tree --learner naive-bayes\n"
                    "  unseen curve noise data/iris.csv --learner knn --kind attribute --where both --shares "
                    "0,0.1,0.3\n",
                    made<NoiseCurveJob>("curve noise"))}};
}

} // namespace unseen::cli
