// unseen curve: how the error of learners depends on the number of training rows, and on noise.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/job/curve_jobs.hpp"

#include <cmath>

namespace unseen::cli {

namespace {

/// What the curves have in common: each point is an estimate of a learner.
struct CurveCommand {
    EstimateCommand job;
    std::vector<Spec> estimator;

    /// Declares the options around those of the parameter, which `declare_own` declares.
    template <class DeclareOwn>
    void declare(Arguments& arguments, const std::string& estimator_help, const DeclareOwn& declare_own)
    {
        job.data.declare(arguments, true, false);
        arguments.specs(
            "--learner", &job.learners, learner_infos(), [](const Spec& spec) { resolve_learner(spec); },
            "a learner, with a name if you like; repeat for several");
        declare_own();
        arguments.specs(
            "--estimator", &estimator, estimator_infos(),
            [](const Spec& spec) { resolve_estimator(spec, ResponseType::classes); },
            estimator_help + " (default: " + curve_splits + ")");
        arguments.specs(
            "--measure", &job.job.measures, measure_infos(), resolve_measure,
            "a measure; repeat for several (default: error_rate for classes, rmse and mae for numbers)");
        arguments.option("--store", &job.store, "keep the fits in this file, and reuse those that it holds");
        arguments.option("--level", &job.answer.level, "confidence level of the intervals");
        job.answer.declare(arguments);
        job.answer.declare_report(arguments);
    }

    Spec one_estimator(const std::string& expected) const
    {
        require(estimator.size() <= 1, "--estimator: a curve has one; expected " + expected);
        return estimator.empty() ? Spec::parse(curve_splits) : estimator.front();
    }

    /// Answers the question about the points, and prints the answer.
    template <class CurveJob>
    int print(CurveJob question)
    {
        question.points = job.asked();
        Output out(job.answer.output);
        return job.print(out, [&](const RunOptions& run) {
            question.points.options.run = run;
            return answer(question);
        });
    }
};

/// Estimates with training sets of several sizes.
struct LearningCurveCommand {
    CurveCommand curve;
    std::vector<std::string> sizes;
    bool times = false;

    void declare(Arguments& arguments)
    {
        curve.declare(arguments, "the folds: cv with its keys", [&] {
            arguments.names("--sizes", sizes,
                            "numbers of training rows (default: eight, evenly on a logarithmic scale, up to "
                            "the smallest training set)");
            arguments.option("--times", &times,
                             "measure how long training and prediction take: those of the first repeat are "
                             "done again, one by "
                             "one; times differ from run to run");
        });
    }

    int run()
    {
        auto& job = curve.job;
        const auto folds = curve.one_estimator("cv with its keys");
        std::vector<std::uint64_t> numbers;
        for (const auto& text : sizes) {
            const auto number = parse_number(text);
            require(number && *number >= 1.0 && *number <= 4e9 && *number == std::floor(*number),
                    "--sizes: '" + text +
                        "' is not valid; expected whole numbers from 1 on, separated by commas");
            numbers.push_back(static_cast<std::uint64_t>(*number));
        }
        job.check("curve learning");
        return curve.print(
            LearningCurveJob{.points = {}, .folds = folds, .sizes = std::move(numbers), .times = times});
    }
};

/// Estimates of learners that are trained, or asked, with shares of noise.
struct NoiseCurveCommand {
    CurveCommand curve;
    std::vector<std::string> shares;
    std::string kind;
    std::string by;
    std::string where;

    void declare(Arguments& arguments)
    {
        curve.declare(arguments, "the splits", [&] {
            arguments.names("--shares", shares,
                            "shares of noise, from 0 to 1 (default: 0,0.05,0.1,0.2,0.3,0.4)");
            arguments.choice("--kind", kind, {"class", "attribute"},
                             "class: rows get another class; attribute: cells get the value of another "
                             "training row (default: "
                             "class, and attribute where the target holds numbers)");
            arguments.choice(
                "--by", by, {"uniform", "frequency"},
                "class noise: all other classes equally often, or as often as the training rows have them "
                "(default: uniform)");
            arguments.choice("--where", where, {"train", "test", "both"},
                             "attribute noise: in training rows, test rows or both (default: train); class "
                             "noise is in training rows");
        });
    }

    int run()
    {
        auto& job = curve.job;
        NoiseCurveJob question{.points = {},
                               .splits = curve.one_estimator("one, such as cv:folds=10"),
                               .shares = numbers_of_shares(),
                               .kind = kind,
                               .by = by,
                               .where = where};
        job.check("curve noise");
        return curve.print(std::move(question));
    }

private:
    std::vector<double> numbers_of_shares() const
    {
        std::vector<double> numbers;
        for (const auto& text : shares) {
            const auto number = parse_number(text);
            require(number && *number >= 0.0 && *number <= 1.0,
                    "--shares: '" + text +
                        "' is not valid; expected numbers from 0 to 1, separated by commas");
            numbers.push_back(*number);
        }
        return numbers;
    }
};

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
                    std::make_shared<LearningCurveCommand>()),
            command("noise",
                    "the error of learners by the share of rows with a wrong class, or of wrong cells",
                    "Examples:\n"
                    "  unseen curve noise data/diabetes.arff --learner tree --learner naive-bayes\n"
                    "  unseen curve noise data/iris.csv --learner knn --kind attribute --where both --shares "
                    "0,0.1,0.3\n",
                    std::make_shared<NoiseCurveCommand>())}};
}

} // namespace unseen::cli
