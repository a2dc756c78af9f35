// Packed predictions come back bit for bit, small ones are small, and damage is seen.
#include "store/packed_columns.hpp"

#include "store/column_bytes.hpp"

#include "support/messages.hpp"
#include "support/small_learners.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace unseen {
namespace {

/// Random predictions: of `n_rows` rows out of `universe`, `classes` classes (0: numbers), scores out of
/// `distinct` numbers (0: none, large: all different).
RowPredictions random_predictions(Stream& stream, std::size_t n_rows, std::uint32_t classes,
                                  std::uint64_t distinct, bool sure_labels)
{
    RowPredictions all;
    Row row = 0;
    for (std::size_t i = 0; i < n_rows; ++i) {
        row += static_cast<Row>(stream.below(4) == 0 ? stream.below(1000) : 0);
        all.rows.push_back(row++);
    }
    auto& p = all.predictions;
    const auto number = [&] {
        return static_cast<double>(stream.below(distinct)) / static_cast<double>(distinct + 1);
    };
    for (std::size_t i = 0; i < n_rows; ++i) {
        if (classes == 0) {
            p.value.push_back(number() * 1e3 - 17.0);
            continue;
        }
        std::uint32_t best = 0;
        const auto begin = p.scores.size();
        for (std::uint32_t c = 0; c < classes && distinct > 0; ++c) {
            p.scores.push_back(classes == 2 && c == 1 ? 1.0 - p.scores.back() : number());
            if (p.scores[begin + c] > p.scores[begin + best]) best = c;
        }
        p.label.push_back(sure_labels && distinct > 0 ? best
                                                      : static_cast<std::uint32_t>(stream.below(classes)));
    }
    if (n_rows % 4 == 1)
        p.choice = {.text = "k=7,weights=distance", .figure = 0.125, .measure = "fbeta:beta=2"};
    if (n_rows % 4 == 3)
        p.warnings = {{warnings::not_converged, "svm: tolerance=1e-9"}, {OwnCode{"of_another_version"}, "x"}};
    p.probabilities = n_rows % 4 != 2;
    if (n_rows % 2 == 1) p.complexity = {{"leaves", 7.0}, {"mean depth", 2.25}};
    return all;
}

TEST(PackedColumns, ComeBackBitForBit)
{
    Stream stream(1, Purpose::generation, 0, 0);
    for (const std::size_t rows : {0u, 1u, 2u, 3u, 9u, 64u, 300u, 1000u})
        for (const std::uint32_t classes : {0u, 1u, 2u, 3u, 26u, 300u})
            for (const std::uint64_t distinct : {1ull, 2ull, 5ull, 200ull, 1ull << 50})
                for (const bool sure : {true, false}) {
                    const auto all = random_predictions(stream, rows, classes, distinct, sure);
                    EXPECT_EQ(unpack(pack(all.rows, all.predictions), classes), all)
                        << rows << ' ' << classes << ' ' << distinct << ' ' << sure;
                }
}

/// Probabilities that were divided by their sum, as most learners' are: what they leave to 1 is not exactly
/// the missing one.
Predictions normalised_predictions(Stream& stream, std::size_t n_rows, std::size_t classes)
{
    Predictions p;
    for (std::size_t i = 0; i < n_rows; ++i) {
        std::vector<double> odds;
        for (std::size_t c = 0; c < classes; ++c) odds.push_back(std::exp(40.0 * (stream.uniform() - 0.5)));
        const double sum = std::accumulate(odds.begin(), odds.end(), 0.0);
        for (const double o : odds) p.scores.push_back(o / sum);
        p.label.push_back(
            static_cast<std::uint32_t>(std::max_element(odds.begin(), odds.end()) - odds.begin()));
    }
    return p;
}

std::vector<Row> first_rows(std::size_t n)
{
    std::vector<Row> rows(n);
    std::iota(rows.begin(), rows.end(), Row{0});
    return rows;
}

TEST(PackedColumns, LeaveOutWhatProbabilitiesLeaveToOne)
{
    Stream stream(2, Purpose::generation, 0, 0);
    for (const std::size_t n : {3u, 64u, 1000u})
        for (const std::size_t classes : {2u, 3u, 7u, 26u}) {
            SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(classes));
            const RowPredictions all{first_rows(n), normalised_predictions(stream, n, classes)};
            const auto packed = pack(all.rows, all.predictions);
            EXPECT_EQ(unpack(packed, classes), all);
            EXPECT_LE(packed.bytes(), n * (8 * (classes - 1) + 2) + 12);
        }
}

