#include "learn/knn/complete.hpp"

#include "base/number_pair.hpp"
#include "base/parallel.hpp"
#include "stats/radix_sort.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace unseen::knn {

namespace {

/// The rows are divided into this many parts, whose sums are added in order, so that results do not depend on
/// threads.
constexpr std::size_t parts = 16;

/// For each requested k, a mean over rows for each number r of nearest rows.
class Profile {
public:
    Profile(std::size_t ks, std::size_t others) : ks_(ks), sums_(ks * (others + 1), 0.0) {}
    double& at(std::size_t k, std::size_t r) { return sums_[r * ks_ + k]; }
    double at(std::size_t k, std::size_t r) const { return sums_[r * ks_ + k]; }
    void add(const Profile& other)
    {
        for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
    }

private:
    std::size_t ks_;
    std::vector<double> sums_;
};

/// Counts the subsets in which the true class has most votes, while rows of known classes are added one by
/// one.
class Winners {
public:
    /// `most`: rows of a subset. `totals`: rows of each class; the rarest classes come first in products,
    /// where a change is most expensive.
    Winners(std::size_t most, std::span<const std::size_t> totals)
        : most_(most),
          counts_(totals.size() * (most + 1)),
          others_(most + 1),
          wins_(most + 1),
          order_(totals.size())
    {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::ranges::stable_sort(order_, {}, [&](std::size_t c) { return totals[c]; });
    }

    /// Begins without rows.
    void begin(std::size_t truth)
    {
        truth_ = truth;
        std::ranges::fill(counts_, 0.0);
        for (std::size_t c = 0; c < order_.size(); ++c) counts_[c * (most_ + 1)] = 1.0;
        std::ranges::fill(others_, 0.0);
        others_[0] = 1.0;
        factors_.clear();
        for (const auto c : order_)
            if (c != truth) factors_.push_back(c);
        products_.clear();
        for (std::size_t t = 1; 2 * t <= most_; ++t) {
            auto& product = products_.emplace_back(order_.size() * stride(t));
            for (std::size_t place = 0; place < order_.size(); ++place) product[place * stride(t) + t] = 1.0;
        }
    }

    void add(std::size_t c)
    {
        add_one(std::span(counts_).subspan(c * (most_ + 1), most_ + 1));
        if (c == truth_) return;
        add_one(others_);
        const auto first = static_cast<std::size_t>(std::ranges::find(factors_, c) - factors_.begin());
        for (std::size_t t = 1; t <= products_.size(); ++t)
            for (std::size_t place = first; place < factors_.size(); ++place) multiply(t, place);
    }

    /// For each k up to `most` the number of subsets of k rows in which the true class wins.
    std::span<const double> wins()
    {
        std::ranges::fill(wins_, 0.0);
        const double* own = counts_.data() + truth_ * (most_ + 1);
        for (std::size_t t = 1; t <= most_; ++t) {
            // Fewer than t rows of other classes cannot have more votes.
            const std::size_t end = std::min(t, most_ - t + 1);
            add_products(own[t], others_.data(), 0, end, wins_.data() + t);
            if (t <= products_.size())
                add_products(own[t], products_[t - 1].data() + factors_.size() * stride(t) + t, end,
                             most_ - t + 1, wins_.data() + t);
        }
        return wins_;
    }

private:
    /// Turns C(w, j) into C(w + 1, j) for all j.
    static void add_one(std::span<double> counts)
    {
        for (std::size_t j = counts.size() - 1; j > 0; --j) counts[j] += counts[j - 1];
    }

    /// Adds factor * from[d] to sums[d], d = begin .. end - 1.
    static void add_products(double factor, const double* from, std::size_t begin, std::size_t end,
                             double* sums)
    {
        std::size_t d = begin;
        for (; d + 2 <= end; d += 2) store_pair(pair_at(sums + d) + factor * pair_at(from + d), sums + d);
        if (d < end) sums[d] += factor * from[d];
    }

    /// The length of a product for t votes: t zeros, degrees 0 .. most - t, and one more if their number is
    /// odd.
    std::size_t stride(std::size_t t) const { return t + (most_ - t + 2) / 2 * 2; }

    /// The product of the first `place` + 1 other classes, from that of the first `place`: sets of d rows in
    /// which none has more votes than it may.
    void multiply(std::size_t t, std::size_t place)
    {
        const std::size_t c = factors_[place];
        const std::size_t allowed = c < truth_ ? t - 1 : t;
        const double* own = counts_.data() + c * (most_ + 1);
        const double* before = products_[t - 1].data() + place * stride(t) + t;
        double* after = products_[t - 1].data() + (place + 1) * stride(t) + t;
        const bool last = place + 1 == factors_.size(); // of which only degrees from t on are read
        const std::size_t end = std::min(most_ - t, t * (place + 1)); // no set is larger
        for (std::size_t d = last ? t / 2 * 2 : 0; d <= end; d += 2) {
            NumberPair sum = own[0] * pair_at(before + d);
            for (std::size_t j = 1; j <= allowed; ++j) sum += own[j] * pair_at(before + d - j);
            store_pair(sum, after + d);
        }
    }

