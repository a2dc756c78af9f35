#include "experiment/loaded_data.hpp"
#include "run/family.hpp"
#include "store/packed_columns.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>

namespace unseen {

namespace {

/// The number of fits of a plan that are done to measure one.
constexpr std::uint64_t sample = 2;
/// Bytes of a fit in a store besides its columns: its row, its index entry and unused space of pages.
constexpr double overhead = 160.0;

/// Keeps only the size that the fits would take in a store.
class Measuring final : public Store {
public:
    std::uint64_t series(const FitSeries& series) override
    {
        return number_.emplace(series.learner.print(), number_.size()).first->second;
    }
    void plan(const Dataset&, const Spec&, std::uint64_t, std::uint64_t, std::span<const Digest>) override {}
    std::optional<StoredFit> find(const FitKey&, std::span<const Row>) const override { return std::nullopt; }
    void put(const FitKey& key, std::span<const Row> rows, const StoredFit& fit) override
    {
        auto& cost = costs_[key.series];
        (cost.fits == 0.0 ? cost.first : cost.later) += fit.seconds;
        cost.fits += 1.0;
        if (const auto* p = std::get_if<Predictions>(&fit.result))
            cost.bytes += static_cast<double>(pack(rows, *p).bytes());
    }
    void flush() override {}

    struct Cost {
        double fits = 0.0;
        double first = 0.0; ///< time of the first fit
        double later = 0.0; ///< time of the others
        double bytes = 0.0;

