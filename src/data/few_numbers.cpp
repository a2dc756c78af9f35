#include "data/few_numbers.hpp"

#include "base/number_pair.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace unseen {

namespace {

/// This many numbers are compared without a branch.
constexpr std::size_t numbers_a_block = 512;
/// Fewer numbers are not worth another thread.
constexpr std::size_t least_share = std::size_t{1} << 17;

/// Buffer for the last, shorter block, which is filled up with its first number.
using Block = std::array<double, numbers_a_block>;

std::span<const double> filled(std::span<const double> part, Block& numbers)
{
    if (part.size() == numbers_a_block) return part;
    std::fill(std::copy(part.begin(), part.end(), numbers.begin()), numbers.end(), part.front());
    return numbers;
}

/// The result for a part of the numbers.
struct Found {
    std::vector<double> distinct{};
    bool missing = false;
    bool zero = false;
    bool minus_zero = false;
    bool too_many = false;
};

bool any(PairBits bits) { return (bits[0] | bits[1]) != 0; }

PairBits known_of(NumberPair x, std::span<const double> distinct)
{
    PairBits known = bits_of(x != x);
    for (const double d : distinct) known |= bits_of(x == d);
    return known;
}

void add_distinct(double x, std::size_t most, Found& found)
{
    if (x != x || std::find(found.distinct.begin(), found.distinct.end(), x) != found.distinct.end()) return;
    found.too_many = found.distinct.size() == most;
    if (!found.too_many) found.distinct.push_back(x);
}

Found find_distinct(std::span<const double> values, std::size_t most)
{
    Found found;
    Block storage;
    PairBits missing{};
    PairBits zeros{};       // the inverted bits of all zeros: the sign bit is set if one of them is +0
    PairBits minus_zeros{}; // the bits of all zeros: not 0 if one of them is -0
    for (; !values.empty(); values = values.subspan(std::min(numbers_a_block, values.size()))) {
        const auto part = filled(values.first(std::min(numbers_a_block, values.size())), storage);
        PairBits unknown{};
        for (std::size_t i = 0; i < numbers_a_block; i += 2) {
            const NumberPair x = pair_at(part.data() + i);
            const PairBits is_zero = bits_of(x == 0.0);
            missing |= bits_of(x != x);
            zeros |= is_zero & ~bits_of(x);
            minus_zeros |= is_zero & bits_of(x);
            unknown |= ~known_of(x, found.distinct);
        }
        if (!any(unknown)) continue;
        for (const double x : part) {
            add_distinct(x, most, found);
            if (found.too_many) return found;
        }
    }
    found.missing = any(missing);
    found.zero = any(zeros >> 63);
    found.minus_zero = any(minus_zeros);
    return found;
}

} // namespace

std::optional<FewNumbers> few_numbers(std::span<const double> values, std::size_t most, std::size_t threads)
{
    const std::size_t shares = std::clamp<std::size_t>(values.size() / least_share, 1, thread_count(threads));
    std::vector<Found> of_share(shares);
    run_workers(shares, [&](std::size_t t) {
        const std::size_t begin = values.size() * t / shares;
        of_share[t] = find_distinct(values.subspan(begin, values.size() * (t + 1) / shares - begin), most);
    });
    Found all;
    for (const auto& found : of_share) {
        for (const double x : found.distinct) add_distinct(x, most, all);
        if (found.too_many || all.too_many) return std::nullopt;
        all.missing |= found.missing;
        all.zero |= found.zero;
        all.minus_zero |= found.minus_zero;
    }
    return FewNumbers{std::move(all.distinct), all.missing, all.zero && all.minus_zero};
}

void places_of(std::span<const double> values, std::span<const double> distinct, std::span<std::int32_t> to)
{
    Block storage;
    std::array<std::uint64_t, numbers_a_block> places; // index in `distinct`, plus 1
    for (std::size_t begin = 0; begin < to.size(); begin += numbers_a_block) {
        const std::size_t n = std::min(numbers_a_block, to.size() - begin);
        const auto part = filled(values.subspan(begin, n), storage);
        for (std::size_t i = 0; i < numbers_a_block; i += 2) {
            const NumberPair x = pair_at(part.data() + i);
            PairBits place{};
            for (std::size_t d = 0; d < distinct.size(); ++d) place |= bits_of(x == distinct[d]) & (d + 1);
            std::memcpy(places.data() + i, &place, sizeof place);
        }
        for (std::size_t i = 0; i < n; ++i) to[begin + i] = static_cast<std::int32_t>(places[i]) - 1;
    }
}

} // namespace unseen
