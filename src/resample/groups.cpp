#include "resample/groups.hpp"

#include "unseen/base/uint128.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

std::shared_ptr<const Groups> make_groups(const Dataset& data)
{
    if (data.group() == nullptr) return nullptr;
    const auto number = data.groups().first(data.labelled());
    const std::size_t count = std::size_t{1} + *std::max_element(number.begin(), number.end());
    if (count == number.size()) return nullptr;
    auto groups = std::make_shared<Groups>();
    groups->starts.assign(count + 1, 0);
    for (const auto g : number) ++groups->starts[g + 1];
    std::partial_sum(groups->starts.begin(), groups->starts.end(), groups->starts.begin());
    auto next = groups->starts;
    groups->rows.resize(number.size());
    for (Row r = 0; r < number.size(); ++r) groups->rows[next[number[r]]++] = r;
    return groups;
}

std::vector<std::uint64_t> stratum_counts(const Groups& groups, const Strata& strata)
{
    std::vector<std::uint32_t> stratum_of(strata.rows.size());
    for (std::size_t s = 0; s < strata.size(); ++s)
        for (auto i = strata.starts[s]; i < strata.starts[s + 1]; ++i)
            stratum_of[strata.rows[i]] = static_cast<std::uint32_t>(s);
    std::vector<std::uint64_t> counts(groups.size() * strata.size(), 0);
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (const Row r : groups.rows_of(g)) ++counts[g * strata.size() + stratum_of[r]];
    return counts;
}

std::shared_ptr<const Strata> make_group_strata(const Dataset& data, const Groups& groups, bool stratify)
{
    const auto of_rows = make_strata(data, stratify);
    const auto counts = stratum_counts(groups, *of_rows);
    const auto strata = of_rows->size();
    std::vector<std::int32_t> code;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto own = counts.begin() + static_cast<std::ptrdiff_t>(g * strata);
        code.push_back(static_cast<std::int32_t>(
            std::max_element(own, own + static_cast<std::ptrdiff_t>(strata)) - own));
    }
    return std::make_shared<const Strata>(strata_by_code(code, of_rows->names));
}

std::vector<std::uint32_t> deal_by_size(const Groups& groups, std::span<const Row> order, std::uint64_t folds)
{
    std::vector<Row> largest_first(order.begin(), order.end());
    std::stable_sort(largest_first.begin(), largest_first.end(),
                     [&](Row a, Row b) { return groups.rows_of(a).size() > groups.rows_of(b).size(); });
    std::vector<std::uint64_t> load(folds, 0);
    std::vector<std::uint32_t> fold_of(groups.size());
    for (const Row g : largest_first) {
        const auto lightest = std::min_element(load.begin(), load.end());
        *lightest += groups.rows_of(g).size();
        fold_of[g] = static_cast<std::uint32_t>(lightest - load.begin());
    }
    return fold_of;
}

namespace {

/// The objective of METHODS I.17 in integers: sum over folds f of sum_c W_c n_fc^2 + W_0 n_f^2. The fold size
/// n_f is treated as the count of one more stratum, which every row belongs to. Each W_c times the square of
/// its total is about 2^20 n^2 <= 2^84, so that sums fit into 128 bits.
class Balancing {
public:
    Balancing(std::span<const std::uint64_t> counts, std::size_t strata, std::uint64_t folds)
        : groups_(counts.size() / strata),
          width_(strata + 1),
          of_group_(groups_ * width_),
          of_fold_(folds * width_, 0),
          weight_(width_),
          fold_of_(groups_, 0)
    {
        std::vector<std::uint64_t> total(width_, 0);
        for (std::size_t g = 0; g < groups_; ++g) {
            const auto from = counts.subspan(g * strata, strata);
            const auto to = of_group(g);
            std::copy(from.begin(), from.end(), to.begin());
            to.back() = std::accumulate(from.begin(), from.end(), std::uint64_t{0});
            for (std::size_t c = 0; c < width_; ++c) total[c] += to[c];
        }
        const uint128 all = (uint128{1} << 20) * total.back() * total.back();
        for (std::size_t c = 0; c < width_; ++c) {
            const uint128 square = static_cast<uint128>(total[c]) * total[c];
            weight_[c] = square == 0 ? 0 : (all + square / 2) / square;
        }
    }

