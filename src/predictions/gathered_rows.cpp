#include "predictions/gathered_rows.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// `width` cells a row.
template <class T>
void take(std::vector<T>& to, std::span<const T> from, std::span<const std::uint32_t> at, std::size_t width = 1)
{
    to.clear();
    if (from.empty()) return;
    to.resize(at.size() * width);
    std::size_t next = 0;
    for (const auto i : at)
        for (std::size_t c = 0; c < width; ++c) to[next++] = from[i * width + c];
}

} // namespace

void GatheredRows::gather(const PredictionView& from, std::span<const std::uint32_t> at)
{
    head_ = from;
    take(row_, from.row, at);
    take(true_label_, from.true_label, at);
    take(label_, from.label, at);
    take(in_bag_, from.in_bag, at);
    take(scores_, from.scores, at, from.scores.size() / std::max<std::size_t>(from.size(), 1));
    take(true_value_, from.true_value, at, from.targets);
    take(value_, from.value, at, from.targets);
    take(weight_, from.weight, at);
}

PredictionView GatheredRows::view() const
{
    PredictionView view = head_;
    view.row = row_;
    view.true_label = true_label_;
    view.label = label_;
    view.in_bag = in_bag_;
    view.scores = scores_;
    view.true_value = true_value_;
    view.value = value_;
    view.weight = weight_;
    return view;
}

} // namespace unseen
