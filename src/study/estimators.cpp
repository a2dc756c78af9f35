#include "unseen/study/estimators.hpp"

#include "base/parallel.hpp"
#include "study/repetition.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/version.hpp"
#include "unseen/stats/moments.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>

namespace unseen {

namespace {

constexpr std::uint64_t most_repetitions = 1'000'000;

KeptEstimate outcome_of(const Estimate& e)
{
    KeptEstimate one{.value = e.value, .failures = e.cost.failures, .seconds = e.cost.seconds};
    if (e.interval) {
        one.limits = {e.interval->lower, e.interval->upper};
        one.length = e.interval->upper - e.interval->lower;
        one.method = e.interval->method;
    } else if (e.value) {
        one.length = Value::none(e.interval.reason());
    }
    return one;
}

/// The mean of the figures that exist, or the reason if none exists.
class Mean {
public:
    explicit Mean(Value reason) : reason_(std::move(reason)) {}
    void add(double x) { moments_.add(x); }
    std::uint64_t count() const { return moments_.count(); }
    Value value() const { return count() > 0 ? Value(moments_.mean()) : reason_; }
    Value root() const { return count() > 0 ? Value(std::sqrt(moments_.mean())) : reason_; }
    Value standard_deviation() const
    {
        return count() > 1   ? Value(std::sqrt(moments_.variance()))
               : count() > 0 ? Value::none(reasons::few_repetitions)
                             : reason_;
    }
    Value standard_error() const
    {
        const auto deviation = standard_deviation();
        return deviation ? Value(deviation.number() / std::sqrt(static_cast<double>(count()))) : deviation;
    }

private:
    Moments moments_;
    Value reason_;
};

/// The figures of a model on the rows that it predicts.
class Judge final : public Sink {
public:
    explicit Judge(std::span<const Measure> measures)
        : measures_(measures),
          values_(measures.size(), Value::none(reasons::failed_fits))
    {
    }
    void take(const SplitInfo&, const PredictionView& view) override
    {
        values_ = evaluate_all(measures_, view).values;
    }
    void take(const SplitInfo&, const Failure&) override {}
    const std::vector<Value>& values() const { return values_; }

private:
    std::span<const Measure> measures_;
    std::vector<Value> values_;
};

/// Reports progress, from one thread at a time and a few times a second.
class SharedProgress {
public:
    SharedProgress(const ProgressCallback& tell, std::uint64_t total) : tell_(tell), total_(total) {}
    void add(std::uint64_t fits, std::uint64_t failures)
    {
        if (!tell_) return;
        const std::lock_guard lock(mutex_);
        done_ += fits;
        failures_ += failures;
        const auto now = std::chrono::steady_clock::now();
        if (done_ < total_ && now - told_ < std::chrono::milliseconds(100)) return;
        told_ = now;
        tell_({.done = done_, .total = total_, .failures = failures_});
    }

private:
    const ProgressCallback& tell_;
    std::uint64_t total_;
    std::mutex mutex_;
    std::uint64_t done_ = 0;
    std::uint64_t failures_ = 0;
    std::chrono::steady_clock::time_point told_{};
};

class Study {
public:
    Study(const Population& population, std::span<const Learner* const> learners, const StudyOptions& options)
        : population_(population),
          learners_(learners),
          options_(options),
          job_(options.job),
          classes_(population.response == ResponseType::classes),
          first_(options.sizes.size()),
          fresh_rows_(options.sizes.size())
    {
        if (job_.estimators.empty()) job_.estimators = studied_estimators();
        if (job_.measures.empty()) job_.measures = default_measures(classes_);
        job_.learner_names.clear(); // each learner is asked alone
        job_.per_split = false;
        job_.baselines = false;
        job_.run.threads = 1; // the threads have samples of their own
        job_.run.progress = {};
        for (const auto& spec : job_.measures)
            measures_.push_back(of_classes(make_measure(spec, classes_), population.classes));
        check();
        if (!options_.kept_in.empty()) kept_.emplace(options_.kept_in);
    }

