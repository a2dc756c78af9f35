// Private: a confusion matrix that grows part by part.
#pragma once

#include "unseen/measure/confusion.hpp"

#include <cstdint>
#include <vector>

namespace unseen {

/// Rows that count alike, by truth and prediction. Memory classes^2.
class ConfusionCounts {
public:
    explicit ConfusionCounts(std::size_t classes) : classes_(classes), cells_(classes * classes, 0) {}

    /// Counts the rows of `part`, which has labels.
    void add(const PredictionView& part);
    void merge(const ConfusionCounts& other);
    Confusion confusion(std::uint32_t positive) const;

private:
    std::size_t classes_;
    std::vector<std::uint64_t> cells_;
};

/// The labels of `part`: its own, or those that its threshold gives, in `storage`.
void settle_labels(PredictionView& part, std::vector<std::uint32_t>& storage);

} // namespace unseen
