#include "store/unite.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

constexpr double tolerance = 1e-9;

/// The predictions for one row.
struct One {
    std::uint32_t label = 0;
    std::span<const double> scores;
    std::span<const double> value;
};

One row_of(const RowPredictions& all, std::size_t i)
{
    const auto& p = all.predictions;
    const auto n_scores = p.scores.size() / all.rows.size();
    const auto n_values = p.value.size() / all.rows.size();
    return {.label = p.label.empty() ? 0 : p.label[i],
            .scores = std::span(p.scores).subspan(i * n_scores, n_scores),
            .value = std::span(p.value).subspan(i * n_values, n_values)};
}

bool near(double a, double b)
{
    return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

bool agree(const One& a, const One& b)
{
    if (!std::ranges::equal(a.value, b.value, near) || !std::ranges::equal(a.scores, b.scores, near))
        return false;
    if (a.label == b.label) return true;
    const auto most = std::max(a.label, b.label);
    return most < a.scores.size() && near(a.scores[a.label], a.scores[b.label]);
}

bool before(const One& a, const One& b)
{
    if (a.label != b.label) return a.label < b.label;
    if (!std::ranges::equal(a.value, b.value)) return std::ranges::lexicographical_compare(a.value, b.value);
    return std::ranges::lexicographical_compare(a.scores, b.scores);
}

} // namespace

RowPredictions unite(const RowPredictions& a, const RowPredictions& b, const std::string& fit)
{
    if (a == b) return a;
    const auto& p = a.predictions;
    const auto& q = b.predictions;
    const auto widths = [](const RowPredictions& x) {
        return std::pair(x.predictions.scores.size() / x.rows.size(),
                         x.predictions.value.size() / x.rows.size());
    };
    if (a.rows.empty()) return b;
    if (b.rows.empty()) return a;
    if (p.label.empty() != q.label.empty() || widths(a) != widths(b))
        throw StoreError(fit + ": the stored predictions have another shape than those computed now");
    RowPredictions both;
    both.predictions.complexity = std::min(p.complexity, q.complexity);
    both.predictions.choice = p.choice;
    both.predictions.warnings = p.warnings;
    const auto add = [&](Row row, const One& one) {
        both.rows.push_back(row);
        auto& out = both.predictions;
        if (!p.label.empty()) out.label.push_back(one.label);
        out.value.insert(out.value.end(), one.value.begin(), one.value.end());
        out.scores.insert(out.scores.end(), one.scores.begin(), one.scores.end());
    };
    for (std::size_t i = 0, j = 0; i < a.rows.size() || j < b.rows.size();) {
        if (j == b.rows.size() || (i < a.rows.size() && a.rows[i] < b.rows[j])) {
            add(a.rows[i], row_of(a, i));
            ++i;
        } else if (i == a.rows.size() || b.rows[j] < a.rows[i]) {
            add(b.rows[j], row_of(b, j));
            ++j;
        } else {
            const One x = row_of(a, i++);
            const One y = row_of(b, j++);
            if (!agree(x, y))
                throw StoreError(
                    fit + ": the predictions of row " + std::to_string(a.rows[i - 1]) +
                    " differ from the stored ones; the learner gives different answers for the same fit");
            add(a.rows[i - 1], before(y, x) ? y : x);
        }
    }
    return both;
}

} // namespace unseen
