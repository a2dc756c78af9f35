// Bounds from data against tests/oracles/data_bounds.txt: streams, plans, fits, counts and limits computed by
// another program.
#include "unseen/data/hide_labels.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/run/estimate.hpp"

#include "support/oracle.hpp"
#include "unseen/base/number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

namespace unseen {
namespace {

/// The numbers that `text` spells between its commas.
std::vector<double> numbers(const std::string& text)
{
    std::vector<double> found;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) found.push_back(parse_number(part).value());
    return found;
}

std::vector<double> given(const bound::Inputs& inputs, const std::string& name)
{
    if (!inputs.has(name)) return {};
    const auto found = inputs.numbers(name);
    return {found.begin(), found.end()};
}

void expect_limit(const Value& limit, const std::string& expected, const std::string& where)
{
    ASSERT_EQ(static_cast<bool>(limit), expected != "-") << where;
    if (!limit) return;
    const double number = parse_number(expected).value();
    EXPECT_LE(std::abs(limit.number() - number), 1e-12 * number) << where << ": " << shortest(limit.number());
}

/// The lines of one run: set, learner, delta and seed are theirs together.
struct Lines {
    std::vector<std::vector<std::string>> lines;
    EstimateOptions options;
};

TEST(DataBounds, AreThoseOfAnotherProgram)
{
    std::map<std::vector<std::string>, Lines> runs;
    for (const auto& line : test::oracle_table("data_bounds.txt")) {
        ASSERT_EQ(line.size(), 15u);
        auto& run = runs[{line[0], line[1], line[3], line[4]}];
        run.options.bounds.push_back(Spec::parse(line[2]));
        run.lines.push_back(line);
    }
    ASSERT_EQ(runs.size(), 8u);
    for (auto& [key, run] : runs) {
        run.options.delta = Delta(parse_number(key[2]).value());
        run.options.run.seed = static_cast<std::uint64_t>(parse_number(key[3]).value());
        const auto hidden = hide_labels(read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + key[0]),
                                        "@last", 0.2, run.options.run.seed);
        const auto data = Dataset::make(hidden.table);
        run.options.unlabelled.assign(data.unlabelled().begin(), data.unlabelled().end());
        const auto learner = make_learner(Spec::parse(key[1]), ResponseType::classes);
        const std::vector<const Learner*> learners = {learner.get()};
        const auto report = estimate(data, learners, run.options);
        ASSERT_EQ(report.estimates.size(), run.lines.size());
        for (std::size_t i = 0; i < run.lines.size(); ++i) {
            const auto& line = run.lines[i];
            const auto where = line[0] + ' ' + line[1] + ' ' + line[2];
            const auto& inputs = report.estimates[i].bound.value().inputs;
            const auto& bound = report.estimates[i].bound.value().bound;
            EXPECT_EQ(given(inputs, "errors"), numbers(line[5])) << where;
            EXPECT_EQ(given(inputs, "rows"), numbers(line[6])) << where;
            EXPECT_EQ(given(inputs, "disagreements"),
                      line[7] == "-" ? std::vector<double>{} : numbers(line[7]))
                << where;
            EXPECT_EQ(given(inputs, "mean-disagreement"),
                      line[8] == "-" ? std::vector<double>{} : numbers(line[8]))
                << where;
            EXPECT_EQ(given(inputs, "differing"), line[9] == "-" ? std::vector<double>{} : numbers(line[9]))
                << where;
            EXPECT_EQ(given(inputs, "unlabelled"),
                      line[10] == "-" ? std::vector<double>{} : numbers(line[10]))
                << where;
            expect_limit(bound.upper, line[11], where);
            expect_limit(bound.lower, line[12], where);
            expect_limit(bound.two_sided.lower, line[13], where);
            expect_limit(bound.two_sided.upper, line[14], where);
        }
    }
}

} // namespace
} // namespace unseen
