// Private: the nearest labelled rows of every row, shared by all fits of a run.
#pragma once

#include "learn/knn/filter.hpp"
#include "learn/knn/points.hpp"

#include <atomic>
#include <memory>
#include <optional>

namespace unseen::knn {

/// For each row of the data the `length` nearest of its labelled rows, the row itself included, by distances
/// that do not depend on a fit: numeric differences are multiplied by `factors`, which come from all labelled
/// rows. A list is made when it is first needed. Many threads may use the object: the state of a row goes
/// from empty to busy to ready, and no thread waits for a busy row (it searches instead). The content depends
/// on the data alone. Takes 4 bytes for each entry of a list, 12 with distances.
class NeighbourLists {
public:
    /// `points` and `pairs`, of all rows of the data, must outlive the lists.
    NeighbourLists(const Dataset& data, const Points& points, const Pairs& pairs, std::vector<double> factors,
                   std::size_t length, bool distances);

    /// Makes the lists of these rows, except those that another thread is making.
    void fill(std::span<const Row> rows) const;
    bool ready(Row row) const { return state_[row].load(std::memory_order_acquire) == State::ready; }
    /// The numbers by which numeric differences are multiplied; empty: by 1.
    std::span<const double> factors() const { return factors_; }
    /// True if each list holds all candidates.
    bool complete() const { return length_ == candidates_; }
    /// The list of a row, which must be ready.
    std::span<const Row> rows(Row row) const { return {rows_.get() + row * length_, length_}; }
    /// The squared distances in that list; empty if they are not kept.
    std::span<const double> squares(Row row) const;

private:
    enum class State : std::uint8_t { empty, busy, ready };
    /// True if the row was empty. It is then busy, and the caller must make its list.
    bool claim(Row row) const;
    void make(std::span<const Row> claimed) const;

    const Points& points_;
    const Pairs& pairs_;
    std::vector<double> factors_;
    std::optional<Filter> filter_; ///< empty if it cannot be used
    std::size_t candidates_;
    std::size_t length_;
    // Filled by const members. The part of a row is written only by the thread that changed its state from
    // empty to busy.
    std::unique_ptr<std::atomic<State>[]> state_;
    std::unique_ptr<Row[]> rows_;
    std::unique_ptr<double[]> squares_;
};

} // namespace unseen::knn