/// Rows that the form without the largest score must not take, or must take exactly: among normalised ones,
/// so that it is tried.
TEST(PackedColumns, KeepScoresThatAreNoProbabilities)
{
    const double below_one = std::nextafter(1.0, 0.0);
    const std::vector<std::vector<double>> unusual = {
        {0.5, 0.5},   {1.0, 0.0},      {-0.0, 1.0},   {1e-300, 1.0}, {below_one, 1e-17},
        {0.0, 0.0},   {-3.0, 4.0},     {2.5, 7.25},   {-1.0, -2.0},  {0.25, 0.25},
        {1e300, 0.5}, {1e308, -1e308}, {-1e308, 0.5}, {0.1, 0.9},    {0.3, 0.7}};
    Stream stream(3, Purpose::generation, 0, 0);
    for (const auto& row : unusual)
        for (const std::size_t at : {0u, 150u, 299u}) {
            RowPredictions all{first_rows(300), normalised_predictions(stream, 300, 2)};
            std::copy(row.begin(), row.end(),
                      all.predictions.scores.begin() + static_cast<std::ptrdiff_t>(2 * at));
            all.predictions.label[at] = row[1] > row[0] ? 1 : 0;
            const auto back = unpack(pack(all.rows, all.predictions), 2);
            EXPECT_EQ(back, all) << row[0] << ' ' << row[1];
            for (std::size_t c = 0; c < 2; ++c)
                EXPECT_EQ(std::signbit(back.predictions.scores[2 * at + c]), std::signbit(row[c]));
        }
}

/// The packed rows of a constant prediction.
std::string packed_rows_of(const std::vector<Row>& rows)
{
    return pack(rows, test::predicted_labels(std::vector<std::uint32_t>(rows.size(), 1))).rows;
}

std::vector<Row> from_to(Row first, Row last)
{
    std::vector<Row> rows;
    for (Row r = first; r <= last; ++r) rows.push_back(r);
    return rows;
}

TEST(PackedColumns, HoldRunsOfRowsAsTheFormatSays)
{
    using namespace std::string_literals;
    EXPECT_EQ(packed_rows_of({}), "");
    EXPECT_EQ(packed_rows_of({0}), "\0\1"s);
    EXPECT_EQ(packed_rows_of({5}), "\5\1");
    EXPECT_EQ(packed_rows_of({0, 1, 2}), "\0\3"s);
    EXPECT_EQ(packed_rows_of({1, 2, 4, 9, 10}), "\1\2\1\1\4\2");
    EXPECT_EQ(packed_rows_of({127}), "\x7f\1");
    EXPECT_EQ(packed_rows_of({128}), "\x80\1\1");
    EXPECT_EQ(packed_rows_of({2, 131}), "\2\1\x80\1\1");
    EXPECT_EQ(packed_rows_of(from_to(0, 126)), "\0\x7f"s);
    EXPECT_EQ(packed_rows_of(from_to(0, 127)), "\0\x80\1"s);
}

