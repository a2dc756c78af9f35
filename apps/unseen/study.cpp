// unseen study: simulations in which the truth is known.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/base/error.hpp"
#include "unseen/job/job_fields.hpp"
#include "unseen/report/studies.hpp"
#include "unseen/study/study_fields.hpp"

#include <algorithm>
#include <filesystem>

namespace unseen::cli {

namespace {

/// The names of the specs, joined for a sentence.
std::string names_of(std::span<const SpecInfo> infos)
{
    std::vector<std::string> names;
    for (const auto& info : infos) names.push_back(info.name);
    return joined(names);
}

struct EstimatorStudyCommand {
    EstimateCommand job;
    StudyOptions study;
    bool times = false;

    void declare(Arguments& arguments)
    {
        arguments.positional("SOURCE", job.data.file,
                             "where samples come from: a known source (" + names_of(population_infos()) +
                                 ", with keys as below), or a data file, whose rows are the population");
        job.declare_learners(arguments);
        arguments.fields(fields_of(study), "study estimators");
        std::vector<std::string> studied;
        for (const auto& spec : studied_estimators()) studied.push_back(spec.print());
        arguments.fields(fields_of(job.job.options), "study estimators",
                         {{"estimators", [&](Argument argument) {
                               argument.help =
                                   "an estimator; repeat for several (default: " + joined(studied) + ")";
                               arguments.add(std::move(argument));
                           }}});
        arguments.option("--times", &times,
                         "show the seconds of the fits of an estimate; times differ from run to run");
        job.data.declare_roles(arguments, "study estimators");
        job.data.declare_form(arguments);
        job.answer.declare_judging(arguments);
    }

    int run()
    {
        job.check("study estimators"); // refused before the data are read
        for (auto at = study.sizes.begin(); at != study.sizes.end(); ++at)
            require(std::find(study.sizes.begin(), at, *at) == at,
                    "--sizes: " + std::to_string(*at) + " is there twice");
        if (study.sizes.empty()) study.sizes = {100};
        Output out(job.answer.output);
        job.kept = !study.kept_in.empty();
        return job.print(out, [&](const RunOptions& run) {
            const auto population = source();
            const auto asked = job.asked();
            const auto made = make_learners(asked.learners, population.response);
            std::vector<const Learner*> learners;
            for (const auto& learner : made) learners.push_back(learner.get());
            study.job = asked.options;
            study.job.run = run;
            for (const auto& learner : asked.learners) study.job.learner_names.push_back(learner.name);
            const auto result = study_estimators(population, learners, study);
            if (result.run.stopped) return Answered{.run = result.run};
            return Answered{.answer = answer_of(result, population, study, times), .run = result.run};
        });
    }

private:
    /// The known source of this name, else the file. A file with the name of a source needs a path, such as
    /// ./xor.
    Population source()
    {
        const auto& text = job.data.file;
        const auto name = text.substr(0, text.find(':'));
        const auto is_name = [&](const SpecInfo& info) { return info.name == name; };
        if (std::ranges::any_of(population_infos(), is_name)) {
            require(job.data.words().size() == 1,
                    "SOURCE: " + name + " is no file, and has no options for columns and cells of one");
            return make_population(Spec::parse(text));
        }
        require(text == "-" || std::filesystem::exists(text),
                "SOURCE: '" + text + "' is neither a file nor a known source; expected " +
                    names_of(population_infos()) + ", or the path of a data file");
        return make_population(job.job_data().dataset().data, text);
    }
};

} // namespace

Command study_command()
{
    return {.name = "study",
            .help = "simulations in which the truth is known",
            .footer = "`unseen study estimators --help` shows the arguments.",
            .commands = {command(
                "estimators", "estimators of the error against the truth, on many samples of a population",
                "Examples:\n"
                "  unseen study estimators gaussian --learner tree --sizes 100,200 --repetitions 200\n"
                "  unseen study estimators xor:noise=0.2 --learner knn --learner tree --estimator cv "
                "--estimator bootstrap\n"
                "  unseen study estimators data/credit-g.arff --learner naive-bayes --sizes 50,100\n"
                "Sources:\n" +
                    specs_help(population_infos()),
                std::make_shared<EstimatorStudyCommand>())}};
}

} // namespace unseen::cli
