// The interval of the expected calibration error for rows with weights or clusters (METHODS C.19).
#include "draws/units.hpp"
#include "interval/methods.hpp"
#include "measure/calibration.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

constexpr std::size_t most_bins = 200; ///< that hold rows; their covariances are exact sums, 11 MB
constexpr double rounding = 1e-13;     ///< a variance that is no greater part of its terms is zero
constexpr auto no_bin = static_cast<std::size_t>(-1);

/// A symmetric matrix, or a lower triangle.
class Matrix {
public:
    explicit Matrix(std::size_t n) : n_(n), cells_(n * n, 0.0) {}
    double& operator()(std::size_t i, std::size_t j) { return cells_[i * n_ + j]; }
    double operator()(std::size_t i, std::size_t j) const { return cells_[i * n_ + j]; }
    std::size_t size() const { return n_; }

private:
    std::size_t n_;
    std::vector<double> cells_;
};

/// The weighted mean differences S_b of the bins that hold rows, and their covariance.
struct BinSums {
    std::vector<double> differences;
    Matrix covariance{0};
};

/// The place of each bin among those that hold rows of the units, else `no_bin`.
std::vector<std::size_t> places(const CalibrationRows& rows, const Units& units)
{
    std::vector<std::size_t> place(1 + *std::max_element(rows.bin.begin(), rows.bin.end()), no_bin);
    for (std::size_t u = 0; u < units.size(); ++u)
        for (const auto i : units.rows_of(u)) place[rows.bin[i]] = 0;
    std::size_t n = 0;
    for (auto& p : place)
        if (p != no_bin) p = n++;
    return place;
}

/// Sums over one unit, in the bins where it has rows.
class UnitSums {
public:
    explicit UnitSums(std::size_t n_bins) : sums_(n_bins), used_(n_bins, false) {}

    void add(std::size_t bin, double weight, double difference)
    {
        if (!used_[bin]) bins_.push_back(bin);
        used_[bin] = true;
        sums_[bin].add_product(weight, difference);
    }
    /// The bins with their sums over `total`; starts again afterwards.
    const std::vector<std::pair<std::size_t, double>>& finish(double total)
    {
        result_.clear();
        std::sort(bins_.begin(), bins_.end());
        for (const auto b : bins_) {
            result_.emplace_back(b, sums_[b].value() / total);
            sums_[b] = ExactSum();
            used_[b] = false;
        }
        bins_.clear();
        return result_;
    }

private:
    std::vector<ExactSum> sums_;
    std::vector<bool> used_;
    std::vector<std::size_t> bins_;
    std::vector<std::pair<std::size_t, double>> result_;
};

/// With D_gb = T_gb - (W_g / W) S_b, T_gb the sum over a unit's rows of w (y - p) / W in the bin: covariance
/// G/(G-1) sum_g D_gb D_gc.
BinSums bin_sums(const CalibrationRows& rows, const Units& units, std::span<const double> weight,
                 const std::vector<std::size_t>& place, std::size_t n_bins)
{
    const auto weight_of = [&](std::size_t i) { return weight.empty() ? 1.0 : weight[i]; };
    std::vector<ExactSum> sums(n_bins);
    ExactSum weights;
    for (std::size_t u = 0; u < units.size(); ++u)
        for (const auto i : units.rows_of(u)) {
            sums[place[rows.bin[i]]].add_product(weight_of(i), rows.difference[i]);
            weights.add(weight_of(i));
        }
    const double total = weights.value();
    BinSums result{.differences = {}, .covariance = Matrix(n_bins)};
    for (const auto& sum : sums) result.differences.push_back(sum.value() / total);

    std::vector<ExactSum> products(n_bins * (n_bins + 1) / 2); // sum T_gb T_gc, c <= b
    std::vector<ExactSum> with_weight(n_bins);                 // sum T_gb W_g / W
    ExactSum weight_squares;                                   // sum (W_g / W)^2
    UnitSums of_unit(n_bins);
    std::vector<std::pair<std::size_t, double>> of_row(1);
    for (std::size_t u = 0; u < units.size(); ++u) {
        const auto in_unit = units.rows_of(u);
        double share = 0.0;
        const auto* touched = &of_row;
        if (in_unit.size() == 1) {
            const auto i = in_unit.front();
            share = weight_of(i) / total;
            of_row.front() = {place[rows.bin[i]], weight_of(i) * rows.difference[i] / total};
        } else {
            ExactSum unit_weight;
            for (const auto i : in_unit) {
                unit_weight.add(weight_of(i));
                of_unit.add(place[rows.bin[i]], weight_of(i), rows.difference[i]);
            }
            share = unit_weight.value() / total;
            touched = &of_unit.finish(total);
        }
        weight_squares.add(share * share);
        for (const auto& [b, t] : *touched) {
            with_weight[b].add(t * share);
            for (const auto& [c, other] : *touched) {
                if (c > b) break;
                products[b * (b + 1) / 2 + c].add(t * other);
            }
        }
    }
    const auto g = static_cast<double>(units.size());
    const auto& s = result.differences;
    for (std::size_t b = 0; b < n_bins; ++b)
        for (std::size_t c = 0; c <= b; ++c) {
            const double product = products[b * (b + 1) / 2 + c].value();
            double sum = product - with_weight[b].value() * s[c] - with_weight[c].value() * s[b] +
                         weight_squares.value() * s[b] * s[c];
            if (b == c && sum <= rounding * product) sum = 0.0;
            result.covariance(b, c) = result.covariance(c, b) = g / (g - 1.0) * sum;
        }
    return result;
}

