#include "unseen/run/estimate.hpp"

#include "base/add_once.hpp"
#include "base/aggregation_key.hpp"
#include "base/listed.hpp"
#include "data/doubtful_features.hpp"
#include "estimate/split_reduction.hpp"
#include "estimate/training_figures.hpp"
#include "resample/absent_classes.hpp"
#include "run/baseline_beside.hpp"
#include "run/best_of_many.hpp"
#include "run/closed_forms.hpp"
#include "run/copies.hpp"
#include "run/keep_tested.hpp"

#include "unseen/base/error.hpp"
#include "unseen/data/shared_rows.hpp"
#include "unseen/learn/baseline.hpp"
#include "unseen/learn/missing_cells.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace unseen {

std::span<const SpecInfo> estimator_specs()
{
    static const auto infos = [] {
        std::vector<SpecInfo> all(estimator_infos().begin(), estimator_infos().end());
        for (auto& info : all) {
            const auto plan =
                std::ranges::find(plan_infos(), info.name, &SpecInfo::name); // none: its plans have no keys
            if (plan != plan_infos().end())
                info.keys.insert(info.keys.begin(), plan->keys.begin(), plan->keys.end());
        }
        return all;
    }();
    return infos;
}

Spec resolve_estimator(const Spec& spec, ResponseType response)
{
    return resolve(spec, estimator_specs(), "estimator", response == ResponseType::numbers);
}

Spec resolve_bound(const Spec& spec, ResponseType response)
{
    const auto& info = data_bound_infos()[find_info(data_bound_infos(), spec.name(), "bound")];
    require(response == ResponseType::classes,
            "bound '" + spec.name() +
                "' is about an error rate, but the target holds numbers; expected classes");
    return resolve(spec, info);
}

namespace {

/// The requests to run, and how their predictions become estimates.
struct Job {
    ReductionOptions options;
    std::vector<Warning> warnings;
    std::vector<Estimator> estimators;
    std::vector<std::string> estimator_names; ///< as the options have them, or the default
    std::vector<RunRequest> requests;
    std::vector<std::size_t> first_request; ///< the position in `requests` of each estimator's first request
    /// The position in `requests` of the training rows of each estimator's splits; std::nullopt if they are
    /// not judged.
    std::vector<std::optional<std::size_t>> training_request;
    /// The reason why an estimator has no figure, for each measure; for a bound a single text. Empty if it
    /// has one. An estimator without any figure makes no requests.
    std::vector<std::vector<std::string>> refusals;

    bool refused(std::size_t estimator) const
    {
        return std::ranges::none_of(refusals[estimator], [](const auto& text) { return text.empty(); });
    }

    /// True if the learner itself gives its figures.
    bool closed(std::size_t estimator) const
    {
        return estimators[estimator].closed_form != ClosedForm::none && !refused(estimator);
    }

    /// True if the estimator judges splits, whose training sets have one size, on their test rows.
    bool tests_apart(std::size_t estimator) const
    {
        const auto& own = estimators[estimator].requests;
        if (own.size() != 1 || own.front().rows != PredictedRows::test) return false;
        const auto design = requests[first_request[estimator]].plan.design();
        return !design.halvings && !design.fold_pairs;
    }

    /// True if some of its `rows` labelled rows are predicted by models that were not trained on them.
    bool draws_training_rows(std::size_t estimator, Row rows) const
    {
        return std::ranges::any_of(
            std::span(requests).subspan(first_request[estimator], estimators[estimator].requests.size()),
            [rows](const RunRequest& request) {
                const auto& design = request.plan.design();
                return design.splits > 1 || design.training_rows < rows;
            });
    }

    /// Null for an estimator without any figure, and for one with closed forms.
    std::unique_ptr<Reduction> reduction(std::size_t estimator) const
    {
        if (refused(estimator) || closed(estimator)) return nullptr;
        std::vector<Design> designs;
        for (std::size_t r = 0; r < estimators[estimator].requests.size(); ++r)
            designs.push_back(requests[first_request[estimator] + r].plan.design());
        auto possible = options;
        if (estimators[estimator].refusal != nullptr) {
            possible.measures.clear();
            for (std::size_t m = 0; m < options.measures.size(); ++m)
                if (refusals[estimator][m].empty()) possible.measures.push_back(options.measures[m]);
        }
        return estimators[estimator].reduction(possible, designs);
    }

