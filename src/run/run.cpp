#include "unseen/run/run.hpp"

#include "base/parallel.hpp"
#include "run/family.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <numeric>

namespace unseen {

namespace {

/// Requests with equal plans, which share every fit.
struct SharedPlan {
    const Plan* plan = nullptr;
    std::vector<std::size_t> requests{};
    bool test_rows = false;         ///< some request needs the test rows
    std::vector<Digest> training{}; ///< for the store: the key of each split's training multiset
    /// The labelled and unlabelled rows that some request needs, which are the same in every split.
    std::vector<Row> other_rows{};
};

/// The results of one split for one request: the rows with their truth, and an outcome for each member of the
/// family.
struct Delivery {
    std::size_t request = 0;
    SplitInfo info;
    std::vector<Row> rows;
    std::vector<std::uint32_t> in_bag;
    std::vector<std::uint32_t> true_label;
    std::vector<double> true_value;
    std::vector<double> weight;
    std::vector<Outcome> outcomes;

    std::size_t bytes() const
    {
        std::size_t sum =
            (rows.size() + in_bag.size() + true_label.size()) * 4 + (true_value.size() + weight.size()) * 8;
        for (const auto& outcome : outcomes)
            if (const auto* p = std::get_if<Predictions>(&outcome.result))
                sum += p->label.size() * 4 + (p->scores.size() + p->value.size()) * 8;
        return sum;
    }
};

/// A unit of work: split number `split` of every plan that has one, for one family. Units are numbered family
/// by family.
struct Unit {
    std::size_t family = 0;
    std::uint64_t split = 0;
};

struct UnitResult {
    std::vector<Delivery> deliveries;
    std::uint64_t plans = 0; ///< number of plans that have this split
    std::uint64_t fits = 0;
    std::uint64_t reused = 0;
    std::uint64_t failures = 0;
    std::size_t bytes = 0;
};

/// A worker claims several units at once if together they take less than this, so other threads do not wait
/// long.
constexpr std::chrono::microseconds quick_claim{200};
constexpr std::uint64_t most_at_once = 64;

class Run {
public:
    Run(const Dataset& data, std::span<const Learner* const> learners, std::span<const RunRequest> requests,
        const std::vector<std::vector<Sink*>>& sinks, const RunOptions& options)
        : data_(data),
          requests_(requests),
          sinks_(sinks),
          options_(options),
          all_rows_(data.labelled()),
          all_rows_key_(multiset_key_of_all(data.labelled())),
          positive_(data.positive().code)
    {
        std::iota(all_rows_.begin(), all_rows_.end(), Row{0});
        for (std::size_t r = 0; r < requests.size(); ++r) share(r);
        for (std::size_t l = 0; l < learners.size(); ++l) {
            auto& family = family_of(*learners[l]);
            family.add(*learners[l], l);
        }
        for (auto& plan : plans_) {
            longest_ = std::max(longest_, plan.plan->size());
            if (options.store != nullptr) {
                options.store->plan(data, plan.plan->spec(), options.seed, plan.plan->size(), {});
                plan.training.resize(plan.plan->size());
            }
            total_ += plan.plan->size() * learners.size();
        }
        units_ = longest_ * families_.size();
    }

    RunReport work()
    {
        threads_ = static_cast<std::size_t>(
            std::clamp<std::uint64_t>(thread_count(options_.threads), 1, std::max<std::uint64_t>(units_, 1)));
        begun_.resize(threads_);
        run_workers(threads_, [this](std::size_t thread) { worker(thread); });
        if (error_) std::rethrow_exception(error_);
        report_.stopped = handed_out_ < units_;
        if (options_.store != nullptr && !report_.stopped)
            for (const auto& plan : plans_)
                options_.store->plan(data_, plan.plan->spec(), options_.seed, plan.plan->size(),
                                     plan.training);
        for (const auto& family : families_)
            report_.stale.insert(report_.stale.end(), family.stale().begin(), family.stale().end());
        tell_progress(true);
        return report_;
    }

private:
    void share(std::size_t request)
    {
        const auto& plan = requests_[request].plan;
        auto it = std::find_if(plans_.begin(), plans_.end(),
                               [&](const SharedPlan& p) { return p.plan->spec() == plan.spec(); });
        if (it == plans_.end()) it = plans_.insert(plans_.end(), SharedPlan{.plan = &plan});
        it->requests.push_back(request);
        if (requests_[request].rows == PredictedRows::test)
            it->test_rows = true;
        else
            unite(it->other_rows, rows_of(request, {}));
    }

