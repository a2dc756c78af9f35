// Private: the nearest labelled rows of every row, shared by all fits of a run.
#pragma once

#include "learn/knn_points.hpp"

#include <atomic>
#include <memory>

namespace unseen::knn {

/// For each row of `points` the `length` nearest of the first `candidates` rows, the row itself included, without scaling, so that they do
/// not depend on a fit. A list is made when it is first needed. Many threads may use the object: the state of a row goes from empty to busy
/// to ready, and no thread waits for a busy row (it searches instead). The content depends on the data alone. Takes 4 bytes for each entry
/// of a list, 12 with distances.
class NeighbourLists {
public:
    /// `points` must outlive the lists.
    NeighbourLists(const Points& points, Row candidates, std::size_t length, bool distances);

    /// Makes the lists of these rows, except those that another thread is making.
    void fill(std::span<const Row> rows) const;
    bool ready(Row row) const { return state_[row].load(std::memory_order_acquire) == State::ready; }
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
    std::size_t candidates_;
    std::size_t length_;
    // Filled by const members. The part of a row is written only by the thread that changed its state from empty to busy.
    std::unique_ptr<std::atomic<State>[]> state_;
    std::unique_ptr<Row[]> rows_;
    std::unique_ptr<double[]> squares_;
};

} // namespace unseen::knn
