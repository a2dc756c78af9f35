// Datasets of sparse rows are those of the same rows as columns.
#include "support/messages.hpp"

#include "unseen/data/hide_labels.hpp"
#include "unseen/data/shared_rows.hpp"
#include "unseen/data/summary.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/data.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace unseen;
using unseen::test::message_of;
using Form = ReadOptions::Rows;

namespace {

/// Rows of 12 features, one of four of which is written; V12 counts the rows.
std::string text_of(std::uint64_t seed, int n, bool gaps = false, int features = 12)
{
    Stream stream(seed, Purpose::generation, 0);
    std::string text;
    for (int r = 0; r < n; ++r) {
        text += std::to_string(stream.below(3));
        for (int j = 1; j < features; ++j)
            if (stream.below(4) == 0)
                text += ' ' + std::to_string(j) + ':' +
                        (gaps && stream.below(5) == 0 ? "nan"
                                                      : std::to_string(static_cast<int>(stream.below(4))));
        text += ' ' + std::to_string(features) + ':' + std::to_string(r) + '\n';
    }
    return text;
}

Table read_as(const std::string& text, Form form, const std::string& source = "t.svm")
{
    return parse_table(text, source, {.rows = form});
}

void expect_same(const Dataset& a, const Dataset& b)
{
    EXPECT_EQ(a.digest(), b.digest());
    EXPECT_EQ(a.learning_digest(), b.learning_digest());
    EXPECT_EQ(a.rows(), b.rows());
    EXPECT_EQ(a.feature_count(), b.feature_count());
    ASSERT_EQ(a.features().size(), b.features().size());
    for (std::size_t j = 0; j < a.features().size(); ++j) {
        EXPECT_EQ(a.features()[j].name, b.features()[j].name);
        ASSERT_EQ(a.features()[j].rows(), b.features()[j].rows());
        ASSERT_EQ(a.features()[j].is_numeric(), b.features()[j].is_numeric());
        for (std::size_t r = 0; r < a.rows() && a.features()[j].is_numeric(); ++r) {
            const double x = a.features()[j].numeric().values[r];
            const double y = b.features()[j].numeric().values[r];
            EXPECT_TRUE(x == y || (std::isnan(x) && std::isnan(y)));
        }
    }
    ASSERT_EQ(a.warnings().size(), b.warnings().size());
    for (std::size_t i = 0; i < a.warnings().size(); ++i)
        EXPECT_EQ(a.warnings()[i].text, b.warnings()[i].text);
    EXPECT_EQ(answer_of(a, 1).json.print(), answer_of(b, 2).json.print());
}

/// The dataset of both forms, which are checked to be the same; returns that of sparse rows.
Dataset both(const std::string& text, const Roles& roles, const std::string& test = "")
{
    std::vector<Dataset> made;
    for (const auto form : {Form::sparse, Form::dense})
        for (const auto of_test : {Form::sparse, Form::dense}) {
            if (test.empty() && of_test == Form::dense) continue;
            const auto further =
                test.empty() ? std::optional<Table>() : std::optional(read_as(test, of_test, "test.svm"));
            made.push_back(Dataset::make(read_as(text, form), roles, further ? &*further : nullptr, nullptr));
            expect_same(made.front(), made.back());
        }
    EXPECT_EQ(made.back().sparse(), nullptr);
    return made.front();
}

} // namespace

TEST(SparseRows, MakeTheSameDatasetAsColumns)
{
    for (const bool gaps : {false, true}) {
        const auto text = text_of(1, 40, gaps);
        EXPECT_NE(both(text, {}).sparse(), nullptr);
        both(text, {.ignore = {"V3", "V1"}});
        both(text, {.target = "@first", .ignore = {"label"}, .numeric = {"V1"}});
        EXPECT_NE(both(text, {.target = "V5", .numeric = {"V5", "V2"}}).sparse(),
                  nullptr); // label is a feature
        EXPECT_EQ(both(text, {.target = "V5", .categorical = {"label"}}).sparse(), nullptr);
        both(text, {.ignore = {"V2"}, .stratum = "V4", .time = "V12"});
        both(text, {.id = "V12"});
        EXPECT_EQ(both(text, {.categorical = {"V7"}}).sparse(), nullptr);
    }
    const auto weighted = both(text_of(2, 40), {.weight = "V12"});
    EXPECT_EQ(weighted.feature_count(), 11U);
    EXPECT_EQ(weighted.sparse()->name(10), "V11");
}