        double all() const { return first + later; }
        /// The time of a fit. It is that of a later fit, if there is one, because the first one starts a
        /// worker.
        double fit() const { return fits > 1.0 ? later / (fits - 1.0) : first; }
    };
    Cost of(const std::string& learner) const
    {
        const auto number = number_.find(learner);
        const auto cost = number == number_.end() ? costs_.end() : costs_.find(number->second);
        return cost == costs_.end() ? Cost{} : cost->second;
    }

private:
    std::map<std::string, std::uint64_t> number_;
    std::map<std::uint64_t, Cost> costs_;
};

class Ignore final : public Sink {
public:
    void take(const SplitInfo&, const PredictionView&) override {}
    void take(const SplitInfo&, const Failure&) override {}
};

/// The first `sample` splits of a plan.
Plan beginning(const Plan& plan)
{
    Design design = plan.design();
    design.splits = std::min(design.splits, sample);
    return Plan(plan.spec(), design,
                [plan](std::uint64_t i, Scratch& scratch) { return plan.at(i, scratch); });
}

/// The distinct plans. Equal plans share their fits, which predict all rows if one of them needs all.
std::vector<RunRequest> distinct(const std::vector<RunRequest>& requests)
{
    std::vector<RunRequest> plans;
    for (const auto& request : requests) {
        const auto same = std::find_if(plans.begin(), plans.end(),
                                       [&](const auto& p) { return p.plan.spec() == request.plan.spec(); });
        if (same == plans.end())
            plans.push_back(request);
        else
            same->rows = request.rows == PredictedRows::labelled ? request.rows : same->rows;
    }
    return plans;
}

/// The distinct training multisets of all plans.
std::vector<Digest> training_sets(const Dataset& data, const std::vector<RunRequest>& plans,
                                  const Shard& shard)
{
    const auto all = multiset_key_of_all(data.labelled());
    std::vector<Digest> keys;
    for (const auto& request : plans) {
        Scratch scratch;
        for (std::uint64_t i = 0; i < request.plan.size(); ++i) {
            const auto key = multiset_key(request.plan.at(i, scratch).train, all);
            if (shard.holds(data.learning_digest(), key)) keys.push_back(key);
        }
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

/// Whether the store has the learner's fit on a training multiset. The result refers to all arguments.
std::function<bool(const Digest&)> among_stored(const Store& store, std::uint64_t seed,
                                                const Learner& learner, const Dataset& data)
{
    return [&, seed, spec = learner.spec().print(),
            version = version_on(learner, data)](const Digest& training) {
        const auto drawn = learner_seed(seed, learner, spec, training);
        return store.find({.digest = fit_digest(data.learning_digest(), spec, version, training, drawn)}, {})
            .has_value();
    };
}

/// The cost of a learner.
struct LearnerCost {
    double seconds = 0.0; ///< time of a fit
    double bytes = 0.0;   ///< size of a fit in a store
    double once = 0.0; ///< seconds before the first fit: to prepare the shared state, and to start a worker
};

/// The mean cost of each learner over the first splits of all plans.
std::vector<LearnerCost> calibrate(const LoadedData& loaded, const std::vector<RunRequest>& plans)
{
    std::vector<LearnerCost> mean(loaded.learners.size());
    double splits = 0.0;
    for (const auto& request : plans) splits += static_cast<double>(request.plan.size());
    for (const auto& request : plans) {
        Measuring store;
        RunOptions options = loaded.options.run;
        options.store = &store;
        options.threads = 1;
        Ignore ignore;
        const std::vector<RunRequest> few = {{beginning(request.plan), request.rows, request.unlabelled}};
        const std::vector<std::vector<Sink*>> sinks(loaded.learners.size(), std::vector<Sink*>{&ignore});
        const auto begin = std::chrono::steady_clock::now();
        const auto learners = loaded.filled->learners();
        run(loaded.data, learners, few, sinks, options);
        const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        double fitting = 0.0;
        for (const auto* learner : learners) fitting += store.of(learner->spec().print()).all();
        const double share = static_cast<double>(request.plan.size()) / splits;
        for (std::size_t l = 0; l < learners.size(); ++l) {
            const auto cost = store.of(learners[l]->spec().print());
            if (cost.fits == 0.0) continue;
            mean[l].seconds += share * cost.fit();
            mean[l].bytes += share * (cost.bytes / cost.fits + overhead);
            const double start = std::max(0.0, cost.first - cost.fit());
            mean[l].once =
                std::max(mean[l].once, start + (wall - fitting) / static_cast<double>(learners.size()));
        }
    }
    return mean;
}

} // namespace

std::vector<ForecastFits> forecast_experiment(const Experiment& experiment, const Store* store,
                                              const Shard& shard, double calibration_seconds)
{
    const auto begin = std::chrono::steady_clock::now();
    std::vector<ForecastFits> all;
    // For each learner, sums over the calibrated datasets: the cost of a fit per row, and the cost before the
    // first fit.
    struct Calibrated {
        LearnerCost sum;
        double datasets = 0.0;
    };
    std::map<std::string, Calibrated> a_row;
    for (const auto& data : experiment.data) {
        const auto loaded = load(experiment, data);
        const auto plans = distinct(estimate_requests(loaded.data, loaded.options));
        const auto trainings = training_sets(loaded.data, plans, shard);
        const double rows = loaded.data.labelled();
        const bool late = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() >
                          calibration_seconds;
        auto costs = late ? std::vector<LearnerCost>(loaded.learners.size()) : calibrate(loaded, plans);
        for (std::size_t l = 0; l < loaded.learners.size(); ++l) {
            const auto& name = loaded.options.learner_names[l];
            auto& [known, calibrated] = a_row[name];
            if (late && calibrated > 0.0) {
                costs[l].seconds = known.seconds * rows / calibrated;
                costs[l].bytes = known.bytes * rows / calibrated;
                costs[l].once = known.once / calibrated;
            } else if (!late) {
                known.seconds += costs[l].seconds / rows;
                known.bytes += costs[l].bytes / rows;
                known.once += costs[l].once;
                calibrated += 1.0;
            }
            ForecastFits forecast{.data = data.shown, .learner = name, .fits = trainings.size()};
            if (store != nullptr)
                forecast.stored = static_cast<std::uint64_t>(std::ranges::count_if(
                    trainings,
                    among_stored(*store, experiment.seed, *loaded.filled->learners()[l], loaded.data)));
            const auto due = static_cast<double>(forecast.fits - forecast.stored);
            forecast.seconds = due * costs[l].seconds;
            forecast.start = due > 0.0 ? costs[l].once : 0.0;
            forecast.bytes = due * costs[l].bytes;
            all.push_back(std::move(forecast));
        }
    }
    return all;
}

std::vector<std::uint64_t> missing_fits(const Experiment& experiment, const Store& store,
                                        std::uint64_t shards)
{
    std::vector<std::uint64_t> missing(shards, 0);
    for (const auto& data : experiment.data) {
        const auto loaded = load(experiment, data);
        const auto plans = distinct(estimate_requests(loaded.data, loaded.options));
        const auto trainings = training_sets(loaded.data, plans, {});
        for (const auto* learner : loaded.filled->learners()) {
            const auto stored = among_stored(store, experiment.seed, *learner, loaded.data);
            for (const auto& training : trainings)
                if (!stored(training))
                    ++missing[shard_index(loaded.data.learning_digest(), training, shards) - 1];
        }
    }
    return missing;
}

} // namespace unseen
