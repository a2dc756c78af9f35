// How often the tests of counts, splits and many data sets reject at 5 % where nothing differs. Prints the
// table of docs/VALIDITY.md:
//   compare_designs_null [draws]     10,000 if not given; fails if a test that promises its level rejects too
//       often
#include "draws.hpp"
#include "unseen/compare/counts.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/compare/splits.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace unseen;
using namespace unseen::compare;

const Level level(0.95);

/// Draws in which a test rejects; of a family of pairs, draws in which any pair is rejected.
using Rejections = std::map<std::string, int>;

void count(Rejections& rejected, const Answer& answer)
{
    std::set<std::string> names;
    for (const auto& test : answer.comparisons) {
        const Value p = test.p_value_adjusted ? test.p_value_adjusted : test.p_value;
        rejected[test.test] += 0;
        if (p && p.number() <= level.outside()) names.insert(test.test);
    }
    for (const auto& name : names) ++rejected[name];
}

/// Error rates of .2 on two test sets of 200 rows each; a tenth of 200 rows for each model alone.
void draw_counts(Stream& stream, Rejections& independent, Rejections& paired)
{
    ErrorCount a{0, 200};
    ErrorCount b{0, 200};
    Discordant discordant{0, 0, 200};
    for (int row = 0; row < 200; ++row) {
        a.errors += stream.uniform() < 0.2;
        b.errors += stream.uniform() < 0.2;
        const double u = stream.uniform();
        discordant.only_a += u < 0.1;
        discordant.only_b += u > 0.9;
    }
    count(independent, compare_counts(a, b, level));
    count(paired, compare_discordant(discordant, level));
}

/// Fifteen splits with a tenth of the rows as test rows, whose differences correlate as the corrected t takes
/// for granted; then five times two folds without any correlation, for which the F test is made.
void draw_splits(Stream& stream, Rejections& splits, Rejections& halves)
{
    const double common = std::sqrt(0.1) * normal(stream);
    std::vector<double> d;
    for (int split = 0; split < 15; ++split) d.push_back(common + std::sqrt(0.9) * normal(stream));
    count(splits,
          compare_splits({d, std::vector<double>(15, 0.0)}, {.train_rows = 90, .test_rows = 10}, level));
    std::vector<double> folds;
    for (int fold = 0; fold < 10; ++fold) folds.push_back(normal(stream));
    Answer f;
    f.comparisons.push_back(cv5x2_f({folds, std::vector<double>(10, 0.0)}));
    count(halves, f);
}

/// Four equally good learners on fifteen data sets.
void draw_results(Stream& stream, Rejections& rejected)
{
    Results results{.learners = {"a", "b", "c", "d"}};
    for (int row = 0; row < 15; ++row) {
        results.data_sets.push_back(std::to_string(row));
        auto& scores = results.scores.emplace_back();
        for (int j = 0; j < 4; ++j) scores.push_back(normal(stream));
    }
    count(rejected, compare_results(results, {.control = "a", .posterior_draws = 1}));
}

/// Prints a line for each test; returns false if a test exceeds a level that it must keep.
bool print(const std::string& design, const Rejections& rejected, int draws,
           const std::set<std::string>& too_often)
{
    bool holds = true;
    const double most = 0.05 + 4 * std::sqrt(0.05 * 0.95 / draws) + 0.003; // asymptotic tests on a lattice
    for (const auto& [test, times] : rejected) {
        if (test.rfind("bayes", 0) == 0) continue;
        const double share = static_cast<double>(times) / draws;
        holds = holds && (share <= most || too_often.count(test) > 0);
        std::printf("| %s | `%s` | %.1f %% |\n", design.c_str(), test.c_str(), 100 * share);
    }
    return holds;
}

} // namespace

int main(int argc, char** argv)
{
    const int draws = argc > 1 ? std::atoi(argv[1]) : 10000;
    Rejections independent, paired, splits, halves, results;
    for (int i = 0; i < draws; ++i) {
        Stream stream(11, Purpose::generation, static_cast<std::uint64_t>(i));
        draw_counts(stream, independent, paired);
        draw_splits(stream, splits, halves);
        draw_results(stream, results);
    }
    std::printf("| design | test | rejects at 5 %% (%d draws) |\n| --- | --- | ---: |\n", draws);
    bool holds = print("two test sets", independent, draws, {});
    holds = print("discordant rows", paired, draws, {"mcnemar_chi2"}) && holds;
    holds = print("15 splits", splits, draws, {"paired_t", "wilcoxon", "sign"}) && holds;
    holds = print("5 x 2 folds, independent", halves, draws, {}) && holds;
    holds = print("4 learners, 15 data sets", results, draws, {"friedman"}) && holds;
    return holds ? 0 : 1;
}
