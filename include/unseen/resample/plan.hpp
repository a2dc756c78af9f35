// Resampling plans: who trains on whom. A plan is a pure function from the number of a split to the split.
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

/// One split: a training multiset and the test rows (ascending, distinct). A view into the Scratch it was made with, and valid
/// until that is used again.
struct Split {
    std::uint32_t repeat = 0;
    std::uint32_t fold = 0;
    RowSet train;
    std::span<const Row> test;
};

/// A thread's working memory for Plan::at(): O(rows). It also remembers the last repeat, so that its folds are dealt once.
struct Scratch {
    RowSetStorage train;
    std::vector<Row> test;
    std::vector<Row> order;
    std::vector<std::uint32_t> counts;
    std::vector<std::uint32_t> fold_of;
    std::vector<std::size_t> starts;
    std::shared_ptr<const void> dealt_for; ///< whose folds `order` and `starts` hold
    std::uint64_t dealt_repeat = 0;
};

/// A resampling plan over the labelled rows of one dataset. A value; at() may be called from many threads, each with its own Scratch.
class Plan {
public:
    using At = std::function<Split(std::uint64_t, Scratch&)>;

    Plan(Spec spec, Design design, At at, std::vector<Warning> warnings = {});

    /// The canonical spec, every default written out.
    const Spec& spec() const { return spec_; }
    const Design& design() const { return design_; }
    std::uint64_t size() const { return design_.splits; }
    /// Split i of size(). Pure: the same for the same i, whatever was asked before. Costs O(test rows) for one-row folds,
    /// else at most O(rows).
    Split at(std::uint64_t i, Scratch& scratch) const;
    /// What is doubtful about this plan on this dataset (`class_smaller_than_folds` ...).
    const std::vector<Warning>& warnings() const { return warnings_; }
    void warn(Warning warning) { warnings_.push_back(std::move(warning)); }

private:
    Spec spec_;
    Design design_;
    At at_;
    std::vector<Warning> warnings_;
};

/// The plan that `spec` names, from the table in src/resample/plans.cpp. Throws InputError for an unknown name or key, a value out of
/// range, or a plan that the dataset does not allow (more folds than rows, no test file ...).
Plan make_plan(const Spec& spec, const Dataset& data, std::uint64_t seed);

/// The plans in the table, in its order, with their keys.
std::span<const SpecInfo> plan_infos();

} // namespace unseen
