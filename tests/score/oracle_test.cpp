// Files of predictions beside scikit-learn and SciPy: tests/oracles/score_files.py.
#include "support/oracle.hpp"
#include "support/shared_data.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/score/score.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace unseen {
namespace {

std::vector<std::string> cut(const std::string& text, char at)
{
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == at)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

ScoreRoles roles_of(const std::string& text)
{
    ScoreRoles roles;
    std::map<std::string, std::string> named;
    for (const auto& pair : cut(text, ','))
        named[pair.substr(0, pair.find('='))] = pair.substr(pair.find('=') + 1);
    roles.truth = named["truth"];
    roles.predicted = named["predicted"];
    roles.score = named["score"];
    if (!named["scores"].empty()) roles.scores = cut(named["scores"], '+');
    roles.split = named["split"];
    roles.repeat = named["repeat"];
    roles.weight = named["weight"];
    return roles;
}

/// Sums of a few thousand numbers, rounded once here and at each step there.
void expect_equal(const std::string& expected, const Value& value)
{
    if (expected == "-") return;
    ASSERT_TRUE(value) << value.reason().name;
    const double number = std::stod(expected);
    EXPECT_NEAR(value.number(), number, 1e-12 * std::max(0.01, std::abs(number)));
}

TEST(ScoredFiles, AreJudgedAsByScikitLearn)
{
    std::map<std::string, ScoredRows> cases;
    std::size_t compared = 0;
    std::size_t skipped = 0;
    for (const auto& line : test::oracle_table("score_files.txt")) {
        ASSERT_EQ(line.size(), 9u);
        SCOPED_TRACE(line[0] + ' ' + line[1] + ' ' + line[2]);
        const std::string key = line[0] + line[1];
        if (cases.count(key) == 0) {
            std::string path = std::string(UNSEEN_SOURCE_DIR) + "/tests/oracles/" + line[0];
            if (line[0] != "out_of_fold.csv") {
                const auto shared = test::shared_data("predictions/" + line[0]);
                if (!shared) {
                    ++skipped;
                    continue;
                }
                path = shared->string();
            }
            const Table table = read_table(path);
            cases.emplace(key, make_scored_rows(std::span(&table, 1), roles_of(line[1])));
        }
        // Without samples, because intervals from bootstrap samples have no peer here.
        ScoreOptions options{.measures = {Spec::parse(line[2])}, .samples = 100};
        if (line[5] != "-") { // the peer's intervals
            const bool pooled = line[1].find("repeat=") == std::string::npos &&
                                make_measure(options.measures[0], true).additive();
            options.interval = pooled ? "wald_all_pairs" : "corrected_t";
        }
        // The peer averages over folds what is a figure of each repeat's rows here: those figures agree.
        const bool of_repeats = line[5] != "-" && make_measure(options.measures[0], true).of_whole_repeats;
        if (of_repeats) options.interval = {};
        const auto report = score(cases.at(key), options);
        const auto& figure = report.measures.front();
        if (of_repeats) {
            ASSERT_TRUE(figure.folds);
            expect_equal(line[5], figure.folds->mean_of_folds);
            expect_equal(line[6], figure.folds->standard_deviation);
            if (line[1].find("repeat=") == std::string::npos) expect_equal(line[4], figure.value);
            ++compared;
            continue;
        }
        expect_equal(line[3], figure.value);
        if (line[5] != "-") {
            ASSERT_TRUE(figure.folds);
            expect_equal(line[4], figure.folds->pooled);
            expect_equal(line[5], figure.folds->mean_of_folds);
            expect_equal(line[6], figure.folds->standard_deviation);
            ASSERT_TRUE(figure.interval) << figure.interval.reason().name;
            expect_equal(line[7], Value(figure.interval->lower));
            expect_equal(line[8], Value(figure.interval->upper));
        }
        ++compared;
    }
    EXPECT_GT(compared, 20u);
    if (skipped > 0)
        GTEST_SKIP() << "shared/data/predictions is not there; " << skipped << " lines were not compared";
}

} // namespace
} // namespace unseen
