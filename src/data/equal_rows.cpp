#include "unseen/data/equal_rows.hpp"

#include "base/listed.hpp"
#include "data/like_ids.hpp"
#include "data/row_hashes.hpp"
#include "data/row_sets.hpp"

#include "unseen/base/stop.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace unseen {

namespace {

/// A table of keys with open addressing, each with a number.
class KeyTable {
public:
    explicit KeyTable(std::size_t keys)
        : mask_(std::bit_ceil(2 * keys + 1) - 1),
          key_(mask_ + 1),
          value_(mask_ + 1, none)
    {
    }

    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// The number of the key; it becomes `value` if the key is new.
    std::uint32_t add(std::uint64_t key, std::uint32_t value)
    {
        const auto at = place(key);
        if (value_[at] != none) return value_[at];
        key_[at] = key;
        return value_[at] = value;
    }
    /// The number of the key, or `none`.
    std::uint32_t find(std::uint64_t key) const { return value_[place(key)]; }

private:
    std::size_t place(std::uint64_t key) const
    {
        std::size_t at = (key * 0x9E3779B97F4A7C15U >> 20) & mask_;
        while (value_[at] != none && key_[at] != key) at = (at + 1) & mask_;
        return at;
    }

    std::size_t mask_;
    std::vector<std::uint64_t> key_;
    std::vector<std::uint32_t> value_;
};

/// The share of rows that have a near one.
double near_share(std::span<const std::uint64_t> hashes, std::span<const AddBlock> blocks)
{
    constexpr std::size_t most_asked = 32'768;
    const std::size_t n = hashes.size();
    const std::size_t step = (n + most_asked - 1) / most_asked;
    std::vector<bool> near((n + step - 1) / step, false);
    for (const auto& add : blocks) {
        std::vector<std::uint64_t> rest(n, 0); // the hash without the block
        add(rest);
        for (std::size_t r = 0; r < n; ++r) rest[r] = hashes[r] - rest[r];
        KeyTable table(near.size());
        for (std::size_t q = 0; q < near.size(); ++q)
            table.add(rest[q * step], static_cast<std::uint32_t>(q * step));
        std::vector<bool> of_key(near.size(), false);
        for (std::size_t r = 0; r < n; ++r)
            if (const auto first = table.find(rest[r]); first != KeyTable::none && hashes[r] != hashes[first])
                of_key[first / step] = true;
        for (std::size_t q = 0; q < near.size(); ++q)
            if (of_key[table.find(rest[q * step]) / step]) near[q] = true;
    }
    return static_cast<double>(std::ranges::count(near, true)) / static_cast<double>(near.size());
}

/// ln P(X <= x) for a Poisson variable X with this mean.
double log_poisson_cdf(std::uint64_t x, double mean)
{
    const auto log_term = [&](double k) { return k * std::log(mean) - mean - std::lgamma(k + 1.0); };
    const double last = log_term(static_cast<double>(x));
    double sum = 0.0; // relative to the last term, the largest if x < mean
    for (std::uint64_t k = x + 1; k-- > 0;) {
        const double term = std::exp(log_term(static_cast<double>(k)) - last);
        sum += term;
        if (term < 1e-9 * sum) break;
    }
    return last + std::log(sum);
}

/// True if values drawn independently do not occur so often.
bool not_drawn_independently(std::span<const std::uint64_t> sizes)
{
    constexpr std::size_t most_times = 7;
    const auto found = [&](std::size_t k) {
        return k <= sizes.size() ? static_cast<double>(sizes[k - 1]) : 0.0;
    };
    for (std::size_t k = 2; k <= most_times; ++k) {
        const double least = found(k) - 2.0 * std::sqrt(found(k));
        if (!(least > 0.0)) continue;
        const double most = found(k - 1) + 2.0 * std::sqrt(found(k - 1)) + 1.0;
        const auto times = static_cast<double>(k);
        const double mean = least * least / most * times / (times + 1.0); // (k!)^2 / ((k-1)! (k+1)!)
        if (found(k + 1) < mean &&
            log_poisson_cdf(static_cast<std::uint64_t>(found(k + 1)), mean) < std::log(0.001))
            return true;
    }
    return false;
}

/// The places of the features that do not look like ids.
std::vector<std::size_t> compared_features(const Dataset& data)
{
    const auto ids = places_like_ids(data.sparse() == nullptr ? data.features() : std::span<const Column>(),
                                     data.sparse());
    std::vector<std::size_t> compared;
    for (std::size_t j = 0; j < data.feature_count(); ++j)
        if (!std::ranges::binary_search(ids, j)) compared.push_back(j);
    return compared;
}

/// Adds the hashes of the cells of these features, which ascend.
void add_features(std::span<std::uint64_t> hashes, const Dataset& data, std::span<const std::size_t> places)
{
    if (data.sparse() != nullptr) return add_cells(hashes, *data.sparse(), places);
    for (const auto j : places) add_cells(hashes, data.features()[j], j);
}

} // namespace

