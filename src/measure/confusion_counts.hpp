// Private: a confusion matrix that is counted part by part.
#pragma once

#include "unseen/measure/confusion.hpp"

#include <cstdint>
#include <vector>

namespace unseen {

/// Counts of rows without weights, by truth and prediction. Memory O(classes^2).
class ConfusionCounts {
public:
    explicit ConfusionCounts(std::size_t classes) : classes_(classes), cells_(classes * classes, 0) {}

    /// Adds the rows of `part`, which must have labels.
    void add(const PredictionView& part);
    void merge(const ConfusionCounts& other);
    Confusion confusion(std::uint32_t positive) const;

private:
    std::size_t classes_;
    std::vector<std::uint64_t> cells_;
};

/// The predicted labels of `part`: its own, or those that its threshold gives, which are written to
/// `storage`.
void settle_labels(PredictionView& part, std::vector<std::uint32_t>& storage);

} // namespace unseen
