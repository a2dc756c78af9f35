#include "compare/picked_rows.hpp"

#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>

namespace unseen::compare::detail {

namespace {

constexpr std::size_t always_enumerated = 4096; ///< patterns
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// The rows' stretches of `width` numbers.
template <class T>
std::vector<T> picked(std::span<const T> from, std::span<const std::uint32_t> rows, std::size_t width)
{
    std::vector<T> to;
    if (from.empty()) return to;
    to.reserve(rows.size() * width);
    for (const auto row : rows)
        for (std::size_t j = 0; j < width; ++j) to.push_back(from[row * width + j]);
    return to;
}

template <class T>
void swap_stretch(std::vector<T>& a, std::vector<T>& b, std::size_t i, std::size_t width)
{
    if (a.empty() || b.empty()) return;
    std::swap_ranges(a.begin() + static_cast<std::ptrdiff_t>(i * width), a.begin() + static_cast<std::ptrdiff_t>((i + 1) * width),
                     b.begin() + static_cast<std::ptrdiff_t>(i * width));
}

double difference(const Measure& measure, const PredictionView& a, const PredictionView& b)
{
    const Value of_a = evaluate(measure, a);
    const Value of_b = evaluate(measure, b);
    return of_a && of_b ? of_a.number() - of_b.number() : no_value;
}

bool same_row(const PredictionView& a, const PredictionView& b, std::size_t i)
{
    const auto same = [&](const auto& x, const auto& y, std::size_t width) {
        return x.empty() || y.empty() ||
               std::equal(x.begin() + static_cast<std::ptrdiff_t>(i * width),
                          x.begin() + static_cast<std::ptrdiff_t>((i + 1) * width),
                          y.begin() + static_cast<std::ptrdiff_t>(i * width));
    };
    const std::size_t classes = a.classes != nullptr ? a.classes->size() : 0;
    return same(a.label, b.label, 1) && same(a.scores, b.scores, classes) && same(a.value, b.value, a.targets);
}

} // namespace

PickedRows::PickedRows(const PredictionView& from, std::span<const std::uint32_t> rows)
    : row_(rows.size()),
      true_label_(picked(from.true_label, rows, 1)),
      label_(picked(from.label, rows, 1)),
      scores_(picked(from.scores, rows, from.classes != nullptr ? from.classes->size() : 0)),
      true_value_(picked(from.true_value, rows, from.targets)),
      value_(picked(from.value, rows, from.targets)),
      weight_(picked(from.weight, rows, 1)),
      view_(from)
{
    std::iota(row_.begin(), row_.end(), 0u);
    view_.row = row_;
    view_.true_label = true_label_;
    view_.label = label_;
    view_.scores = scores_;
    view_.true_value = true_value_;
    view_.value = value_;
    view_.weight = weight_;
    view_.in_bag = {};
}

void PickedRows::swap_row(PickedRows& a, PickedRows& b, std::size_t i)
{
    swap_stretch(a.label_, b.label_, i, 1);
    swap_stretch(a.scores_, b.scores_, i, a.view_.classes != nullptr ? a.view_.classes->size() : 0);
    swap_stretch(a.value_, b.value_, i, a.view_.targets);
}

OfCounts difference_of_counts(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units)
{
    return [&](std::span<const std::uint32_t> counts) {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t u = 0; u < counts.size(); ++u)
            for (std::uint32_t k = 0; k < counts[u]; ++k)
                for (const auto row : units.rows_of(u, u)) rows.push_back(row);
        return difference(measure, PickedRows(a, rows).view(), PickedRows(b, rows).view());
    };
}

SwapShares swap_units(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units,
                      const Draws& draws)
{
    std::vector<std::uint32_t> differing;
    for (std::uint32_t u = 0; u < units.count; ++u)
        for (const auto row : units.rows_of(u, u))
            if (!same_row(a, b, row)) {
                differing.push_back(u);
                break;
            }
    const double observed = difference(measure, a, b);
    const bool exact = differing.size() < 20 && (std::size_t{1} << differing.size()) <= std::max(draws.count, always_enumerated);
    const std::size_t patterns = exact ? std::size_t{1} << differing.size() : draws.count;
    std::vector<std::uint32_t> all(a.size());
    std::iota(all.begin(), all.end(), 0u);
    std::size_t two_sided = 0;
    std::size_t greater = 0;
    std::size_t less = 0;
    std::mutex mutex;
    in_chunks({draws.seed, patterns, draws.threads}, 16, [&](std::size_t begin, std::size_t end) {
        PickedRows of_a(a, all);
        PickedRows of_b(b, all);
        std::vector<std::uint8_t> swapped(differing.size(), 0);
        std::size_t own[3] = {0, 0, 0};
        for (std::size_t i = begin; i < end; ++i) {
            Stream stream(draws.seed, Purpose::permutation, 0, i);
            std::uint64_t bits = i;
            for (std::size_t k = 0; k < differing.size(); ++k) {
                if (!exact && k % 64 == 0) bits = stream.next();
                const auto swap = static_cast<std::uint8_t>((bits >> (k % 64)) & 1);
                if (swap == swapped[k]) continue;
                swapped[k] = swap;
                for (const auto row : units.rows_of(differing[k], differing[k])) PickedRows::swap_row(of_a, of_b, row);
            }
            const double t = difference(measure, of_a.view(), of_b.view());
            const double tolerance = 1e-12 * std::max(1.0, std::abs(observed));
            const bool none = std::isnan(t);
            own[0] += none || std::abs(t) >= std::abs(observed) - tolerance;
            own[1] += none || t >= observed - tolerance;
            own[2] += none || t <= observed + tolerance;
        }
        const std::lock_guard lock(mutex);
        two_sided += own[0];
        greater += own[1];
        less += own[2];
    });
    return shares_of(two_sided, greater, less, patterns, exact);
}

} // namespace unseen::compare::detail