std::vector<std::size_t> block_limits(std::size_t columns)
{
    constexpr std::size_t most_blocks = 15;
    const std::size_t blocks = std::min(columns, most_blocks);
    std::vector<std::size_t> limits;
    for (std::size_t b = 0; b <= blocks; ++b) limits.push_back(blocks == 0 ? 0 : b * columns / blocks);
    return limits;
}

EqualRows equal_rows(std::size_t rows, std::span<const AddBlock> blocks, const AddBlock& whole,
                     std::span<const std::uint32_t> group)
{
    EqualRows found{.rows = rows};
    std::vector<std::uint64_t> hashes(rows, 0);
    if (whole) whole(hashes);
    for (const auto& add : blocks) {
        check_stop();
        add(hashes);
    }

    // The first row of each different one, and the rows that equal it.
    std::vector<std::uint32_t> first(rows);
    std::vector<std::uint32_t> size(rows, 0);
    std::vector<bool> several_groups(rows, group.empty());
    {
        KeyTable table(rows);
        constexpr std::uint32_t rows_between_checks = 1 << 16;
        for (std::uint32_t r = 0; r < rows; ++r) {
            if (r % rows_between_checks == 0) check_stop();
            first[r] = table.add(hashes[r], r);
            ++size[first[r]];
            if (!group.empty() && group[r] != group[first[r]]) several_groups[first[r]] = true;
        }
    }
    std::uint32_t sets = 0;
    std::vector<std::uint32_t> number(rows, EqualRows::alone);
    for (std::uint32_t r = 0; r < rows; ++r) {
        if (size[r] == 0) continue;
        const std::uint32_t times = several_groups[r] ? size[r] : 1;
        if (times > found.sizes.size()) found.sizes.resize(times, 0);
        ++found.sizes[times - 1];
        if (times < 2) continue;
        number[r] = sets++;
        found.repeated += times;
    }
    if (sets == 0) return found;
    found.set.resize(rows);
    for (std::uint32_t r = 0; r < rows; ++r) found.set[r] = number[first[r]];
    if (blocks.size() > 1) found.near = near_share(hashes, blocks);
    return found;
}

bool EqualRows::more_than_chance() const
{
    if (repeated < 10 || 200 * repeated < rows) return false;
    return static_cast<double>(repeated) > 3.0 * near * static_cast<double>(rows) ||
           not_drawn_independently(sizes);
}

std::string EqualRows::text() const
{
    return std::to_string(repeated) + " of " + std::to_string(rows) +
           " rows equal another row in every feature" +
           (left_out.empty() ? "" : " (without " + listed_in_quotes(left_out, 3) + ")") +
           " and the target, which is more than chance";
}

std::vector<Warning> EqualRows::warning() const
{
    if (!more_than_chance()) return {};
    return {{warnings::duplicate_rows,
             text() + ": figures of models that are tested on copies of their training rows are too good; "
                      "`group=@duplicates` keeps equal rows on one side of each split"}};
}

EqualRows equal_rows(const Dataset& data)
{
    const auto n = data.labelled();
    const AddBlock response = [&](std::span<std::uint64_t> hashes) { add_responses(hashes, data); };
    const auto groups = data.groups().empty() ? data.groups() : data.groups().first(n);
    const auto compared = compared_features(data);
    const auto limits = block_limits(compared.size());
    std::vector<AddBlock> blocks;
    for (std::size_t b = 0; b + 1 < limits.size(); ++b)
        blocks.emplace_back([&, b](std::span<std::uint64_t> hashes) {
            add_features(hashes, data, std::span(compared).subspan(limits[b], limits[b + 1] - limits[b]));
        });
    blocks.push_back(response);
    auto found = equal_rows(n, blocks, {}, groups);
    for (std::size_t j = 0; j < data.feature_count() && compared.size() < data.feature_count(); ++j)
        if (!std::ranges::binary_search(compared, j))
            found.left_out.push_back(data.sparse() != nullptr
                                         ? data.sparse()->name(static_cast<std::uint32_t>(j))
                                         : data.features()[j].name);
    return found;
}

std::vector<Row> first_equal_rows(const Dataset& data)
{
    std::vector<std::uint64_t> hashes(data.rows(), 0);
    add_features(hashes, data, compared_features(data));
    add_responses(hashes, data);
    KeyTable table(hashes.size());
    std::vector<Row> first;
    for (Row r = 0; r < hashes.size(); ++r) first.push_back(table.add(hashes[r], r));
    return first;
}

} // namespace unseen
