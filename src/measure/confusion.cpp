#include "measure/confusion_counts.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <numeric>
#include <unordered_map>

namespace unseen {

double Confusion::truth(std::size_t c) const
{
    double sum = 0.0;
    for (std::size_t p = 0; p < classes; ++p) sum += at(c, p);
    return sum;
}

double Confusion::predicted(std::size_t c) const
{
    double sum = 0.0;
    for (std::size_t t = 0; t < classes; ++t) sum += at(t, c);
    return sum;
}

Margins margins_of(const Confusion& c)
{
    Margins margins{.truth = std::vector<double>(c.classes),
                    .predicted = std::vector<double>(c.classes),
                    .right = std::vector<double>(c.classes)};
    for (std::size_t t = 0; t < c.classes; ++t) {
        margins.right[t] = c.at(t, t);
        for (std::size_t p = 0; p < c.classes; ++p) {
            margins.truth[t] += c.at(t, p);
            margins.predicted[p] += c.at(t, p);
        }
    }
    for (const double rows : margins.truth) margins.total += rows;
    return margins;
}

double Confusion::total() const { return std::accumulate(cells.begin(), cells.end(), 0.0); }

void ConfusionCounts::add(const PredictionView& part)
{
    const auto n = part.size();
    const std::uint32_t* const truth = part.true_label.data();
    const std::uint32_t* const label = part.label.data();
    if (classes_ != 2) {
        for (std::size_t i = 0; i < n; ++i) ++cells_[truth[i] * classes_ + label[i]];
        return;
    }
    std::uint64_t ones = 0; // three sums instead of four counters, which would depend on each other
    std::uint64_t predicted = 0;
    std::uint64_t both = 0;
    for (std::size_t i = 0; i < n; ++i) {
        ones += truth[i];
        predicted += label[i];
        both += truth[i] & label[i];
    }
    cells_[3] += both;
    cells_[2] += ones - both;
    cells_[1] += predicted - both;
    cells_[0] += n - ones - predicted + both;
}

void ConfusionCounts::merge(const ConfusionCounts& other)
{
    for (std::size_t u = 0; u < cells_.size(); ++u) cells_[u] += other.cells_[u];
}

Confusion ConfusionCounts::confusion(std::uint32_t positive) const
{
    Confusion confusion{.classes = classes_, .positive = positive};
    confusion.cells.assign(cells_.begin(), cells_.end());
    confusion.counted.assign(classes_, 0);
    for (std::size_t t = 0; t < classes_; ++t)
        for (std::size_t p = 0; p < classes_; ++p)
            if (cells_[t * classes_ + p] > 0) confusion.counted[t] = confusion.counted[p] = 1;
    return confusion;
}

void settle_labels(PredictionView& part, std::vector<std::uint32_t>& storage)
{
    if (!part.label.empty() || !part.has_labels()) return;
    const std::uint32_t other = 1 - part.positive;
    const double threshold = *part.threshold;
    storage.resize(part.size());
    // No branch, because it could not be predicted.
    for (std::size_t i = 0; i < storage.size(); ++i)
        storage[i] = static_cast<std::uint32_t>(part.scores[i] >= threshold) ^ other;
    part.label = storage;
}

Confusion confusion_of(const PredictionView& predictions)
{
    PredictionView view = predictions;
    std::vector<std::uint32_t> labels;
    settle_labels(view, labels);
    const auto n_classes = view.classes->size();
    if (view.weight.empty()) {
        ConfusionCounts counts(n_classes);
        counts.add(view);
        return counts.confusion(view.positive);
    }
    Confusion confusion{.classes = n_classes, .positive = view.positive};
    confusion.cells.assign(n_classes * n_classes, 0.0);
    confusion.counted.assign(n_classes, 0);
    std::unordered_map<std::size_t, ExactSum> sums; // only of cells with rows: an ExactSum is large
    for (std::size_t i = 0; i < view.size(); ++i) {
        sums[view.true_label[i] * n_classes + view.label[i]].add(view.weight[i]);
        confusion.counted[view.true_label[i]] = 1;
        confusion.counted[view.label[i]] = 1;
    }
    for (const auto& [cell, sum] : sums) confusion.cells[cell] = sum.value();
    return confusion;
}

} // namespace unseen
