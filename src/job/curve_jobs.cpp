#include "unseen/job/curve_jobs.hpp"

#include "job/complete.hpp"
#include "job/steps.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/base/stop.hpp"
#include "unseen/learn/noise.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/report/learning_curves.hpp"
#include "unseen/report/noise_curves.hpp"
#include "unseen/resample/learning.hpp"
#include "unseen/run/fit_times.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// Fits and judges the points. There is no warning about choosing the best, because no point is chosen.
EstimateReport judge_points(const EstimateJob& points, const DataWithUnlabelled& made)
{
    auto report = judge(points, made.data, options_on(points, made)).report;
    for (auto& e : report.estimates)
        std::erase_if(e.warnings, [](const Warning& w) { return w.is(warnings::best_of_many); });
    return report;
}

/// The answer about the points. Only its JSON has the comparisons.
Answer page_of(const EstimateJob& points, const DataWithUnlabelled& made, const EstimateReport& report,
               std::span<const ComparedLearners> pairs)
{
    auto page = answer_of(report, points.data.source, made.data, options_on(points, made));
    const auto compared = with_comparisons(page, report.estimates, pairs, points.options.level, false);
    page.json = compared.json;
    page.warnings = compared.warnings;
    return page;
}

/// Throws InputError for a learner that is not made of its spec, which this question needs.
void check_made_of_specs(const EstimateJob& points, const std::string& question)
{
    for (const auto& [name, spec, make] : points.learners)
        require(!make, question + " for learners that a spec makes, such as 'knn:k=3', and '" + name +
                           "' is an object of your own");
}

/// Throws InputError if an option is for the other kind of noise.
void check_kind(const NoiseCurveJob& job, bool classes)
{
    require(!classes || job.where.empty() || job.where == "train",
            "`where`: class noise is in training rows alone, because test rows are judged by their true "
            "classes; expected `where=train`, or `kind=attribute`");
    require(classes || job.by.empty(),
            "`by` is for class noise; expected `where=train`, test or both for attribute noise");
}

} // namespace

Answered answer(const LearningCurveJob& job)
{
    auto points = job.points;
    if (job.times) check_made_of_specs(points, "`times` are measured");
    points.options.training_error = true;
    auto& estimators = points.options.estimators;
    if (!job.sizes.empty()) estimators = learning_estimators(job.folds, job.sizes);
    const auto made = points.data.dataset();
    if (job.sizes.empty())
        estimators = learning_estimators(
            job.folds, learning_sizes(largest_learning_size(job.folds, made.data, points.options.run.seed)));
    HorizonAnswer part{.answer = {}, .report = judge_points(points, made)};
    auto& run = part.report.run;
    if (job.times && !run.stopped) {
        add_fit_times(part.report.estimates, made.data, points.options.run);
        run.stopped = points.options.run.stop.stop_requested();
    }
    if (run.stopped) return completed({}, std::span(&part, 1));
    part.compared = compare_pairs(points, made.data, part.report);
    const auto curves =
        learning_curves(part.report.estimates, made.data.response_type(), points.options.level);
    return completed(with_learning_curves(page_of(points, made, part.report, part.compared), curves,
                                          part.compared, points.options.level),
                     std::span(&part, 1));
}

Answered answer(const NoiseCurveJob& job)
{
    auto points = job.points;
    check_made_of_specs(points, "curves of noise are");
    points.options.estimators = {job.splits};
    auto shares = job.shares.empty() ? std::vector{0.0, 0.05, 0.1, 0.2, 0.3, 0.4} : job.shares;
    for (auto share = shares.begin(); share != shares.end(); ++share) {
        *share += 0.0; // 0, not -0
        require(*share >= 0.0 && *share <= 1.0,
                "`shares`: '" + shortest(*share) + "' is not valid; expected numbers from 0 to 1");
        require(std::find(shares.begin(), share, *share) == share,
                "`shares`: " + shortest(*share) + " is there twice");
    }
    if (!job.kind.empty()) check_kind(job, job.kind == "class");
    const auto made = points.data.dataset();
    const bool classes = made.data.response_type() == ResponseType::classes;
    require(classes || job.kind != "class",
            "`kind`: class noise changes classes, and the target holds numbers; expected `kind=attribute`");
    NoiseOptions noise{.classes = classes && job.kind != "attribute", .draw = points.options.run.seed};
    check_kind(job, noise.classes);
    if (!job.by.empty()) noise.by = job.by;
    if (!job.where.empty()) noise.where = job.where;

    std::vector<CurvePlace> places;
    std::vector<JobLearner> noisy;
    for (const auto& [name, spec, make] : points.learners)
        for (const double share : shares) {
            places.push_back({resolve_learner(spec, made.data.response_type()).spec().print(), name, share});
            noisy.push_back({name + " share=" + shortest(share), noisy_learner(spec, share, noise)});
        }
    points.learners = noisy;
    const auto place_of = [&](const Estimate& e) {
        return places[static_cast<std::size_t>(
            std::ranges::find(noisy, e.asked.learner_name, &JobLearner::name) - noisy.begin())];
    };
    HorizonAnswer part{.answer = {}, .report = judge_points(points, made)};
    if (part.report.run.stopped) return completed({}, std::span(&part, 1));
    part.compared =
        compare_pairs(points, made.data, part.report, [&](const Estimate& e) { return place_of(e).at; });
    const auto curves = parameter_curves(part.report.estimates, made.data.response_type(), place_of);
    return completed(with_noise_curves(page_of(points, made, part.report, part.compared), curves,
                                       part.compared, noise, points.options.level),
                     std::span(&part, 1));
}

} // namespace unseen
