// Private: splits of the training rows of a fit, for learners that judge the models that they train.
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/resample/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// A spec that is the value of a key, where it may stand in brackets; and such a value, in brackets if the
/// spec has keys.
Spec spec_in(const std::string& value);
std::string as_value(const Spec& spec);

/// The key `inner`: the plan that splits the training rows.
SpecKey inner_key();
/// The resolved plan of the key `inner` of a resolved spec.
Spec inner_plan(const Spec& spec, bool numbers);
/// The number of the plan's splits of all rows. Throws InputError if the plan does not suit the rows, or
/// tests rows that it trains on.
std::uint64_t check_inner_plan(const Spec& plan, const Dataset& data, const std::string& learner);

/// A split of a training multiset. A row that counts c times is on one side of it.
struct InnerSplit {
    RowSet train;                           ///< valid until the next split is asked for
    std::vector<std::uint32_t> train_count; ///< how often each row of the universe is trained on
    std::vector<Row> test;                  ///< ascending, distinct
    std::vector<std::uint32_t> test_count;  ///< how often each counts in the training multiset
};

/// The splits of the distinct training rows of a task by a plan, as it would split a data set of these rows:
/// groups whole, strata balanced; its seed is the first word of the stream (seed, splits).
class InnerSplits {
public:
    /// `weighted`: rows of weight 0 are left out. Throws LearnerError, with the name of the learner, if there
    /// are no rows, or the plan cannot split them.
    InnerSplits(const Dataset& data, const Task& task, const Spec& plan, bool weighted,
                const std::string& learner);

    std::uint64_t size() const { return plan_->size(); }
    InnerSplit at(std::uint64_t i);
    /// The weights of test rows in a figure: counts times weights of the data, if these are `used`. Empty if
    /// all are 1.
    std::vector<double> weights(const InnerSplit& split, bool used = true) const;

private:
    std::span<const double> data_weights_;
    bool repeats_;
    Row universe_;
    std::vector<Row> rows_;
    std::vector<std::uint32_t> counts_;
    std::optional<Plan> plan_;
    Scratch scratch_;
    RowSetStorage storage_;
};

/// The task of inner split `s` of `all`, with the first word of the stream (seed, learner, s + 1) as its
/// seed. Reports the progress; throws LearnerError if the fit should stop.
Task inner_task(const Task& task, const InnerSplit& split, std::uint64_t s, std::uint64_t all);
/// The task of the fit on all training rows after those of the inner splits: its seed is the first word of
/// the stream (seed, learner, 0).
Task last_task(const Task& task);

} // namespace unseen
