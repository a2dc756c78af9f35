// Limits of means of values in a known range (METHODS I.27, I.31).
#include "interval/end_dirichlet.hpp"

#include "interval/beta_laws.hpp"
#include "stats/grouped_values.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace unseen {

namespace {

constexpr std::size_t most_integrated = 5'000;

/// A gamma law of this size, at a value S - c W.
struct Term {
    double size;
    double sum;
    double weight;
    double at(double c) const { return sum - c * weight; }
};

using Laws = std::vector<std::pair<double, double>>; ///< the size of each gamma law, and its factor w

/// K(s) = - sum size ln(1 - s w), the cumulant function of the sum of gamma laws times w.
double cumulant(const Laws& terms, double s)
{
    double sum = 0.0;
    for (const auto& [size, w] : terms) sum -= size * std::log1p(-s * w);
    return sum;
}

/// The derivative of the cumulant function, and the one after it.
std::pair<double, double> slopes(const Laws& terms, double s)
{
    double first = 0.0;
    double second = 0.0;
    for (const auto& [size, w] : terms) {
        const double r = w / (1.0 - s * w);
        first += size * r;
        second += size * r * r;
    }
    return {first, second};
}

/// Where the cumulant function is least, what it is there, and its second derivative.
struct Saddlepoint {
    double s = 0.0;
    double least = 0.0;
    double curvature = 0.0;
};

/// By Newton's steps inside of the bracket of all s with 1 - s w > 0.
Saddlepoint saddlepoint(const Laws& terms, double least_w, double most_w)
{
    double low = 1.0 / least_w;
    double high = 1.0 / most_w;
    double s = 0.0;
    for (int i = 0; i < 200; ++i) {
        const auto [first, second] = slopes(terms, s);
        (first > 0.0 ? high : low) = s;
        double next = s - first / second;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        const double moved = std::abs(next - s);
        s = next;
        if (moved <= 1e-9 / std::sqrt(second)) break;
    }
    return {s, cumulant(terms, s), slopes(terms, s).second};
}

/// The same by the series of K in s, whose coefficients are sums of powers of w: one pass over the terms, and
/// no logarithm. Nothing if an |s w| can exceed 1/20; below it, what the series leaves out is no digit of K.
std::optional<Saddlepoint> saddlepoint_by_series(const Laws& terms, double largest_w)
{
    constexpr std::size_t powers = 12;
    std::array<double, powers + 1> sums{};
    for (const auto& [size, w] : terms) {
        double power = size;
        for (std::size_t k = 1; k <= powers; ++k) sums[k] += power *= w;
    }
    Saddlepoint found;
    for (double moved = 1.0; moved > 1e-12 * std::abs(found.s);) {
        double first = 0.0;
        found.least = found.curvature = 0.0;
        for (std::size_t k = powers; k > 0; --k) {
            found.least = (found.least + sums[k] / static_cast<double>(k)) * found.s;
            first = first * found.s + sums[k];
            if (k > 1) found.curvature = found.curvature * found.s + static_cast<double>(k - 1) * sums[k];
        }
        moved = std::abs(first / found.curvature);
        found.s -= first / found.curvature;
        if (!(std::abs(found.s) * largest_w < 0.05)) return std::nullopt;
    }
    return found;
}

constexpr std::size_t at_once = 4; ///< points of an integral; a product of one point waits for itself

/// e^(K(z) - K(s)) at these z = s + iy, K the cumulant function. Gamma laws of size 1 enter as products,
/// which are cheaper than logarithms.
std::array<std::complex<double>, at_once> shares_at(const Laws& terms, double s,
                                                    const std::array<double, at_once>& y)
{
    std::array<std::complex<double>, at_once> logarithms{};
    std::array<double, at_once> real; // of the products
    std::array<double, at_once> imaginary;
    std::array<double, at_once> t; // a factor is 1 - it
    const auto start = [&] {
        real.fill(1.0);
        imaginary.fill(0.0);
    };
    const auto take_products = [&] {
        for (std::size_t k = 0; k < at_once; ++k)
            logarithms[k] -= std::log(std::complex<double>(real[k], imaginary[k]));
    };
    start();
    int in_product = 0;
    for (const auto& [size, w] : terms) {
        for (std::size_t k = 0; k < at_once; ++k) t[k] = y[k] * w / (1.0 - s * w);
        if (size != 1.0) {
            for (std::size_t k = 0; k < at_once; ++k)
                logarithms[k] -= size * std::log(std::complex<double>(1.0, -t[k]));
            continue;
        }
        for (std::size_t k = 0; k < at_once; ++k) {
            const double before = real[k];
            real[k] += imaginary[k] * t[k];
            imaginary[k] -= before * t[k];
        }
        if (++in_product % 64 == 0) {
            take_products();
            start();
        }
    }
    take_products();
    for (auto& logarithm : logarithms) logarithm = std::exp(logarithm);
    return logarithms;
}

/// ln(P / (1 - P)) of P = P(sum of gamma laws times w <= 0). Both signs occur among the w.
double log_odds_below(const Laws& terms, Digits digits = Digits::all)
{
    double least = 0.0;
    double most = 0.0;
    for (const auto& [size, w] : terms) {
        least = std::min(least, w);
        most = std::max(most, w);
    }
    if (!(least < 0.0)) return -800.0;
    if (!(most > 0.0)) return 800.0;
    const bool many = terms.size() > most_integrated;
    auto found = many ? saddlepoint_by_series(terms, std::max(-least, most)) : std::nullopt;
    if (!found) found = saddlepoint(terms, least, most);
    double s = found->s;
    const double spread = 1.0 / std::sqrt(found->curvature);
    if ((digits == Digits::few || many) && std::abs(s) > 1e-3 * spread) {
        const double r = std::copysign(std::sqrt(std::max(0.0, -2.0 * found->least)), s);
        const double density = std::exp(-0.5 * r * r) / std::sqrt(2.0 * std::acos(-1.0));
        const double more = density * (spread / s - 1.0 / r);
        // P above 0 for s > 0, else P below 0: small ones keep their digits.
        const double p = std::clamp(normal_tail(std::abs(r)) + (s > 0.0 ? more : -more), 1e-300, 1.0 - 1e-16);
        const double odds = std::log(p) - std::log1p(-p);
        return s > 0.0 ? -odds : odds;
    }
    if (std::abs(s) < 0.3 * spread) s = std::copysign(0.3 * spread, s);
    // The integral of e^K(z) / (z pi) along z = s + iy, y = spread sinh u, u > 0, of its real part.
    constexpr double step = 0.035;
    const double centre = cumulant(terms, s);
    double sum = 0.0;
    bool ends = false;
    for (int j = 0; !ends; j += static_cast<int>(at_once)) {
        std::array<double, at_once> u;
        std::array<double, at_once> y;
        for (std::size_t k = 0; k < at_once; ++k) {
            u[k] = (j + static_cast<int>(k) + 0.5) * step;
            y[k] = spread * std::sinh(u[k]);
        }
        const auto shares = shares_at(terms, s, y);
        for (std::size_t k = 0; k < at_once && !ends; ++k) {
            const auto value = shares[k] / std::complex<double>(s, y[k]) * (spread * std::cosh(u[k]));
            sum += value.real();
            ends = std::abs(value) < 1e-16 * std::abs(sum) || j + static_cast<int>(k) > 4000;
        }
    }
    // P above 0 for s > 0, minus P below 0 for s < 0; small ones keep their digits.
    const double tail = std::exp(centre) * step / std::acos(-1.0) * sum;
    const double p = std::clamp(std::abs(tail), 1e-300, 1.0 - 1e-16);
    const double odds = std::log(p) - std::log1p(-p);
    return s > 0.0 ? -odds : odds;
}

/// Many values without weights are put in narrow groups (GroupedValues).
bool in_groups(const RangedValues& values)
{
    return values.weights.empty() && values.sums.size() >= GroupedValues::many;
}

/// One term for equal values, in ascending order; two for each group.
std::vector<Term> terms_of(const RangedValues& values)
{
    std::vector<Term> terms;
    const std::size_t n = values.sums.size();
    if (in_groups(values)) {
        const auto [least, most] = std::ranges::minmax(values.sums);
        const double width = std::max((most - least) * 0x1p-12, (values.high - values.low) * 0x1p-40);
        GroupedValues groups(least, most, width);
        for (const double value : values.sums) groups.add(value);
        groups.for_each([&](double value, double number) { terms.push_back({number, value, 1.0}); });
        return terms;
    }
    std::vector<std::pair<double, double>> sorted;
    for (std::size_t i = 0; i < n; ++i) sorted.emplace_back(values.sums[i], values.weight(i));
    std::ranges::sort(sorted);
    for (std::size_t i = 0, j = 0; i < n; i = j) {
        while (j < n && sorted[j] == sorted[i]) ++j;
        terms.push_back({static_cast<double>(j - i), sorted[i].first, sorted[i].second});
    }
    return terms;
}

/// The terms of the negated values, in the order that terms_of() would give them; those of groups stay in
/// theirs.
std::vector<Term> negated(std::vector<Term> terms, bool of_groups)
{
    for (auto& term : terms) term.sum = -term.sum;
    if (of_groups) return terms;
    std::ranges::reverse(terms);
    for (auto run = terms.begin(); run != terms.end();) { // equal sums stay in the order of their weights
        const auto end =
            std::find_if(run, terms.end(), [&](const Term& term) { return term.sum != run->sum; });
        std::reverse(run, end);
        run = end;
    }
    return terms;
}

/// The terms of a lower limit, and the ends between which it lies.
struct LowerTerms {
    std::vector<Term> terms{};
    double low = 0.0;
    double largest = 0.0; ///< the largest value, or `low`
};

/// `sign` -1 turns all values round; `own` are the terms of the values with this sign.
LowerTerms lower_terms(const RangedValues& values, std::span<const Term> own, double d, double sign)
{
    LowerTerms found;
    found.low = sign > 0.0 ? values.low : -values.high;
    found.largest = found.low;
    if (values.weights.empty())
        for (const double sum : values.sums) found.largest = std::max(found.largest, sign * sum);
    else
        for (std::size_t i = 0; i < values.sums.size(); ++i)
            found.largest = std::max(found.largest, sign * values.sums[i] / values.weights[i]);
    if (!(found.largest > found.low)) return found;
    const double end = values.end_weight();
    found.terms.push_back({1.0 - d, end * found.low, end});
    if (d > 0.0) found.terms.push_back({d, end * found.largest, end});
    found.terms.insert(found.terms.end(), own.begin(), own.end());
    return found;
}

/// ln(P / (1 - P)) of the probability P that the weighted mean of the terms is at most c. `at` is for reuse.
double log_odds_at(std::span<const Term> terms, double c, Laws& at)
{
    at.resize(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i) at[i] = {terms[i].size, terms[i].at(c)};
    return log_odds_below(at);
}

/// Half a normal quantile below the mean of many terms, and one and a half: their lower limit is between.
std::pair<double, double> near_normal_limit(std::span<const Term> terms, double outside)
{
    double sums = 0.0;
    double weights = 0.0;
    for (const auto& term : terms) {
        sums += term.size * term.sum;
        weights += term.size * term.weight;
    }
    const double mean = sums / weights;
    double squares = 0.0;
    for (const auto& term : terms) squares += term.size * term.at(mean) * term.at(mean);
    const double distance = -normal_quantile(outside / 2.0) * std::sqrt(squares) / weights;
    return {mean - 0.5 * distance, mean - 1.5 * distance};
}

/// The limit that the mean exceeds with probability 1 - `outside` / 2, or with sign -1 that of the negated
/// values.
double lower_limit(const RangedValues& values, std::span<const Term> own, double d, double outside,
                   double sign)
{
    const auto [terms, low, largest] = lower_terms(values, own, d, sign);
    if (!(largest > low)) return low;
    const double wanted = std::log(outside / 2.0) - std::log1p(-outside / 2.0);
    Laws at;
    const auto too_likely = [&](double c) { return log_odds_at(terms, c, at) - wanted; };
    if (terms.size() > most_integrated) {
        const auto [nearest, farthest] = near_normal_limit(terms, outside);
        const double found = crossing(too_likely, std::max(farthest, low), std::min(nearest, largest));
        if (farthest < found && found < nearest) return found;
    }
    return crossing(too_likely, low, largest);
}

/// The sum of numbers and that of their squares.
std::pair<double, double> sums_of_powers(std::span<const double> numbers)
{
    double all = 0.0;
    double squares = 0.0;
    for (const double x : numbers) {
        all += x;
        squares += x * x;
    }
    return {all, squares};
}

bool uneven(double n, double all, double squares) { return n * squares > 2.0 * all * all; }

} // namespace

