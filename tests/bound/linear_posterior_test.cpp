// Posteriors of linear classifiers: against mpmath, and against all other choices.
#include "unseen/bound/linear_posterior.hpp"

#include "unseen/bound/training.hpp"

#include "support/messages.hpp"
#include "support/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

using namespace unseen;

std::vector<double> coordinates(const std::string& text)
{
    std::vector<double> found;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) found.push_back(std::stod(part));
    return found;
}

double cosine(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto product = [](const auto& x, const auto& y) {
        return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    };
    return product(a, b) / std::sqrt(product(a, a) * product(b, b));
}

TEST(LinearPosterior, HasTheErrorsAndDivergencesOfMethods)
{
    std::vector<double> w;
    std::vector<double> of_prior;
    std::vector<double> margins;
    const auto lines = test::oracle_table("linear_posterior.txt");
    for (const auto& line : lines)
        if (line[0] == "w") w = coordinates(line[1]);
    std::size_t cases = 0;
    for (const auto& line : lines) {
        if (line[0] == "w0") of_prior = coordinates(line[1]);
        if (line[0] == "row") margins.push_back(std::stod(line[2]) * cosine(coordinates(line[1]), w));
        if (line[0] != "case") continue;
        const double mu = std::stod(line[1]);
        double sum = 0.0;
        for (const double margin : margins) sum += bound::error_of_draw(mu, margin);
        EXPECT_NEAR(sum / static_cast<double>(margins.size()), std::stod(line[3]), 1e-14);
        EXPECT_NEAR(bound::divergence_of_posterior(mu, std::stod(line[2]), cosine(w, of_prior)),
                    std::stod(line[4]), 1e-12);
        ++cases;
    }
    EXPECT_EQ(cases, 9U);
}

TEST(LinearPosterior, IsTheBestOfTheGrid)
{
    std::vector<double> margins;
    for (int i = 0; i < 200; ++i) margins.push_back(std::sin(i) * 0.4 + 0.3);
    const auto upper = [&](double mu, double eta, double of_prior, double priors) {
        double sum = 0.0;
        for (const double margin : margins) sum += bound::error_of_draw(mu, margin);
        return bound::pac_bayes(sum / 200.0, 200, bound::divergence_of_posterior(mu, eta, of_prior),
                                Delta(0.05).share(priors), bound::PacBayesForm::maurer)
            .upper.number();
    };
    for (const double of_prior : {0.2, 0.9, 1.0}) {
        const auto found = bound::linear_posterior(margins, of_prior);
        EXPECT_EQ(found.priors, 10U);
        const double own = upper(found.mu, found.eta, of_prior, 10.0);
        for (int i = 0; i < 400; i += 21)
            for (int j = 0; j < 10; j += 3)
                EXPECT_LE(own,
                          upper(0.5 * std::pow(1000.0, i / 399.0), std::pow(200.0, j / 9.0), of_prior, 10.0) +
                              1e-12);
    }
    const auto alone = bound::linear_posterior(margins);
    EXPECT_EQ(alone.priors, 1U);
    EXPECT_EQ(alone.eta, 0.0);
    EXPECT_DOUBLE_EQ(alone.kl, alone.mu * alone.mu / 2.0);
    std::ranges::reverse(margins);
    EXPECT_EQ(bound::linear_posterior(margins).error, alone.error) << "the order of rows does not matter";
}

TEST(LinearPosterior, RefusesWhatIsNoCosine)
{
    EXPECT_NE(test::message_of([] { bound::linear_posterior({}); }), "no error");
    const double wrong[] = {1.5};
    EXPECT_NE(test::message_of([&] { bound::linear_posterior(wrong); }), "no error");
    const double one[] = {0.5};
    EXPECT_NE(test::message_of([&] { bound::linear_posterior(one, 2.0); }), "no error");
}

} // namespace
