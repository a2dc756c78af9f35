#include "learn/inner_splits.hpp"

#include "base/listed.hpp"
#include "resample/groups.hpp"
#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>

namespace unseen {

Spec spec_in(const std::string& value)
{
    const bool bracketed = value.size() >= 2 && value.front() == '(' && value.back() == ')';
    return Spec::parse(bracketed ? std::string_view(value).substr(1, value.size() - 2)
                                 : std::string_view(value));
}

std::string as_value(const Spec& spec)
{
    return spec.values().empty() ? spec.print() : '(' + spec.print() + ')';
}

SpecKey inner_key()
{
    return {.name = "inner",
            .kind = SpecKey::Kind::text,
            .fallback = "cv:folds=5",
            .help = "the plan that splits the training rows, in brackets: (cv:folds=3,repeats=2)"};
}

Spec inner_plan(const Spec& spec, bool numbers)
{
    return resolve(spec_in(spec.text("inner")), plan_infos(), "resampling", numbers);
}

namespace {

/// What an estimator that tests something leaves to train.
std::string left_to_train(const Dataset& data)
{
    const auto groups = make_groups(data);
    const Row all = groups ? groups->size() : data.labelled();
    return "an estimator that sets one aside leaves " +
           counted(all > 0 ? all - 1 : 0, groups ? "group" : "row") + " to train";
}

} // namespace

std::uint64_t check_inner_plan(const Spec& plan, const Dataset& data, const std::string& learner)
{
    Scratch scratch;
    const auto plan_of_all = [&] {
        try {
            return make_plan(plan, data, 0);
        } catch (const InputError& error) {
            throw InputError('\'' + learner +
                             "': inner, the plan that splits the training rows, does not suit "
                             "these data: " +
                             error.what() + "; " + left_to_train(data));
        }
    };
    const auto made = plan_of_all();
    const Split split = made.at(0, scratch);
    std::vector<bool> trained(data.rows(), false);
    split.train.for_each([&](Row r, std::uint32_t) { trained[r] = true; });
    require(std::ranges::none_of(split.test, [&](Row r) { return r >= data.labelled() || trained[r]; }),
            '\'' + learner + "': inner=" + plan.name() +
                " does not test on training rows set aside; expected a plan that does, such as cv, random or "
                "loo");
    return made.size();
}

InnerSplits::InnerSplits(const Dataset& data, const Task& task, const Spec& plan, bool weighted,
                         const std::string& learner)
    : data_weights_(data.weights()),
      repeats_(task.train.repeats()),
      universe_(task.train.universe())
{
    const auto weights = weighted ? data.weights() : std::span<const double>{};
    task.train.for_each([&](Row r, std::uint32_t count) {
        if (!weights.empty() && !(weights[r] > 0.0)) return;
        rows_.push_back(r);
        counts_.push_back(count);
    });
    if (rows_.empty())
        throw LearnerError(learner + ": there are no training rows" +
                           (weights.empty() ? "" : ", or all have weight 0"));
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
    split.train.for_each(
        [&](Row r, std::uint32_t count) { inner.train_count[rows_[r]] += count * counts_[r]; });
    for (const Row r : split.test) {
        inner.test.push_back(rows_[r]);
        inner.test_count.push_back(counts_[r]);
    }
    inner.train = storage_.from_counts(inner.train_count);
    return inner;
}

std::vector<double> InnerSplits::weights(const InnerSplit& split, bool used) const
{
    const bool weighted = used && !data_weights_.empty();
    std::vector<double> weights;
    if (repeats_ || weighted)
        for (std::size_t i = 0; i < split.test.size(); ++i)
            weights.push_back(split.test_count[i] * (weighted ? data_weights_[split.test[i]] : 1.0));
    return weights;
}

Task inner_task(const Task& task, const InnerSplit& split, std::uint64_t s, std::uint64_t all)
{
    if (task.stop.stop_requested()) throw LearnerError("stopped");
    Task inner = task;
    inner.train = split.train;
    inner.predict = split.test;
    inner.seed = Stream(task.seed, Purpose::learner, s + 1).next();
    inner.progress = task.progress.part(s, all);
    return inner;
}

Task last_task(const Task& task)
{
    Task last = task;
    last.seed = Stream(task.seed, Purpose::learner, 0).next();
    last.progress = {}; // one model after those of all splits
    return last;
}

} // namespace unseen
