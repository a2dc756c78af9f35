#include "unseen/experiment/compared_store.hpp"

#include "base/listed.hpp"
#include "contest/compared_data.hpp"
#include "experiment/meant.hpp"

#include "unseen/base/error.hpp"
#include "unseen/experiment/stored_plans.hpp"
#include "unseen/store/store_file.hpp"

#include <algorithm>
#include <filesystem>

namespace unseen {

namespace {

/// The estimator: the experiment's first if none is named, the only one that matches the text, or else the
/// spec as written. Throws InputError if the text matches several.
std::vector<Spec> chosen_estimator(const Experiment& experiment, const std::string& text)
{
    const auto& all = experiment.options.estimators;
    if (text.empty()) return all.empty() ? all : std::vector<Spec>{all.front()};
    const Spec wanted = Spec::parse(text);
    std::vector<Spec> meant;
    std::vector<std::string> names;
    for (const auto& one : all) {
        if (one == wanted) return {one};
        if (!means(wanted, resolve_estimator(one, ResponseType::classes))) continue;
        meant.push_back(one);
        names.push_back(one.print());
    }
    require(meant.size() < 2, "the experiment has several estimators '" + text +
                                  "'; name one of them: " + listed_in_quotes(names, 10));
    return {meant.empty() ? wanted : meant.front()};
}

std::vector<ComparedData> of_experiment(const std::string& path, const StoredExperiment& stored,
                                        const StoredQuestion& question, std::vector<std::string>& left_out)
{
    const auto store = read_store(path, stored.digest());
    // The files of a store that was moved with its data lie beside it.
    const bool moved = !stored.folder.empty() && !std::filesystem::is_directory(stored.folder);
    auto experiment = parse_experiment(
        stored.text, stored.name, moved ? std::filesystem::path(path).parent_path().string() : stored.folder,
        question.own);
    experiment.seed = stored.seed;
    experiment.options.estimators = chosen_estimator(experiment, question.estimator);
    experiment.options.bounds.clear();
    experiment.options.training_error = false;
    const auto first_or_asked = [&](std::vector<Spec>& measures) {
        if (!question.measure.empty()) measures = {Spec::parse(question.measure)};
        if (measures.size() > 1) measures.resize(1);
    };
    // A named measure does not apply to data sets of the other task.
    if (!question.measure.empty())
        std::erase_if(experiment.data, [&](const ExperimentData& data) {
            if (data.measures.empty() ||
                judges_classes(data.measures.front()) == judges_classes(Spec::parse(question.measure)))
                return false;
            left_out.push_back(data.shown + " is left out: its measures are of the other task");
            return true;
        });
    first_or_asked(experiment.options.measures);
    for (auto& data : experiment.data)
        if (!data.measures.empty()) first_or_asked(data.measures);
    RunOptions options;
    options.threads = question.threads;
    options.store = store.get();
    options.stored_only = true;
    std::vector<ComparedData> all;
    for (auto& result : run_experiment(experiment, {}, options).results) {
        auto& data = all.emplace_back(ComparedData{.name = result.data, .response = result.response});
        for (const auto& one : result.report.run.stale)
            left_out.push_back(result.data + ": the program of '" + one.learner +
                               "' has changed since its fits were done; they are compared as they are");
        for (auto& e : result.report.estimates) // the first measure of each learner
            if (data.estimates.empty() || data.estimates.back().asked.learner_name != e.asked.learner_name)
                data.estimates.push_back(std::move(e));
    }
    return all;
}

/// The estimate of a learner from the stored predictions of its plan.
Estimate stored_estimate(const StoredPlans& store, const StoredPlan& plan, const Spec& measure,
                         const compare::ResultsOptions& how)
{
    const auto response = plan.responses.response_type();
    const auto estimator = make_estimator(resolve_estimator(plan.plan.spec(), response));
    require(estimator.requests.size() == 1 && estimator.requests.front().rows == PredictedRows::test,
            "estimator '" + plan.plan.spec().name() +
                "' needs more than the predictions for test rows; expected one such as cv");
    const auto design = plan.plan.design();
    const auto reduction =
        estimator.reduction({.measures = {of_classes(make_measure(measure, response == ResponseType::classes),
                                                     plan.responses.classes().size())},
                             .level = how.level,
                             .seed = plan.seed,
                             .paired = true},
                            std::span(&design, 1));
    store.give(plan, reduction->sink(0));
    auto e = reduction->finish().front();
    e.asked.learner = plan.learner;
    e.asked.learner_name = plan.learner_name;
    e.asked.estimator = e.asked.estimator_name = plan.plan.spec().print();
    return e;
}

std::vector<ComparedData> of_all_fits(const std::string& path, const StoredQuestion& question,
                                      const compare::ResultsOptions& how, std::vector<std::string>& left_out)
{
    const StoredPlans store(path, question.experiment);
    std::vector<ComparedData> all;
    for (const auto& name : store.data_sets()) {
        StoredChoice choice{.data = name, .plan = question.estimator, .seed = question.seed};
        auto& data = all.emplace_back(ComparedData{.name = name});
        for (const auto& learner : store.learners(choice)) {
            choice.learner = learner;
            const auto plan = store.find(choice);
            data.response = plan.responses.response_type();
            const auto measure = question.measure.empty()
                                     ? default_measures(data.response == ResponseType::classes).front()
                                     : Spec::parse(question.measure);
            try {
                data.estimates.push_back(stored_estimate(store, plan, measure, how));
            } catch (const InputError& e) {
                left_out.push_back(e.what());
            }
        }
    }
    return all;
}

} // namespace

ComparedStore compare_stored(const std::string& path, const StoredQuestion& question,
                             compare::ResultsOptions options)
{
    require(question.experiment != "all",
            "`experiment`: experiments have designs of their own and are compared one at a time; name one");
    ComparedStore compared;
    std::vector<std::string> left_out;
    const auto stored = find_experiment(path, question.experiment);
    auto all = stored ? of_experiment(path, *stored, question, left_out)
                      : of_all_fits(path, question, options, left_out);
    std::erase_if(all, [](const ComparedData& data) { return data.estimates.empty(); });
    require(!all.empty(), !left_out.empty() ? left_out.front()
                                            : path + ": holds no fits; expected a store that `unseen run` or "
                                                     "`unseen estimate --store` filled");
    const Estimate first = all.front().estimates.front();
    for (const auto& data : all) {
        const auto& e = data.estimates.front();
        require(first.asked.measure == e.asked.measure, "the data sets begin with different measures ('" +
                                                            first.asked.measure + "', '" + e.asked.measure +
                                                            "'); name one: `measure=NAME`");
        compared.notes.push_back(data.name + ": " + e.asked.measure + " by " + e.asked.estimator);
    }
    compared.notes.insert(compared.notes.end(), left_out.begin(), left_out.end());
    const auto measure = measure_of(first.asked.measure, all.front().response);
    require(!measure.best, "measure '" + first.asked.measure +
                               "' is best at a value between its ends, so that a difference has no "
                               "direction; expected a measure that is best at one end");
    options.measure = first.asked.measure;
    if (all.size() == 1 &&
        std::ranges::all_of(all.front().estimates, [](const Estimate& e) { return e.pairing.possible(); })) {
        compared.answer = compare_on(all.front(), options);
        require(!compared.answer.comparisons.empty(),
                path + ": fewer than two learners can be compared on '" + all.front().name + "'" +
                    (left_out.empty() ? "" : "; left out: " + left_out.front()));
        return compared;
    }
    const auto lacking = drop_without_values(all);
    compared.answer = compare::compare_results(values_of(all, measure.direction), options);
    if (ratio_of(all) > 0.0)
        compare::add_split_tests(compared.answer, splits_of(all, measure.direction), options.level);
    compared.answer.warnings.insert(compared.answer.warnings.begin(), lacking.begin(), lacking.end());
    return compared;
}

} // namespace unseen
