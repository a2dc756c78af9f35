#include "data/few_numbers.hpp"

#include "base/number_pair.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace unseen {

std::optional<FewNumbers> few_numbers(std::span<const double> values, std::size_t most)
{
    // By blocks, without a branch in one whose numbers are all known.
    constexpr std::size_t block = 512;
    std::array<double, block> numbers;
    std::array<std::uint64_t, block> codes; // one more than is kept; 0: not known yet
    std::array<std::uint8_t, block> kept;
    PairBits missing{};
    PairBits zeros{};     // bits that are set in some zero
    PairBits not_zeros{}; // and those that are not set in some
    FewNumbers few;
    few.codes.reserve(values.size());
    for (std::size_t begin = 0; begin < values.size(); begin += block) {
        const auto part = values.subspan(begin, std::min(block, values.size() - begin));
        std::fill(std::copy(part.begin(), part.end(), numbers.begin()), numbers.end(), part.front());
        while (true) {
            PairBits unknown{};
            for (std::size_t i = 0; i < block; i += 2) {
                const NumberPair x = pair_at(numbers.data() + i);
                const PairBits is_missing = bits_of(x != x);
                const PairBits is_zero = bits_of(x == 0.0);
                PairBits code = is_missing & (FewNumbers::missing + 1U);
                for (std::size_t d = 0; d < few.distinct.size(); ++d) code |= bits_of(x == few.distinct[d]) & (d + 1);
                missing |= is_missing;
                zeros |= is_zero & bits_of(x);
                not_zeros |= is_zero & ~bits_of(x);
                unknown |= code - 1;
                std::memcpy(codes.data() + i, &code, sizeof code);
            }
            if ((unknown[0] | unknown[1]) >> 63 == 0) break;
            if (few.distinct.size() == most) return std::nullopt;
            few.distinct.push_back(numbers[static_cast<std::size_t>(std::find(codes.begin(), codes.end(), 0U) - codes.begin())]);
        }
        for (std::size_t i = 0; i < block; ++i) kept[i] = static_cast<std::uint8_t>(codes[i] - 1);
        few.codes.insert(few.codes.end(), kept.data(), kept.data() + part.size());
    }
    few.any_missing = (missing[0] | missing[1]) != 0;
    few.two_zeros = ((zeros[0] | zeros[1]) & (not_zeros[0] | not_zeros[1])) >> 63 != 0;
    return few;
}

} // namespace unseen
