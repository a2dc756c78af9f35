// A sink that records its input, and a call of run() with one such sink for every learner and request.
#pragma once

#include "support/small_learners.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/run/run.hpp"

#include <atomic>
#include <string>
#include <vector>

namespace unseen::test {

/// Keeps every split as a line of text with everything that belongs to a result. Times and the texts of
/// failures do not.
class Recorder final : public Sink {
public:
    void take(const SplitInfo& split, const PredictionView& view) override
    {
        order.push_back(split.index);
        std::string line = head(split);
        for (std::size_t i = 0; i < view.size(); ++i) {
            line += ' ' + std::to_string(view.row[i]) + ':';
            line += view.classes != nullptr
                        ? std::to_string(view.true_label[i]) + '>' + std::to_string(view.label[i])
                        : shortest(view.true_value[i]) + '>' + shortest(view.value[i]);
            if (!view.in_bag.empty()) line += '*' + std::to_string(view.in_bag[i]);
        }
        for (const double s : view.scores) line += ' ' + shortest(s);
        for (const auto& [name, size] : view.complexity) line += ' ' + name + '=' + shortest(size);
        lines.push_back(std::move(line));
    }
    void take(const SplitInfo& split, const Failure& failure) override
    {
        order.push_back(split.index);
        failures.push_back(failure);
        lines.push_back(head(split) + " failed: " + failure.code);
    }

    std::vector<std::uint64_t> order;
    std::vector<std::string> lines;
    std::vector<Failure> failures;

private:
    static std::string head(const SplitInfo& s)
    {
        return std::to_string(s.index) + '/' + std::to_string(s.repeat) + '/' + std::to_string(s.fold) + ' ' +
               std::to_string(s.train_rows) + '+' + std::to_string(s.test_rows);
    }
};

/// A sink that only counts.
class Counter final : public Sink {
public:
    void take(const SplitInfo&, const PredictionView&) override { ++splits; }
    void take(const SplitInfo&, const Failure&) override { ++splits; }
    std::uint64_t splits = 0;
};

inline RunRequest request(const std::string& plan, const Dataset& data, bool all_rows = false,
                          std::uint64_t seed = 1)
{
    const auto spec = Spec::parse(plan);
    for (const auto& info : plan_infos())
        if (info.name == spec.name())
            return {make_plan(resolve(spec, info, data.response_type() == ResponseType::numbers), data, seed),
                    all_rows ? PredictedRows::labelled : PredictedRows::test,
                    {}};
    throw InputError("no plan " + plan);
}

struct Recorded {
    RunReport report;
    std::vector<std::vector<Recorder>> of; ///< [learner][request]
};

inline Recorded record(const Dataset& data, const std::vector<const Learner*>& learners,
                       const std::vector<RunRequest>& requests, const RunOptions& options = {})
{
    Recorded all;
    all.of.assign(learners.size(), std::vector<Recorder>(requests.size()));
    std::vector<std::vector<Sink*>> sinks(learners.size());
    for (std::size_t l = 0; l < learners.size(); ++l)
        for (auto& recorder : all.of[l]) sinks[l].push_back(&recorder);
    all.report = run(data, learners, requests, sinks, options);
    return all;
}

/// One nearest neighbour that counts its fits.
inline std::unique_ptr<Learner> counting_learner(std::atomic<int>& fits, const std::string& name = "counting")
{
    return learner_of(name, [&fits, inner = std::shared_ptr<Learner>(one_nearest_learner())](
                                const Dataset& data, const Task& task) {
        ++fits;
        return [model = std::shared_ptr<Model>(inner->prepare(data, {}, {})->fit(task, 0))](
                   const Dataset& d, std::span<const Row> rows) { return model->predict(d, rows); };
    });
}

} // namespace unseen::test
