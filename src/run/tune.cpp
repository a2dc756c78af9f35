#include "unseen/run/tune.hpp"

#include "data/doubtful_features.hpp"
#include "run/copies.hpp"

#include "unseen/learn/missing_cells.hpp"

#include <algorithm>
#include <iterator>

namespace unseen {

namespace {

/// The figures of one point on the splits, and its losses on the rows.
class PointSink final : public Sink {
public:
    PointSink(const Measure& measure, std::uint64_t splits, std::size_t place, std::size_t points,
              std::vector<double>* losses)
        : measure_(measure),
          figures_(splits),
          place_(place),
          points_(points),
          losses_(losses)
    {
    }

    void take(const SplitInfo& split, const PredictionView& view) override
    {
        const auto figure = evaluate(measure_, view);
        figures_[split.index] = figure;
        if (losses_ == nullptr || !figure) return;
        values_.resize(view.size());
        measure_.row_mean()->values(view, values_);
        for (std::size_t i = 0; i < values_.size(); ++i)
            (*losses_)[view.row[i] * points_ + place_] += values_[i];
    }
    void take(const SplitInfo& split, const Failure& failure) override
    {
        if (failures_++ == 0) first_failure_ = "split " + std::to_string(split.index) + ": " + failure.text;
    }

    const std::optional<Value>& figure(std::size_t split) const { return figures_[split]; }
    std::uint64_t failures() const { return failures_; }
    const std::string& first_failure() const { return first_failure_; }
    bool whole() const
    {
        return std::ranges::all_of(figures_, [](const auto& figure) { return figure && *figure; });
    }

private:
    const Measure& measure_;
    std::vector<std::optional<Value>> figures_;
    std::size_t place_;
    std::size_t points_;
    std::vector<double>* losses_;
    std::vector<double> values_;
    std::uint64_t failures_ = 0;
    std::string first_failure_;
};

/// The bounds, each at a share of delta such that the bounds of all points hold together. Throws InputError
/// for a bound that allows for fewer points.
std::vector<Spec> bounds_of_all(std::vector<Spec> bounds, std::size_t points)
{
    for (Spec& bound : bounds) {
        const auto candidates = bound.find("candidates");
        if (!candidates) bound.set("candidates", std::to_string(points));
        require(!candidates || bound.integer("candidates") >= static_cast<std::int64_t>(points),
                "bound '" + bound.print() + "': a point is chosen among " + std::to_string(points) +
                    "; expected at least as many candidates, or none named");
    }
    return bounds;
}

/// Adds up the reports of the runs of one answer.
void add(RunReport& all, const RunReport& run)
{
    all.fits += run.fits;
    all.reused += run.reused;
    all.failures += run.failures;
    all.stopped = all.stopped || run.stopped;
    all.stale.insert(all.stale.end(), run.stale.begin(), run.stale.end());
}

} // namespace

TuningReport tune(const Dataset& data, const Spec& tuned, const TuneOptions& options)
{
    constexpr double most_losses = 5e7;
    const auto response = data.response_type();
    const auto asked = make_learner(tuned, response);
    const Learner* const only_asked[] = {asked.get()};
    const FilledLearners filled(only_asked, data, options.impute);
    const auto* tuner = filled.learners().front();
    check_learner(*tuner, data);
    auto tuning = tuning_of(tuner->spec(), response);
    const auto measure = make_measure(tuning.measure, response == ResponseType::classes);
    const auto points = tuning.points.size();
    EstimateOptions nested{.learner_names = {tuned.print()},
                           .measures = {tuning.measure},
                           .level = options.level,
                           .unlabelled = options.unlabelled,
                           .run = options.run};
    if (options.nested) nested.estimators = {*options.nested};
    EstimateOptions bounded{.bounds = bounds_of_all(options.bounds, points),
                            .delta = options.delta.value_or(Delta::beside(options.level)),
                            .unlabelled = options.unlabelled,
                            .baselines = false,
                            .run = options.run};
    // Invalid requests are refused before any fit.
    if (options.nested) estimate_requests(data, nested);
    if (!options.bounds.empty()) estimate_requests(data, bounded);

    const RunRequest request{make_plan(tuning.inner, data, options.run.seed)};
    const auto design = request.plan.design();
    const bool corrects = measure.row_mean() != nullptr && data.weights().empty() && design.each_row_once &&
                          static_cast<double>(points) * data.labelled() <= most_losses;
    std::vector<double> losses(corrects ? points * data.labelled() : 0, 0.0);
    std::vector<std::unique_ptr<Learner>> learners;
    std::vector<const Learner*> pointers;
    std::vector<PointSink> sinks;
    for (std::size_t p = 0; p < points; ++p) {
        learners.push_back(make_learner(tuning.points[p].spec));
        pointers.push_back(learners.back().get());
        sinks.emplace_back(measure, request.plan.size(), p, points, corrects ? &losses : nullptr);
    }
    std::vector<std::vector<Sink*>> of_points;
    for (auto& sink : sinks) of_points.push_back({&sink});

    const auto race = tuning.race;
    TuningReport report{.tuning = std::move(tuning), .figures = TuningFigures(measure, points, race)};
    report.positive = used_positive(data, std::span(&measure, 1), pointers);
    report.run = run(data, pointers, std::span(&request, 1), of_points, options.run);
    if (report.run.stopped) return report;
    for (std::uint64_t s = 0; s < request.plan.size(); ++s) {
        std::vector<std::optional<Value>> figures;
        for (const auto& sink : sinks) figures.push_back(sink.figure(s));
        report.figures.add(figures);
    }
    for (const auto& sink : sinks) report.failures.push_back(sink.failures());
    report.best = report.figures.best();
    report.within_one_error = report.figures.within_one_error();
    if (corrects && std::ranges::all_of(sinks, &PointSink::whole)) {
        for (double& loss : losses) loss /= design.repeats;
        const auto groups = data.groups().empty() ? data.groups() : data.groups().first(data.labelled());
        report.corrected = bias_corrected({.candidates = points, .losses = losses, .groups = groups}, measure,
                                          {.level = options.level,
                                           .samples = options.samples,
                                           .seed = options.run.seed,
                                           .threads = options.run.threads});
    }
    if (options.nested) {
        const Learner* only[] = {tuner};
        auto honest = estimate(data, only, nested);
        add(report.run, honest.run);
        report.nested = std::move(honest.estimates);
        report.warnings = std::move(honest.warnings);
    } else if (auto warning = trained_without_weights(*tuner, data))
        report.warnings.push_back(std::move(*warning));
    if (filled.note()) report.warnings.push_back(*filled.note());
    if (!options.nested) {
        warn_of_guess(report.warnings, report.positive);
        std::ranges::move(find_copies(data).warning(), std::back_inserter(report.warnings));
        std::ranges::move(doubtful_features(data), std::back_inserter(report.warnings));
    }
    if (const auto chosen = report.chosen(); chosen && !options.bounds.empty() && !report.run.stopped) {
        auto of_choice = estimate(data, std::span(&pointers[*chosen], 1), bounded);
        add(report.run, of_choice.run);
        report.bounds = std::move(of_choice.estimates);
        for (auto& warning : of_choice.warnings)
            if (std::ranges::find(report.warnings, warning) == report.warnings.end())
                report.warnings.push_back(std::move(warning));
    }
    for (std::size_t p = 0; p < points; ++p)
        if (sinks[p].failures() > 0)
            report.warnings.emplace_back(
                warnings::failed_fits,
                report.tuning.points[p].text + ": " + std::to_string(sinks[p].failures()) + " of " +
                    std::to_string(request.plan.size()) + " fits failed; " + sinks[p].first_failure());
    return report;
}

} // namespace unseen
