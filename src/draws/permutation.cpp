#include "draws/permutation.hpp"

#include "base/parallel.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <vector>

namespace unseen {

namespace {

constexpr std::size_t most_enumerated = 20;
constexpr std::size_t words_a_block =
    4; ///< random words a stream, with one bit a term: one stream for every 256 terms
constexpr std::size_t at_a_time = 2048; ///< patterns that a thread draws while a table is in its cache

/// Table of signed sums of the terms: bit i of the index is 1 if term i has the sign +.
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

/// The tables of signed sums of each eight terms, padded with terms of 0 to a multiple of the bits of a
/// random word.
std::vector<double> tables_of(std::vector<double> terms)
{
    terms.resize((terms.size() + 63) / 64 * 64, 0.0);
    std::vector<double> tables;
    for (std::size_t i = 0; i < terms.size(); i += 8) {
        const auto sums = signed_sums(std::span<const double>(terms).subspan(i, 8));
        tables.insert(tables.end(), sums.begin(), sums.end());
    }
    return tables;
}

/// The sums of all terms for the patterns begin .. end-1, and the numbers of plus signs among the first
/// `counted` terms.
struct DrawnSums {
    std::vector<double> sums;
    std::vector<std::size_t> plus;
};

DrawnSums drawn_sums(std::span<const double> tables, std::uint64_t seed, std::size_t begin, std::size_t end,
                     std::size_t counted = 0)
{
    constexpr std::size_t of_word = 8 * 256; // entries of the tables that a random word chooses from
    const std::size_t n_words = tables.size() / of_word;
    std::vector<double> sums(end - begin, 0.0);
    std::vector<std::size_t> plus(end - begin, 0);
    for (std::size_t first = 0; first < n_words; first += words_a_block) {
        const std::size_t last = std::min(n_words, first + words_a_block);
        for (std::size_t b = begin; b < end; ++b) {
            Stream stream(seed, Purpose::permutation, first / words_a_block, b);
            std::array<std::uint64_t, words_a_block> words;
            for (std::size_t w = first; w < last; ++w) words[w - first] = stream.next();
            for (std::size_t w = first; w < last && 64 * w < counted; ++w) {
                const std::size_t left = counted - 64 * w;
                const std::uint64_t mask = left < 64 ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
                plus[b - begin] += static_cast<std::size_t>(std::popcount(words[w - first] & mask));
            }
            double t = 0.0; // no call in this loop, so that the sum stays in a register
            for (std::size_t w = first; w < last; ++w) {
                const double* table = tables.data() + w * of_word;
                for (std::uint64_t bits = words[w - first], i = 0; i < 8; ++i, bits >>= 8, table += 256)
                    t += table[bits & 255];
            }
            sums[b - begin] += t;
        }
    }
    return {std::move(sums), std::move(plus)};
}

/// Terms that are not 0, their sum, and the tolerance within which sums of them with any signs are equal.
struct Terms {
    std::vector<double> terms;
    double sum = 0.0;
    double tolerance = 0.0;

