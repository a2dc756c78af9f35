// learning: cross-validation whose models are trained on fewer rows, for learning curves (METHODS F.1).
#include "unseen/resample/learning.hpp"

#include "base/spec_keys.hpp"
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

namespace {

/// The size of the smallest training set.
std::uint64_t smallest_training_set(const Plan& plan)
{
    Scratch scratch;
    std::uint64_t least = plan.design().rows;
    for (std::uint64_t i = 0; i < plan.size(); ++i) least = std::min(least, plan.at(i, scratch).train.size());
    return least;
}

/// Each split has its own order of the rows (of the groups, if there are groups), and trains on the first
/// rows in this order that it does not test.
Plan learning(const Spec& spec, const Dataset& data, std::uint64_t seed)
{
    const auto size = static_cast<std::uint64_t>(spec.integer("train"));
    const auto cv = cv_entry().make(spec.without("train"), data, seed);
    const auto most = smallest_training_set(cv);
    require(size <= most, "learning: train = " + std::to_string(size) + " must be at most " +
                              std::to_string(most) + ", the smallest training set of these folds");
    auto design = cv.design();
    design.training_rows = static_cast<double>(size);
    design.fewer_rows = true;
    const auto groups = make_groups(data);
    const auto at = [cv, groups, size, seed](std::uint64_t i, Scratch& scratch) {
        const auto split = cv.at(i, scratch);
        const auto n = static_cast<Row>(cv.design().rows);
        std::vector<Row> order(groups ? groups->size() : n);
        std::iota(order.begin(), order.end(), Row{0});
        Stream(seed, Purpose::training_order, i).shuffle(std::span(order));
        constexpr std::uint32_t tested = 2;
        scratch.counts.assign(n, 0);
        for (const Row r : split.test) scratch.counts[r] = tested;
        auto left = size;
        for (auto unit = order.begin(); left > 0; ++unit)
            for (const Row r : groups ? groups->rows_of(*unit) : std::span<const Row>(&*unit, 1)) {
                if (left == 0 || scratch.counts[r] == tested) break; // a group is tested whole
                scratch.counts[r] = 1;
                --left;
            }
        for (const Row r : split.test) scratch.counts[r] = 0;
        return Split{.repeat = split.repeat,
                     .fold = split.fold,
                     .train = scratch.train.from_counts(scratch.counts),
                     .test = split.test};
    };
    return Plan(spec, design, at, cv.warnings());
}

} // namespace

std::vector<std::uint64_t> learning_sizes(std::uint64_t largest)
{
    constexpr int most = 8;
    const auto least = std::min(std::max<std::uint64_t>(10, largest / 64), largest);
    const double step = std::log(static_cast<double>(largest) / static_cast<double>(least)) / (most - 1);
    std::vector<std::uint64_t> sizes;
    for (int i = 0; i < most; ++i) {
        const auto size =
            i + 1 == most
                ? largest
                : static_cast<std::uint64_t>(std::llround(static_cast<double>(least) * std::exp(step * i)));
        if (sizes.empty() || size > sizes.back()) sizes.push_back(size);
    }
    return sizes;
}

std::uint64_t largest_learning_size(const Spec& cv, const Dataset& data, std::uint64_t seed)
{
    return smallest_training_set(make_plan(cv, data, seed));
}

std::vector<Spec> learning_estimators(const Spec& cv, std::span<const std::uint64_t> sizes)
{
    require(cv.name() == "cv",
            "a learning curve needs a cross-validation: expected cv:folds=...,repeats=..., not '" +
                cv.print() + "'");
    require(!sizes.empty(), "a learning curve needs a training size");
    std::vector<Spec> estimators;
    for (auto size = sizes.begin(); size != sizes.end(); ++size) {
        require(*size > 0 && std::find(sizes.begin(), size, *size) == size,
                "training size " + std::to_string(*size) +
                    " is not valid; expected distinct numbers from 1 on");
        Spec spec("learning");
        spec.set("train", std::to_string(*size));
        for (const auto& [key, value] : cv.values()) spec.set(key, value);
        estimators.push_back(std::move(spec));
    }
    return estimators;
}

PlanEntry learning_entry()
{
    auto keys = cv_entry().info.keys;
    keys.insert(keys.begin(),
                integer_key("train", "10",
                            "rows that a model is trained on; those of a smaller number are among them", 1,
                            4e9));
    return {.info = {.name = "learning",
                     .help = "cross-validation with few training rows: a point of a learning curve",
                     .keys = std::move(keys)},
            .make = learning};
}

} // namespace unseen