double RangedValues::mean() const
{
    ExactSum sum;
    sum.add(sums);
    double weight = 0.0;
    for (std::size_t i = 0; i < sums.size(); ++i) weight += this->weight(i);
    return sum.value() / weight;
}

double RangedValues::end_weight() const
{
    if (weights.empty()) return 1.0;
    if (largest_end) return *std::ranges::max_element(weights);
    const auto [all, squares] = sums_of_powers(weights);
    const auto n = static_cast<double>(weights.size());
    return uneven(n, all, squares) ? squares / all : all / n;
}

bool uneven(std::span<const double> sizes)
{
    const auto [all, squares] = sums_of_powers(sizes);
    return uneven(static_cast<double>(sizes.size()), all, squares);
}

Limits end_dirichlet_limits(const RangedValues& values, double d, double outside)
{
    const auto terms = terms_of(values);
    return {lower_limit(values, terms, d, outside, 1.0),
            -lower_limit(values, negated(terms, in_groups(values)), d, outside, -1.0)};
}

double probability_below(const RangedValues& values, double c, Digits digits)
{
    const auto probability = [](double odds) { return 1.0 / (1.0 + std::exp(-odds)); };
    if (digits == Digits::few && values.weights.empty()) { // without a look for equal values
        Laws terms{{1.0, values.low - c}};
        for (const double x : values.sums) terms.emplace_back(1.0, x - c);
        return probability(log_odds_below(terms, digits));
    }
    const auto [terms, low, largest] = lower_terms(values, terms_of(values), 0.0, 1.0);
    if (!(largest > low) || c >= largest) return 1.0;
    Laws at;
    return probability(log_odds_at(terms, c, at));
}

RangedValues turned_round(RangedValues values)
{
    for (double& x : values.sums) x = -x;
    values.low = -std::exchange(values.high, -values.low);
    return values;
}

} // namespace unseen