    std::size_t folds() const { return of_fold_.size() / width_; }
    std::vector<std::uint32_t> fold_of() && { return std::move(fold_of_); }

    uint128 key(std::size_t g) const { return product(of_group(g), of_group(g)); }
    /// Half of what group g adds to the objective in fold f, up to a constant of g.
    uint128 score(std::size_t g, std::size_t f) const { return product(of_group(g), of_fold(f)); }

    void place_in_best(std::size_t g)
    {
        std::size_t best = 0;
        uint128 least = score(g, 0);
        for (std::size_t f = 1; f < folds(); ++f) {
            const auto own = score(g, f);
            if (own < least || (own == least && of_fold(f).back() < of_fold(best).back())) {
                best = f;
                least = own;
            }
        }
        place(g, best);
    }

    /// Makes the single move that lowers the objective most; among equal moves the first group in `order`,
    /// then the lowest fold. Returns false if no move lowers it.
    bool improve(std::span<const Row> order)
    {
        uint128 largest_drop = 0;
        std::size_t group = 0;
        std::size_t to = 0;
        for (const Row g : order) {
            const auto here = score(g, fold_of_[g]); // g is counted in its own fold
            const auto own = key(g);
            for (std::size_t f = 0; f < folds(); ++f) {
                if (f == fold_of_[g]) continue;
                const auto there = score(g, f) + own;
                if (here > there && here - there > largest_drop) {
                    largest_drop = here - there;
                    group = g;
                    to = f;
                }
            }
        }
        if (largest_drop == 0) return false;
        for (std::size_t c = 0; c < width_; ++c) of_fold(fold_of_[group])[c] -= of_group(group)[c];
        place(group, to);
        return true;
    }

private:
    std::span<std::uint64_t> of_group(std::size_t g)
    {
        return std::span(of_group_).subspan(g * width_, width_);
    }
    std::span<const std::uint64_t> of_group(std::size_t g) const
    {
        return std::span(of_group_).subspan(g * width_, width_);
    }
    std::span<std::uint64_t> of_fold(std::size_t f)
    {
        return std::span(of_fold_).subspan(f * width_, width_);
    }
    std::span<const std::uint64_t> of_fold(std::size_t f) const
    {
        return std::span(of_fold_).subspan(f * width_, width_);
    }

    uint128 product(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) const
    {
        uint128 sum = 0;
        for (std::size_t c = 0; c < width_; ++c) sum += weight_[c] * a[c] * b[c];
        return sum;
    }

    void place(std::size_t g, std::size_t f)
    {
        fold_of_[g] = static_cast<std::uint32_t>(f);
        for (std::size_t c = 0; c < width_; ++c) of_fold(f)[c] += of_group(g)[c];
    }

    std::size_t groups_;
    std::size_t width_; ///< number of strata, plus one for the size
    std::vector<std::uint64_t> of_group_;
    std::vector<std::uint64_t> of_fold_;
    std::vector<uint128> weight_;
    std::vector<std::uint32_t> fold_of_;
};

} // namespace

std::vector<std::uint32_t> deal_by_strata(std::span<const std::uint64_t> counts, std::size_t strata,
                                          std::span<const Row> order, std::uint64_t folds)
{
    Balancing balancing(counts, strata, folds);
    std::vector<uint128> key;
    for (std::size_t g = 0; g < order.size(); ++g) key.push_back(balancing.key(g));
    std::vector<Row> largest_first(order.begin(), order.end());
    std::stable_sort(largest_first.begin(), largest_first.end(),
                     [&](Row a, Row b) { return key[a] > key[b]; });
    for (const Row g : largest_first) balancing.place_in_best(g);
    while (balancing.improve(largest_first)) {}
    return std::move(balancing).fold_of();
}

} // namespace unseen