    Family& family_of(const Learner& learner)
    {
        for (auto& family : families_)
            if (family.is_of(learner)) return family;
        return families_.emplace_back(data_, options_);
    }

    Unit unit(std::uint64_t u) const { return {static_cast<std::size_t>(u / longest_), u % longest_}; }

    /// Claims units and does them. It claims several cheap units at a time, because a lock and a wake-up
    /// would cost more than the unit. Their number depends on the clock, but the results do not.
    void worker(std::size_t thread)
    {
        const StopScope scope(options_.stop); // for learners that predict for long
        std::vector<Scratch> scratch(plans_.size());
        std::uint64_t at_once = 1;
        while (true) {
            std::uint64_t u = 0;
            std::uint64_t end = 0;
            {
                const std::lock_guard lock(mutex_);
                u = next_;
                if (u >= units_ || error_ || stopped_ || options_.stop.stop_requested()) return;
                end = next_ = std::min(units_, u + at_once);
            }
            const auto begin = std::chrono::steady_clock::now();
            try {
                while (u < end) {
                    if (!wait_for_room(u)) return;
                    u += work_on(u, end, thread, scratch);
                }
            } catch (const Stopped&) {
                const std::lock_guard lock(mutex_);
                stopped_ = true;
                moved_.notify_all();
                return;
            } catch (...) {
                const std::lock_guard lock(mutex_);
                if (!error_) error_ = std::current_exception();
                moved_.notify_all();
                return;
            }
            const bool quick = std::chrono::steady_clock::now() - begin < quick_claim;
            at_once = quick && threads_ > 1 ? std::min(2 * at_once, most_at_once)
                                            : std::max<std::uint64_t>(at_once / 2, 1);
        }
    }

    /// Waits until unit u may be done; false if the run ends first.
    bool wait_for_room(std::uint64_t u)
    {
        std::unique_lock lock(mutex_);
        // The next unit to be handed out never waits, so the window always moves.
        moved_.wait(lock, [&] {
            return u == handed_out_ || waiting_bytes_ < options_.window_bytes || error_ || stopped_;
        });
        if (options_.stop.stop_requested()) stopped_ = true;
        if (error_ || stopped_) moved_.notify_all();
        return !error_ && !stopped_;
    }

    /// Does the units from u on, up to `end` or until they fill a small share of the window, and hands them
    /// out. Returns their number.
    std::uint64_t work_on(std::uint64_t u, std::uint64_t end, std::size_t thread,
                          std::vector<Scratch>& scratch)
    {
        std::vector<UnitResult> results;
        std::size_t bytes = 0;
        try {
            do {
                if (!results.empty() && options_.stop.stop_requested()) throw Stopped{};
                results.push_back(compute(unit(u + results.size()), thread, scratch));
                bytes += results.back().bytes;
            } while (u + results.size() < end && bytes < options_.window_bytes / 64);
        } catch (const Stopped&) {
            hand_out(u, thread, results);
            throw;
        }
        hand_out(u, thread, results);
        return results.size();
    }

    /// Does all fits of a unit. Equal training multisets are fitted once, for the union of the requested
    /// rows.
    UnitResult compute(const Unit& unit, std::size_t thread, std::vector<Scratch>& scratch)
    {
        struct Fit {
            RowSet train;
            Digest key;
            std::vector<Row> rows;
            std::vector<Outcome> outcomes;
            std::size_t deliveries = 0; ///< the number of deliveries still to be made of it
        };
        struct Use {
            std::size_t plan;
            Split split;
            std::size_t fit;
        };
        auto& family = families_[unit.family];
        std::vector<Fit> fits;
        std::vector<Use> uses;
        const bool keys = plans_.size() > 1 || family.needs_multiset_key() || options_.shard.count > 1;
        std::uint64_t passed_over = 0;
        for (std::size_t p = 0; p < plans_.size(); ++p) {
            const auto& plan = *plans_[p].plan;
            if (unit.split >= plan.size()) continue;
            const Split split = plan.at(unit.split, scratch[p]);
            const Digest key = keys ? multiset_key(split.train, all_rows_key_) : Digest{};
            if (unit.family == 0 && !plans_[p].training.empty()) plans_[p].training[unit.split] = key;
            if (!options_.shard.holds(data_.learning_digest(), key)) {
                ++passed_over;
                continue;
            }
            auto it = std::find_if(fits.begin(), fits.end(), [&](const Fit& fit) {
                return fit.key == key && fit.train.size() == split.train.size();
            });
            if (it == fits.end()) it = fits.insert(fits.end(), Fit{split.train, key, {}, {}});
            it->deliveries += plans_[p].requests.size();
            uses.push_back({p, split, static_cast<std::size_t>(it - fits.begin())});
            if (plans_[p].test_rows) unite(it->rows, split.test);
            unite(it->rows, plans_[p].other_rows);
        }
        UnitResult result;
        result.plans = uses.size() + passed_over;
        const std::function<void(double)> tell = [&, all = static_cast<double>(uses.size() * family.size())](
                                                     double share) { began(thread, share * all); };
        const FitProgress progress(options_.progress ? &tell : nullptr);
        for (std::size_t f = 0; f < fits.size(); ++f) {
            auto& fit = fits[f];
            fit.outcomes = family.fit(fit.train, fit.rows, fit.key, progress.part(f, fits.size()));
            for (const auto& outcome : fit.outcomes) {
                (outcome.reused ? result.reused : result.fits) += 1;
                result.failures += std::holds_alternative<Failure>(outcome.result) ? 1 : 0;
            }
        }
        for (const auto& use : uses)
            for (const auto request : plans_[use.plan].requests) {
                auto& fit = fits[use.fit];
                const bool last = --fit.deliveries == 0;
                result.deliveries.push_back(
                    deliver(request, unit.split, use.split, fit.rows, fit.outcomes, last));
                result.bytes += result.deliveries.back().bytes();
            }
        return result;
    }

