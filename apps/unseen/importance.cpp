// unseen importance: which features the predictions of a learner need.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/base/error.hpp"
#include "unseen/job/job_fields.hpp"

namespace unseen::cli {

namespace {

struct ImportanceCommand {
    EstimateCommand job;
    ImportanceJob question{.data = {}, .learner = {}};

    void declare(Arguments& arguments)
    {
        job.data.declare(arguments, true, false);
        arguments.specs("--learner", &job.learners, learner_family, "the learner, with a name if you like");
        arguments.fields(fields_of(question), "importance");
        arguments.fields(fields_of(question.options), "importance");
        job.answer.declare_judging(arguments);
    }

    int run()
    {
        job.check("importance");
        require(job.learners.size() == 1, "an importance is about one learner, and there are " +
                                              std::to_string(job.learners.size()) +
                                              "; expected one --learner SPEC");
        job.answer.give_common(question.options);
        question.data = job.job_data();
        question.learner = {.name = job.learners.front().name, .spec = job.learners.front().spec};
        Output out(job.answer.output);
        return job.print(out, [&](const RunOptions& run) {
            question.options.run = run;
            return answer(question);
        });
    }
};

} // namespace

Command importance_command()
{
    return command(
        "importance", "which features the predictions of a learner need, and how much",
        "Examples:\n"
        "  unseen importance data/diabetes.arff --learner tree\n"
        "  unseen importance data/iris.csv --learner lda --feature Petal.Length+Petal.Width --feature "
        "Sepal.Length+Sepal.Width --measure log_loss --report importance.html\n"
        "Each model predicts rows that it has not seen, with the features as they are and with "
        "the cells of each from other rows.\n",
        std::make_shared<ImportanceCommand>());
}

} // namespace unseen::cli
