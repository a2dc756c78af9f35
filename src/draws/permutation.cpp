#include "draws/permutation.hpp"

#include "base/parallel.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

/// The sums of all terms for the patterns begin .. end-1.
std::vector<double> drawn_sums(std::span<const double> tables, std::uint64_t seed, std::size_t begin,
                               std::size_t end)
{
    constexpr std::size_t of_word = 8 * 256; // entries of the tables that a random word chooses from
    const std::size_t n_words = tables.size() / of_word;
    std::vector<double> sums(end - begin, 0.0);
    for (std::size_t first = 0; first < n_words; first += words_a_block) {
        const std::size_t last = std::min(n_words, first + words_a_block);
        for (std::size_t b = begin; b < end; ++b) {
            Stream stream(seed, Purpose::permutation, first / words_a_block, b);
            std::array<std::uint64_t, words_a_block> words;
            for (std::size_t w = first; w < last; ++w) words[w - first] = stream.next();
            double t = 0.0; // no call in this loop, so that the sum stays in a register
            for (std::size_t w = first; w < last; ++w) {
                const double* table = tables.data() + w * of_word;
                for (std::uint64_t bits = words[w - first], i = 0; i < 8; ++i, bits >>= 8, table += 256)
                    t += table[bits & 255];
            }
            sums[b - begin] += t;
        }
    }
    return sums;
}

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
                for (const double t : sums) own.add(t);
            }
        });
    return extremes.of_drawn(draws.count);
}

} // namespace unseen
