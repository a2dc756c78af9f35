// Under the null hypothesis a test at 5 % rejects in at most about 5 % of draws; the uncorrected t over
// overlapping splits does not.
#include "compare/figures.hpp"

#include "unseen/compare/counts.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/compare/splits.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace unseen;
using namespace unseen::compare;

using test::level;
constexpr int draws = 10000;
const double four_errors = 4 * std::sqrt(0.05 * 0.95 / draws); // 0.0087

double normal(Stream& stream) { return normal_quantile(0.5 * 0x1p-53 + stream.uniform()); }

double share(int rejected) { return static_cast<double>(rejected) / draws; }

bool rejects(const Comparison& result) { return result.p_value && result.p_value.number() <= 0.05; }

TEST(Null, CountsAreRejectedAtMostAsOftenAsPromised)
{
    int z = 0, fisher = 0, exact = 0, mid_p = 0;
    for (int i = 0; i < draws; ++i) {
        Stream stream(1, Purpose::generation, static_cast<std::uint64_t>(i));
        ErrorCount a{0, 200}, b{0, 200};
        Discordant counts{0, 0, 200};
        for (int row = 0; row < 200; ++row) {
            a.errors += stream.uniform() < 0.2;
            b.errors += stream.uniform() < 0.2;
            const double u = stream.uniform();
            counts.only_a += u < 0.1;
            counts.only_b += u > 0.9;
        }
        z += rejects(z_two_proportions(a, b, level));
        fisher += rejects(fisher_exact(a, b));
        exact += rejects(mcnemar(counts, level));
        mid_p += rejects(mcnemar(counts, level, McNemar::mid_p));
    }
    EXPECT_NEAR(share(z), 0.05, four_errors + 0.003); // an asymptotic test on a lattice of counts
    EXPECT_LE(share(fisher), 0.05 + four_errors);
    EXPECT_LE(share(exact), 0.05 + four_errors);
    EXPECT_LE(share(mid_p), 0.05 + four_errors);
    EXPECT_GE(share(fisher), 0.02);
    EXPECT_GE(share(exact), 0.02);
}

TEST(Null, SplitsThatShareRowsAreRejectedTooOftenUnlessCorrected)
{
    // The model of Nadeau & Bengio: the difference of a split has a part with variance rho that all splits
    // share, and a part of its own.
    int corrected = 0, plain = 0, ranks = 0, independent = 0;
    const double rho = 0.1; // test rows / all rows
    for (int i = 0; i < draws; ++i) {
        Stream stream(2, Purpose::generation, static_cast<std::uint64_t>(i));
        const double common = std::sqrt(rho) * normal(stream);
        std::vector<double> d, own, zeros(15, 0.0);
        for (int split = 0; split < 15; ++split) {
            own.push_back(normal(stream));
            d.push_back(common + std::sqrt(1 - rho) * own.back());
        }
        corrected += rejects(paired_t({d, zeros}, 10.0 / 90.0, level));
        plain += rejects(paired_t({d, zeros}, 0.0, level));
        ranks += rejects(wilcoxon({d, zeros}));
        independent += rejects(paired_t({own, zeros}, 0.0, level));
    }
    EXPECT_NEAR(share(corrected), 0.05, four_errors);   // the model it was derived for
    EXPECT_NEAR(share(independent), 0.05, four_errors); // as Student promises
    EXPECT_NEAR(share(plain), 0.206, 0.02);             // docs/VALIDITY.md
    EXPECT_GE(share(ranks), 0.15);
}

TEST(Null, FewDataSetsAreRejectedAtMostAsOftenAsPromised)
{
    // All orders of three learners on each of two to five data sets: the first order may be fixed.
    const double orders[6][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    for (std::size_t sets = 2; sets <= 4; ++sets) {
        Results results{.learners = {"a", "b", "c"}};
        for (std::size_t i = 0; i < sets; ++i) results.data_sets.push_back(std::to_string(i));
        int rejected = 0, all = 0;
        for (int pattern = 0; pattern < std::pow(6, sets - 1); ++pattern, ++all) {
            results.scores.assign(sets, {1.0, 2.0, 3.0});
            for (std::size_t i = 1, rest = static_cast<std::size_t>(pattern); i < sets; ++i, rest /= 6)
                results.scores[i].assign(std::begin(orders[rest % 6]), std::end(orders[rest % 6]));
            const auto answer = compare_results(results, {.posterior_draws = 1});
            rejected += rejects(primary(answer));
        }
        EXPECT_LE(rejected, 0.05 * all) << sets;
    }
}

TEST(Null, LearnersOfEqualWorthAreRejectedAtMostAsOftenAsPromised)
{
    int iman = 0, any_pair = 0, any_holm = 0;
    constexpr int tables = 250;
    for (int i = 0; i < tables; ++i) {
        Stream stream(3, Purpose::generation, static_cast<std::uint64_t>(i));
        Results results{.learners = {"a", "b", "c", "d"}};
        for (int row = 0; row < 15; ++row) {
            results.data_sets.push_back(std::to_string(row));
            auto& scores = results.scores.emplace_back();
            for (int j = 0; j < 4; ++j) scores.push_back(normal(stream));
        }
        bool pair = false, holm_pair = false;
        for (const auto& result : compare_results(results, {.posterior_draws = 1}).comparisons) {
            if (result.primary) iman += rejects(result);
            if (result.test == "nemenyi") pair = pair || result.p_value_adjusted.number() <= 0.05;
            if (result.test == "wilcoxon_holm")
                holm_pair = holm_pair || result.p_value_adjusted.number() <= 0.05;
        }
        any_pair += pair;
        any_holm += holm_pair;
    }
    const double slack = 4 * std::sqrt(0.05 * 0.95 / tables);
    EXPECT_NEAR(static_cast<double>(iman) / tables, 0.05, slack);
    EXPECT_LE(static_cast<double>(any_pair) / tables, 0.05 + slack);
    EXPECT_LE(static_cast<double>(any_holm) / tables, 0.05 + slack);
}

} // namespace
