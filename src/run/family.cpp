#include "run/family.hpp"

#include "data/times.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <numeric>
#include <thread>

namespace unseen {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Why these predictions are invalid; std::nullopt if they are valid.
std::optional<Failure> defect(const Predictions& p, std::size_t rows, const Dataset& data)
{
    if (data.response_type() == ResponseType::numbers) {
        if (p.value.size() != rows * data.targets())
            return Failure{
                failures::wrong_shape,
                "predicted " + std::to_string(p.value.size()) + " values for " + std::to_string(rows) +
                    " rows" +
                    (data.targets() > 1 ? " and " + std::to_string(data.targets()) + " targets" : "")};
        if (!std::all_of(p.value.begin(), p.value.end(), [](double v) { return std::isfinite(v); }))
            return Failure{failures::nan, "predicted a value that is not a finite number"};
        return std::nullopt;
    }
    const auto n_classes = data.classes().size();
    if (p.label.size() != rows || (!p.scores.empty() && p.scores.size() != rows * n_classes))
        return Failure{failures::wrong_shape, "predicted " + std::to_string(p.label.size()) + " labels and " +
                                                  std::to_string(p.scores.size()) + " scores for " +
                                                  std::to_string(rows) + " rows and " +
                                                  std::to_string(n_classes) + " classes"};
    if (std::any_of(p.label.begin(), p.label.end(), [&](std::uint32_t c) { return c >= n_classes; }))
        return Failure{failures::wrong_shape, "predicted a class that does not exist"};
    if (!std::all_of(p.scores.begin(), p.scores.end(), [](double v) { return std::isfinite(v); }))
        return Failure{failures::nan, "gave a score that is not a finite number"};
    for (std::size_t i = 0; p.probabilities && i < p.scores.size(); i += n_classes) {
        constexpr double rounding = 0.005; // of probabilities that were written with few digits
        const auto row = std::span(p.scores).subspan(i, n_classes);
        const double sum = std::accumulate(row.begin(), row.end(), 0.0);
        if (const auto least = *std::ranges::min_element(row);
            least < -rounding || !(std::abs(sum - 1.0) <= rounding))
            return Failure{failures::wrong_shape, "gave a row scores that are no probabilities: " +
                                                      (least < -rounding ? "one is " + shortest(least)
                                                                         : "they sum to " + shortest(sum))};
    }
    return std::nullopt;
}

/// Requests a stop when the time is over or the run is stopped, unless it is destroyed first.
class Timer {
public:
    Timer(double seconds, std::stop_token run) : of_run_(std::move(run), Request{source_})
    {
        if (seconds > 0.0)
            thread_ = std::jthread([this, seconds](const std::stop_token& done) {
                std::mutex mutex;
                std::unique_lock lock(mutex);
                std::condition_variable_any over;
                // The clock counts nanoseconds in 64 bits; 1e9 seconds, thirty years, do not overflow it.
                over.wait_for(lock, done, std::chrono::duration<double>(std::min(seconds, 1e9)),
                              [] { return false; });
                if (!done.stop_requested()) source_.request_stop();
            });
    }
    std::stop_token token() const { return source_.get_token(); }

private:
    struct Request {
        std::stop_source& source;
        void operator()() const { source.request_stop(); }
    };
    std::stop_source source_;
    std::stop_callback<Request> of_run_;
    std::jthread thread_; // last, because it must end before the stop source is destroyed
};

} // namespace

void Family::add(const Learner& learner, std::size_t position)
{
    learners_.push_back(&learner);
    specs_.push_back(learner.spec());
    positions_.push_back(position);
    stochastic_ = stochastic_ || learner.traits().stochastic;
    versions_.push_back(version_on(learner, data_));
    if (options_.store == nullptr) return;
    FitSeries series{.data_name = options_.data_name,
                     .data = data_,
                     .learner = specs_.back(),
                     .version = versions_.back(),
                     .learner_name = position < options_.learner_names.size()
                                         ? options_.learner_names[position]
                                         : std::string()};
    if (const auto other = options_.store->other_version(series)) {
        stale_.push_back(
            {series.learner_name.empty() ? specs_.back().print() : series.learner_name, other->fits});
        if (options_.stored_only) series.version = versions_.back() = other->version;
    }
    series_.push_back(options_.store->series(series));
}

std::uint64_t learner_seed(std::uint64_t run_seed, const Learner& learner, const std::string& spec,
                           const Digest& training)
{
    return learner.traits().stochastic ? drawn_seed(run_seed, spec, training) : 0;
}

int version_on(const Learner& learner, const Dataset& data)
{
    const auto traits = learner.traits();
    if (!traits.groups && !traits.times) return traits.version;
    Hasher hasher;
    hasher.add(static_cast<std::uint64_t>(traits.version));
    if (traits.groups)
        for (const auto group : data.groups()) hasher.add(std::uint64_t{group});
    if (traits.times && data.time() != nullptr)
        for (const double moment : times_of(*data.time())) hasher.add(std::bit_cast<std::uint64_t>(moment));
    if (traits.groups && data.stratum() != nullptr)
        hasher.add(data.digest()); // a plan inside the fit may balance it
    return static_cast<int>(hasher.finish().low & 0xffffff);
}

std::uint64_t Family::seed_of(std::size_t member, const Digest& multiset) const
{
    return learner_seed(options_.seed, *learners_[member], specs_[member].print(), multiset);
}

