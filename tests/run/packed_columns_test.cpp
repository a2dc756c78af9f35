// Packed predictions come back bit for bit, small ones are small, and damage is seen.
#include "run/packed_columns.hpp"

#include "support/messages.hpp"
#include "support/small_learners.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace unseen {
namespace {

/// Random predictions: of `n_rows` rows out of `universe`, `classes` classes (0: numbers), scores out of `distinct` numbers (0: none, large: all different).
RowPredictions random_predictions(Stream& stream, std::size_t n_rows, std::uint32_t classes, std::uint64_t distinct,
                                  bool sure_labels)
{
    RowPredictions all;
    Row row = 0;
    for (std::size_t i = 0; i < n_rows; ++i) {
        row += static_cast<Row>(stream.below(4) == 0 ? stream.below(1000) : 0);
        all.rows.push_back(row++);
    }
    auto& p = all.predictions;
    const auto number = [&] { return static_cast<double>(stream.below(distinct)) / static_cast<double>(distinct + 1); };
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
        p.label.push_back(sure_labels && distinct > 0 ? best : static_cast<std::uint32_t>(stream.below(classes)));
    }
    if (n_rows % 2 == 1) p.complexity = {{"leaves", 7.0}, {"mean depth", 2.25}};
    return all;
}

TEST(PackedColumns, ComeBackBitForBit)
{
    Stream stream(1, Purpose::generation, 0, 0);
    for (const std::size_t rows : {0u, 1u, 2u, 9u, 64u, 300u, 1000u})
        for (const std::uint32_t classes : {0u, 1u, 2u, 3u, 26u, 300u})
            for (const std::uint64_t distinct : {1ull, 2ull, 5ull, 200ull, 1ull << 50})
                for (const bool sure : {true, false}) {
                    const auto all = random_predictions(stream, rows, classes, distinct, sure);
                    EXPECT_EQ(unpack(pack(all.rows, all.predictions)), all)
                        << rows << ' ' << classes << ' ' << distinct << ' ' << sure;
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
    const std::vector<double> numbers = {0.0, -0.0, tiny, -tiny, 1e308, -1e308, 0.1, std::nextafter(0.1, 1.0)};
    for (const auto repeats : {1, 40}) {
        std::vector<double> many;
        for (int i = 0; i < repeats; ++i) many.insert(many.end(), numbers.begin(), numbers.end());
        const auto back = unpack_numbers(pack_numbers(many));
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
    EXPECT_LE(pack(rows, leaves).bytes(), 1000u / 2 + 16 * 8 + 12); // sixteen leaves: four bits a row, labels follow
    auto smooth = random_predictions(stream, 1000, 2, 1ull << 50, true).predictions;
    EXPECT_LE(pack(rows, smooth).bytes(), 8000u + 12); // the second of two scores follows from the first
}

TEST(PackedColumns, TellDamage)
{
    Stream stream(1, Purpose::generation, 0, 0);
    const auto all = random_predictions(stream, 20, 3, 5, true);
    const auto packed = pack(all.rows, all.predictions);
    for (std::size_t i = 0; i < packed.scores->size(); ++i) {
        auto damaged = packed;
        (*damaged.scores)[i] = static_cast<char>((*damaged.scores)[i] ^ 4);
        EXPECT_EQ(test::message_of<StoreError>([&] { unpack(damaged); }), "stored predictions are damaged");
        // Even if the digest were right nothing worse than an error may come of it.
        damaged.check = damaged.digest();
        try {
            unpack(damaged);
        } catch (const StoreError&) {
        }
    }
    for (std::size_t n = 0; n < packed.scores->size(); ++n) {
        auto cut = packed;
        cut.scores->resize(n);
        cut.check = cut.digest();
        EXPECT_THROW(unpack(cut), StoreError) << n;
    }
}

} // namespace
} // namespace unseen
