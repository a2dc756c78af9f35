// Inversions of the binomial tail per second: ours, and Boost's ibetac_inv with and without promotion to long
// double.
//
//   binomial_inversion [COUNT] [--print]
//
// The inputs: rows evenly on the logarithmic scale up to 1e6, errors evenly from 0 to rows, delta evenly on
// the logarithmic scale from 1e-12 to 0.5. --print writes them (errors rows delta ours) for
// bench/binomial_inversion.py, which runs SciPy on the same.
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/random.hpp"

#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace unseen;

struct Input {
    std::uint64_t errors;
    std::uint64_t rows;
    double delta;
};

std::vector<Input> inputs(std::size_t count)
{
    Stream random(1, Purpose::noise);
    std::vector<Input> all;
    for (std::size_t i = 0; i < count; ++i) {
        const auto rows = static_cast<std::uint64_t>(std::exp(random.uniform() * std::log(1e6)));
        all.push_back(
            {random.below(rows + 1), rows, std::exp(std::log(1e-12) + random.uniform() * std::log(0.5e12))});
    }
    return all;
}

/// The shortest time of three passes over the inputs, and the results of the last.
template <class Invert>
double seconds(const std::vector<Input>& all, std::vector<double>& results, const Invert& invert)
{
    double least = 1e300;
    for (int pass = 0; pass < 3; ++pass) {
        const auto begin = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < all.size(); ++i) results[i] = invert(all[i]);
        least =
            std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return least;
}

template <class Policy>
double by_boost(const Input& input, const Policy& policy)
{
    if (input.errors == input.rows) return 1.0;
    const auto k = static_cast<double>(input.errors);
    return boost::math::ibetac_inv(k + 1.0, static_cast<double>(input.rows) - k, input.delta, policy);
}

double worst(const std::vector<double>& a, const std::vector<double>& b)
{
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] / b[i] - 1.0));
    return most;
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200000;
    const bool print = argc > 2 && std::string(argv[2]) == "--print";
    const auto all = inputs(count);
    std::vector<double> ours(count);
    std::vector<double> outward(count);
    std::vector<double> boost(count);
    std::vector<double> plain(count);
    const auto ours_seconds = seconds(
        all, ours, [](const Input& in) { return binomial_upper(in.errors, in.rows, Delta(in.delta)).p; });
    if (print) {
        for (std::size_t i = 0; i < count; ++i)
            std::printf("%llu %llu %.17g %.17g\n", static_cast<unsigned long long>(all[i].errors),
                        static_cast<unsigned long long>(all[i].rows), all[i].delta, ours[i]);
        return 0;
    }
    const auto outward_seconds = seconds(all, outward, [](const Input& in) {
        return binomial_upper(in.errors, in.rows, Delta(in.delta), Rounding::outward).p;
    });
    using boost::math::policies::make_policy;
    using boost::math::policies::promote_double;
    const auto boost_seconds =
        seconds(all, boost, [](const Input& in) { return by_boost(in, make_policy()); });
    const auto plain_seconds = seconds(
        all, plain, [](const Input& in) { return by_boost(in, make_policy(promote_double<false>())); });
    const auto row = [&](const char* name, double s, const std::vector<double>& results) {
        std::printf("%-28s %8.3f us  %10.0f a second  %6.2f times ours  largest difference %.1e\n", name,
                    1e6 * s / static_cast<double>(count), static_cast<double>(count) / s, s / ours_seconds,
                    worst(results, outward));
    };
    row("unseen", ours_seconds, ours);
    row("unseen, outward (both parts)", outward_seconds, outward);
    row("Boost", boost_seconds, boost);
    row("Boost, promote_double<false>", plain_seconds, plain);
}