    /// The estimates of a reduction (null if the estimator is refused); a refused one is replaced by an
    /// estimate that says why.
    std::vector<Estimate> finish(std::size_t estimator, const Reduction* reduction) const
    {
        auto given = reduction != nullptr ? reduction->finish() : std::vector<Estimate>();
        for (std::size_t m = 0; m < refusals[estimator].size(); ++m) {
            const auto& text = refusals[estimator][m];
            if (text.empty()) continue;
            const auto& measure =
                estimator < n_estimators ? options.measures[m].spec.print() : measure_of_bounds;
            given.insert(given.begin() + static_cast<std::ptrdiff_t>(m), refused_estimate(measure, text));
        }
        return given;
    }

    std::size_t n_estimators = 0; ///< the others are bounds
};

/// True if a plan tests rows of the test file.
bool tests_file_rows(const Plan& plan, const Dataset& data)
{
    Scratch scratch;
    const Split split = plan.at(0, scratch);
    return std::any_of(split.test.begin(), split.test.end(), [&](Row r) { return r >= data.labelled(); });
}

/// True if two labelled or test rows are in one group.
bool rows_share_groups(const Dataset& data)
{
    if (data.group() == nullptr) return false;
    std::vector<bool> seen(data.rows(), false);
    const auto again = [&](Row r) {
        const bool was = seen[data.groups()[r]];
        seen[data.groups()[r]] = true;
        return was;
    };
    for (Row r = 0; r < data.labelled(); ++r)
        if (again(r)) return true;
    return std::any_of(data.test_rows().begin(), data.test_rows().end(), again);
}

/// Looks for copies of training rows among the rows of a test file and the unlabelled rows, once for all
/// estimators.
class Leaks {
public:
    Leaks(const Dataset& data, std::span<const Row> unlabelled) : data_(data)
    {
        if (!data.test_rows().empty())
            in_test_ =
                shared_rows(data, data.test_rows())
                    .warning("rows of the test file", "the figure is too good, and its limits are not exact");
        if (!unlabelled.empty())
            in_unlabelled_ =
                shared_rows(data, unlabelled)
                    .warning("unlabelled rows",
                             "the disagreement on them is too small, and its limits are not exact");
    }

