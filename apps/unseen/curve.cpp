// unseen curve: how the error of learners depends on the number of training rows, and on noise.
#include "commands.hpp"
#include "estimate.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/learn/noise.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/report/learning_curves.hpp"
#include "unseen/report/noise_curves.hpp"
#include "unseen/resample/learning.hpp"
#include "unseen/run/fit_times.hpp"

#include <algorithm>
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
            estimator_help + " (default: cv:folds=10,repeats=5)");
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
        return estimator.empty() ? Spec::parse("cv:folds=10,repeats=5") : estimator.front();
    }

    /// Fits and judges; nothing if it was interrupted.
    std::optional<EstimateReport> judge(const Dataset& dataset, const Interrupt& interrupt)
    {
        auto report = job.judge(dataset, interrupt);
        if (report)
            for (auto& e : report->estimates) // a point of a curve is not chosen
                std::erase_if(e.warnings, [](const Warning& w) { return w.code == "best_of_many"; });
        return report;
    }

    /// The answer about the estimates, with the comparisons in its JSON alone.
    Answer page(const Dataset& dataset, const EstimateReport& report,
                std::span<const ComparedLearners> pairs) const
    {
        auto page = answer_of(report, job.data.file, dataset, job.job);
        page.json = with_comparisons(page, pairs, job.job.level, false).json;
        return page;
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
        if (!numbers.empty())
            job.job.estimators = learning_estimators(folds, numbers); // refused before the data are read
        job.check("curve learning");
        job.job.training_error = true;
        Output out(job.answer.output);
        const Interrupt interrupt;
        const auto dataset = job.read();
        if (numbers.empty())
            job.job.estimators = learning_estimators(
                folds, learning_sizes(largest_learning_size(folds, dataset, job.answer.seed)));
        auto report = curve.judge(dataset, interrupt);
        if (!report) return 130;
        if (times) add_fit_times(report->estimates, dataset, job.job.run);
        if (interrupt.token().stop_requested()) {
            tell("error: interrupted; nothing is printed");
            return 130;
        }
        const auto pairs = job.compared(dataset, *report);
        const auto curves = learning_curves(report->estimates, dataset.response_type());
        for (const auto& one : curves) job.answer.refuse(one.warnings);
        job.answer.print(
            out, with_learning_curves(curve.page(dataset, *report, pairs), curves, pairs, job.job.level));
        return EstimateCommand::status(report->run);
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
        job.job.estimators = {curve.one_estimator("one, such as cv:folds=10")};
        const auto numbers = numbers_of_shares();
        job.check("curve noise");
        if (!kind.empty()) check_kind(kind == "class");
        Output out(job.answer.output);
        const Interrupt interrupt;
        const auto dataset = job.read();
        const bool classes = dataset.response_type() == ResponseType::classes;
        require(classes || kind != "class",
                "--kind: class noise changes classes, and the target holds numbers; expected attribute");
        NoiseOptions noise{.classes = classes && kind != "attribute", .draw = job.answer.seed};
        check_kind(noise.classes);
        if (!by.empty()) noise.by = by;
        if (!where.empty()) noise.where = where;

        std::vector<CurvePlace> places;
        std::vector<NamedSpec> noisy;
        for (const auto& [name, spec] : job.learners)
            for (const double share : numbers) {
                places.push_back({resolve_learner(spec, dataset.response_type()).print(), name, share});
                noisy.push_back({name + " share=" + shortest(share), noisy_learner(spec, share, noise)});
            }
        job.learners = noisy;
        const auto place_of = [&](const Estimate& e) {
            return places[static_cast<std::size_t>(
                std::ranges::find(noisy, e.learner_name, &NamedSpec::name) - noisy.begin())];
        };
        const auto report = curve.judge(dataset, interrupt);
        if (!report) return 130;
        const auto pairs = job.compared(dataset, *report, [&](const Estimate& e) { return place_of(e).at; });
        const auto curves = parameter_curves(report->estimates, dataset.response_type(), place_of);
        job.answer.print(
            out, with_noise_curves(curve.page(dataset, *report, pairs), curves, pairs, noise, job.job.level));
        return EstimateCommand::status(report->run);
    }

private:
    std::vector<double> numbers_of_shares() const
    {
        if (shares.empty()) return {0.0, 0.05, 0.1, 0.2, 0.3, 0.4};
        std::vector<double> numbers;
        for (const auto& text : shares) {
            const auto number = parse_number(text);
            require(number && *number >= 0.0 && *number <= 1.0,
                    "--shares: '" + text +
                        "' is not valid; expected numbers from 0 to 1, separated by commas");
            require(std::ranges::find(numbers, *number) == numbers.end(),
                    "--shares: " + text + " is there twice");
            numbers.push_back(*number + 0.0);
        }
        return numbers;
    }

    /// Throws InputError if an option is for the other kind of noise.
    void check_kind(bool classes) const
    {
        require(!classes || where.empty() || where == "train",
                "--where: class noise is in training rows alone, because test rows are judged by their true "
                "classes; expected "
                "--where train, or --kind attribute");
        require(classes || by.empty(),
                "--by is for class noise; expected --where train, test or both for attribute noise");
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
