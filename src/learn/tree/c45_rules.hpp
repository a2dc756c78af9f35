// Private: the arithmetic of C4.5 (Quinlan 1993) as WEKA's J48 does it: comparisons with a tolerance, sums of
// class weights, the pessimistic estimate of a leaf's errors.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen::tree::c45 {

/// Weights, gains, ratios and estimates of errors are compared with this tolerance, so that rounding errors
/// decide nothing.
constexpr double tolerance = 1e-6;

inline bool is_equal(double a, double b) { return a == b || std::abs(a - b) < tolerance; }
inline bool is_greater(double a, double b) { return a - b > tolerance; }
inline bool is_less(double a, double b) { return b - a > tolerance; }
inline bool is_at_least(double a, double b) { return b - a < tolerance || a >= b; }
inline bool is_at_most(double a, double b) { return a - b < tolerance || a <= b; }

/// The unit of the tolerances of a feature's values: J48's are absolute (1e-5, 1e-6), which stands where they
/// are small against the range of the values. Where they are not (a thousandth of it), they shrink with the
/// range, so that the unit of measurement does not matter.
inline double unit_of_range(double range)
{
    constexpr double small = 1e-5 / 1e-3;
    return range >= small ? 1.0 : range * 1e-4;
}

/// False if two values, lower < upper, are too close for a cut between them.
inline bool far_apart(double lower, double upper, double unit)
{
    constexpr double least_gap = 1e-5;
    return lower + least_gap * unit < upper;
}

/// value <= threshold, with the tolerance of the feature's unit.
inline bool is_within(double value, double threshold, double unit)
{
    return value - threshold < tolerance * unit || value <= threshold;
}

/// x log2 x, the term of an entropy in bits; 0 for x < 1e-6, which may be the rounding residue of a weight.
/// Whole numbers are looked up.
class EntropyTerms {
public:
    /// Makes the table for 0 .. `largest`.
    void reach(std::size_t largest)
    {
        for (std::size_t n = of_count_.size(); n <= largest + 1; ++n)
            of_count_.push_back(computed(static_cast<double>(n)));
        for (std::size_t n = step_.size(); n <= largest; ++n)
            step_.push_back(of_count_[n + 1] - of_count_[n]);
    }
    double operator()(double x) const
    {
        const auto n = static_cast<std::int64_t>(x);
        if (static_cast<double>(n) == x && n >= 0 && static_cast<std::size_t>(n) < of_count_.size())
            return of_count_[static_cast<std::size_t>(n)];
        return computed(x);
    }
    /// The terms by count, and term(n + 1) - term(n).
    const double* of_count() const { return of_count_.data(); }
    const double* step() const { return step_.data(); }

private:
    static double computed(double x) { return x < 1e-6 ? 0.0 : x * std::log2(x); }

    std::vector<double> of_count_, step_;
};

inline double sum_of(std::span<const double> weights)
{
    double sum = 0.0;
    for (const double weight : weights) sum += weight;
    return sum;
}

/// The class of the largest weight; ties, within the tolerance, go to the first.
inline std::size_t majority(std::span<const double> weights)
{
    std::size_t best = 0;
    double largest = 0.0;
    for (std::size_t c = 0; c < weights.size(); ++c)
        if (is_greater(weights[c], largest)) {
            largest = weights[c];
            best = c;
        }
    return best;
}

/// The weight of the rows outside the majority class.
inline double errors(std::span<const double> weights) { return sum_of(weights) - weights[majority(weights)]; }

/// The pessimistic estimate of the errors of a leaf (Quinlan 1993, chapter 4): the upper limit of a one-sided
/// binomial interval of level 1 - `confidence` for the rate, times the weight of the leaf. Its form is
/// Wilson's with a correction for continuity; with less than one error it is interpolated from the exact
/// limit for none. `confidence` is used in single precision, as by J48; above 0.5 nothing is added.
class Pessimism {
public:
    explicit Pessimism(double confidence);
    /// Errors of a leaf with these class weights.
    double errors_of_leaf(std::span<const double> weights) const;
    /// The amount to add to `errors` among `total`.
    double extra_errors(double total, double errors) const;

private:
    double confidence_;
    double z_ = 0.0;
};

} // namespace unseen::tree::c45
