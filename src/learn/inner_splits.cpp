#include "learn/inner_splits.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

namespace unseen {

InnerSplits::InnerSplits(const Dataset& data, const Task& task, const Spec& plan, bool weighted, const std::string& learner)
    : universe_(task.train.universe())
{
    const auto weights = weighted ? data.weights() : std::span<const double>{};
    task.train.for_each([&](Row r, std::uint32_t count) {
        if (!weights.empty() && !(weights[r] > 0.0)) return;
        rows_.push_back(r);
        counts_.push_back(count);
    });
    if (rows_.empty())
        throw LearnerError(learner + ": there are no training rows" + (weights.empty() ? "" : ", or all have weight 0"));
    try {
        plan_ = make_plan(plan, data.only(rows_), Stream(task.seed, Purpose::splits).next());
    } catch (const InputError& e) {
        throw LearnerError(learner + ": the training rows cannot be split: " + e.what());
    }
}

InnerSplit InnerSplits::at(std::uint64_t i)
{
    const Split split = plan_->at(i, scratch_);
    InnerSplit inner;
    inner.train_count.resize(universe_, 0);
    split.train.for_each([&](Row r, std::uint32_t count) { inner.train_count[rows_[r]] += count * counts_[r]; });
    for (const Row r : split.test) {
        inner.test.push_back(rows_[r]);
        inner.test_count.push_back(counts_[r]);
    }
    inner.train = storage_.from_counts(inner.train_count);
    return inner;
}

} // namespace unseen