TEST(PackedColumns, KeepEveryBitOfUnusualNumbers)
{
    const double tiny = std::numeric_limits<double>::denorm_min();
    const std::vector<double> numbers = {0.0,   -0.0,   tiny, -tiny,
                                         1e308, -1e308, 0.1,  std::nextafter(0.1, 1.0)};
    for (const auto repeats : {1, 40}) {
        std::vector<double> many;
        for (int i = 0; i < repeats; ++i) many.insert(many.end(), numbers.begin(), numbers.end());
        std::string bytes;
        add_numbers(bytes, many);
        const auto back = take_numbers(bytes, many.size());
        ASSERT_EQ(back.size(), many.size());
        for (std::size_t i = 0; i < many.size(); ++i) {
            EXPECT_EQ(back[i], many[i]);
            EXPECT_EQ(std::signbit(back[i]), std::signbit(many[i]));
        }
    }
}

TEST(PackedColumns, AreSmall)
{
    Stream stream(1, Purpose::generation, 0, 0);
    std::vector<Row> rows(1000);
    for (Row r = 0; r < 1000; ++r) rows[r] = r;
    auto labels = random_predictions(stream, 1000, 2, 0, false).predictions;
    labels.complexity.clear();
    EXPECT_LE(pack(rows, labels).bytes(), 1000u / 8 + 4); // a bit a row, one run of rows
    auto leaves = random_predictions(stream, 1000, 2, 16, true).predictions;
    EXPECT_LE(pack(rows, leaves).bytes(),
              1000u / 2 + 16 * 8 + 12); // sixteen leaves: four bits a row, labels follow
    auto smooth = random_predictions(stream, 1000, 2, 1ull << 50, true).predictions;
    EXPECT_LE(pack(rows, smooth).bytes(), 8000u + 12); // the second of two scores follows from the first
}

void expect_no_harm(const PackedPredictions& packed, std::uint64_t classes)
{
    for (std::size_t i = 0; i < packed.scores->size(); ++i) {
        auto damaged = packed;
        (*damaged.scores)[i] = static_cast<char>((*damaged.scores)[i] ^ 4);
        try { // the digest of its row shows it; here it must do no harm
            unpack(damaged, classes);
        } catch (const StoreError&) {
        }
    }
    for (std::size_t n = 0; n < packed.scores->size(); ++n) {
        auto cut = packed;
        cut.scores->resize(n);
        EXPECT_THROW(unpack(cut, classes), StoreError) << n;
    }
}

TEST(PackedColumns, DoNoHarmIfTheyAreDamaged)
{
    Stream stream(1, Purpose::generation, 0, 0);
    const auto few = random_predictions(stream, 20, 3, 5, true);
    expect_no_harm(pack(few.rows, few.predictions), 3);
    expect_no_harm(pack(first_rows(40), normalised_predictions(stream, 40, 3)), 3);
}

TEST(PackedColumns, OfEqualCellsTakeABitEachWhereThereAreMany)
{
    // A few bytes never stand for much memory; without the bit, these 20 could request 16 GB.
    const std::vector<std::uint32_t> labels((std::size_t{1} << 24) + 8, 0);
    const auto bytes = pack_labels(labels);
    EXPECT_EQ(bytes.size(), 1 + labels.size() / 8);
    EXPECT_EQ(unpack_labels(bytes, labels.size(), 1), labels);
    EXPECT_THROW(unpack_labels(std::string(1, '\0'), labels.size(), 1), StoreError);
    std::string rows;
    add_varint(rows, 0);
    add_varint(rows, 4'000'000'000);
    EXPECT_THROW(unpack({.rows = rows, .label = std::string(1, '\0')}, 2), StoreError);
}

TEST(PackedColumns, AreOfTheResponseThatTheyAreAskedFor)
{
    Stream stream(1, Purpose::generation, 0, 0);
    const auto of_three = random_predictions(stream, 20, 3, 5, true);
    const auto packed = pack(of_three.rows, of_three.predictions);
    for (const std::uint64_t classes : {0u, 1u, 2u, 4u})
        EXPECT_THROW(unpack(packed, classes), StoreError) << classes;
    const auto of_numbers = random_predictions(stream, 20, 0, 5, true);
    EXPECT_THROW(unpack(pack(of_numbers.rows, of_numbers.predictions), 2), StoreError);
}

} // namespace
} // namespace unseen
