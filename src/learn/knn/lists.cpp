#include "learn/knn/lists.hpp"

#include <algorithm>

namespace unseen::knn {

namespace {

/// Number of lists made together, so that a block of rows is read from memory once for all of them.
constexpr std::size_t lists_a_group = Filter::most;

} // namespace

NeighbourLists::NeighbourLists(const Dataset& data, const Points& points, const Pairs& pairs,
                               std::vector<double> factors, std::size_t length, bool distances)
    : points_(points),
      pairs_(pairs),
      factors_(std::move(factors)),
      candidates_(data.labelled()),
      length_(std::min<std::size_t>(length, candidates_)),
      state_(std::make_unique<std::atomic<State>[]>(data.rows())),
      rows_(std::make_unique_for_overwrite<Row[]>(data.rows() * length_)),
      squares_(distances ? std::make_unique_for_overwrite<double[]>(data.rows() * length_) : nullptr)
{
    if (pairs.missing()) return;
    filter_.emplace(data, data.labelled(), factors_);
    if (!filter_->usable()) filter_.reset();
}

std::span<const double> NeighbourLists::squares(Row row) const
{
    if (squares_ == nullptr) return {};
    return {squares_.get() + row * length_, length_};
}

bool NeighbourLists::claim(Row row) const
{
    auto expected = State::empty;
    return state_[row].load(std::memory_order_relaxed) == State::empty &&
           state_[row].compare_exchange_strong(expected, State::busy, std::memory_order_acquire);
}

void NeighbourLists::fill(std::span<const Row> rows) const
{
    std::vector<Row> claimed;
    for (const Row row : rows) {
        if (claim(row)) claimed.push_back(row);
        if (claimed.size() == lists_a_group) {
            make(claimed);
            claimed.clear();
        }
    }
    if (claimed.empty()) return;
    // An incomplete group is extended by neighbouring rows, because leave-one-out requests one row at a time.
    const auto begin = static_cast<Row>(claimed.front() / lists_a_group * lists_a_group);
    const auto end = static_cast<Row>(std::min<std::size_t>(begin + lists_a_group, points_.size()));
    for (Row row = begin; row < end && claimed.size() < lists_a_group; ++row)
        if (claim(row)) claimed.push_back(row);
    make(claimed);
}

void NeighbourLists::make(std::span<const Row> claimed) const
{
    std::vector<std::vector<Neighbour>> found;
    if (filter_) {
        std::vector<double> squares;
        const auto near = filter_->near(claimed, length_);
        for (std::size_t q = 0; q < claimed.size(); ++q) {
            squares.resize(near[q].size());
            pairs_.squares(claimed[q], near[q], factors_, squares);
            auto& neighbours = found.emplace_back();
            for (std::size_t i = 0; i < squares.size(); ++i) neighbours.push_back({squares[i], near[q][i]});
            std::sort(neighbours.begin(), neighbours.end());
        }
    } else {
        std::vector<Point> from;
        for (const Row row : claimed) from.push_back(points_.point(row));
        found = nearest_rows({.points = points_, .size = candidates_}, from, factors_, length_);
    }
    for (std::size_t q = 0; q < claimed.size(); ++q) {
        const std::size_t at = claimed[q] * length_;
        for (std::size_t i = 0; i < length_; ++i) {
            rows_[at + i] = found[q][i].row;
            if (squares_ != nullptr) squares_[at + i] = found[q][i].square;
        }
        state_[claimed[q]].store(State::ready, std::memory_order_release);
    }
}

} // namespace unseen::knn
