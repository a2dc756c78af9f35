#include "run/judged_baselines.hpp"

#include "run/keep_tested.hpp"

#include <algorithm>
#include <map>

namespace unseen {

namespace {

/// The figures of one learner, without intervals.
std::vector<Estimate> values_of(const Dataset& data, const Learner& learner, const EstimateOptions& options)
{
    const auto judging = make_estimation(data, options, false);
    std::vector<std::unique_ptr<Reduction>> reductions;
    std::vector<std::unique_ptr<KeepTested>> kept;
    std::vector<Sink*> sinks;
    for (const auto& asked : judging.estimators) {
        reductions.push_back(judging.reduction(asked));
        for (std::size_t r = 0; r < asked.made.requests.size(); ++r)
            sinks.push_back(&reductions.back()->sink(r));
        kept.push_back(judging.tests_once(asked) ? std::make_unique<KeepTested>(*sinks.back(), data)
                                                 : nullptr);
        if (kept.back()) sinks.back() = kept.back().get();
    }
    const Learner* const only[] = {&learner};
    if (run(data, only, judging.requests, {sinks}, options.run).stopped) return {};
    std::vector<Estimate> figures;
    for (std::size_t e = 0; e < judging.estimators.size(); ++e)
        for (auto& figure : judging.finish(judging.estimators[e], reductions[e].get())) {
            figure.asked.estimator = judging.estimators[e].made.spec.print();
            if (kept[e]) figure.tested = kept[e]->rows();
            figures.push_back(std::move(figure));
        }
    return figures;
}

/// The options for the figures of baselines. Bounds and closed forms have none.
EstimateOptions baseline_options(const EstimateOptions& options, ResponseType response)
{
    EstimateOptions own{.estimators = options.estimators,
                        .plans = options.plans,
                        .level = options.level,
                        .per_split = options.per_split,
                        .baselines = false,
                        .impute = "none"};
    if (own.estimators.empty() && own.plans.empty() && options.bounds.empty())
        own.estimators.push_back(Spec::parse(default_estimator));
    for (auto& spec : own.estimators) spec = resolve_estimator(spec, response);
    std::erase_if(own.estimators,
                  [](const Spec& spec) { return make_estimator(spec).closed_form != ClosedForm::none; });
    own.run.seed = options.run.seed;
    own.run.threads = options.run.threads;
    own.run.stop = options.run.stop;
    return own;
}

/// Whether the estimators or plans have figures by the measure.
bool can_judge(const EstimateOptions& options, const Measure& measure, bool weighted)
{
    return !options.plans.empty() || std::ranges::any_of(options.estimators, [&](const Spec& spec) {
        return !make_estimator(spec).refusal(measure, weighted);
    });
}

/// Whether each model of the estimator leaves out one row.
bool leaves_out_one(const Spec& estimator, const Dataset& data, std::uint64_t seed)
{
    const auto plan = make_plan(make_estimator(estimator).requests.front().plan, data, seed);
    return plan.design().training_rows + 1 == data.labelled() && plan.size() >= data.labelled();
}

/// The baselines of this kind, each with the estimators for which it is the one.
std::vector<JudgedBaseline> judged_baselines(BaselineKind kind, const Dataset& data,
                                             const EstimateOptions& options)
{
    std::vector<JudgedBaseline> all;
    auto rest = options;
    if (kind == BaselineKind::majority && data.response_type() == ResponseType::classes) {
        auto one = options;
        one.plans.clear();
        const auto seed = options.run.seed;
        std::erase_if(one.estimators, [&](const Spec& spec) { return !leaves_out_one(spec, data, seed); });
        std::erase_if(rest.estimators, [&](const Spec& spec) { return leaves_out_one(spec, data, seed); });
        if (!one.estimators.empty()) all.push_back({make_fixed_majority(data), std::move(one), true});
    }
    if (!rest.estimators.empty() || !rest.plans.empty())
        all.push_back({make_baseline(kind, data), std::move(rest)});
    return all;
}

/// The figures of rows that all have this figure.
std::shared_ptr<const UnitFigures> constant_units(const std::shared_ptr<const UnitFigures>& like,
                                                  double figure)
{
    if (!like) return nullptr;
    auto units = *like;
    for (std::size_t u = 0; u < units.sums.size(); ++u) units.sums[u] = units.weights[u] * figure;
    return std::make_shared<const UnitFigures>(std::move(units));
}

} // namespace

void JudgedBaseline::join(const Estimation& of_learner, std::vector<Sink*>& sinks, const Dataset& data)
{
    for (const auto& asked : judging.estimators) {
        auto& own = beside.emplace_back();
        const auto same = std::ranges::find_if(of_learner.estimators, [&](const AskedEstimator& other) {
            return other.made.spec == asked.made.spec;
        });
        if (same == of_learner.estimators.end() || same->refused()) continue;
        const auto requests = judging.requests_of(asked);
        if (requests.size() != 1 || requests.front().rows != PredictedRows::test ||
            requests.front().plan.size() == 1)
            continue;
        auto& sink = sinks[same->first_request];
        own.reduction = judging.reduction(asked);
        own.sink = std::make_unique<BaselineBeside>(*sink, own.reduction->sink(0), data, *baseline.learner);
        sink = own.sink.get();
    }
}

std::vector<Estimate> JudgedBaseline::figures(const Dataset& data) const
{
    std::vector<Estimate> figures;
    auto rest = options;
    rest.estimators.clear();
    rest.plans.clear();
    for (std::size_t e = 0; e < judging.estimators.size(); ++e) {
        const auto& asked = judging.estimators[e];
        if (asked.refused()) continue;
        if (beside[e].sink && beside[e].sink->complete()) {
            for (auto& figure : judging.finish(asked, beside[e].reduction.get())) {
                figure.asked.estimator = asked.made.spec.print();
                figures.push_back(std::move(figure));
            }
        } else if (asked.plan) {
            rest.plans.push_back(*asked.plan);
        } else {
            rest.estimators.push_back(options.estimators[e]);
        }
    }
    if (rest.estimators.empty() && rest.plans.empty()) return figures;
    auto others = values_of(data, *baseline.learner, rest);
    std::ranges::move(others, std::back_inserter(figures));
    return figures;
}

std::vector<JudgedBaseline> judged_baselines(const Dataset& data, std::span<const Learner* const> learners,
                                             const EstimateOptions& options)
{
    if (!options.baselines ||
        std::ranges::all_of(learners, [](const Learner* learner) { return learner->traits().baseline; }))
        return {};
    const bool classes = data.response_type() == ResponseType::classes;
    std::map<BaselineKind, std::vector<Measure>> measures;
    for (const auto& spec :
         options.measures.empty() ? default_measures(classes, data.targets()) : options.measures) {
        const auto measure = make_measure(spec, classes);
        auto& of_kind = measures[measure.baseline()];
        if (std::ranges::find(of_kind, measure.spec, &Measure::spec) == of_kind.end())
            of_kind.push_back(measure);
    }
    const auto common = baseline_options(options, data.response_type());
    std::vector<JudgedBaseline> all;
    for (const auto& [kind, of_kind] : measures) {
        if (kind == BaselineKind::no_skill || kind == BaselineKind::none) continue;
        for (auto& judged : judged_baselines(kind, data, common)) {
            auto& own = judged.options;
            for (const auto& measure : of_kind)
                if (can_judge(own, measure, !data.weights().empty())) own.measures.push_back(measure.spec);
            if (own.measures.empty()) continue;
            judged.judging = make_estimation(data, own, false);
            all.push_back(std::move(judged));
        }
    }
    return all;
}

void add_baselines(EstimateReport& report, const Dataset& data, std::span<const JudgedBaseline> baselines)
{
    const bool classes = data.response_type() == ResponseType::classes;
    const auto has_one = [](const Estimate& e) { return !e.bound && !e.asked.baseline; };
    for (auto& e : report.estimates) {
        if (!has_one(e)) continue;
        const auto measure = make_measure(Spec::parse(e.asked.measure), classes);
        if (measure.baseline() != BaselineKind::no_skill) continue;
        const Value value = *measure.no_skill;
        e.baseline = {.name = baseline_name(BaselineKind::no_skill, ""),
                      .value = value,
                      .per_split = std::vector(e.spread.per_split.size(), value),
                      .units = constant_units(e.pairing.units, value.number())};
    }
    for (const auto& judged : baselines)
        for (const auto& of : judged.figures(data))
            for (auto& e : report.estimates)
                if (has_one(e) && e.asked.measure == of.asked.measure && of.asked.same_question(e.asked))
                    e.baseline = {.learner = judged.fixed ? "" : judged.baseline.learner->spec().print(),
                                  .name = judged.baseline.name,
                                  .value = of.value,
                                  .per_split = of.spread.per_split,
                                  .tested = of.tested,
                                  .units = of.pairing.units};
}

} // namespace unseen