    std::size_t most_;
    std::size_t truth_ = 0;
    std::vector<double> counts_; ///< of each class, C(w, j): sets of j of its w rows
    std::vector<double> others_; ///< the same of all rows of other classes
    std::vector<double> wins_;
    std::vector<std::size_t> order_;   ///< of the classes, the rarest first
    std::vector<std::size_t> factors_; ///< the other classes in this order
    std::vector<std::vector<double>>
        products_; ///< for each t the products of the first classes, of none first
};

/// Finds all other labelled rows of a row, in the order of distance; equally distant rows in the order of
/// their numbers.
class Orders {
public:
    Orders(const Points& points, std::size_t labelled)
        : points_(points),
          labelled_(labelled),
          scratch_(labelled)
    {
    }

    /// One list for each of the rows begin .. end - 1, valid until the next call.
    std::span<const std::vector<Row>> of(std::size_t begin, std::size_t end)
    {
        std::vector<Point> from;
        for (std::size_t i = begin; i < end; ++i) from.push_back(points_.point(i));
        keyed_.resize(from.size());
        rows_.resize(from.size());
        for (auto& list : keyed_) list.clear();
        constexpr double infinite = std::numeric_limits<double>::infinity();
        Points::Squares squares;
        for (std::size_t first = 0; first < labelled_; first += Points::lanes)
            for (std::size_t q = 0; q < from.size(); ++q) {
                if (!points_.squares(first / Points::lanes, from[q], {}, infinite, squares))
                    squares.fill(infinite);
                for (std::size_t i = first; i < std::min(first + Points::lanes, labelled_); ++i)
                    if (i != begin + q)
                        keyed_[q].push_back({ascending_key(squares[i - first]), static_cast<Row>(i)});
            }
        for (std::size_t q = 0; q < from.size(); ++q) {
            auto& list = keyed_[q];
            radix_sort(std::span(list), std::span(scratch_).first(list.size()),
                       [](const Keyed& row) { return row.key; });
            rows_[q].clear();
            for (const auto& row : list) rows_[q].push_back(row.row);
        }
        return rows_;
    }

private:
    struct Keyed {
        std::uint64_t key; ///< of the squared distance
        Row row;
    };
    const Points& points_;
    std::size_t labelled_;
    std::vector<Keyed> scratch_;
    std::vector<std::vector<Keyed>> keyed_;
    std::vector<std::vector<Row>> rows_;
};

std::vector<std::size_t> rows_of_classes(const Dataset& data)
{
    std::vector<std::size_t> rows(data.classes().size(), 0);
    if (!rows.empty())
        for (const auto c : data.class_codes().first(data.labelled())) ++rows[static_cast<std::size_t>(c)];
    return rows;
}

/// Adds the predictions of the k-subsets of the r nearest rows for one row, for all k and r.
class RowProfile {
public:
    RowProfile(const Dataset& data, const CompleteTask& task, std::span<const std::size_t> ks,
               std::span<const double> one_over_subsets)
        : data_(data),
          task_(task),
          ks_(ks),
          one_over_subsets_(one_over_subsets),
          winners_(ks.back(), rows_of_classes(data))
    {
    }

    void add(Row row, std::span<const Row> neighbours, Profile& profile)
    {
        const double share = task_.share(row);
        if (share == 0.0) return;
        if (data_.classes().size() > 0)
            add_class(row, neighbours, share, profile);
        else
            add_number(row, neighbours, share, profile);
    }

private:
    void add_class(Row row, std::span<const Row> neighbours, double share, Profile& profile)
    {
        const auto truth = static_cast<std::size_t>(data_.class_codes()[row]);
        const double wrong = share * task_.wrong[truth];
        const double gain = share * task_.right[truth] - wrong;
        winners_.begin(truth);
        for (std::size_t r = 1; r <= neighbours.size(); ++r) {
            winners_.add(static_cast<std::size_t>(data_.class_codes()[neighbours[r - 1]]));
            const auto wins = winners_.wins();
            for (std::size_t k = 0; k < ks_.size() && ks_[k] <= r; ++k)
                profile.at(k, r) += wrong + gain * (wins[ks_[k]] * one_over_subsets_[r * ks_.size() + k]);
        }
    }