    /// The rows that a request needs from a split with these test rows.
    std::span<const Row> rows_of(std::size_t request, std::span<const Row> test) const
    {
        switch (requests_[request].rows) {
        case PredictedRows::test: return test;
        case PredictedRows::labelled: return all_rows_;
        case PredictedRows::unlabelled: return requests_[request].unlabelled;
        }
        return {};
    }

    static void unite(std::vector<Row>& rows, std::span<const Row> more)
    {
        if (more.empty()) return;
        if (rows.empty()) {
            rows.assign(more.begin(), more.end());
            return;
        }
        std::vector<Row> both;
        std::set_union(rows.begin(), rows.end(), more.begin(), more.end(), std::back_inserter(both));
        rows = std::move(both);
    }

    /// The last delivery takes the outcomes away.
    Delivery deliver(std::size_t request, std::uint64_t index, const Split& split,
                     std::span<const Row> fitted_rows, std::vector<Outcome>& outcomes, bool last) const
    {
        const auto wanted = requests_[request].rows;
        Delivery d;
        d.request = request;
        d.info = {.index = index,
                  .repeat = split.repeat,
                  .fold = split.fold,
                  .train_rows = split.train.size(),
                  .test_rows = split.test.size(),
                  .trained_on_rest =
                      split.train.is_complement() && std::ranges::equal(split.train.left_out(), split.test)};
        const auto rows = rows_of(request, split.test);
        d.rows.assign(rows.begin(), rows.end());
        if (wanted == PredictedRows::labelled) {
            d.in_bag.assign(rows.size(), 0);
            split.train.for_each([&](Row r, std::uint32_t count) { d.in_bag[r] = count; });
        }
        if (wanted == PredictedRows::unlabelled)
            return with_outcomes(std::move(d), fitted_rows, outcomes, last);
        for (const Row r : rows) {
            if (data_.response_type() == ResponseType::classes)
                d.true_label.push_back(static_cast<std::uint32_t>(data_.class_codes()[r]));
            else
                std::ranges::copy(data_.response(r), std::back_inserter(d.true_value));
            if (!data_.weights().empty()) d.weight.push_back(data_.weights()[r]);
        }
        return with_outcomes(std::move(d), fitted_rows, outcomes, last);
    }

    static Delivery with_outcomes(Delivery d, std::span<const Row> fitted_rows,
                                  std::vector<Outcome>& outcomes, bool last)
    {
        if (last && std::ranges::equal(fitted_rows, d.rows)) {
            d.outcomes = std::move(outcomes);
            return d;
        }
        for (const auto& outcome : outcomes) {
            const auto* p = std::get_if<Predictions>(&outcome.result);
            d.outcomes.push_back(
                p != nullptr ? Outcome{*select_rows(*p, fitted_rows, d.rows), outcome.seconds, outcome.reused}
                             : outcome);
        }
        return d;
    }

