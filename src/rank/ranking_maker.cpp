// Makes rankings. Rows are dealt into buckets of near scores, each small enough for a cache. Each bucket is
// sorted there and its equal scores are merged. The result does not depend on the buckets, so a sample may
// choose them, and any number of threads may work.
#include "unseen/rank/ranking.hpp"

#include "base/pages.hpp"
#include "base/parallel.hpp"
#include "rank/ranking_of_counts.hpp"
#include "stats/radix_sort.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace unseen {

namespace {

constexpr std::uint64_t magnitude_mask = ~std::uint64_t{0} >> 1;
constexpr std::size_t small_rows = std::size_t{1}
                                   << 15; ///< up to this number of rows there is one bucket for each sign

/// The scores of one class against another, and where they are stored.
struct Source {
    const double* scores;
    std::size_t stride;
    const std::uint32_t* truth;
    std::uint32_t positive;
    const double* weights; ///< or null
    std::size_t rows;
};

/// A row to be sorted: one bit for its class, and 63 bits that rise as the score falls. Scores of one sign
/// are compared with each other only.
struct WeightedKey {
    std::uint64_t bits;
    double weight;
};
struct ByScore {
    std::uint64_t operator()(std::uint64_t bits) const { return bits >> 1; }
    std::uint64_t operator()(const WeightedKey& row) const { return row.bits >> 1; }
};

/// Half 0 holds the scores >= 0, half 1 the negative scores.
struct Placed {
    std::size_t half;
    std::uint64_t key;
};

Placed placed(double score)
{
    const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);
    const auto half = static_cast<std::size_t>(bits >> 63);
    return {half, half == 0 ? magnitude_mask - bits : bits & magnitude_mask};
}

std::uint64_t score_bits(std::size_t half, std::uint64_t key)
{
    return half == 0 ? magnitude_mask - key : key | ~magnitude_mask;
}

void read(const Source& source, std::size_t i, std::uint64_t key, std::uint64_t& bits)
{
    bits = key << 1 | (source.truth[i] == source.positive ? 1u : 0u);
}

void read(const Source& source, std::size_t i, std::uint64_t key, WeightedKey& row)
{
    read(source, i, key, row.bits);
    row.weight = source.weights[i];
}

/// Records of one sign whose scores lie between those of the neighbouring buckets.
struct Bucket {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t half = 0;
    std::size_t blocks = 0; ///< distinct scores, known once it is sorted
    std::uint64_t count =
        0; ///< likewise the rows if they have no weights, positives << 32 | negatives: below 2^32 together
};

/// Fine bins of the keys, of equal width, for each sign. They cover the range of a sample of the scores; keys
/// beyond it go to the end bins.
class Bins {
public:
    static constexpr std::size_t half_size = std::size_t{1} << 15;
    static constexpr std::size_t size = 2 * half_size;

    explicit Bins(const Source& source)
    {
        constexpr std::size_t sample = 4096;
        std::array<std::uint64_t, 2> least = {magnitude_mask, magnitude_mask};
        std::array<std::uint64_t, 2> most = {0, 0};
        const std::size_t step = std::max<std::size_t>(1, source.rows / sample);
        for (std::size_t i = 0; i < source.rows; i += step) {
            const auto [half, key] = placed(source.scores[i * source.stride]);
            least[half] = std::min(least[half], key);
            most[half] = std::max(most[half], key);
        }
        for (std::size_t half = 0; half < 2; ++half) {
            if (most[half] < least[half]) least[half] = 0, most[half] = magnitude_mask;
            while (((most[half] - least[half]) >> shift_[half]) >= half_size - 2) ++shift_[half];
            const auto first = least[half] >> shift_[half];
            base_[half] = first == 0 ? 0 : first - 1;
        }
    }

    std::size_t of(const Placed& p) const
    {
        const auto bin = p.key >> shift_[p.half];
        const auto base = base_[p.half];
        const auto above = bin > base ? bin - base : 0;
        return p.half * half_size + static_cast<std::size_t>(std::min<std::uint64_t>(above, half_size - 1));
    }

private:
    std::array<unsigned, 2> shift_{};
    std::array<std::uint64_t, 2> base_{};
};

/// Calls f(thread, begin, end) on all threads at the same time, each with an equal share of n rows.
template <class F>
void share_rows(std::size_t n, std::size_t threads, F f)
{
    run_workers(threads, [&](std::size_t t) { f(t, n * t / threads, n * (t + 1) / threads); });
}