    EstimatorStudy work()
    {
        const std::size_t units = options_.sizes.size() * options_.repetitions;
        std::vector<Repetition> done(units);
        EstimatorStudy study;
        SharedProgress progress(options_.job.run.progress, options_.repetitions * fits_of_all_sizes_);
        const StopScope scope(options_.job.run.stop);
        std::mutex mutex;
        try {
            parallel_for(units, options_.job.run.threads, [&](SharedNumbers numbers) {
                for (const auto u : numbers) {
                    const auto size = u % options_.sizes.size();
                    Repetition one = found(size, u / options_.sizes.size());
                    {
                        const std::lock_guard lock(mutex);
                        study.run.fits += one.run.fits;
                        study.run.reused += one.run.reused;
                        study.run.failures += one.run.failures;
                    }
                    if (one.run.stopped) throw Stopped();
                    progress.add(fits_[size], one.run.failures);
                    done[u] = std::move(one);
                }
            });
        } catch (const Stopped&) {
            study.run.stopped = true;
            return study;
        }
        for (std::size_t s = 0; s < options_.sizes.size(); ++s) {
            std::vector<const Repetition*> of_size;
            for (std::size_t u = s; u < units; u += options_.sizes.size()) of_size.push_back(&done[u]);
            sum_up(s, of_size, study);
        }
        return study;
    }

private:
    /// Throws InputError for errors that show before the first fit, and counts the fits.
    void check()
    {
        require(!options_.sizes.empty(), "`sizes`: there is none; expected numbers of rows");
        require(options_.repetitions >= 1 && options_.repetitions <= most_repetitions,
                "`repetitions`: " + std::to_string(options_.repetitions) +
                    " is not valid; expected a number from 1 to " + std::to_string(most_repetitions));
        require(options_.fresh_rows >= 1, "`fresh_rows`: 0 rows judge no model; expected 1 or more");
        require(options_.job.bounds.empty() && options_.job.plans.empty() &&
                    options_.job.run.store == nullptr && options_.job.run.shard.count == 1,
                "a study of estimators has no bounds, plans, store and shards");
        for (const auto size : options_.sizes) {
            require(!population_.rows || size < *population_.rows,
                    "`sizes`: " + std::to_string(size) + " rows leave none of the " +
                        std::to_string(population_.rows.value_or(0)) + " of " + population_.name +
                        " to judge the models; expected fewer");
            const std::uint64_t fewest = classes_ ? 2 * population_.classes : 2;
            require(
                size >= fewest,
                "`sizes`: " + std::to_string(size) + " rows are too few" +
                    (classes_ ? " for " + std::to_string(population_.classes) + " classes" : std::string()) +
                    ", some of one row or none; expected " + std::to_string(fewest) + " or more");
            const Dataset sample =
                sample_of(population_, population_.draw(options_.job.run.seed, 0, size, 0).sample);
            for (const auto* learner : learners_) check_learner(*learner, sample);
            auto requests = estimate_requests(sample, job_);
            std::uint64_t splits = 1; // the model of all rows, on fresh ones
            for (std::size_t r = 0; r < requests.size(); ++r)
                if (std::none_of(requests.begin(), requests.begin() + static_cast<std::ptrdiff_t>(r),
                                 [&](const RunRequest& other) {
                                     return other.plan.spec() == requests[r].plan.spec();
                                 }))
                    splits += requests[r].plan.size();
            fits_.push_back(splits * learners_.size());
            fits_of_all_sizes_ += fits_.back();
            keys_.push_back(key(size));
        }
    }

    /// A repetition, from the file if it has it; else it is computed and stored. The first one of a size is
    /// always computed, because it gives the names of the estimates.
    Repetition found(std::size_t size, std::uint64_t repetition)
    {
        const bool keeps = kept_ && repetition > 0;
        if (keeps) {
            if (auto one = kept_->find(keys_[size], repetition)) {
                one->run.reused = fits_[size];
                return std::move(*one);
            }
        }
        auto one = repeat(size, repetition);
        if (keeps && !one.run.stopped) kept_->put(keys_[size], repetition, one);
        return one;
    }

