#include "learn/tree/c45_search.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::tree::c45 {

namespace {

/// The gain of a test that removes `bits` in total from the known rows, a share of all rows; rounding errors
/// are no gain.
double gain_of(double bits, double share, double known)
{
    const double total = share * bits;
    return is_equal(total, 0.0) ? 0.0 : total / known;
}

} // namespace

Search::Search(const Shared& shared, double min_rows, const RowLists& rows, const EntropyTerms& terms,
               std::span<const double> weight)
    : shared_(shared),
      min_rows_(min_rows),
      rows_(rows),
      terms_(terms),
      weight_(weight),
      known_(shared.classes),
      left_(shared.classes),
      right_(shared.classes),
      left_terms_(shared.classes),
      right_terms_(shared.classes),
      left_count_(shared.classes),
      right_count_(shared.classes)
{
}

/// `split_bits`: the entropy of the branches, with missing cells as one more branch, times the weight of the
/// node.
double Search::ratio(double gain, double weight, double split_bits) const
{
    return is_equal(split_bits, 0.0) ? 0.0 : gain / (split_bits / weight);
}

Rating Search::categories(std::uint32_t feature, const NodeTotals& node, std::span<const WeightedRow> rows)
{
    const std::size_t classes = shared_.classes;
    const auto codes = shared_.presorted.features[feature].codes;
    const auto class_codes = shared_.presorted.class_codes;
    const std::size_t declared = shared_.declared[feature];
    if (branch_.size() < declared) branch_.resize(declared, 0.0);
    if (counts_.size() < declared * classes) counts_.resize(declared * classes, 0.0);
    present_.clear();
    for (const auto& [weight, row] : rows) {
        if (codes[row] < 0 || weight == 0.0) continue;
        const auto code = static_cast<std::size_t>(codes[row]);
        if (branch_[code] == 0.0) present_.push_back(static_cast<std::uint32_t>(code));
        branch_[code] += weight;
        counts_[code * classes + static_cast<std::size_t>(class_codes[row])] += weight;
    }
    std::ranges::fill(known_, 0.0);
    Rating rating;
    double branches = 0.0; // sums of entropy terms
    double cells = 0.0;
    std::size_t large_enough = 0;
    for (const auto b : present_) {
        const auto own = std::span(counts_).subspan(b * classes, classes);
        large_enough += is_at_least(branch_[b], min_rows_) ? 1 : 0;
        branches += terms_(branch_[b]);
        branch_[b] = 0.0;
        for (std::size_t c = 0; c < classes; ++c) {
            cells += terms_(own[c]);
            known_[c] += own[c];
            own[c] = 0.0;
        }
    }
    if (large_enough < 2) return rating;
    const double known = sum_of(known_);
    double before = terms_(known);
    for (const double weight : known_) before -= terms_(weight);
    rating.usable = true;
    rating.gain = gain_of(before - (branches - cells), 1.0 - (node.weight - known) / node.weight, known);
    rating.ratio =
        ratio(rating.gain, node.weight, terms_(node.weight) - branches - terms_(node.weight - known));
    return rating;
}

double Search::least_side(double known) const
{
    const double tenth = 0.1 * known / static_cast<double>(shared_.classes);
    return is_at_most(tenth, min_rows_) ? min_rows_ : is_greater(tenth, 25.0) ? 25.0 : tenth;
}

void Search::consider(Best& best, double gain, double left, const Entry* last)
{
    if (!is_greater(gain, best.gain)) return;
    best.gain = gain;
    best.left = left;
    best.below = last[0].rank;
    best.above = last[1].rank;
}

/// Each row counts once. The entropy terms of counts are looked up, and the sum over classes changes by two
/// steps per row.
Search::Best Search::plain_cuts(std::uint32_t feature, double weight, std::span<const Entry> known)
{
    Best best;
    const std::size_t m = known.size();
    const auto known_weight = static_cast<double>(m);
    const double least = least_side(known_weight);
    if (is_less(known_weight, 2.0 * least)) return best;
    auto first = static_cast<std::size_t>(least);
    if (!is_at_least(static_cast<double>(first), least)) ++first;

    const double* const term = terms_.of_count();
    const double* const step = terms_.step();
    std::uint32_t* const left = left_count_.data();
    std::uint32_t* const right = right_count_.data();
    double cells = 0.0;
    for (std::size_t c = 0; c < left_count_.size(); ++c) {
        left[c] = 0;
        right[c] = static_cast<std::uint32_t>(known_[c]);
        cells += term[right[c]];
    }
    const double before = term[m] - cells;
    const double share = 1.0 - (weight - known_weight) / weight;
    // The bits that a cut must remove to be worth a closer look.
    const auto worth = [&] { return (best.gain + tolerance) * known_weight / share * (1.0 - 1e-12); };
    double limit = worth();
    const Entry* const entry = known.data();
    const std::uint32_t shift = shared_.presorted.row_bits;
    const auto move = [&](std::size_t i) {
        const std::uint32_t c = entry[i].tag >> shift;
        cells += step[left[c]++] - step[--right[c]];
    };
    std::size_t i = 0;
    for (; i + 1 < first; ++i) move(i);
    const auto search = [&](auto may_cut) {
        std::size_t admissible = 0;
        for (; i + first < m; ++i) {
            move(i);
            if (!may_cut(entry[i].rank, entry[i + 1].rank)) continue;
            ++admissible;
            const double bits = before - (term[i + 1] + term[m - i - 1] - cells);
            if (bits <= limit) continue;
            consider(best, gain_of(bits, share, known_weight), static_cast<double>(i + 1), entry + i);
            limit = worth();
        }
        best.admissible = admissible;
    };
    if (shared_.near[feature].empty())
        search([](std::uint32_t below, std::uint32_t above) { return below != above; });
    else
        search(
            [&](std::uint32_t below, std::uint32_t above) { return rows_.may_cut(feature, below, above); });
    return best;
}