/// Copies the rows into `records`, bucket by bucket.
template <class Record>
std::vector<Bucket> deal(const Source& source, Record* records, std::size_t threads)
{
    const std::size_t n = source.rows;
    if (n <= small_rows) {
        std::size_t front = 0;
        std::size_t back = n;
        for (std::size_t i = 0; i < n; ++i) {
            const auto [half, key] = placed(source.scores[i * source.stride]);
            read(source, i, key, records[half == 0 ? front++ : --back]);
        }
        return {{.begin = 0, .end = front, .half = 0}, {.begin = front, .end = n, .half = 1}};
    }
    const Bins bins(source);
    std::vector<std::vector<std::uint32_t>> in_bin(threads);
    share_rows(n, threads, [&](std::size_t t, std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> counts(Bins::size, 0);
        for (std::size_t i = begin; i < end; ++i) ++counts[bins.of(placed(source.scores[i * source.stride]))];
        in_bin[t] = std::move(counts);
    });

    // Neighbouring bins become a bucket that fits a cache beside its scratch, unless the bins are too coarse
    // or the buckets too many.
    const std::size_t wanted = std::max<std::size_t>(std::size_t{1} << 14, n / 1024);
    std::vector<Bucket> buckets;
    std::vector<std::uint16_t> bucket_of(Bins::size);
    std::size_t placed_rows = 0;
    for (std::size_t bin = 0; bin < Bins::size; ++bin) {
        const std::size_t half = bin / Bins::half_size;
        std::size_t rows = 0;
        for (const auto& counts : in_bin) rows += counts[bin];
        const bool has_room = !buckets.empty() && buckets.back().half == half &&
                              buckets.back().end - buckets.back().begin + rows <= wanted;
        if (!has_room && (rows > 0 || buckets.empty()))
            buckets.push_back({.begin = placed_rows, .end = placed_rows, .half = half});
        bucket_of[bin] = static_cast<std::uint16_t>(buckets.size() - 1);
        buckets.back().end += rows;
        placed_rows += rows;
    }

    std::vector<std::vector<std::size_t>> at(threads, std::vector<std::size_t>(buckets.size(), 0));
    std::vector<std::size_t> next(buckets.size());
    for (std::size_t b = 0; b < buckets.size(); ++b) next[b] = buckets[b].begin;
    for (std::size_t t = 0; t < threads; ++t) {
        at[t] = next;
        for (std::size_t bin = 0; bin < Bins::size; ++bin) next[bucket_of[bin]] += in_bin[t][bin];
    }
    share_rows(n, threads, [&](std::size_t t, std::size_t begin, std::size_t end) {
        auto& to = at[t];
        for (std::size_t i = begin; i < end; ++i) {
            const auto place = placed(source.scores[i * source.stride]);
            read(source, i, place.key, records[to[bucket_of[bins.of(place)]]++]);
        }
    });
    return buckets;
}

} // namespace

/// Builds a Ranking.
class RankingMaker {
public:
    static Ranking of(const Source& source, std::size_t threads)
    {
        if (source.rows >= std::numeric_limits<std::uint32_t>::max())
            throw std::length_error("a ranking of 2^32 rows or more");
        threads =
            source.rows <= small_rows * 8 ? 1 : thread_count(threads); // starting threads would take longer
        return source.weights != nullptr ? weighted(source, threads) : counted(source, threads);
    }

    static Ranking of(std::shared_ptr<const std::uint64_t[]> scores,
                      std::shared_ptr<const std::uint64_t[]> counts, std::size_t blocks)
    {
        Ranking ranking;
        ranking.size_ = blocks;
        std::uint64_t all = 0; // positives << 32 | negatives
        for (std::size_t b = 0; b < blocks; ++b) all += counts[b];
        ranking.positives_ = static_cast<double>(all >> 32);
        ranking.negatives_ = static_cast<double>(all & 0xffffffff);
        ranking.scores_ = std::move(scores);
        ranking.counts_ = std::move(counts);
        return ranking;
    }

