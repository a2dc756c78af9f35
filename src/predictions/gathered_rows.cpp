#include "predictions/gathered_rows.hpp"

namespace unseen {

namespace {

/// Copies the cells of the rows `at`; a row has from.size() / rows cells.
template <class T>
void take(std::vector<T>& to, std::span<const T> from, std::size_t rows, std::span<const std::uint32_t> at)
{
    to.clear();
    if (from.empty()) return;
    const std::size_t width = from.size() / rows;
    to.resize(at.size() * width);
    std::size_t next = 0;
    for (const auto i : at)
        for (std::size_t c = 0; c < width; ++c) to[next++] = from[i * width + c];
}

/// Exchanges row i of two vectors of `size` rows.
template <class T>
void swap_cells(std::vector<T>& a, std::vector<T>& b, std::size_t i, std::size_t size)
{
    if (a.empty() || b.empty()) return;
    const auto width = static_cast<std::ptrdiff_t>(a.size() / size);
    const auto first = static_cast<std::ptrdiff_t>(i) * width;
    std::swap_ranges(a.begin() + first, a.begin() + first + width, b.begin() + first);
}

} // namespace

void GatheredRows::gather(const PredictionView& from, std::span<const std::uint32_t> at)
{
    head_ = from;
    const auto rows = from.size();
    take(row_, from.row, rows, at);
    take(true_label_, from.true_label, rows, at);
    take(label_, from.label, rows, at);
    take(in_bag_, from.in_bag, rows, at);
    take(scores_, from.scores, rows, at);
    take(true_value_, from.true_value, rows, at);
    take(value_, from.value, rows, at);
    take(answers_, from.answers, rows, at);
    take(weight_, from.weight, rows, at);
}

void GatheredRows::append(const PredictionView& from)
{
    const bool probabilities = head_.probabilities && from.probabilities;
    const bool scored = true_label_.empty() || !scores_.empty();
    head_ = from;
    head_.probabilities = probabilities;
    const auto add = [](auto& to, const auto& more) { to.insert(to.end(), more.begin(), more.end()); };
    add(row_, from.row);
    add(true_label_, from.true_label);
    add(label_, from.label);
    add(in_bag_, from.in_bag);
    if (scored) add(scores_, from.scores);
    if (from.scores.empty()) scores_.clear();
    add(true_value_, from.true_value);
    add(value_, from.value);
    add(answers_, from.answers);
    add(weight_, from.weight);
}

void GatheredRows::swap_row(GatheredRows& a, GatheredRows& b, std::size_t i)
{
    const auto size = a.view().size();
    swap_cells(a.label_, b.label_, i, size);
    swap_cells(a.scores_, b.scores_, i, size);
    swap_cells(a.value_, b.value_, i, size);
    swap_cells(a.answers_, b.answers_, i, size);
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
    view.answers = answers_;
    view.weight = weight_;
    return view;
}

} // namespace unseen
