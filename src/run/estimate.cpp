#include "unseen/run/estimate.hpp"

#include "base/add_once.hpp"
#include "base/aggregation_key.hpp"
#include "data/doubtful_features.hpp"
#include "estimate/training_figures.hpp"
#include "run/best_of_many.hpp"
#include "run/closed_forms.hpp"
#include "run/copies.hpp"
#include "run/estimation.hpp"
#include "run/judged_baselines.hpp"
#include "run/keep_tested.hpp"

#include "unseen/base/error.hpp"
#include "unseen/data/shared_rows.hpp"
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
    auto made = make_estimation(data, options);
    require_shared_class(data, made.requests);
    for (const auto& asked : made.estimators) made.reduction(asked);
    return std::move(made.requests);
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

/// The first estimator that tests each row at most once in a repeat, by models that were not trained on it;
/// null if there is none.
const AskedEstimator* described_estimator(const Estimation& estimation)
{
    const auto it = std::ranges::find_if(estimation.estimators, [&](const AskedEstimator& asked) {
        const auto own = estimation.requests_of(asked);
        return !asked.bound && !asked.closed() && own.size() == 1 &&
               own.front().rows == PredictedRows::test && own.front().plan.design().no_table.empty();
    });
    return it == estimation.estimators.end() ? nullptr : &*it;
}

/// One row in this many is kept of each learner's predictions.
Row one_described_in(const Dataset& data, std::size_t learners)
{
    const double cells = 1.0 + static_cast<double>(data.classes().size());
    const double all = static_cast<double>(data.rows()) * cells * static_cast<double>(learners);
    return static_cast<Row>(std::max(1.0, std::ceil(all / most_described_cells)));
}

/// What judges the predictions of one learner for one estimator.
struct Judging {
    std::unique_ptr<Reduction> reduction;
    std::unique_ptr<KeepTested> kept{};
    std::unique_ptr<WithoutCopiesSink> without_copies{};
    std::unique_ptr<TrainingSink> training{};
};

/// estimate() without the figures of baselines.
class Estimating {
public:
    /// Throws InputError as estimate() does.
    Estimating(const Dataset& data, std::span<const Learner* const> learners, const EstimateOptions& options)
        : data_(data),
          learners_(learners),
          options_(options),
          estimation_(make_estimation(data, options)),
          copies_(find_copies(data)),
          described_(options.describe_predictions ? described_estimator(estimation_) : nullptr),
          names_(options.learner_names)
    {
        require_shared_class(data, estimation_.requests);
        auto& reduce = estimation_.options;
        reduce.candidates = learners.size();
        // How optimistic the best of several is follows from the losses of the rows, or the figures of the
        // splits.
        if (learners.size() > 1) reduce.per_split = reduce.paired = true;
        if (names_.empty())
            for (const auto* learner : learners) names_.push_back(learner->spec().print());
        for (std::size_t l = 0; l < learners.size(); ++l) add_sinks();
        baselines_ = judged_baselines(data, learners, options);
        for (auto& baseline : baselines_) baseline.join(estimation_, sinks_.front(), data);
    }

    EstimateReport run() const;

private:
    /// Those of the next learner.
    void add_sinks();
    /// The figures by one estimator. `closed`: those that the learner gives itself.
    std::vector<Estimate> figures(std::size_t learner, std::size_t estimator,
                                  std::vector<Estimate> closed) const;
    std::vector<Warning> warnings_of_copies(std::vector<Estimate>& estimates) const;
    std::vector<DescribedPredictions> described() const;

    const Dataset& data_;
    std::span<const Learner* const> learners_;
    const EstimateOptions& options_;
    Estimation estimation_;
    EqualRows copies_;
    const AskedEstimator* described_;             ///< whose predictions are described; null for none
    std::vector<std::string> names_;              ///< of the learners
    std::vector<std::vector<Judging>> judging_{}; ///< by learner and estimator
    std::vector<std::vector<Sink*>> sinks_{};     ///< by learner and request
    std::vector<JudgedBaseline> baselines_{};
};

void Estimating::add_sinks()
{
    auto& judging = judging_.emplace_back();
    auto& sinks = sinks_.emplace_back();
    const auto& measures = estimation_.options.measures;
    for (const auto& asked : estimation_.estimators) {
        auto& own = judging.emplace_back(Judging{.reduction = estimation_.reduction(asked)});
        for (std::size_t r = 0; r < asked.made.requests.size(); ++r) sinks.push_back(&own.reduction->sink(r));
        const bool once = options_.baselines && estimation_.tests_once(asked);
        if (once || &asked == described_) {
            own.kept = std::make_unique<KeepTested>(*sinks.back(), data_,
                                                    once ? 1 : one_described_in(data_, learners_.size()));
            sinks.back() = own.kept.get();
        }
        if (!asked.bound && copies_.repeated > 0 && estimation_.tests_apart(asked)) {
            own.without_copies = std::make_unique<WithoutCopiesSink>(
                *sinks.back(), measures, estimation_.requests_of(asked).front().plan, copies_,
                asks_for_mean_of_folds(asked.made.spec));
            sinks.back() = own.without_copies.get();
        }
    }
    for (std::size_t e = 0; e < judging.size(); ++e) {
        if (!estimation_.estimators[e].training_request) continue;
        judging[e].training = std::make_unique<TrainingSink>(measures, options_.per_split);
        sinks.push_back(judging[e].training.get());
    }
}