    static Ranking of(std::span<const TieBlock> blocks)
    {
        Ranking ranking;
        ranking.size_ = blocks.size();
        ExactSum positives;
        ExactSum negatives;
        bool whole = true;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            if (std::isnan(blocks[b].score) || (b > 0 && !(blocks[b - 1].score > blocks[b].score)))
                throw std::logic_error("Ranking: scores must fall");
            positives.add(blocks[b].positives);
            negatives.add(blocks[b].negatives);
            whole = whole && blocks[b].positives == std::floor(blocks[b].positives) &&
                    blocks[b].negatives == std::floor(blocks[b].negatives);
        }
        ranking.positives_ = positives.value();
        ranking.negatives_ = negatives.value();
        auto scores = std::make_shared_for_overwrite<std::uint64_t[]>(blocks.size());
        for (std::size_t b = 0; b < blocks.size(); ++b)
            scores[b] = std::bit_cast<std::uint64_t>(blocks[b].score + 0.0);
        if (whole && ranking.positives_ + ranking.negatives_ < 0x1p32) {
            auto counts = std::make_shared_for_overwrite<std::uint64_t[]>(blocks.size());
            for (std::size_t b = 0; b < blocks.size(); ++b)
                counts[b] = static_cast<std::uint64_t>(blocks[b].positives) << 32 |
                            static_cast<std::uint64_t>(blocks[b].negatives);
            ranking.counts_ = std::move(counts);
        } else {
            auto weights = std::make_shared_for_overwrite<Ranking::Weights[]>(blocks.size());
            for (std::size_t b = 0; b < blocks.size(); ++b)
                weights[b] = {blocks[b].positives, blocks[b].negatives};
            ranking.weights_ = std::move(weights);
        }
        ranking.scores_ = std::move(scores);
        return ranking;
    }

private:
    /// Calls f(bucket, scratch) for each bucket, on any thread.
    template <class Record, class F>
    static void each_bucket(std::vector<Bucket>& buckets, std::size_t threads, F f)
    {
        std::size_t largest = 0;
        for (const auto& bucket : buckets) largest = std::max(largest, bucket.end - bucket.begin);
        parallel_for(buckets.size(), threads, [&](SharedNumbers numbers) {
            const auto scratch = std::make_unique_for_overwrite<Record[]>(largest);
            for (const auto b : numbers) f(buckets[b], std::span(scratch.get(), largest));
        });
    }

    template <class T>
    static std::shared_ptr<T[]> untouched(std::size_t n)
    {
        auto array = std::make_shared_for_overwrite<T[]>(n);
        prefer_large_pages(array.get(), n * sizeof(T));
        return array;
    }

    /// Moves the blocks of all buckets together; returns how many there are.
    template <class... Arrays>
    static std::size_t close_gaps(const std::vector<Bucket>& buckets, Arrays*... arrays)
    {
        std::size_t size = 0;
        for (const auto& bucket : buckets) {
            if (size != bucket.begin) (std::copy_n(arrays + bucket.begin, bucket.blocks, arrays + size), ...);
            size += bucket.blocks;
        }
        return size;
    }

    /// The array of `n` elements, or a copy of its first `used` elements if these are few.
    template <class T>
    static std::shared_ptr<const T[]> trimmed(std::shared_ptr<T[]> array, std::size_t n, std::size_t used)
    {
        if (used > n / 2) return array;
        auto copy = std::make_shared_for_overwrite<T[]>(used);
        std::copy_n(array.get(), used, copy.get());
        return copy;
    }

    static Ranking counted(const Source& source, std::size_t threads)
    {
        const std::size_t n = source.rows;
        auto keys = untouched<std::uint64_t>(n); // become scores
        auto counts = untouched<std::uint64_t>(n);
        auto buckets = deal(source, keys.get(), threads);
        each_bucket<std::uint64_t>(buckets, threads, [&](Bucket& bucket, std::span<std::uint64_t> scratch) {
            const auto rows = std::span(keys.get() + bucket.begin, bucket.end - bucket.begin);
            radix_sort(rows, scratch, ByScore{});
            std::uint64_t* const to = counts.get() + bucket.begin;
            std::size_t blocks = 0;
            for (std::size_t i = 0; i < rows.size();) {
                const std::uint64_t key = rows[i] >> 1;
                std::uint64_t count = 0;
                for (; i < rows.size() && rows[i] >> 1 == key; ++i)
                    count += (rows[i] & 1) != 0 ? std::uint64_t{1} << 32 : 1;
                rows[blocks] = score_bits(bucket.half, key);
                to[blocks++] = count;
                bucket.count += count;
            }
            bucket.blocks = blocks;
        });
        Ranking ranking;
        ranking.size_ = close_gaps(buckets, keys.get(), counts.get());
        std::uint64_t all = 0;
        for (const auto& bucket : buckets) all += bucket.count;
        ranking.positives_ = static_cast<double>(all >> 32);
        ranking.negatives_ = static_cast<double>(all & 0xffffffff);
        ranking.scores_ = trimmed(std::move(keys), n, ranking.size_);
        ranking.counts_ = trimmed(std::move(counts), n, ranking.size_);
        return ranking;
    }

    static Ranking weighted(const Source& source, std::size_t threads)
    {
        const std::size_t n = source.rows;
        const auto records = std::make_unique_for_overwrite<WeightedKey[]>(n);
        auto buckets = deal(source, records.get(), threads);
        auto scores = untouched<std::uint64_t>(n);
        auto weights = untouched<Ranking::Weights>(n);
        each_bucket<WeightedKey>(buckets, threads, [&](Bucket& bucket, std::span<WeightedKey> scratch) {
            const auto rows = std::span(records.get() + bucket.begin, bucket.end - bucket.begin);
            radix_sort(rows, scratch, ByScore{});
            std::size_t blocks = 0;
            for (std::size_t begin = 0; begin < rows.size(); ++blocks) {
                const std::uint64_t key = rows[begin].bits >> 1;
                std::size_t end = begin + 1;
                while (end < rows.size() && rows[end].bits >> 1 == key) ++end;
                scores[bucket.begin + blocks] = score_bits(bucket.half, key);
                weights[bucket.begin + blocks] = sums_of(rows.subspan(begin, end - begin));
                begin = end;
            }
            bucket.blocks = blocks;
        });
        Ranking ranking;
        ranking.size_ = close_gaps(buckets, scores.get(), weights.get());
        ExactSum positives;
        ExactSum negatives;
        for (std::size_t b = 0; b < ranking.size_; ++b) {
            positives.add(weights[b].positives);
            negatives.add(weights[b].negatives);
        }
        ranking.positives_ = positives.value();
        ranking.negatives_ = negatives.value();
        ranking.scores_ = trimmed(std::move(scores), n, ranking.size_);
        ranking.weights_ = trimmed(std::move(weights), n, ranking.size_);
        return ranking;
    }

    static Ranking::Weights sums_of(std::span<const WeightedKey> rows)
    {
        if (rows.size() == 1)
            return (rows[0].bits & 1) != 0 ? Ranking::Weights{rows[0].weight, 0.0}
                                           : Ranking::Weights{0.0, rows[0].weight};
        ExactSum positives;
        ExactSum negatives;
        for (const auto& row : rows) ((row.bits & 1) != 0 ? positives : negatives).add(row.weight);
        return {positives.value(), negatives.value()};
    }
};