TEST(SparseRows, ATestFileMayHaveOtherColumns)
{
    for (const int features : {5, 12, 30}) {
        both(text_of(3, 30), {}, text_of(4, 9, true, features));
        const auto data = both(text_of(3, 30), {.ignore = {"V4"}}, text_of(4, 9, false, features));
        EXPECT_EQ(data.test_rows().size(), 9U);
    }
    const auto csv = parse_table("V1,label\n1,0\n", "test.csv");
    EXPECT_EQ(message_of([&] { Dataset::make(read_as(text_of(3, 30), Form::sparse), {}, &csv, nullptr); }),
              "test.csv: no column 'V2'; did you mean 'V1'?");
}

TEST(SparseRows, HaveTheSameHiddenLabelsAndCopies)
{
    const auto text = text_of(5, 30) + text_of(5, 10);
    std::vector<SharedRows> found;
    for (const auto form : {Form::sparse, Form::dense}) {
        const auto table = read_as(text, form);
        auto hidden = hide_labels(table, "label", 0.2, 1);
        const auto data = Dataset::make(std::move(hidden.table), {}, &table, nullptr);
        EXPECT_EQ(data.unlabelled().size(), 8U);
        found.push_back(shared_rows(data, data.test_rows()));
    }
    EXPECT_EQ(found[0].shared, found[1].shared);
    EXPECT_EQ(found[0].repeated, found[1].repeated);
    EXPECT_GT(found[0].repeated, 0U);
}

TEST(SparseRows, DoNotBecomeDenseBeyondTheLimit)
{
    std::string text;
    for (int r = 0; r < 2000; ++r) text += std::to_string(r % 2) + " 99999:1\n";
    const auto table = parse_table(text, "wide.svm");
    ASSERT_NE(table.sparse, nullptr); // by its size
    const auto data = Dataset::make(table);
    EXPECT_EQ(data.feature_count(), 99999U);
    EXPECT_EQ(message_of([&] { data.features(); }),
              "what is asked for needs dense rows: 2000 rows of 99999 features would take 1.5 GB, and sparse "
              "rows are made dense up "
              "to 1 GB");
    EXPECT_NE(
        message_of([&] { Dataset::make(table, {.categorical = {"V1"}}); }).find("wide.svm needs dense rows"),
        std::string::npos);
    const auto summary = summarise(data);
    EXPECT_TRUE(summary.features.empty());
    EXPECT_EQ(summary.numeric, 99999U);
    EXPECT_EQ(summary.nonzero_cells, 2000U);
    EXPECT_EQ(summary.zero_features, 99998U);
    EXPECT_EQ(summary.repeated_rows, 1998U);
}

// What a digest is made of above 1 GB, where columns would take too long.
TEST(SparseRows, LargeContentHasOneDigestInBothForms)
{
    std::string text;
    for (int r = 0; r < 40; ++r)
        text += std::to_string(r % 2) + ' ' + std::to_string(1 + r * 97 % 9999) + ":2 9999:1\n";
    const auto sparse = Dataset::make(read_as(text, Form::sparse));
    EXPECT_EQ(sparse.digest(), Dataset::make(read_as(text, Form::dense)).digest());
    const auto rows = sparse_if_mostly_zeros(sparse.features(), sparse.rows());
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->column, sparse.sparse()->column);
    EXPECT_EQ(rows->value, sparse.sparse()->value);
    EXPECT_EQ(rows->begins, sparse.sparse()->begins);
}