/// Rows count as often as they occur; terms are looked up here, too.
Search::Best Search::repeated_cuts(std::uint32_t feature, double weight, double known_weight,
                                   std::span<const Entry> known)
{
    Best best;
    const double least = least_side(known_weight);
    if (is_less(known_weight, 2.0 * least)) return best;

    const double* const term = terms_.of_count();
    std::uint32_t* const left = left_count_.data();
    std::uint32_t* const right = right_count_.data();
    double cells = 0.0;
    for (std::size_t c = 0; c < left_count_.size(); ++c) {
        left[c] = 0;
        right[c] = static_cast<std::uint32_t>(known_[c]);
        cells += term[right[c]];
    }
    const auto all = static_cast<std::uint32_t>(known_weight);
    const double before = term[all] - cells;
    const double share = 1.0 - (weight - known_weight) / weight;
    const auto worth = [&] { return (best.gain + tolerance) * known_weight / share * (1.0 - 1e-12); };
    double limit = worth();
    const std::uint32_t shift = shared_.presorted.row_bits;
    const std::uint32_t mask = shared_.presorted.row_mask();
    std::uint32_t gone = 0;
    for (std::size_t i = 0; i + 1 < known.size(); ++i) {
        const std::uint32_t w = rows_.copies(known[i].tag & mask);
        const std::uint32_t c = known[i].tag >> shift;
        cells += (term[left[c] + w] - term[left[c]]) - (term[right[c]] - term[right[c] - w]);
        left[c] += w;
        right[c] -= w;
        gone += w;
        if (!is_at_least(gone, least) || !rows_.may_cut(feature, known[i].rank, known[i + 1].rank)) continue;
        if (!is_at_least(all - gone, least)) break;
        ++best.admissible;
        const double bits = before - (term[gone] + term[all - gone] - cells);
        if (bits <= limit) continue;
        consider(best, gain_of(bits, share, known_weight), gone, &known[i]);
        limit = worth();
    }
    return best;
}

Search::Best Search::weighted_cuts(std::uint32_t feature, double weight, double known_weight,
                                   std::span<const Entry> known)
{
    Best best;
    const double least = least_side(known_weight);
    const std::uint32_t mask = shared_.presorted.row_mask();
    std::size_t count = 0;
    for (const Entry entry : known) count += rows_.copies(entry.tag & mask);
    if (is_less(static_cast<double>(count), 2.0 * least)) return best;

    double cells = 0.0;
    for (std::size_t c = 0; c < known_.size(); ++c) {
        left_[c] = left_terms_[c] = 0.0;
        right_[c] = known_[c];
        right_terms_[c] = terms_(known_[c]);
        cells += right_terms_[c];
    }
    const double before = terms_(known_weight) - cells;
    const double share = 1.0 - (weight - known_weight) / weight;
    double left = 0.0;
    double right = known_weight;
    const auto update = [&](double& sum, double& its_term, double change) {
        sum += change;
        cells -= its_term;
        its_term = terms_(sum);
        cells += its_term;
    };
    for (std::size_t i = 0; i + 1 < known.size(); ++i) {
        const double w = weight_[known[i].tag & mask];
        const std::uint32_t c = known[i].tag >> shared_.presorted.row_bits;
        update(left_[c], left_terms_[c], w);
        update(right_[c], right_terms_[c], -w);
        left += w;
        right -= w;
        if (!is_at_least(left, least) || !rows_.may_cut(feature, known[i].rank, known[i + 1].rank)) continue;
        if (!is_at_least(right, least)) break;
        ++best.admissible;
        const double bits = before - (terms_(left) + terms_(right) - cells);
        consider(best, gain_of(bits, share, known_weight), left, &known[i]);
    }
    return best;
}

Rating Search::cuts(std::uint32_t feature, const NodeTotals& node, std::span<const Entry> entries)
{
    const std::uint32_t mask = shared_.presorted.row_mask();
    std::ranges::copy(node.classes, known_.begin());
    std::size_t m = entries.size();
    for (; m > 0 && entries[m - 1].rank == Entry::missing; --m) {
        const Row row = entries[m - 1].tag & mask;
        known_[static_cast<std::size_t>(shared_.presorted.class_codes[row])] -=
            node.counting == Counting::weights ? weight_[row] : rows_.copies(row);
    }
    const auto known = entries.first(m);
    const double known_weight = sum_of(known_);
    const Best best = node.counting == Counting::once ? plain_cuts(feature, node.weight, known)
                      : node.counting == Counting::copies
                          ? repeated_cuts(feature, node.weight, known_weight, known)
                          : weighted_cuts(feature, node.weight, known_weight, known);
    Rating rating{.usable = false, .gain = 0.0, .ratio = 0.0, .below = best.below, .above = best.above};
    if (best.admissible == 0) return rating;
    rating.gain = best.gain - std::log2(static_cast<double>(best.admissible)) / node.weight;
    rating.usable = !is_at_most(rating.gain, 0.0);
    const double split_bits = terms_(node.weight) - terms_(best.left) - terms_(known_weight - best.left) -
                              terms_(node.weight - known_weight);
    rating.ratio = ratio(rating.gain, node.weight, split_bits);
    return rating;
}

} // namespace unseen::tree::c45