Ranking ranking_of_counts(std::shared_ptr<const std::uint64_t[]> scores,
                          std::shared_ptr<const std::uint64_t[]> counts, std::size_t blocks)
{
    return RankingMaker::of(std::move(scores), std::move(counts), blocks);
}

Ranking::Ranking(std::span<const TieBlock> blocks) { *this = RankingMaker::of(blocks); }

Ranking ranking_of(const PredictionView& view, std::uint32_t positive, std::uint32_t negative,
                   std::size_t threads)
{
    const std::size_t n = view.size();
    const double* const weights = view.weight.empty() ? nullptr : view.weight.data();
    // With one score for two classes, the other class is ranked by the negative score.
    const bool gather = (negative != positive) || (view.one_score && positive != view.positive);
    if (!gather) {
        const std::size_t stride = view.one_score ? 1 : view.classes->size();
        return RankingMaker::of({view.scores.data() + (view.one_score ? 0 : positive), stride,
                                 view.true_label.data(), positive, weights, n},
                                threads);
    }
    std::vector<double> scores;
    std::vector<std::uint32_t> truth;
    std::vector<double> weight;
    for (std::size_t i = 0; i < n; ++i) {
        if (negative != positive && view.true_label[i] != positive && view.true_label[i] != negative)
            continue;
        scores.push_back(view.score(i, positive));
        truth.push_back(view.true_label[i]);
        if (weights != nullptr) weight.push_back(weights[i]);
    }
    return RankingMaker::of({scores.data(), 1, truth.data(), positive,
                             weights != nullptr ? weight.data() : nullptr, scores.size()},
                            threads);
}

Ranking ranking_of(const PredictionView& view, std::size_t threads)
{
    return ranking_of(view, view.positive, view.positive, threads);
}

} // namespace unseen