std::vector<Estimate> Estimating::figures(std::size_t learner, std::size_t estimator,
                                          std::vector<Estimate> closed) const
{
    const auto& asked = estimation_.estimators[estimator];
    const auto& judging = judging_[learner][estimator];
    auto figures = asked.closed() ? std::move(closed) : estimation_.finish(asked, judging.reduction.get());
    for (std::size_t m = 0; m < figures.size(); ++m) {
        auto& figure = figures[m];
        if (judging.training) figure.training = judging.training->figures(m);
        if (judging.without_copies)
            if (const auto without = judging.without_copies->figure(m); without.copies > 0)
                figure.without_copies = without;
        figure.asked.learner = learners_[learner]->spec().print();
        figure.asked.learner_name = names_[learner];
        figure.asked.baseline = learners_[learner]->traits().baseline;
        if (figure.asked.estimator.empty()) figure.asked.estimator = asked.made.spec.print();
        if (figure.asked.estimator_name.empty()) figure.asked.estimator_name = asked.name;
        if (auto warning = trained_without_weights(*learners_[learner], data_))
            figure.warnings.push_back(std::move(*warning));
        if (judging.kept && estimation_.tests_once(asked)) figure.tested = judging.kept->rows();
    }
    return figures;
}

std::vector<Warning> Estimating::warnings_of_copies(std::vector<Estimate>& estimates) const
{
    if (copies_.repeated == 0) return {};
    auto found = warn_of_copies(estimates, copies_);
    for (std::size_t e = 0; e < estimation_.estimators.size(); ++e) {
        const auto& asked = estimation_.estimators[e];
        if (estimation_.draws_training_rows(asked, data_.labelled()) && !asked.refused() &&
            !judging_.front()[e].without_copies)
            add_once(found, copies_.warning());
    }
    return found;
}

std::vector<DescribedPredictions> Estimating::described() const
{
    std::vector<DescribedPredictions> all;
    if (described_ == nullptr) return all;
    const auto at = static_cast<std::size_t>(described_ - estimation_.estimators.data());
    for (std::size_t l = 0; l < learners_.size(); ++l)
        if (const auto& kept = *judging_[l][at].kept; kept.rows())
            all.push_back({.learner_name = names_[l],
                           .estimator = described_->made.spec.print(),
                           .one_in = kept.every(),
                           .rows = kept.rows()});
    return all;
}

EstimateReport Estimating::run() const
{
    EstimateReport report{.estimates = {}, .warnings = estimation_.warnings, .run = {}};
    report.positive = used_positive(data_, estimation_.options.measures, learners_);
    warn_of_guess(report.warnings, report.positive);
    add_once(report.warnings, doubtful_features(data_));
    auto how = options_.run;
    how.learner_names = options_.learner_names;
    report.run = unseen::run(data_, learners_, estimation_.requests, sinks_, how);
    if (report.run.stopped || options_.run.shard.count > 1) return report;
    std::vector<std::vector<std::vector<Estimate>>> closed; // by estimator, then by learner
    for (const auto& asked : estimation_.estimators)
        closed.push_back(
            asked.closed() ? closed_estimates(data_, learners_, asked.made, estimation_.options, options_.run)
                           : std::vector<std::vector<Estimate>>(learners_.size()));
    report.run.stopped = options_.run.stop.stop_requested();
    if (report.run.stopped) return report;
    const Leaks leaks(data_, options_.unlabelled);
    for (std::size_t l = 0; l < learners_.size(); ++l)
        for (std::size_t e = 0; e < estimation_.estimators.size(); ++e) {
            const auto known = leaks.of(estimation_.requests_of(estimation_.estimators[e]));
            for (auto& figure : figures(l, e, std::move(closed[e][l]))) {
                mark_leaks(figure, known);
                report.estimates.push_back(std::move(figure));
            }
        }
    report.described = described();
    warn_of_choice(report.estimates, estimation_.options, options_.run.threads);
    if (!options_.per_split)
        for (auto& e : report.estimates) {
            e.spread.per_split.clear();
            e.pairing.units = nullptr;
        }
    add_once(report.warnings, warnings_of_copies(report.estimates));
    // An estimator may turn out to have no figure for any of the learners.
    const auto none = [](const Estimate& e) { return !e.value && e.value.lacks(reasons::not_for_estimator); };
    if (std::ranges::all_of(report.estimates, none) && !report.estimates.empty())
        throw InputError(report.estimates.front().warnings.front().text);
    if (options_.baselines && !report.estimates.empty()) add_baselines(report, data_, baselines_);
    return report;
}

} // namespace

EstimateReport estimate(const Dataset& data, std::span<const Learner* const> learners,
                        const EstimateOptions& options)
{
    require(options.learner_names.empty() || options.learner_names.size() == learners.size(),
            "learner_names: " + std::to_string(options.learner_names.size()) +
                " names; expected one a learner, " + std::to_string(learners.size()));
    const FilledLearners filled(learners, data, options.impute);
    auto named = options;
    if (filled.note() && named.learner_names.empty()) // the results keep the names of the learners as given
        for (const auto* learner : learners) named.learner_names.push_back(learner->spec().print());
    for (const auto* learner : filled.learners()) check_learner(*learner, data);
    auto report = Estimating(data, filled.learners(), named).run();
    if (filled.note()) report.warnings.push_back(*filled.note());
    return report;
}

} // namespace unseen
