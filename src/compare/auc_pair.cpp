#include "compare/auc_pair.hpp"

#include "stats/radix_sort.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace unseen::compare::detail {

namespace {

double weight_of(const AucRows& rows, std::size_t i) { return rows.weight.empty() ? 1.0 : rows.weight[i]; }

/// Twice the weight below each code plus the weight at it, of the rows of one class.
std::vector<double> twice_below(const AucRows& rows, const Codes& codes, bool positive, std::size_t end)
{
    std::vector<double> at(end, 0.0);
    for (std::size_t i = 0; i < rows.positive.size(); ++i)
        if ((rows.positive[i] != 0) == positive) at[codes.of_row[i]] += weight_of(rows, i);
    double below = 0.0;
    for (double& x : at) {
        const double here = x;
        x = 2.0 * below + here;
        below += here;
    }
    return at;
}

double class_weight(const AucRows& rows, bool positive)
{
    ExactSum sum;
    for (std::size_t i = 0; i < rows.positive.size(); ++i)
        if ((rows.positive[i] != 0) == positive) sum.add(weight_of(rows, i));
    return sum.value();
}

/// What each row adds: positive rows win against negatives below, negative rows lose against positives above.
std::vector<double> row_sums(const AucRows& rows, const Codes& codes, double positives)
{
    const auto negatives_below = twice_below(rows, codes, false, codes.end);
    const auto positives_below = twice_below(rows, codes, true, codes.end);
    std::vector<double> sums(rows.positive.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const auto code = codes.of_row[i];
        sums[i] = rows.positive[i] != 0 ? negatives_below[code] : 2.0 * positives - positives_below[code];
    }
    return sums;
}

double area(const AucRows& rows, std::span<const double> sums, double positives, double negatives)
{
    ExactSum won;
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (rows.positive[i] != 0) won.add_product(weight_of(rows, i), sums[i]);
    return won.value() / (2.0 * positives * negatives);
}

/// Rows in ascending order of a model's codes, cut into blocks of equal codes.
struct Sorted {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> ends; ///< of the blocks
};

Sorted sorted_by(const Codes& codes)
{
    Sorted sorted;
    sorted.rows.resize(codes.of_row.size());
    std::vector<std::uint32_t> begin(std::size_t{codes.end} + 1, 0);
    for (const auto code : codes.of_row) ++begin[code + 1];
    for (std::size_t c = 1; c < begin.size(); ++c) {
        if (begin[c] > 0) sorted.ends.push_back(begin[c - 1] + begin[c]);
        begin[c] += begin[c - 1];
    }
    for (std::uint32_t i = 0; i < codes.of_row.size(); ++i) sorted.rows[begin[codes.of_row[i]]++] = i;
    return sorted;
}

constexpr std::size_t lanes = 16; ///< replicates side by side

/// How often each of `lanes` replicates drew each row. More than 255 times would need a chance below 1e-500.
using Counts = std::vector<std::array<std::uint8_t, lanes>>;

/// Twice the pairs won of each replicate, and twice its negative rows.
template <class Sum>
struct Won {
    std::array<Sum, lanes> twice{};
    std::array<Sum, lanes> negatives{};
};

/// `Sum` must hold n^2 / 2.
template <class Sum>
Won<Sum> won_by(const AucRows& rows, const Sorted& sorted, const Counts& counts)
{
    std::array<Sum, lanes> won{};
    std::array<Sum, lanes> below{}; // twice the negatives so far
    std::uint32_t begin = 0;
    for (const auto end : sorted.ends) {
        if (end == begin + 1) {
            const auto row = sorted.rows[begin];
            const auto& count = counts[row];
            if (rows.positive[row] != 0)
                for (std::size_t r = 0; r < lanes; ++r) won[r] += count[r] * below[r];
            else
                for (std::size_t r = 0; r < lanes; ++r) below[r] += 2u * count[r];
        } else {
            std::array<Sum, lanes> positives{};
            std::array<Sum, lanes> negatives{};
            for (auto i = begin; i < end; ++i) {
                const auto row = sorted.rows[i];
                auto& sums = rows.positive[row] != 0 ? positives : negatives;
                for (std::size_t r = 0; r < lanes; ++r) sums[r] += counts[row][r];
            }
            for (std::size_t r = 0; r < lanes; ++r) {
                won[r] += positives[r] * (below[r] + negatives[r]);
                below[r] += 2 * negatives[r];
            }
        }
        begin = end;
    }
    return {won, below};
}

template <class Sum>
void fill_replicates(const AucRows& rows, const Draws& draws, std::span<double> differences)
{
    const std::size_t n = rows.positive.size();
    const Sorted a = sorted_by(rows.a);
    const Sorted b = sorted_by(rows.b);
    in_chunks(draws, lanes, [&](std::size_t begin, std::size_t end) {
        Counts counts(n, std::array<std::uint8_t, lanes>{});
        for (std::size_t r = 0; r < end - begin; ++r) {
            Stream stream(draws.seed, Purpose::interval, 0, begin + r);
            std::uint8_t* const count =
                counts.front().data() + r; // a copy of its own: what it points to might be anything to the compiler
            draw_rows(stream, n, [count](std::size_t row, unsigned times) {
                count[row * lanes] = static_cast<std::uint8_t>(count[row * lanes] + times);
            });
        }
        const auto of_a = won_by<Sum>(rows, a, counts);
        const auto of_b = won_by<Sum>(rows, b, counts);
        for (std::size_t r = 0; r < end - begin; ++r) {
            const double negatives = static_cast<double>(of_a.negatives[r]) / 2.0;
            const double pairs = negatives * (static_cast<double>(n) - negatives);
            differences[begin + r] =
                pairs > 0.0 ? (static_cast<double>(of_a.twice[r]) - static_cast<double>(of_b.twice[r])) / (2.0 * pairs)
                            : std::numeric_limits<double>::quiet_NaN();
        }
    });
}

/// The area of a model's scores for given multiplicities of the units; NaN where a class is not there.
double area_of_counts(const AucRows& rows, const Sorted& sorted, Area area, std::span<const std::uint32_t> unit_of_row,
                      std::span<const std::uint32_t> counts)
{
    double positives = 0.0; // met so far, from the highest score down
    double negatives = 0.0;
    double sum = 0.0;
    for (std::size_t block = sorted.ends.size(); block-- > 0;) {
        double own_positives = 0.0;
        double own_negatives = 0.0;
        for (auto i = block > 0 ? sorted.ends[block - 1] : 0; i < sorted.ends[block]; ++i) {
            const auto row = sorted.rows[i];
            const double w = counts[unit_of_row.empty() ? row : unit_of_row[row]] * weight_of(rows, row);
            (rows.positive[row] != 0 ? own_positives : own_negatives) += w;
        }
        if (area == Area::roc) {
            sum += own_negatives * (2.0 * positives + own_positives);
        } else if (own_positives > 0.0) {
            const double found = positives + own_positives;
            sum += own_positives * (found / (found + negatives + own_negatives));
        }
        positives += own_positives;
        negatives += own_negatives;
    }
    const bool exists = positives > 0.0 && (area == Area::average_precision || negatives > 0.0);
    if (!exists) return std::numeric_limits<double>::quiet_NaN();
    return area == Area::roc ? sum / (2.0 * positives * negatives) : sum / positives;
}

} // namespace

