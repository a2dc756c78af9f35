// Resampling plans: which rows train and which rows test. A plan is a pure function from the number of a
// split to the split.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const Plan plan = make_plan(Spec::parse("cv:folds=10,repeats=2"), iris, 1); // seed 1
//     Scratch scratch;
//     const Split split = plan.at(13, scratch); // valid until scratch is used again
//     assert(plan.size() == 20 && split.repeat == 1 && split.fold == 3);
//     assert(split.test.size() == 15 && split.train.size() == 135);
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/predictions/design.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace unseen {

/// One split: a training multiset and the test rows (ascending, distinct). A view into the Scratch that
/// Plan::at() was given; valid until that Scratch is used again.
struct Split {
    std::uint32_t repeat = 0;
    std::uint32_t fold = 0;
    RowSet train;
    std::span<const Row> test;
};

/// The working memory of a thread for Plan::at(), O(rows). It keeps the folds of the last repeat, so that
/// they are dealt only once.
struct Scratch {
    RowSetStorage train;
    std::vector<Row> test;
    std::vector<Row> order;
    std::vector<std::uint32_t> counts;
    std::vector<std::uint32_t> fold_of;
    std::vector<std::size_t> starts;
    std::shared_ptr<const void> dealt_for; ///< the plan whose folds `order` and `starts` hold
    std::uint64_t dealt_repeat = 0;
};

/// A resampling plan over the labelled rows of one dataset. A value. Many threads may call at(), each with
/// its own Scratch.
class Plan {
public:
    using At = std::function<Split(std::uint64_t, Scratch&)>;

    Plan(Spec spec, Design design, At at, std::vector<Warning> warnings = {});

    /// The canonical spec, with every default written out.
    const Spec& spec() const { return spec_; }
    const Design& design() const { return design_; }
    std::uint64_t size() const { return design_.splits; }
    /// Split i < size(). The result depends on i alone, not on earlier calls. O(test rows) for folds of one
    /// row, else at most O(rows).
    Split at(std::uint64_t i, Scratch& scratch) const;
    /// Warnings about this plan on this dataset (`class_smaller_than_folds` ...).
    const std::vector<Warning>& warnings() const { return warnings_; }
    void warn(Warning warning) { warnings_.push_back(std::move(warning)); }

private:
    Spec spec_;
    Design design_;
    At at_;
    std::vector<Warning> warnings_;
};

/// Makes the plan that `spec` names, one of plan_infos(). Throws InputError for an unknown name or key, a
/// value out of range, or a plan that does not suit the dataset (more folds than rows, no test file ...).
Plan make_plan(const Spec& spec, const Dataset& data, std::uint64_t seed);

/// All plans with their keys.
std::span<const SpecInfo> plan_infos();

} // namespace unseen