    /// The copies that affect the figures of these requests.
    std::vector<Warning> of(std::span<const RunRequest> requests) const
    {
        std::vector<Warning> found;
        for (const auto& request : requests) {
            if (request.rows == PredictedRows::unlabelled)
                add_once(found, in_unlabelled_);
            else if (!in_test_.empty() && tests_file_rows(request.plan, data_))
                add_once(found, in_test_);
        }
        return found;
    }

private:
    const Dataset& data_;
    std::vector<Warning> in_test_;
    std::vector<Warning> in_unlabelled_;
};

void mark_leaks(Estimate& figure, const std::vector<Warning>& leaks)
{
    if (leaks.empty()) return;
    figure.warnings.insert(figure.warnings.end(), leaks.begin(), leaks.end());
    make_heuristic(figure);
}

/// Throws InputError if the measure judges one number per row, and there are several.
void check_targets(const Measure& measure, const Dataset& data)
{
    if (data.targets() == 1 || measure.several_targets) return;
    std::vector<std::string> of_points;
    for (const auto& known : measures_of_table())
        if (known.several_targets) of_points.push_back(known.name());
    throw InputError("measure '" + measure.name() + "' judges one number a row, and there are " +
                     std::to_string(data.targets()) + " targets (" + listed(data.target_names()) +
                     "); measures of points: " + listed(of_points));
}

/// `only_values`: without intervals, for figures that are only compared with.
Job make_job(const Dataset& data, const EstimateOptions& options, bool only_values = false)
{
    const bool classes = data.response_type() == ResponseType::classes;
    const bool grouped = rows_share_groups(data);
    const bool unnamed = options.estimators.empty() && options.plans.empty() && options.bounds.empty();
    Job job{.options = {.measures = {},
                        .level = options.level,
                        .interval = options.interval,
                        .seed = options.run.seed,
                        .delta = options.delta.value_or(Delta::beside(options.level)),
                        .intervals = !only_values,
                        .per_split = options.per_split,
                        .paired = options.per_split,
                        .group = grouped ? data.groups() : std::span<const std::uint32_t>{},
                        .weighted = !data.weights().empty()},
            .warnings = data.warnings(),
            .estimators = {},
            .estimator_names = {},
            .requests = {},
            .first_request = {},
            .training_request = {},
            .refusals = {}};
    if (options.unlabelled.size() ==
        data.unlabelled().size()) // the caller wants unlabelled rows, so no warning
        std::erase_if(job.warnings, [](const Warning& w) { return w.is(warnings::missing_target); });
    for (const auto& spec :
         options.measures.empty() ? default_measures(classes, data.targets()) : options.measures) {
        job.options.measures.push_back(of_classes(make_measure(spec, classes), data.classes().size()));
        check_targets(job.options.measures.back(), data);
    }
    for (const auto& spec : unnamed ? std::vector{Spec::parse(default_estimator)} : options.estimators) {
        job.estimators.push_back(make_estimator(resolve_estimator(spec, data.response_type())));
        job.estimator_names.push_back(spec.print());
        auto& refusals = job.refusals.emplace_back();
        for (const auto& measure : job.options.measures)
            refusals.push_back(job.estimators.back().refusal != nullptr
                                   ? job.estimators.back().refusal(measure, job.options.weighted)
                                   : "");
    }
    const std::size_t first_plan = job.estimators.size();
    for (const auto& plan : options.plans) {
        job.estimators.push_back(split_estimator(plan.spec()));
        job.estimators.back().spec = plan.spec();
        job.estimator_names.push_back(plan.spec().print());
        job.refusals.emplace_back(job.options.measures.size());
    }
    job.n_estimators = job.estimators.size();
    for (const auto& spec : options.bounds) {
        job.refusals.push_back(
            {job.options.weighted ? "bound '" + spec.print() +
                                        "' counts errors of rows that count alike, but the rows have weights"
             : grouped
                 ? "bound '" + spec.print() +
                       "' counts errors of rows that are independent draws, but rows of one group (column '" +
                       data.group()->name + "') are not independent"
                 : ""});
        job.estimators.push_back(make_data_bound(resolve_bound(spec, data.response_type())));
        job.estimator_names.push_back(spec.print());
        require(!options.unlabelled.empty() || !needs_unlabelled(job.estimators.back()),
                "bound '" + spec.print() +
                    "' needs unlabelled rows; give `unlabelled=FILE`, missing, or a share such as 0.1");
    }
    bool possible = false;
    for (std::size_t e = 0; e < job.estimators.size(); ++e) possible = possible || !job.refused(e);
    if (!possible) throw InputError(job.refusals.front().front());
    for (std::size_t e = 0; e < job.estimators.size(); ++e) {
        job.first_request.push_back(job.requests.size());
        if (job.refused(e)) job.estimators[e].requests.clear();
        check_closed_form(job.estimators[e], data);
        for (const auto& request : job.estimators[e].requests) {
            const bool given = e >= first_plan && e < job.n_estimators;
            job.requests.push_back(
                {given ? options.plans[e - first_plan] : make_plan(request.plan, data, options.run.seed),
                 request.rows,
                 {}});
            if (request.rows == PredictedRows::unlabelled)
                job.requests.back().unlabelled = options.unlabelled;
            add_once(job.warnings, job.requests.back().plan.warnings());
            if (!only_values) add_once(job.warnings, absent_classes(job.requests.back().plan, data));
        }
    }
    job.training_request.resize(job.estimators.size());
    for (std::size_t e = 0; options.training_error && e < job.n_estimators; ++e) {
        if (!job.tests_apart(e)) {
            job.warnings.push_back(
                {warnings::no_training_figure, "'" + job.estimators[e].spec.name() +
                                                   "' has no figure of its models on their training rows"});
            continue;
        }
        job.training_request[e] = job.requests.size();
        job.requests.push_back({job.requests[job.first_request[e]].plan, PredictedRows::labelled, {}});
    }
    if (!data.test_rows().empty() &&
        std::none_of(job.requests.begin(), job.requests.end(),
                     [&](const auto& r) { return tests_file_rows(r.plan, data); }))
        job.warnings.push_back({warnings::test_rows_unused,
                                "the rows of the test file are not used, because no estimator tests on them; "
                                "`estimator=test` does"});
    return job;
}

/// Warns about the best of many learners, for each estimator and measure.
void warn_of_choice(std::vector<Estimate>& estimates, const ReductionOptions& options, std::size_t threads)
{
    std::map<std::pair<std::string, std::string>, std::vector<Estimate*>> figures;
    for (auto& e : estimates) {
        if (e.bound || e.possible_errors) continue; // bounds allow for it by their key `candidates`
        auto& others = figures[{e.asked.estimator, e.asked.measure}];
        if (std::ranges::none_of(
                others, [&](const Estimate* other) { return other->asked.learner == e.asked.learner; }))
            others.push_back(&e);
    }
    for (const auto& [key, of_learners] : figures) {
        const auto measure =
            std::ranges::find(options.measures, key.second, [](const Measure& m) { return m.spec.print(); });
        if (measure != options.measures.end() && of_learners.front()->estimand != Estimand::none)
            warn_best_of_many(of_learners, *measure, options.seed, threads);
    }
}

/// Throws InputError if each row has its own class and models are tested on other rows of the table, because
/// no test row would have a class that was trained on.
void require_shared_class(const Dataset& data, std::span<const RunRequest> requests)
{
    const Row n = data.labelled();
    const bool apart = std::ranges::any_of(requests, [n](const RunRequest& request) {
        return request.plan.design().splits > 1 || request.plan.design().training_rows < n;
    });
    if (!apart || data.response_type() != ResponseType::classes || n < 2 || !data.test_rows().empty()) return;
    std::vector<bool> seen(data.classes().size());
    for (const auto code : data.class_codes().first(n)) {
        if (seen[static_cast<std::size_t>(code)]) return;
        seen[static_cast<std::size_t>(code)] = true;
    }
    throw InputError("each of the " + std::to_string(n) + " rows has a class of its own in '" +
                     data.response_name() +
                     "', so that no row that is tested has a class that was trained on; name another column "
                     "as the target");
}

} // namespace

