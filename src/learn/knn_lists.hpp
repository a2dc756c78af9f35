// Private: the nearest labelled rows of every row, shared by all fits of a run.
#pragma once

#include "learn/knn_points.hpp"

#include <atomic>
#include <memory>

namespace unseen::knn {

/// For each row of `points` the `length` nearest of the first `candidates` rows, itself included, without scaling: no fit changes
/// them. A list is made when it is first wanted. Safe to use from many threads: a row's state goes empty -> busy -> ready,
/// and nobody waits for a busy row (the caller searches for itself); the content is a function of the data alone.
/// Takes 4 bytes a row and place, 12 with distances.
class NeighbourLists {
public:
    /// `points` must outlive the lists.
    NeighbourLists(const Points& points, Row candidates, std::size_t length, bool distances);

    /// Makes the lists of these rows, but for those that another thread is busy with.
    void fill(std::span<const Row> rows) const;
    bool ready(Row row) const { return state_[row].load(std::memory_order_acquire) == State::ready; }
    /// True if a list holds all the candidates there are.
    bool complete() const { return length_ == candidates_; }
    /// The list of a row that is ready.
    std::span<const Row> rows(Row row) const { return {rows_.get() + row * length_, length_}; }
    /// Its squared distances; empty if they are not kept.
    std::span<const double> squares(Row row) const;

private:
    enum class State : std::uint8_t { empty, busy, ready };
    /// True if the row was empty; it is busy from now on, with the caller.
    bool claim(Row row) const;
    void make(std::span<const Row> claimed) const;

    const Points& points_;
    std::size_t candidates_;
    std::size_t length_;
    // Filled by const members, each row's part by the one thread that took its state from empty to busy.
    std::unique_ptr<std::atomic<State>[]> state_;
    std::unique_ptr<Row[]> rows_;
    std::unique_ptr<double[]> squares_;
};

} // namespace unseen::knn