/// The lower triangle L with L L^T the covariance; a column that is a sum of others, up to rounding, is left
/// out.
Matrix cholesky(const Matrix& covariance)
{
    const std::size_t n = covariance.size();
    Matrix lower(n);
    for (std::size_t j = 0; j < n; ++j) {
        double pivot = covariance(j, j);
        for (std::size_t k = 0; k < j; ++k) pivot -= lower(j, k) * lower(j, k);
        if (!(pivot > rounding * covariance(j, j))) continue;
        lower(j, j) = std::sqrt(pivot);
        for (std::size_t i = j + 1; i < n; ++i) {
            double rest = covariance(i, j);
            for (std::size_t k = 0; k < j; ++k) rest -= lower(i, k) * lower(j, k);
            lower(i, j) = rest / lower(j, j);
        }
    }
    return lower;
}

/// The quantile of sum |N_b| over bins, N normal with that covariance; sign(S_b) N_b where the sign is
/// certain. It is drawn.
double joint_noise_quantile(const BinSums& sums, const std::vector<bool>& sure, double p,
                            const TestIntervalInput& input)
{
    const auto lower = cholesky(sums.covariance);
    const std::size_t n = lower.size();
    std::vector<double> normal(n);
    std::vector<double> drawn;
    drawn.reserve(input.samples);
    for (std::uint64_t sample = 0; sample < input.samples; ++sample) {
        Stream stream(input.seed, Purpose::interval, 5, sample);
        for (auto& x : normal) x = normal_quantile(stream.uniform() + 0x1p-54);
        double sum = 0.0;
        for (std::size_t b = 0; b < n; ++b) {
            double noise = 0.0;
            for (std::size_t k = 0; k <= b; ++k) noise += lower(b, k) * normal[k];
            sum += sure[b] ? std::copysign(1.0, sums.differences[b]) * noise : std::abs(noise);
        }
        drawn.push_back(sum);
    }
    const auto rank =
        std::min(drawn.size() - 1, static_cast<std::size_t>(p * static_cast<double>(drawn.size())));
    std::nth_element(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(rank), drawn.end());
    return drawn[rank];
}

/// An upper limit of the variance of sum s_b N_b over all signs s that agree with the certain ones.
double largest_variance(const BinSums& sums, const std::vector<bool>& sure)
{
    double variance = 0.0;
    for (std::size_t b = 0; b < sure.size(); ++b)
        for (std::size_t c = 0; c < sure.size(); ++c) {
            const double v = sums.covariance(b, c);
            const bool equal = (sums.differences[b] < 0.0) == (sums.differences[c] < 0.0);
            variance += sure[b] && sure[c] ? (equal ? v : -v) : std::abs(v);
        }
    return variance;
}

} // namespace

Maybe<IntervalEnds> robust_calibration_mean(const TestIntervalInput& input, Level level)
{
    const Units& units = *input.units;
    const auto rows = calibration_rows(*input.predictions, input.measure->calibration()->bins);
    const auto place = places(rows, units);
    const auto n_bins = static_cast<std::size_t>(
        std::count_if(place.begin(), place.end(), [](auto p) { return p != no_bin; }));
    if (n_bins > most_bins) return reasons::too_many_bins;
    const auto sums = bin_sums(rows, units, input.predictions->weight, place, n_bins);
    const auto g = static_cast<double>(units.size());
    std::vector<bool> sure;
    for (std::size_t b = 0; b < n_bins; ++b)
        sure.push_back(std::abs(sums.differences[b]) > std::sqrt(std::log(g) * sums.covariance(b, b)));
    const double variance = largest_variance(sums, sure);
    if (!(variance > 0.0)) return reasons::zero_variance;
    const double side = tail(level);
    const double t = student_t_quantile(side, g - 1.0);
    const double noise =
        std::max(0.0, joint_noise_quantile(sums, sure, side, input)) * t / normal_quantile(side);
    return IntervalEnds{.limits = {input.value - noise, input.value + t * std::sqrt(variance)},
                        .assumptions = {"many draws, none of which carries most of a bin"},
                        .warnings = calibration_warnings(input)};
}

} // namespace unseen