    /// The digest of everything that a repetition of this size depends on.
    Digest key(std::uint64_t size) const
    {
        Hasher all;
        all.add(version()).add(population_.name).add(population_.digest.value_or(Digest{}));
        all.add(options_.job.run.seed).add(size).add(options_.fresh_rows);
        all.add(job_.interval.name()).add(shortest(job_.level.value())).add(learners_.size());
        for (const auto* learner : learners_)
            all.add(learner->spec().print()).add(static_cast<std::uint64_t>(learner->traits().version));
        all.add(job_.estimators.size());
        for (const auto& estimator : job_.estimators)
            all.add(resolve_estimator(estimator, population_.response).print());
        all.add(measures_.size());
        for (const auto& measure : measures_) all.add(measure.spec.print());
        return all.finish();
    }

    Repetition repeat(std::size_t size, std::uint64_t repetition)
    {
        const auto drawn =
            population_.draw(options_.job.run.seed, repetition, options_.sizes[size], options_.fresh_rows);
        auto job = job_;
        job.run.seed = Stream(options_.job.run.seed, Purpose::generation, repetition, 2).next();
        Repetition one = judge(sample_of(population_, drawn.sample, &drawn.fresh), job.run);
        const Dataset sample = sample_of(population_, drawn.sample);
        for (std::size_t l = 0; l < learners_.size() && !one.run.stopped; ++l) {
            const auto report = estimate(sample, learners_.subspan(l, 1), job);
            one.run.fits += report.run.fits;
            one.run.failures += report.run.failures;
            one.run.stopped = report.run.stopped;
            auto& outcomes = one.estimates.emplace_back();
            for (const auto& e : report.estimates) outcomes.push_back(outcome_of(e));
            if (repetition == 0) first_[size].push_back(report.estimates);
        }
        if (repetition == 0) fresh_rows_[size] = drawn.fresh.rows();
        return one;
    }

    /// The figures, on the fresh rows, of the models trained on all rows. Fresh rows are in a dataset of
    /// their own, so that estimates neither read them nor look for copies of training rows in them.
    Repetition judge(const Dataset& data, const RunOptions& how) const
    {
        const RunRequest request{make_plan(Spec("test"), data, how.seed)};
        std::vector<Judge> judges(learners_.size(), Judge(measures_));
        std::vector<std::vector<Sink*>> sinks;
        for (auto& judge : judges) sinks.push_back({&judge});
        Repetition one;
        one.run = run(data, learners_, std::span(&request, 1), sinks, how);
        for (const auto& judge : judges) one.truths.push_back(judge.values());
        return one;
    }

    /// Adds the figures for one size: the truths, then the estimates compared with them.
    void sum_up(std::size_t size, std::span<const Repetition* const> repetitions, EstimatorStudy& study) const
    {
        for (std::size_t l = 0; l < learners_.size(); ++l) {
            const auto first_truth = study.truths.size();
            for (std::size_t m = 0; m < measures_.size(); ++m) {
                Mean mean(repetitions.front()->truths[l][m]);
                for (const auto* one : repetitions)
                    if (const auto& truth = one->truths[l][m]) mean.add(truth.number());
                StudiedTruth truth{.rows = options_.sizes[size],
                                   .learner = learners_[l]->spec().print(),
                                   .learner_name = learner_name(l),
                                   .measure = measures_[m].spec.print(),
                                   .fresh_rows = fresh_rows_[size],
                                   .repetitions = mean.count(),
                                   .mean = mean.value(),
                                   .standard_deviation = mean.standard_deviation(),
                                   .standard_error = mean.standard_error()};
                for (const auto& [measure, figure] : population_.least)
                    if (measure == truth.measure) truth.least = figure;
                study.truths.push_back(std::move(truth));
            }
            for (std::size_t e = 0; e < first_[size][l].size(); ++e) {
                const auto& estimate = first_[size][l][e];
                const auto m = static_cast<std::size_t>(
                    std::ranges::find(measures_, estimate.asked.measure,
                                      [](const Measure& of) { return of.spec.print(); }) -
                    measures_.begin());
                auto figure = compared(repetitions, l, e, m, study.truths[first_truth + m].mean);
                figure.rows = options_.sizes[size];
                figure.learner = estimate.asked.learner;
                figure.learner_name = learner_name(l);
                figure.estimator = estimate.asked.estimator;
                figure.estimator_name = estimate.asked.estimator_name;
                figure.measure = estimate.asked.measure;
                figure.fits = estimate.cost.fits;
                if (!estimate.value && estimate.value.lacks(reasons::not_for_estimator))
                    figure.refusal = estimate.warnings.front().text;
                study.estimators.push_back(std::move(figure));
            }
        }
    }

