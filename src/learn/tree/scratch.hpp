// Private: working memory that fits reuse.
#pragma once

#include "learn/tree/measure.hpp"
#include "learn/tree/tree.hpp"

#include <memory>
#include <mutex>
#include <tuple>
#include <type_traits>

namespace unseen::tree {

/// A node to split. Its rows are at positions begin..end-1 of every sorted feature and of the list of rows.
struct OpenNode {
    std::uint32_t node = 0;
    std::uint32_t depth = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    double rows = 0.0; ///< with multiplicity and weight
    double sum = 0.0;  ///< sum of centred responses
};

/// What is counted in rows: as whole numbers, or as doubles.
template <class Count>
struct Counted {
    /// Multiplicity times weight of each row.
    std::vector<std::conditional_t<std::is_integral_v<Count>, std::uint32_t, double>> weight;
    Groups<Count> groups;
    std::vector<Count> node_counts, known_counts, left_counts; ///< one number for each class
};

/// The working memory of one fit: 8 bytes for each distinct training row and numeric feature, and a list of
/// features for each level.
struct Scratch {
    std::vector<std::uint8_t> goes_left; ///< the side of each row in the current split
    std::vector<Entry> entries; ///< all numeric features, one after the other, with `stride` elements each
    std::vector<std::size_t> begin_of; ///< where each feature starts in `entries`
    std::vector<Entry> buffer;
    std::vector<Row>
        rows; ///< distinct training rows, sorted by node; only used for categorical and sampled features
    std::vector<Row> row_buffer;
    std::vector<std::uint8_t> in_node; ///< by row, 0 but while a sampled feature is sorted
    std::vector<std::uint32_t>
        places; ///< where the entries of each rank begin, while a sampled feature is sorted
    std::vector<std::uint32_t> active;       ///< for each level, the features that are not constant there
    std::vector<std::uint32_t> active_count; ///< for each level, their number
    std::vector<OpenNode> open;
    std::tuple<Counted<std::int64_t>, Counted<double>> counted;      ///< a fit uses one of them
    std::vector<std::uint32_t> order, left, best_left, best_present; ///< sets or lists of categories
    Tree tree;
};

/// Lends working memory to threads. Holds as many as there were simultaneous fits. Thread-safe.
template <class Scratch>
class ScratchPool {
public:
    std::unique_ptr<Scratch> take()
    {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return std::make_unique<Scratch>();
        auto scratch = std::move(free_.back());
        free_.pop_back();
        return scratch;
    }
    void give_back(std::unique_ptr<Scratch> scratch)
    {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(scratch));
    }

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Scratch>> free_;
};

} // namespace unseen::tree
