#include "compare/swap_signs.hpp"

#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/random.hpp"

#include <array>
#include <cmath>
#include <mutex>
#include <vector>

namespace unseen::compare::detail {

namespace {

constexpr std::size_t most_enumerated = 20;
constexpr std::size_t group = 256; ///< terms that one block of four random words decides on
constexpr std::size_t chunk = 2048;

/// Counts the sums that are at least as extreme as the one observed.
class Extremes {
public:
    Extremes(double observed, double tolerance)
        : size_(std::abs(observed) - tolerance),
          up_(observed - tolerance),
          down_(observed + tolerance)
    {
    }

    void add(double sum)
    {
        two_sided += std::abs(sum) >= size_;
        greater += sum >= up_;
        less += sum <= down_;
    }

    std::size_t two_sided = 0;
    std::size_t greater = 0;
    std::size_t less = 0;

private:
    double size_;
    double up_;
    double down_;
};

/// Sums of the terms with the signs that the bits of the index say: + for 1.
std::vector<double> signed_sums(std::span<const double> terms)
{
    std::vector<double> sums(std::size_t{1} << terms.size());
    for (const double term : terms) sums[0] -= term;
    for (std::size_t bits = 1; bits < sums.size(); ++bits) {
        const std::size_t rest = bits & (bits - 1);
        sums[bits] = sums[rest] + 2.0 * terms[static_cast<std::size_t>(__builtin_ctzll(bits))];
    }
    return sums;
}

} // namespace

SwapShares shares_of(std::size_t two_sided, std::size_t greater, std::size_t less, std::size_t patterns, bool exact)
{
    const std::size_t own = exact ? 0 : 1;
    const auto share = [&](std::size_t count) { return static_cast<double>(count + own) / static_cast<double>(patterns + own); };
    return {share(two_sided), share(greater), share(less), exact, patterns};
}

SwapShares swap_signs(std::span<const double> all, const Draws& draws)
{
    std::vector<double> terms;
    ExactSum sum;
    ExactSum size;
    bool whole = true;
    for (const double term : all) {
        if (term == 0.0) continue;
        terms.push_back(term);
        sum.add(term);
        size.add(std::abs(term));
        whole = whole && std::floor(term) == term;
    }
    whole = whole && size.value() < 0x1p52;
    const Extremes none(sum.value(), whole ? 0.0 : 1e-12 * size.value());
    if (terms.size() <= most_enumerated) {
        Extremes counts = none;
        const std::span<const double> half(terms.data(), terms.size() / 2);
        const auto low = signed_sums(half);
        const auto high = signed_sums(std::span<const double>(terms).subspan(half.size()));
        for (const double a : low)
            for (const double b : high) counts.add(a + b);
        return shares_of(counts.two_sided, counts.greater, counts.less, low.size() * high.size(), true);
    }
    terms.resize((terms.size() + 7) / 8 * 8, 0.0);
    std::vector<double> tables; // of 8 terms each: 256 sums
    for (std::size_t i = 0; i < terms.size(); i += 8) {
        const auto sums = signed_sums(std::span<const double>(terms).subspan(i, 8));
        tables.insert(tables.end(), sums.begin(), sums.end());
    }
    Extremes counts = none;
    std::mutex mutex;
    in_chunks(draws, chunk, [&](std::size_t begin, std::size_t end) {
        std::vector<double> sums(end - begin, 0.0);
        for (std::size_t g = 0; g * group < terms.size(); ++g) {
            const std::size_t n_tables = std::min(group, terms.size() - g * group) / 8;
            const double* const table = tables.data() + g * (group / 8) * 256;
            for (std::size_t b = begin; b < end; ++b) {
                Stream stream(draws.seed, Purpose::permutation, g, b);
                double t = 0.0;
                for (std::size_t i = 0; i < n_tables; i += 8) {
                    std::uint64_t bits = stream.next();
                    const std::size_t last = std::min(n_tables, i + 8);
                    for (std::size_t j = i; j < last; ++j, bits >>= 8) t += table[j * 256 + (bits & 255)];
                }
                sums[b - begin] += t;
            }
        }
        Extremes own = none;
        for (const double t : sums) own.add(t);
        const std::lock_guard lock(mutex);
        counts.two_sided += own.two_sided;
        counts.greater += own.greater;
        counts.less += own.less;
    });
    return shares_of(counts.two_sided, counts.greater, counts.less, draws.count, false);
}

} // namespace unseen::compare::detail