    /// Squares: (mean - y)^2 + variance of the mean of k of r rows without replacement, sigma^2 / k (r - k) /
    /// (r - 1), sigma^2 with divisor r.
    void add_number(Row row, std::span<const Row> neighbours, double share, Profile& profile)
    {
        const double truth = data_.responses()[row];
        double mean = 0.0; // of the differences from the truth
        double squares = 0.0;
        for (std::size_t r = 1; r <= neighbours.size(); ++r) {
            const auto n = static_cast<double>(r);
            const double d = data_.responses()[neighbours[r - 1]] - truth;
            const double before = mean;
            mean += (d - mean) / n;
            squares += (d - before) * (d - mean);
            for (std::size_t k = 0; k < ks_.size() && ks_[k] <= r; ++k) {
                const auto size = static_cast<double>(ks_[k]);
                profile.at(k, r) +=
                    share * (mean * mean + (r > 1 ? squares / n / size * (n - size) / (n - 1.0) : 0.0));
            }
        }
    }

    const Dataset& data_;
    const CompleteTask& task_;
    std::span<const std::size_t> ks_;
    std::span<const double> one_over_subsets_;
    Winners winners_;
};

/// 1 / C(r, k) for each r and k.
std::vector<double> one_over_subsets(std::span<const std::size_t> ks, std::size_t others)
{
    std::vector<double> result(ks.size() * (others + 1), 0.0);
    for (std::size_t i = 0; i < ks.size(); ++i) {
        double count = 1.0;
        for (std::size_t r = ks[i]; r <= others; ++r) {
            result[r * ks.size() + i] = 1.0 / count;
            count = count * static_cast<double>(r + 1) / static_cast<double>(r + 1 - ks[i]);
        }
        if (!(count < 1e300))
            throw LearnerError("knn: the sets of " + std::to_string(ks[i]) + " of " + std::to_string(others) +
                               " rows are too many to be counted; expected a smaller k");
    }
    return result;
}

/// The mean over the ranks of the (k+1)-th neighbour in a training set of m > k rows. Its probabilities are
/// built from their ratios, outwards from near the largest, and divided by their sum.
double mean_over_ranks(const Profile& profile, std::size_t place, std::size_t k, std::size_t m,
                       std::size_t others)
{
    const std::size_t last = others - m + k;
    const std::size_t farther = m - k - 1;  // training rows beyond that neighbour
    const auto ratio = [&](std::size_t r) { // of the probability of r + 1 to that of r
        return static_cast<double>(r + 1) / static_cast<double>(r + 1 - k) *
               static_cast<double>(others - 1 - r - farther) / static_cast<double>(others - 1 - r);
    };
    const auto start =
        std::clamp(static_cast<std::size_t>(static_cast<double>(k + 1) * static_cast<double>(others + 1) /
                                            static_cast<double>(m + 1)),
                   k, last);
    constexpr double negligible = 1e-20;
    double total = 0.0;
    double sum = 0.0;
    double weight = 1.0;
    for (std::size_t r = start; weight > negligible; ++r) {
        total += weight;
        sum += weight * profile.at(place, r);
        if (r == last) break;
        weight *= ratio(r);
    }
    weight = 1.0;
    for (std::size_t r = start; r > k; --r) {
        weight /= ratio(r - 1);
        if (weight < negligible) break;
        total += weight;
        sum += weight * profile.at(place, r - 1);
    }
    return sum / total;
}

} // namespace

std::vector<std::vector<double>> complete_means(const Dataset& data, const Points& points,
                                                std::span<const std::size_t> ks, const CompleteTask& task)
{
    const std::size_t n = data.labelled();
    const std::size_t others = n - 1;
    std::vector<std::size_t> sizes; // of the subsets that vote
    for (const auto k : ks)
        for (const auto m : task.sizes) sizes.push_back(std::min<std::size_t>(k, m));
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    const auto subsets = one_over_subsets(sizes, others);

    std::vector<Profile> sums(parts, Profile(sizes.size(), others));
    parallel_for(parts, task.threads, [&](SharedNumbers numbers) {
        RowProfile rows(data, task, sizes, subsets);
        Orders orders(points, n);
        for (const auto part : numbers) {
            const std::size_t end = n * (part + 1) / parts;
            for (std::size_t begin = n * part / parts; begin < end; begin += searched_together) {
                if (task.stop.stop_requested()) return;
                const auto found = orders.of(begin, std::min(begin + searched_together, end));
                for (std::size_t q = 0; q < found.size(); ++q)
                    rows.add(static_cast<Row>(begin + q), found[q], sums[part]);
            }
        }
    });
    if (task.stop.stop_requested()) throw LearnerError("knn: stopped");
    for (std::size_t part = 1; part < parts; ++part) sums[0].add(sums[part]);

    std::vector<std::vector<double>> means(ks.size());
    for (std::size_t i = 0; i < ks.size(); ++i)
        for (const auto m : task.sizes) {
            const std::size_t k = std::min<std::size_t>(ks[i], m);
            const auto place = static_cast<std::size_t>(std::ranges::lower_bound(sizes, k) - sizes.begin());
            means[i].push_back(m > k ? mean_over_ranks(sums[0], place, k, m, others)
                                     : sums[0].at(place, others));
        }
    return means;
}

} // namespace unseen::knn