Codes doubled_midranks(std::span<const double> scores)
{
    struct Record {
        std::uint64_t key;
        std::uint32_t row;
    };
    std::vector<Record> order(scores.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = {ascending_key(scores[i]), i};
    std::vector<Record> scratch(order.size());
    radix_sort(std::span<Record>(order), std::span<Record>(scratch), [](const Record& record) { return record.key; });
    Codes codes{std::vector<std::uint32_t>(scores.size()), static_cast<std::uint32_t>(2 * scores.size() + 1)};
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && order[end].key == order[begin].key) ++end;
        for (std::size_t i = begin; i < end; ++i) codes.of_row[order[i].row] = static_cast<std::uint32_t>(begin + 1 + end);
        begin = end;
    }
    return codes;
}

std::vector<double> positive_scores(const PredictionView& view)
{
    const auto n_classes = view.classes->size();
    std::vector<double> scores(view.size());
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = view.scores[i * n_classes + view.positive];
    return scores;
}

AucRows auc_rows(const PredictionView& a, const PredictionView& b)
{
    AucRows rows;
    for (const auto label : a.true_label) rows.positive.push_back(label == a.positive ? 1 : 0);
    rows.weight.assign(a.weight.begin(), a.weight.end());
    rows.a = doubled_midranks(positive_scores(a));
    rows.b = doubled_midranks(positive_scores(b));
    return rows;
}

Placements placements(const AucRows& rows)
{
    Placements placed;
    placed.positives = class_weight(rows, true);
    placed.negatives = class_weight(rows, false);
    placed.a = row_sums(rows, rows.a, placed.positives);
    placed.b = row_sums(rows, rows.b, placed.positives);
    placed.auc_a = area(rows, placed.a, placed.positives, placed.negatives);
    placed.auc_b = area(rows, placed.b, placed.positives, placed.negatives);
    return placed;
}

std::vector<double> swap_terms(const AucRows& rows)
{
    const std::size_t end = std::max(rows.a.end, rows.b.end);
    // Both models' rows of a class together, twice what is below a code.
    const auto together = [&](bool positive) {
        auto sums = twice_below(rows, rows.a, positive, end);
        const auto b = twice_below(rows, rows.b, positive, end);
        for (std::size_t v = 0; v < end; ++v) sums[v] += b[v];
        return sums;
    };
    const auto negatives = together(false);
    const auto positives = together(true);
    std::vector<double> terms(rows.positive.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto a = rows.a.of_row[i];
        const auto b = rows.b.of_row[i];
        terms[i] = weight_of(rows, i) * (rows.positive[i] != 0 ? negatives[a] - negatives[b] : positives[b] - positives[a]);
    }
    return terms;
}

std::vector<double> auc_replicates(const AucRows& rows, const Draws& draws)
{
    std::vector<double> differences(draws.count);
    if (rows.positive.size() < (std::size_t{1} << 16))
        fill_replicates<std::uint32_t>(rows, draws, differences);
    else
        fill_replicates<std::uint64_t>(rows, draws, differences);
    return differences;
}

OfCounts area_difference(const AucRows& rows, Area area, std::span<const std::uint32_t> unit_of_row)
{
    return [&rows, area, unit_of_row, a = sorted_by(rows.a), b = sorted_by(rows.b)](std::span<const std::uint32_t> counts) {
        return area_of_counts(rows, a, area, unit_of_row, counts) - area_of_counts(rows, b, area, unit_of_row, counts);
    };
}

std::vector<double> auc_jackknife(const AucRows& rows, const Placements& placed)
{
    const double won_a = 2.0 * placed.positives * placed.negatives * placed.auc_a;
    const double won_b = 2.0 * placed.positives * placed.negatives * placed.auc_b;
    std::vector<double> left(rows.positive.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const double pairs =
            rows.positive[i] != 0 ? (placed.positives - 1.0) * placed.negatives : placed.positives * (placed.negatives - 1.0);
        left[i] = ((won_a - placed.a[i]) - (won_b - placed.b[i])) / (2.0 * pairs);
    }
    return left;
}

} // namespace unseen::compare::detail