    /// Puts the results of the units from u on into the window, then hands out all results that are next in
    /// plan order.
    void hand_out(std::uint64_t u, std::size_t thread, std::vector<UnitResult>& results)
    {
        const std::lock_guard lock(mutex_);
        begun_[thread] = 0.0;
        for (auto& result : results) {
            waiting_bytes_ += result.bytes;
            waiting_.emplace(u++, std::move(result));
        }
        while (!waiting_.empty() && waiting_.begin()->first == handed_out_) {
            const auto node = waiting_.extract(waiting_.begin());
            const auto& ready = node.mapped();
            auto& family = families_[unit(handed_out_).family];
            for (const auto& delivery : ready.deliveries) give(family, delivery);
            done_ += ready.plans * family.size();
            report_.fits += ready.fits;
            report_.reused += ready.reused;
            report_.failures += ready.failures;
            waiting_bytes_ -= ready.bytes;
            ++handed_out_;
            if (handed_out_ % longest_ == 0) family.release();
        }
        moved_.notify_all();
        tell_progress(false);
    }

    void give(const Family& family, const Delivery& d)
    {
        for (std::size_t m = 0; m < family.size(); ++m) {
            Sink& sink = *sinks_[family.position(m)][d.request];
            SplitInfo info = d.info;
            info.seconds = d.outcomes[m].seconds;
            if (const auto* failure = std::get_if<Failure>(&d.outcomes[m].result)) {
                sink.take(info, *failure);
                continue;
            }
            const auto& p = std::get<Predictions>(d.outcomes[m].result);
            sink.take(info, PredictionView{.row = d.rows,
                                           .classes = data_.response_type() == ResponseType::classes
                                                          ? &data_.classes()
                                                          : nullptr,
                                           .positive = positive_,
                                           .probabilities = p.probabilities,
                                           .ordered = data_.ordered_classes(),
                                           .targets = data_.targets(),
                                           .true_label = d.true_label,
                                           .label = p.label,
                                           .scores = p.scores,
                                           .true_value = d.true_value,
                                           .value = p.value,
                                           .weight = d.weight,
                                           .in_bag = d.in_bag,
                                           .complexity = p.complexity,
                                           .choice = p.choice ? &*p.choice : nullptr,
                                           .warnings = p.warnings});
        }
    }

    /// Reports that `fits` of the unit on which the thread works are done.
    void began(std::size_t thread, double fits)
    {
        const std::lock_guard lock(mutex_);
        begun_[thread] = fits;
        tell_progress(false);
    }

    void tell_progress(bool last)
    {
        if (!options_.progress) return;
        const auto now = std::chrono::steady_clock::now();
        if (!last && now - told_ < std::chrono::milliseconds(100)) return;
        told_ = now;
        options_.progress({.done = done_,
                           .total = total_,
                           .failures = report_.failures,
                           .found = report_.reused,
                           .begun = std::accumulate(begun_.begin(), begun_.end(), 0.0)});
    }

    const Dataset& data_;
    std::span<const RunRequest> requests_;
    const std::vector<std::vector<Sink*>>& sinks_;
    const RunOptions& options_;
    std::vector<Row> all_rows_;
    Digest all_rows_key_;
    std::uint32_t positive_;
    std::vector<SharedPlan> plans_;
    std::deque<Family> families_;
    std::uint64_t longest_ =
        0; ///< number of splits of the longest plan, which is the number of units of a family
    std::uint64_t units_ = 0;
    std::uint64_t total_ = 0;   ///< number of splits of all plans times learners, for the progress
    std::vector<double> begun_; ///< of each thread: how many fits of its unit are done
    std::size_t threads_ = 1;

    std::mutex mutex_; ///< guards all members below
    std::condition_variable moved_;
    std::uint64_t next_ = 0;
    std::uint64_t handed_out_ = 0;
    std::uint64_t done_ = 0; ///< part of total_ that is done
    std::map<std::uint64_t, UnitResult> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::exception_ptr error_;
    bool stopped_ = false; ///< a claimed unit will not be done
    RunReport report_;
    std::chrono::steady_clock::time_point told_{};
};

} // namespace

bool Shard::holds(const Digest& data, const Digest& training) const
{
    return count <= 1 || shard_index(data, training, count) == index;
}

std::uint64_t shard_index(const Digest& data, const Digest& training, std::uint64_t count)
{
    return Hasher().add(data).add(training).finish().low % count + 1;
}

RunReport run(const Dataset& data, std::span<const Learner* const> learners,
              std::span<const RunRequest> requests, const std::vector<std::vector<Sink*>>& sinks,
              const RunOptions& options)
{
    if (learners.empty() || requests.empty()) return {};
    return Run(data, learners, requests, sinks, options).work();
}

} // namespace unseen
