// Memory that fits use again and again.
#pragma once

#include "learn/tree/measure.hpp"
#include "learn/tree/tree.hpp"

#include <memory>
#include <mutex>

namespace unseen::tree {

/// A node that is to be split: its rows are the positions begin..end-1 in every sorted feature and in the list of rows.
struct OpenNode {
    std::uint32_t node = 0;
    std::uint32_t depth = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::int64_t rows = 0; ///< with multiplicity
    double sum = 0.0;      ///< of centred responses
};

/// One fit's working memory: 8 bytes a distinct training row and numeric feature, and a list of features for each level.
struct Scratch {
    std::vector<std::uint32_t> weight;   ///< multiplicity by row
    std::vector<std::uint8_t> goes_left; ///< by row, for the split at hand
    std::vector<Entry> entries;          ///< numeric features one behind the other, `stride` each
    std::vector<std::size_t> begin_of;   ///< of each feature in `entries`
    std::vector<Entry> buffer;
    std::vector<Row> rows; ///< distinct training rows, node by node; only for categorical features
    std::vector<Row> row_buffer;
    std::vector<std::uint32_t> active;       ///< by level: the features that are not constant there
    std::vector<std::uint32_t> active_count; ///< their number
    std::vector<OpenNode> open;
    Groups groups;
    std::vector<std::int64_t> node_counts, known_counts, left_counts; ///< by class
    std::vector<std::uint32_t> order, left, best_left, best_present;  ///< categories
    Tree tree;
};

/// Hands out scratch to threads and takes it back; as many exist as there were fits at the same time. Thread-safe.
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
