// unseen study: simulations in which the truth is known.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/report/studies.hpp"

#include <algorithm>
#include <filesystem>

namespace unseen::cli {

namespace {

/// The names of the specs, as a sentence has them.
std::string names_of(std::span<const SpecInfo> infos)
{
    std::vector<std::string> names;
    for (const auto& info : infos) names.push_back(info.name);
    return joined(names);
}

struct EstimatorStudyCommand {
    EstimateCommand job;
    std::vector<std::string> sizes;
    StudyOptions study;
    bool times = false;

    void declare(Arguments& arguments)
    {
        arguments.positional("SOURCE", job.data.file,
                             "where samples come from: a known source (" + names_of(population_infos()) +
                                 ", with keys as below), or a data file, whose rows are the population");
        arguments.specs(
            "--learner", &job.learners, learner_infos(), [](const Spec& spec) { resolve_learner(spec); },
            "a learner, with a name if you like; repeat for several");
        arguments.names("--sizes", sizes, "numbers of rows of a sample (default: 100)");
        arguments.option("--repetitions", &study.repetitions, "samples of each size");
        arguments.option("--fresh-rows", &study.fresh_rows,
                         "rows on which the model of each sample is judged; of a file, as many as there are "
                         "beside the sample");
        std::vector<std::string> studied;
        for (const auto& spec : studied_estimators()) studied.push_back(spec.print());
        arguments.specs(
            "--estimator", &job.job.estimators, estimator_infos(),
            [](const Spec& spec) { resolve_estimator(spec, ResponseType::classes); },
            "an estimator; repeat for several (default: " + joined(studied) + ")");
        arguments.specs(
            "--measure", &job.job.measures, measure_infos(), resolve_measure,
            "a measure; repeat for several (default: error_rate for classes, rmse and mae for numbers)");
        arguments.option("--interval", &job.job.interval, "the method of the intervals, or auto");
        arguments.option("--times", &times,
                         "show the seconds of the fits of an estimate; times differ from run to run");
        job.data.declare_roles(arguments, "study estimators");
        job.data.declare_form(arguments);
        arguments.option("--keep", &study.kept_in,
                         "keep what the repetitions find in this file, and take from it those that it holds, "
                         "so that a study that was "
                         "interrupted goes on");
        arguments.option("--level", &job.answer.level, "confidence level of the intervals");
        job.answer.declare(arguments);
        job.answer.declare_report(arguments);
    }

    int run()
    {
        job.check("study estimators"); // refused before the data are read
        study.sizes = numbers_of_sizes();
        Output out(job.answer.output);
        job.kept = !study.kept_in.empty();
        return job.print(out, [&](const RunOptions& run) {
            const auto population = source();
            const auto asked = job.asked();
            const auto made = make_learners(asked.learners, population.response);
            std::vector<const Learner*> learners;
            for (const auto& learner : made) learners.push_back(learner.get());
            study.job = job.job;
            study.job.run = run;
            for (const auto& learner : asked.learners) study.job.learner_names.push_back(learner.name);
            const auto result = study_estimators(population, learners, study);
            if (result.run.stopped) return Answered{.run = result.run};
            return Answered{.answer = answer_of(result, population, study, times), .run = result.run};
        });
    }

private:
    std::vector<std::uint64_t> numbers_of_sizes() const
    {
        if (sizes.empty()) return {100};
        std::vector<std::uint64_t> numbers;
        for (const auto& text : sizes) {
            const auto number = parse_whole(text);
            require(number && *number >= 1 && *number <= 100'000'000,
                    "--sizes: '" + text +
                        "' is not valid; expected whole numbers from 1 to 100000000, separated by commas");
            require(std::ranges::find(numbers, *number) == numbers.end(),
                    "--sizes: " + text + " is there twice");
            numbers.push_back(*number);
        }
        return numbers;
    }

    /// The known source of this name, else the file. A file called as a source is meant by its path: ./xor.
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
        const auto data = job.job_data().dataset().data;
        job.answer.refuse(data.warnings());
        tell_warnings(data.warnings(), job.answer.quiet);
        return make_population(data, text);
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