std::vector<RunRequest> estimate_requests(const Dataset& data, const EstimateOptions& options)
{
    auto job = make_job(data, options);
    require_shared_class(data, job.requests);
    for (std::size_t e = 0; e < job.estimators.size(); ++e) job.reduction(e);
    return std::move(job.requests);
}

std::optional<UsedPositive> used_positive(const Dataset& data, std::span<const Measure> measures,
                                          std::span<const Learner* const> learners)
{
    const auto& classes = data.classes();
    if (classes.size() != 2) return std::nullopt;
    if (std::ranges::none_of(measures, &Measure::depends_on_positive) &&
        std::ranges::none_of(learners, [](const Learner* l) { return l->traits().positive; }))
        return std::nullopt;
    const auto [code, by] = data.positive();
    ExactSum positive;
    ExactSum all;
    for (Row r = 0; r < data.labelled(); ++r) {
        const double weight = data.weights().empty() ? 1.0 : data.weights()[r];
        all.add(weight);
        if (data.class_codes()[r] == static_cast<std::int32_t>(code)) positive.add(weight);
    }
    return UsedPositive{.label = classes.name(code),
                        .share = positive.value() / all.value(),
                        .by = by,
                        .other = classes.name(1 - code)};
}

void warn_of_guess(std::vector<Warning>& warnings, const std::optional<UsedPositive>& positive)
{
    if (positive && PositiveClass{0, positive->by}.guessed())
        warnings.push_back(guessed_positive(positive->by, positive->label, positive->other));
}

