#include "unseen/compare/cv_paired.hpp"

#include "compare/inference.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/random.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace unseen::compare {

namespace {

constexpr double rounding_share = 1e-12; ///< of a sum: smaller differences are rounding errors
constexpr std::uint64_t most_folds = 10;
constexpr std::size_t most_exact_units = 20;

/// The units that both learners were tested on.
struct Differences {
    std::vector<double> sums;    ///< A - B times the unit's weight
    std::vector<double> weights; ///< of the units
    double all = 0.0;            ///< the sum of the weights
    double mean = 0.0;
    bool joined = true; ///< both learners have the same units, with the same weights
};

Differences differences_of(const UnitFigures& a, const UnitFigures& b)
{
    Differences d;
    if (a.missing != nullptr || b.missing != nullptr) return d;
    d.joined = a.weights == b.weights && a.repeats == b.repeats && a.folds == b.folds;
    if (!d.joined) return d;
    double largest = 0.0;
    for (std::size_t u = 0; u < a.weights.size(); ++u) {
        if (!(a.weights[u] > 0.0)) continue;
        d.sums.push_back(a.sums[u] - b.sums[u]);
        d.weights.push_back(a.weights[u]);
        largest = std::max(largest, std::max(std::abs(a.sums[u]), std::abs(b.sums[u])));
    }
    ExactSum sum, weights;
    for (double& x : d.sums)
        if (std::abs(x) <= rounding_share * largest) x = 0.0;
    sum.add(d.sums);
    weights.add(d.weights);
    d.all = weights.value();
    d.mean = d.sums.empty() ? 0.0 : sum.value() / d.all;
    return d;
}

/// Shares of sign patterns: those whose sum is at least as far from 0 as that of the numbers, and those whose
/// sum is at least as large.
struct SignShares {
    double two_sided = 1.0;
    double above = 1.0;
    double below = 1.0;
};

/// Sums of up to 8 signed numbers each, by the byte that says which are negative, so that a random word signs
/// 64 numbers.
class SignedBytes {
public:
    explicit SignedBytes(std::span<const double> numbers)
    {
        for (std::size_t begin = 0; begin < numbers.size(); begin += 8) {
            auto& sums = bytes_.emplace_back();
            for (std::size_t byte = 0; byte < sums.size(); ++byte)
                for (std::size_t i = begin; i < std::min(begin + 8, numbers.size()); ++i)
                    sums[byte] += (byte >> (i - begin) & 1U) != 0 ? -numbers[i] : numbers[i];
        }
    }

    /// The sum with the signs of these words, 8 bytes each.
    template <class Words>
    double sum(Words next) const
    {
        double sum = 0.0;
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < bytes_.size(); ++i) {
            word = i % 8 == 0 ? next() : word >> 8;
            sum += bytes_[i][word & 0xffU];
        }
        return sum;
    }

private:
    std::vector<std::array<double, 256>> bytes_;
};

SignShares sign_shares(std::span<const double> sums, std::uint64_t seed)
{
    std::vector<double> numbers;
    for (const double x : sums)
        if (x != 0.0) numbers.push_back(x);
    if (numbers.empty()) return {};
    const SignedBytes bytes(numbers);
    const double observed = bytes.sum([] { return std::uint64_t{0}; });
    double size = 0.0;
    for (const double x : numbers) size += std::abs(x);
    const double rounding = rounding_share * size;
    std::uint64_t far = 0, above = 0, below = 0;
    const auto count = [&](double sum) {
        far += std::abs(sum) >= std::abs(observed) - rounding;
        above += sum >= observed - rounding;
        below += sum <= observed + rounding;
    };
    if (numbers.size() <= most_exact_units) {
        const std::uint64_t patterns = std::uint64_t{1} << numbers.size();
        for (std::uint64_t pattern = 0; pattern < patterns; ++pattern)
            count(bytes.sum([&] { return pattern; }));
        const auto share = [&](std::uint64_t n) {
            return static_cast<double>(n) / static_cast<double>(patterns);
        };
        return {share(far), share(above), share(below)};
    }
    const std::uint64_t draws =
        std::max<std::uint64_t>(1000, 100'000'000 / std::max<std::size_t>(1000, numbers.size()));
    Stream stream(seed, Purpose::permutation);
    for (std::uint64_t i = 0; i < draws; ++i) count(bytes.sum([&] { return stream.next(); }));
    const auto share = [&](std::uint64_t n) {
        return static_cast<double>(1 + n) / static_cast<double>(draws + 1);
    };
    return {share(far), share(above), share(below)};
}