FitKey Family::key_of(std::size_t member, const RowSet& train, const Digest& multiset) const
{
    const auto seed = seed_of(member, multiset);
    return {.digest = fit_digest(data_.learning_digest(), specs_[member].print(), versions_[member], multiset,
                                 seed),
            .series = series_[member],
            .training = multiset,
            .training_rows = train.size(),
            .seed = seed};
}

void Family::prepare()
{
    // Not std::call_once: if the call throws while another thread waits for it, some implementations never
    // wake the waiting thread.
    if (ready_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(preparing_);
    if (!prepared_) prepared_ = learners_.front()->prepare(data_, specs_, options_.budget);
    ready_.store(true, std::memory_order_release);
}

std::vector<Outcome> Family::fit(const RowSet& train, std::span<const Row> rows, const Digest& multiset,
                                 const FitProgress& progress)
{
    std::vector<Outcome> outcomes(size());
    std::vector<std::size_t> due;
    std::vector<FitKey> keys;
    for (std::size_t m = 0; m < size(); ++m) {
        if (options_.store != nullptr) keys.push_back(key_of(m, train, multiset));
        auto found = options_.store != nullptr ? options_.store->find(keys[m], rows) : std::nullopt;
        if (found)
            outcomes[m] = {std::move(found->result), found->seconds, true};
        else
            due.push_back(m);
    }
    if (due.empty()) return outcomes;
    require(!options_.stored_only, "the store lacks fits of '" + specs_[due.front()].print() + "' on '" +
                                       options_.data_name +
                                       "'; expected all of them: run the experiment to its end first");
    prepare();

    const auto keep = [&](std::size_t m, Outcome outcome) {
        if (options_.store != nullptr) {
            StoredFit stored{.result = std::move(outcome.result), .seconds = outcome.seconds};
            options_.store->put(keys[m], rows, stored);
            outcome.result = std::move(stored.result);
        }
        outcomes[m] = std::move(outcome);
    };
    std::vector<std::size_t> shared; // deterministic members share one evaluate(); not with a seed or a time
                                     // limit, which each member has for itself
    for (const auto m : due)
        if (options_.seconds_per_fit <= 0.0 && !learners_[m]->traits().stochastic) shared.push_back(m);
    if (shared.size() > 1) {
        auto evaluated = together({.train = train, .predict = rows}, shared);
        for (std::size_t i = 0; i < evaluated.size(); ++i) keep(shared[i], std::move(evaluated[i]));
        if (!evaluated.empty())
            std::erase_if(due,
                          [&](std::size_t m) { return std::binary_search(shared.begin(), shared.end(), m); });
    }
    for (std::size_t i = 0; i < due.size(); ++i)
        keep(due[i], one({.train = train,
                          .predict = rows,
                          .seed = seed_of(due[i], multiset),
                          .progress = progress.part(i, due.size())},
                         due[i]));
    return outcomes;
}

/// One evaluate() for several members. Empty if it threw; then each member is run separately, to find the one
/// that fails.
std::vector<Outcome> Family::together(const Task& task, std::span<const std::size_t> members) const
{
    if (options_.stop.stop_requested()) throw Stopped{};
    try {
        const auto begin = Clock::now();
        Task own = task;
        own.stop = options_.stop;
        auto all = prepared_->evaluate(own, members);
        if (all.size() != members.size()) return {};
        const double seconds = seconds_since(begin) / static_cast<double>(members.size());
        std::vector<Outcome> outcomes;
        for (auto& predictions : all) {
            if (auto failure = defect(predictions, task.predict.size(), data_))
                outcomes.push_back({std::move(*failure), seconds, false});
            else
                outcomes.push_back({std::move(predictions), seconds, false});
        }
        return outcomes;
    } catch (...) {
        return {};
    }
}

Outcome Family::one(const Task& task, std::size_t member) const
{
    if (options_.stop.stop_requested()) throw Stopped{};
    const auto begin = Clock::now();
    const auto failed = [&](Failure failure) {
        failure.text = specs_[member].name() + " " + failure.text;
        return Outcome{std::move(failure), seconds_since(begin), false};
    };
    try {
        const Timer timer(options_.seconds_per_fit, options_.stop);
        Task timed = task;
        timed.stop = timer.token();
        auto all = prepared_->evaluate(timed, std::span(&member, 1));
        const double seconds = seconds_since(begin);
        if (options_.seconds_per_fit > 0.0 && seconds > options_.seconds_per_fit)
            return failed({failures::timeout, "took longer than the limit of a fit"});
        if (all.size() != 1) return failed({failures::wrong_shape, "gave no predictions"});
        if (auto failure = defect(all[0], task.predict.size(), data_)) return failed(std::move(*failure));
        return {std::move(all[0]), seconds, false};
    } catch (const std::exception& e) {
        if (options_.stop.stop_requested()) throw Stopped{};
        if (options_.seconds_per_fit > 0.0 && seconds_since(begin) > options_.seconds_per_fit)
            return failed({failures::timeout, "took longer than the limit of a fit"});
        const auto* coded = dynamic_cast<const LearnerError*>(&e);
        if (coded == nullptr || coded->code() == failures::threw.name)
            return failed({failures::threw, "threw: " + std::string(e.what())});
        return failed({OwnCode{coded->code()}, "failed: " + std::string(e.what())});
    } catch (...) {
        return failed({failures::threw, "threw an object that is not a std::exception"});
    }
}

} // namespace unseen