namespace {

/// Whether the estimator judges one model on one test set.
bool tests_once(const Job& job, std::size_t estimator)
{
    if (estimator >= job.n_estimators || job.estimators[estimator].requests.size() != 1) return false;
    const auto& request = job.requests[job.first_request[estimator]];
    return request.rows == PredictedRows::test && request.plan.size() == 1;
}

/// The first estimator that tests each row at most once in a repeat, by models that were not trained on it;
/// if there is none, or if `wanted` is false, the number of estimators.
std::size_t described_estimator(const Job& job, bool wanted)
{
    for (std::size_t e = 0; wanted && e < job.n_estimators; ++e) {
        if (job.refused(e) || job.closed(e) || job.estimators[e].requests.size() != 1) continue;
        const auto& request = job.requests[job.first_request[e]];
        if (request.rows == PredictedRows::test && request.plan.design().no_table.empty()) return e;
    }
    return job.estimators.size();
}

/// One row in this many is kept of each learner's predictions.
Row one_described_in(const Dataset& data, std::size_t learners)
{
    const double cells = 1.0 + static_cast<double>(data.classes().size());
    const double all = static_cast<double>(data.rows()) * cells * static_cast<double>(learners);
    return static_cast<Row>(std::max(1.0, std::ceil(all / most_described_cells)));
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
        const auto estimator = make_estimator(spec);
        return estimator.refusal == nullptr || estimator.refusal(measure, weighted).empty();
    });
}

/// Whether each model of the estimator leaves out one row.
bool leaves_out_one(const Spec& estimator, const Dataset& data, std::uint64_t seed)
{
    const auto plan = make_plan(make_estimator(estimator).requests.front().plan, data, seed);
    return plan.design().training_rows + 1 == data.labelled() && plan.size() >= data.labelled();
}

/// A baseline, and what it is judged by.
struct JudgedBaseline {
    BaselineLearner baseline;
    EstimateOptions options; ///< with measures
    bool fixed = false;      ///< it is the same for all splits, and learned nowhere
    Job job{};               ///< of the options
    /// By estimator of the job: where the baseline is judged beside the first learner, and the figures.
    std::vector<std::unique_ptr<BaselineBeside>> beside{};
    std::vector<std::unique_ptr<Reduction>> reductions{};

    /// Judges it beside a learner on the splits that both are judged on. `sinks`: of that learner, one for
    /// each request of `of_learner`.
    void join(const Job& of_learner, std::vector<Sink*>& sinks, const Dataset& data)
    {
        reductions.resize(job.n_estimators);
        beside.resize(job.n_estimators);
        for (std::size_t e = 0; e < job.n_estimators; ++e) {
            const auto same =
                std::ranges::find(of_learner.estimators, job.estimators[e].spec, &Estimator::spec);
            if (same == of_learner.estimators.end()) continue;
            const auto at = static_cast<std::size_t>(same - of_learner.estimators.begin());
            const auto& requests = job.estimators[e].requests;
            if (of_learner.refused(at) || requests.size() != 1 ||
                requests.front().rows != PredictedRows::test ||
                job.requests[job.first_request[e]].plan.size() == 1)
                continue;
            auto& sink = sinks[of_learner.first_request[at]];
            reductions[e] = job.reduction(e);
            beside[e] =
                std::make_unique<BaselineBeside>(*sink, reductions[e]->sink(0), data, *baseline.learner);
            sink = beside[e].get();
        }
    }
};

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

/// The baselines that are learned, for all measures that have one.
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
            judged.job = make_job(data, own, true);
            all.push_back(std::move(judged));
        }
    }
    return all;
}

