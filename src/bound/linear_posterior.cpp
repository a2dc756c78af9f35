#include "unseen/bound/linear_posterior.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/bound/training.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace unseen::bound {

namespace {

/// `n` values from `least` to `most` in equal ratios.
std::vector<double> in_equal_ratios(std::size_t n, double least, double most)
{
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i)
        values.push_back(least * std::pow(most / least, static_cast<double>(i) / static_cast<double>(n - 1)));
    return values;
}

void check_cosine(double cosine)
{
    require(std::abs(cosine) <= 1.0 + 1e-12,
            "the cosine " + shortest(cosine) + " of a row or of a prior must lie between -1 and 1");
}

} // namespace

double error_of_draw(double mu, double margin) { return normal_tail(mu * margin); }

double divergence_of_posterior(double mu, double eta, double cosine)
{
    const double along = mu - eta * cosine;
    return (along * along + eta * eta * std::max(0.0, 1.0 - cosine * cosine)) / 2.0;
}

LinearPosterior linear_posterior(std::span<const double> margins, std::optional<double> prior_cosine,
                                 Delta delta)
{
    require(!margins.empty(), "there are no rows; expected at least one");
    for (const double margin : margins) check_cosine(margin);
    if (prior_cosine) check_cosine(*prior_cosine);
    std::vector<double> sorted(margins.begin(), margins.end());
    std::ranges::sort(sorted);
    const auto rows = static_cast<std::uint64_t>(sorted.size());
    const auto etas = prior_cosine ? in_equal_ratios(10, 1.0, 200.0) : std::vector<double>{0.0};
    const Delta own = delta.share(static_cast<double>(etas.size()));

    LinearPosterior best;
    double least = 2.0;
    for (const double mu : in_equal_ratios(400, 0.5, 500.0)) {
        double sum = 0.0;
        for (const double margin : sorted) sum += error_of_draw(mu, margin);
        LinearPosterior tried{.mu = mu,
                              .error = std::min(1.0, sum / static_cast<double>(rows)),
                              .priors = static_cast<std::uint64_t>(etas.size())};
        const auto divergence = [&](double eta) {
            return divergence_of_posterior(mu, eta, prior_cosine.value_or(0.0));
        };
        tried.eta = std::ranges::min(etas, {}, divergence);
        tried.kl = divergence(tried.eta);
        const double upper = pac_bayes(tried.error, rows, tried.kl, own, pac_bayes_form(rows)).upper.number();
        if (upper >= least) continue;
        least = upper;
        best = tried;
    }
    return best;
}

} // namespace unseen::bound