/// An upper bound on the two-sided share of sign patterns: 2 exp(-(sum x)^2 / (2 sum x^2)) (Hoeffding 1963).
double most_signs(const Differences& d)
{
    double squares = 0.0, sum = 0.0;
    for (const double x : d.sums) {
        squares += x * x;
        sum += x;
    }
    return 2.0 * std::exp(-sum * sum / (2.0 * squares));
}

const Reason* refusal(const Differences& d, const UnitFigures& a, const UnitFigures& b, bool by_name)
{
    for (const auto* missing : {a.missing, b.missing})
        if (missing != nullptr) return missing;
    if (!d.joined || d.sums.empty()) return &reasons::no_row_ids;
    if (d.sums.size() < 2) return &reasons::one_row;
    if (a.folds >= d.sums.size()) return &reasons::leave_one_out;
    if (a.folds > most_folds) return &reasons::too_many_folds;
    return by_name || (a.level_known && b.level_known) ? nullptr : &reasons::no_known_level;
}

/// Warns if few of the units that differ carry most of the difference.
void warn_of_carriers(Comparison& comparison, const Differences& d)
{
    double sum = 0.0, squares = 0.0, differ = 0.0;
    for (const double x : d.sums) {
        sum += std::abs(x);
        squares += x * x;
        differ += x != 0.0;
    }
    const double carriers = squares > 0.0 ? sum * sum / squares : 0.0;
    if (carriers < std::min(20.0, differ / 5.0))
        comparison.warnings.push_back(
            {warnings::few_large_losses,
             "about " + written_out(std::round(carriers)) +
                 (std::round(carriers) == 1.0 ? " of the rows carries" : " of the rows carry") +
                 " most of the difference: the test may reject too often"});
}

} // namespace

detail::Inference detail::cv_paired_inference(const UnitFigures& a, const UnitFigures& b, Direction direction,
                                              Level level, std::uint64_t seed, bool by_name)
{
    const auto d = differences_of(a, b);
    Comparison result{.test = by_name ? "cv_pooled" : "cv_paired", .a = "A", .b = "B"};
    if (d.joined && !d.sums.empty()) result.difference = d.mean;
    if (const auto* reason = refusal(d, a, b, by_name)) {
        take_away(result, *reason);
        return {.comparison = std::move(result)};
    }
    const auto n = static_cast<double>(d.sums.size());
    ExactSum squares;
    double largest = 0.0;
    for (std::size_t u = 0; u < d.sums.size(); ++u) {
        const double off = d.sums[u] - d.mean * d.weights[u];
        squares.add(off * off);
        largest = std::max(largest, std::abs(d.sums[u]));
    }
    const double factor = a.repeats > 1 ? 2.6 * n / (n - 1.0) : 2.25;
    const double error = std::sqrt(factor * squares.value()) / d.all;
    const bool higher = direction == Direction::higher_is_better;
    if (!(error * d.all > rounding_share * largest)) {
        const auto signs = sign_shares(d.sums, seed);
        take_away(result, reasons::zero_variance, largest == 0.0);
        if (largest > 0.0) {
            result.p_value = signs.two_sided;
            result.p_value_one_sided = higher ? signs.above : signs.below;
        }
        result.warnings.push_back(zero_variance);
        return {.comparison = std::move(result)};
    }
    auto inference = from_error(std::move(result), d.mean, error, n - 1.0, higher, level.outside());
    auto& comparison = inference.comparison;
    if (const double p = comparison.p_value.number(); most_signs(d) > p) {
        const auto signs = sign_shares(d.sums, seed);
        comparison.p_value = std::max(p, signs.two_sided);
        comparison.p_value_one_sided =
            std::max(comparison.p_value_one_sided.number(), higher ? signs.above : signs.below);
    }
    add_procedure_interval(
        inference, level,
        {"The rows (or groups) are independent draws.",
         "Models of other training sets differ as in the simulations that gave the test its factor; "
         "heavy-tailed features break it."});
    inference.other_interval = true; // the signs may decide
    if (n < 30.0)
        comparison.warnings.push_back(
            {warnings::few_rows, "fewer than 30 rows or groups: the test was not tried with so few"});
    warn_of_carriers(comparison, d);
    return inference;
}

Comparison cv_paired(const UnitFigures& a, const UnitFigures& b, Direction direction, Level level,
                     std::uint64_t seed)
{
    return detail::cv_paired_inference(a, b, direction, level, seed).comparison;
}

} // namespace unseen::compare