/// estimate() without the figures of baselines. `baselines`: set to those to be judged, beside the first
/// learner where that is possible.
EstimateReport figures_of(const Dataset& data, std::span<const Learner* const> learners,
                          const EstimateOptions& options, bool only_values = false,
                          std::vector<JudgedBaseline>* baselines = nullptr)
{
    require(options.learner_names.empty() || options.learner_names.size() == learners.size(),
            "learner_names: " + std::to_string(options.learner_names.size()) +
                " names; expected one a learner, " + std::to_string(learners.size()));
    for (const auto* learner : learners) check_learner(*learner, data);
    auto job = make_job(data, options, only_values);
    require_shared_class(data, job.requests);
    job.options.candidates = learners.size();
    // How optimistic the best of several is follows from the losses of the rows, or the figures of the
    // splits.
    if (learners.size() > 1) job.options.per_split = job.options.paired = true;
    EstimateReport report;
    report.warnings = job.warnings;
    report.positive = used_positive(data, job.options.measures, learners);
    warn_of_guess(report.warnings, report.positive);
    if (!only_values) add_once(report.warnings, doubtful_features(data));
    std::vector<std::vector<std::unique_ptr<Reduction>>> reductions(learners.size());
    std::vector<std::vector<std::unique_ptr<TrainingSink>>> training(learners.size());
    std::vector<std::vector<std::unique_ptr<WithoutCopiesSink>>> fresh(learners.size());
    const auto copies = only_values ? EqualRows() : find_copies(data);
    std::vector<std::vector<std::unique_ptr<KeepTested>>> kept(learners.size());
    const auto described = described_estimator(job, options.describe_predictions);
    const Row one_in = one_described_in(data, learners.size());
    std::vector<std::vector<Sink*>> sinks(learners.size());
    for (std::size_t l = 0; l < learners.size(); ++l) {
        for (std::size_t e = 0; e < job.estimators.size(); ++e) {
            reductions[l].push_back(job.reduction(e));
            auto& keeps = kept[l].emplace_back();
            for (std::size_t r = 0; r < job.estimators[e].requests.size(); ++r)
                sinks[l].push_back(&reductions[l].back()->sink(r));
            const bool once = (options.baselines || only_values) && tests_once(job, e);
            if (once || e == described) {
                keeps = std::make_unique<KeepTested>(*sinks[l].back(), data, once ? 1 : one_in);
                sinks[l].back() = keeps.get();
            }
            const bool judged = e < job.n_estimators && copies.repeated > 0 && job.tests_apart(e);
            fresh[l].push_back(
                judged ? std::make_unique<WithoutCopiesSink>(*sinks[l].back(), job.options.measures,
                                                             job.requests[job.first_request[e]].plan, copies,
                                                             asks_for_mean_of_folds(job.estimators[e].spec))
                       : nullptr);
            if (judged) sinks[l].back() = fresh[l].back().get();
        }
        for (const auto& request : job.training_request) {
            training[l].push_back(
                request ? std::make_unique<TrainingSink>(job.options.measures, options.per_split) : nullptr);
            if (request) sinks[l].push_back(training[l].back().get());
        }
    }
    if (baselines != nullptr) {
        *baselines = judged_baselines(data, learners, options);
        for (auto& baseline : *baselines) baseline.join(job, sinks.front(), data);
    }

    auto how = options.run;
    how.learner_names = options.learner_names;
    report.run = run(data, learners, job.requests, sinks, how);
    if (report.run.stopped || options.run.shard.count > 1) return report;
    std::vector<std::vector<std::vector<Estimate>>> closed_forms(
        job.estimators.size()); // by estimator, then by learner
    for (std::size_t e = 0; e < job.estimators.size(); ++e)
        if (job.closed(e))
            closed_forms[e] = closed_estimates(data, learners, job.estimators[e], job.options, options.run);
    if (options.run.stop.stop_requested()) {
        report.run.stopped = true;
        return report;
    }
    if (only_values) {
        for (std::size_t e = 0; e < job.estimators.size(); ++e)
            for (auto& figure : job.finish(e, reductions.front()[e].get())) {
                figure.asked.estimator = job.estimators[e].spec.print();
                if (kept.front()[e]) figure.tested = kept.front()[e]->rows();
                report.estimates.push_back(std::move(figure));
            }
        return report;
    }
    const Leaks leaks(data, options.unlabelled);
    for (std::size_t l = 0; l < learners.size(); ++l)
        for (std::size_t e = 0; e < job.estimators.size(); ++e) {
            const auto known = leaks.of(
                std::span(job.requests).subspan(job.first_request[e], job.estimators[e].requests.size()));
            auto figures = job.closed(e) ? closed_forms[e][l] : job.finish(e, reductions[l][e].get());
            for (std::size_t m = 0; training[l][e] && m < figures.size(); ++m)
                figures[m].training = training[l][e]->figures(m);
            for (std::size_t m = 0; fresh[l][e] && m < figures.size(); ++m)
                if (const auto figure = fresh[l][e]->figure(m); figure.copies > 0)
                    figures[m].without_copies = figure;
            for (auto& figure : figures) {
                auto& asked = figure.asked;
                asked.learner = learners[l]->spec().print();
                asked.learner_name = options.learner_names.empty() ? asked.learner : options.learner_names[l];
                asked.baseline = learners[l]->traits().baseline;
                if (asked.estimator.empty()) asked.estimator = job.estimators[e].spec.print();
                if (asked.estimator_name.empty()) asked.estimator_name = job.estimator_names[e];
                if (auto warning = trained_without_weights(*learners[l], data))
                    figure.warnings.push_back(std::move(*warning));
                mark_leaks(figure, known);
                if (kept[l][e] && tests_once(job, e)) figure.tested = kept[l][e]->rows();
                report.estimates.push_back(std::move(figure));
            }
        }
    for (std::size_t l = 0; described < job.estimators.size() && l < learners.size(); ++l)
        if (const auto rows = kept[l][described]->rows())
            report.described.push_back({.learner_name = options.learner_names.empty()
                                                            ? learners[l]->spec().print()
                                                            : options.learner_names[l],
                                        .estimator = job.estimators[described].spec.print(),
                                        .one_in = kept[l][described]->every(),
                                        .rows = rows});
    warn_of_choice(report.estimates, job.options, options.run.threads);
    if (!options.per_split)
        for (auto& e : report.estimates) {
            e.spread.per_split.clear();
            e.pairing.units = nullptr;
        }
    if (copies.repeated > 0) {
        add_once(report.warnings, warn_of_copies(report.estimates, copies));
        for (std::size_t e = 0; e < job.estimators.size(); ++e)
            if (job.draws_training_rows(e, data.labelled()) && !fresh.front()[e] && !job.refused(e))
                add_once(report.warnings, copies.warning());
    }
    // An estimator may turn out to have no figure for any of the learners.
    const auto none = [](const Estimate& e) { return !e.value && e.value.lacks(reasons::not_for_estimator); };
    if (std::ranges::all_of(report.estimates, none) && !report.estimates.empty())
        throw InputError(report.estimates.front().warnings.front().text);
    return report;
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

/// The figures of a baseline: those that were made beside a learner, and the others from a run of its own.
std::vector<Estimate> figures_of(const JudgedBaseline& judged, const Dataset& data)
{
    std::vector<Estimate> figures;
    auto rest = judged.options;
    rest.estimators.clear();
    rest.plans.clear();
    const auto& own = judged.options;
    for (std::size_t e = 0; e < judged.job.n_estimators; ++e) {
        if (judged.job.refused(e)) continue;
        if (judged.beside[e] && judged.beside[e]->complete()) {
            for (auto& figure : judged.job.finish(e, judged.reductions[e].get())) {
                figure.asked.estimator = judged.job.estimators[e].spec.print();
                figures.push_back(std::move(figure));
            }
        } else if (e < own.estimators.size()) {
            rest.estimators.push_back(own.estimators[e]);
        } else {
            rest.plans.push_back(own.plans[e - own.estimators.size()]);
        }
    }
    if (rest.estimators.empty() && rest.plans.empty()) return figures;
    const Learner* const only[] = {judged.baseline.learner.get()};
    auto others = figures_of(data, only, rest, true).estimates;
    std::ranges::move(others, std::back_inserter(figures));
    return figures;
}

/// Adds the figures of the baselines to the estimates, each by its estimator and measure.
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
        for (const auto& of : figures_of(judged, data))
            for (auto& e : report.estimates)
                if (has_one(e) && e.asked.measure == of.asked.measure && of.asked.same_question(e.asked))
                    e.baseline = {.learner = judged.fixed ? "" : judged.baseline.learner->spec().print(),
                                  .name = judged.baseline.name,
                                  .value = of.value,
                                  .per_split = of.spread.per_split,
                                  .tested = of.tested,
                                  .units = of.pairing.units};
}

} // namespace

EstimateReport estimate(const Dataset& data, std::span<const Learner* const> learners,
                        const EstimateOptions& options)
{
    const FilledLearners filled(learners, data, options.impute);
    auto named = options;
    if (filled.note() && named.learner_names.empty()) // the results keep the names of the learners as given
        for (const auto* learner : learners) named.learner_names.push_back(learner->spec().print());
    std::vector<JudgedBaseline> baselines;
    auto report = figures_of(data, filled.learners(), named, false, &baselines);
    if (filled.note()) report.warnings.push_back(*filled.note());
    if (options.baselines && !report.estimates.empty()) add_baselines(report, data, baselines);
    return report;
}

} // namespace unseen