    explicit Terms(std::span<const double> all)
    {
        ExactSum exact;
        ExactSum size;
        bool whole = true;
        for (const double term : all) {
            if (term == 0.0) continue;
            terms.push_back(term);
            exact.add(term);
            size.add(std::abs(term));
            whole = whole && std::floor(term) == term;
        }
        sum = exact.value();
        tolerance = whole && size.value() < 0x1p52 ? 0.0 : 1e-12 * size.value();
    }
};

} // namespace

void Extremes::add(const Value& statistic, double mass)
{
    if (statistic) return add(statistic.number(), mass);
    two_sided_ += mass;
    greater_ += mass;
    less_ += mass;
}

void Extremes::merge(const Extremes& other)
{
    two_sided_ += other.two_sided_;
    greater_ += other.greater_;
    less_ += other.less_;
}

SwapShares Extremes::of_all(double all, std::size_t patterns) const
{
    const auto share = [&](double mass) { return std::min(1.0, mass / all); };
    return {share(two_sided_), share(greater_), share(less_), true, patterns};
}

SwapShares Extremes::of_drawn(std::size_t patterns) const
{
    const auto share = [&](double count) { return (count + 1.0) / static_cast<double>(patterns + 1); };
    return {share(two_sided_), share(greater_), share(less_), false, patterns};
}

Extremes count_extremes(const Extremes& none, std::size_t count, std::size_t threads,
                        const std::function<void(SharedNumbers, Extremes&)>& worker)
{
    Extremes all = none;
    std::mutex mutex;
    parallel_for(count, threads, [&](SharedNumbers numbers) {
        Extremes own = none;
        worker(numbers, own);
        const std::lock_guard lock(mutex);
        all.merge(own);
    });
    return all;
}

SwapShares swap_signs(std::span<const double> all, const Draws& draws)
{
    Terms kept(all);
    auto& terms = kept.terms;
    const Extremes none(kept.sum, kept.tolerance);
    if (terms.size() <= most_enumerated) {
        Extremes extremes = none;
        const std::span<const double> half(terms.data(), terms.size() / 2);
        const auto low = signed_sums(half);
        const auto high = signed_sums(std::span<const double>(terms).subspan(half.size()));
        for (const double a : low)
            for (const double b : high) extremes.add(a + b);
        const std::size_t patterns = low.size() * high.size();
        return extremes.of_all(static_cast<double>(patterns), patterns);
    }
    const auto tables = tables_of(std::move(terms));
    const std::size_t pieces = (draws.count + at_a_time - 1) / at_a_time;
    const auto extremes =
        count_extremes(none, pieces, draws.threads, [&](SharedNumbers numbers, Extremes& own) {
            for (const auto piece : numbers) {
                const std::size_t begin = piece * at_a_time;
                const auto sums = drawn_sums(tables, draws.seed, begin,
                                             std::min<std::size_t>(draws.count, begin + at_a_time));
                for (const double t : sums.sums) own.add(t);
            }
        });
    return extremes.of_drawn(draws.count);
}

SwapShifts::SwapShifts(std::span<const double> differences, const Draws& draws)
{
    const Terms kept(differences);
    const auto n = static_cast<double>(differences.size());
    const auto to_pattern = [&](double sum, double signs) {
        const auto end = [&](double top, double bottom) {
            return bottom == 0.0 ? NAN : std::abs(top) <= kept.tolerance ? 0.0 : top / bottom;
        };
        return Pattern{end(kept.sum - sum, n - signs), end(kept.sum + sum, n + signs)};
    };
    const std::size_t zeros = differences.size() - kept.terms.size();
    if (kept.terms.size() <= most_enumerated) {
        // One term keeps its sign: opposite patterns have the same range.
        const std::size_t half = kept.terms.empty() ? 1 : std::size_t{1} << (kept.terms.size() - 1);
        const std::size_t times = zeros == 0 ? 1 : std::max<std::size_t>(1, (draws.count + half - 1) / half);
        patterns_.reserve(half * times);
        const std::span<const double> all(kept.terms);
        const auto low = signed_sums(all.first(all.size() / 2));
        const auto high = signed_sums(all.subspan(all.size() / 2));
        for (std::size_t pattern = 0; pattern < half; ++pattern) {
            // The last term has the sign -.
            const double sum = low[pattern % low.size()] + high[pattern / low.size()];
            const double signs = 2.0 * std::popcount(pattern) - static_cast<double>(all.size());
            for (std::size_t t = 0; t < times; ++t) {
                Stream stream(draws.seed, Purpose::permutation, t, pattern);
                std::size_t plus = 0;
                for (std::size_t left = zeros; left > 0;) {
                    const std::size_t bits = std::min<std::size_t>(64, left);
                    plus += static_cast<std::size_t>(std::popcount(stream.next() >> (64 - bits)));
                    left -= bits;
                }
                patterns_.push_back(
                    to_pattern(sum, signs + 2.0 * static_cast<double>(plus) - static_cast<double>(zeros)));
            }
        }
        return;
    }
    drawn_ = 1.0;
    auto padded = kept.terms;
    padded.resize(differences.size(), 0.0);
    const auto tables = tables_of(std::move(padded));
    patterns_.resize(draws.count);
    const std::size_t pieces = (draws.count + at_a_time - 1) / at_a_time;
    parallel_for("drawing permutations", pieces, draws.threads, [&](SharedNumbers numbers) {
        for (const auto piece : numbers) {
            const std::size_t begin = piece * at_a_time;
            const std::size_t end = std::min<std::size_t>(draws.count, begin + at_a_time);
            const auto drawn = drawn_sums(tables, draws.seed, begin, end, differences.size());
            for (std::size_t b = begin; b < end; ++b)
                patterns_[b] =
                    to_pattern(drawn.sums[b - begin], 2.0 * static_cast<double>(drawn.plus[b - begin]) - n);
        }
    });
}

double SwapShifts::share_of(double shift, double side) const
{
    // NaN counts, and ends that differ from the shift by rounding alone.
    const auto counts = [&](double end) {
        return !(side * (end - shift) > 1e-12 * (std::abs(end) + std::abs(shift)));
    };
    double count = 0.0;
    for (const auto& one : patterns_)
        count += drawn_ > 0.0 ? counts(one.equal) : 0.5 * (counts(one.equal) + counts(one.opposite));
    return (count + drawn_) / (static_cast<double>(patterns_.size()) + drawn_);
}

double SwapShifts::least_p() const
{
    return share(static_cast<std::size_t>(std::ranges::count_if(
        patterns_, [](const Pattern& one) { return std::isnan(one.equal) || std::isnan(one.opposite); })));
}

Limits SwapShifts::limits(double outside) const
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    // The first count of patterns whose share is not too small.
    const double all = static_cast<double>(patterns_.size()) + drawn_;
    auto least = static_cast<std::size_t>(std::max(0.0, std::floor(outside * all - drawn_) - 1.0));
    while (least < patterns_.size() && share(least) <= outside) ++least;
    if (least == 0) return {-infinity, infinity};
    std::vector<double> lower;
    std::vector<double> upper;
    for (const auto& one : patterns_) {
        const bool always = std::isnan(one.equal) || std::isnan(one.opposite);
        lower.push_back(always ? -infinity : std::min(one.equal, one.opposite));
        upper.push_back(always ? infinity : std::max(one.equal, one.opposite));
    }
    const auto at = static_cast<std::ptrdiff_t>(least - 1);
    std::ranges::nth_element(lower, lower.begin() + at);
    std::ranges::nth_element(upper, upper.begin() + at, std::greater{});
    return {lower[least - 1], upper[least - 1]};
}

} // namespace unseen