    /// Compares estimate e of learner l with the truth of measure m and with the mean of the truths, which is
    /// the error of the procedure.
    static StudiedEstimator compared(std::span<const Repetition* const> repetitions, std::size_t l,
                                     std::size_t e, std::size_t m, const Value& procedure)
    {
        StudiedEstimator figure;
        const auto& front = *repetitions.front();
        const Value reason = front.truths[l][m] ? front.estimates[l][e].value : front.truths[l][m];
        Mean value(reason);
        Mean difference(reason);
        Mean square(reason);
        Mean square_of_procedure(reason);
        const Value no_interval = front.estimates[l][e].length;
        Mean covered(no_interval);
        Mean covered_procedure(no_interval);
        Mean length(no_interval);
        Mean seconds{Value(0.0)};
        for (const auto* one : repetitions) {
            const auto& [v, width, limits, method, failures, time] = one->estimates[l][e];
            const auto& truth = one->truths[l][m];
            figure.failures += failures;
            seconds.add(time);
            if (!v || !truth) continue;
            const double miss = v.number() - truth.number();
            const double off = v.number() - procedure.number();
            value.add(v.number());
            difference.add(miss);
            square.add(miss * miss);
            square_of_procedure.add(off * off);
            if (!width) {
                if (figure.interval_reason == nullptr) figure.interval_reason = &width.reason();
                continue;
            }
            if (figure.interval_method.empty()) figure.interval_method = method;
            const auto holds = [&limits](double x) {
                return limits.lower <= x && x <= limits.upper ? 1.0 : 0.0;
            };
            covered.add(holds(truth.number()));
            covered_procedure.add(holds(procedure.number()));
            length.add(width.number());
        }
        figure.repetitions = value.count();
        figure.mean = value.value();
        figure.bias = difference.value();
        figure.bias_error = difference.standard_error();
        figure.standard_deviation = value.standard_deviation();
        figure.rmse_model = square.root();
        figure.rmse_procedure = square_of_procedure.root();
        figure.intervals = length.count();
        figure.covered_model = covered.value();
        figure.covered_procedure = covered_procedure.value();
        figure.length = length.value();
        figure.seconds = seconds.value().number();
        return figure;
    }

    std::string learner_name(std::size_t learner) const
    {
        const auto& names = options_.job.learner_names;
        return names.empty() ? learners_[learner]->spec().print() : names[learner];
    }

    const Population& population_;
    std::span<const Learner* const> learners_;
    const StudyOptions& options_;
    EstimateOptions job_;
    bool classes_;
    std::vector<Measure> measures_;
    std::optional<KeptRepetitions> kept_{};
    std::vector<std::uint64_t> fits_; ///< of a sample of each size
    std::vector<Digest> keys_;        ///< of each size, in the file of repetitions
    std::uint64_t fits_of_all_sizes_ = 0;
    // For each size, from its first repetition: the names of each learner's estimates, and the number of
    // fresh rows.
    std::vector<std::vector<std::vector<Estimate>>> first_;
    std::vector<std::uint64_t> fresh_rows_;
};

} // namespace

std::vector<Spec> studied_estimators()
{
    std::vector<Spec> specs;
    for (const char* text : {"resubstitution", "holdout", "holdout:repeats=10", "cv:folds=2", "cv:folds=5",
                             "cv:folds=10", "cv:folds=10,repeats=10", "loo", "jackknife", "bootstrap:rule=b1",
                             "bootstrap:rule=b2", "bootstrap:rule=632", "bootstrap:rule=632plus"})
        specs.push_back(Spec::parse(text));
    return specs;
}

EstimatorStudy study_estimators(const Population& population, std::span<const Learner* const> learners,
                                const StudyOptions& options)
{
    return Study(population, learners, options).work();
}

} // namespace unseen
