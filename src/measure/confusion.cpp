#include "unseen/measure/confusion.hpp"

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

double Confusion::total() const { return std::accumulate(cells.begin(), cells.end(), 0.0); }

Confusion confusion_of(const PredictionView& view)
{
    const auto n_classes = view.classes->size();
    Confusion confusion{.classes = n_classes, .positive = view.positive};
    confusion.cells.assign(n_classes * n_classes, 0.0);
    confusion.counted.assign(n_classes, 0);
    std::unordered_map<std::size_t, ExactSum> sums; // of the cells that occur: an exact sum is too large for all
    for (std::size_t i = 0; i < view.size(); ++i) {
        const auto cell = view.true_label[i] * n_classes + view.label[i];
        if (view.weight.empty())
            confusion.cells[cell] += 1.0;
        else
            sums[cell].add(view.weight[i]);
        confusion.counted[view.true_label[i]] = 1;
        confusion.counted[view.label[i]] = 1;
    }
    for (const auto& [cell, sum] : sums) confusion.cells[cell] = sum.value();
    return confusion;
}

} // namespace unseen
