// Hart's condensed nearest neighbours.
#include "learn/knn/condensed.hpp"

#include "support/oracle.hpp"
#include "support/small_learners.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unseen {
namespace {

TEST(Condensed, KeepsHartsRows)
{
    std::vector<std::pair<double, double>> x;
    std::vector<std::size_t> y;
    std::string expected;
    for (const auto& line : test::oracle_table("linear_posterior.txt")) {
        if (line[0] == "kept") expected = line[1];
        if (line[0] != "hart") continue;
        const auto comma = line[1].find(',');
        x.emplace_back(std::stod(line[1].substr(0, comma)), std::stod(line[1].substr(comma + 1)));
        y.push_back(std::stoul(line[2]));
    }
    const auto kept = knn::condensed(
        x.size(), [&](std::size_t i) { return y[i]; },
        [&](std::size_t i, std::size_t j) {
            return std::pow(x[i].first - x[j].first, 2) + std::pow(x[i].second - x[j].second, 2);
        });
    std::string text;
    for (const auto row : kept) text += (text.empty() ? "" : ",") + std::to_string(row);
    EXPECT_EQ(text, expected);
}

/// What a bound by compression rests on: the kept rows alone give the same model, without another row the
/// same rows are kept, and all other rows are classified rightly.
TEST(Condensed, DependsOnItsCompressionSetAlone)
{
    for (const Row rows : {10, 40, 90}) {
        const auto data = test::two_classes(rows);
        const auto learner = make_learner(Spec::parse("condensed-knn:scale=none"), ResponseType::classes);
        const auto spec = learner->spec();
        const auto prepared = learner->prepare(data, {&spec, 1}, Budget{});
        std::vector<Row> all;
        for (Row r = 0; r < rows; ++r) all.push_back(r);
        const auto kept = prepared->compression_set({.train = RowSet::all(rows), .predict = all}, 0)->rows;
        ASSERT_TRUE(std::ranges::is_sorted(kept));
        const auto model = prepared->fit({.train = RowSet::all(rows)}, 0)->predict(data, all);
        EXPECT_EQ(model.complexity.front().second, static_cast<double>(kept.size()));
        std::vector<std::uint32_t> counts(rows, 0);
        for (const Row r : kept) counts[r] = 1;
        RowSetStorage storage;
        const auto only_kept = storage.from_counts(counts);
        EXPECT_EQ(prepared->compression_set({.train = only_kept}, 0)->rows, kept);
        EXPECT_EQ(prepared->fit({.train = only_kept}, 0)->predict(data, all).label, model.label);
        for (const Row r : all) {
            if (std::ranges::binary_search(kept, r)) continue;
            EXPECT_EQ(model.label[r], static_cast<std::uint32_t>(data.class_codes()[r]));
            const Row without[] = {r};
            EXPECT_EQ(prepared->compression_set({.train = RowSet::all_but(rows, without)}, 0)->rows, kept);
        }
    }
}

} // namespace
} // namespace unseen
