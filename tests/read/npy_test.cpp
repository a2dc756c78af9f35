// .npy files made byte by byte: types, orders, shapes and structures, and files that are invalid.
#include "support/messages.hpp"
#include "support/temporary_folder.hpp"
#include "unseen/base/error.hpp"
#include "unseen/read/chunks.hpp"
#include "unseen/read/reader.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

using namespace unseen;
using unseen::test::gzipped;
using unseen::test::message_of;
using unseen::test::TemporaryFolder;
using Strings = std::vector<std::string>;
using Codes = std::vector<std::int32_t>;
using Numbers = std::vector<double>;

namespace {

/// The bytes of a whole number, least first or, for ">", last.
std::string bytes_of(std::uint64_t value, std::size_t size, char order = '<')
{
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i)
        bytes += static_cast<char>(value >> 8 * (order == '>' ? size - 1 - i : i) & 255U);
    return bytes;
}

std::string f8(const Numbers& values, char order = '<')
{
    std::string bytes;
    for (const double value : values) bytes += bytes_of(std::bit_cast<std::uint64_t>(value), 8, order);
    return bytes;
}

std::string u4(std::u32string_view text, std::size_t width, char order = '<')
{
    std::string bytes;
    for (const char32_t c : text) bytes += bytes_of(c, 4, order);
    bytes.resize(4 * width);
    return bytes;
}

std::string file(const std::string& header, const std::string& body, char version = 1)
{
    return "\x93NUMPY" + std::string{version, '\0'} + bytes_of(header.size(), version == 1 ? 2 : 4) + header +
           body;
}

/// `descr` as it stands in the header, with its quotes or brackets.
std::string npy(const std::string& descr, const std::string& shape, const std::string& body,
                bool fortran = false, char version = 1)
{
    return file("{'descr': " + descr + ", 'fortran_order': " + (fortran ? "True" : "False") +
                    ", 'shape': " + shape + ", }    \n",
                body, version);
}

Table read(const std::string& content, const ReadOptions& options = {})
{
    return parse_table(content, "t.npy", options);
}

std::string npy_error(const std::string& content, const ReadOptions& options = {})
{
    return message_of([&] { read(content, options); });
}

/// The numbers of the only column.
Numbers numbers(const std::string& descr, const std::string& body, const std::string& length)
{
    const auto table = read(npy(descr, '(' + length + ",)", body));
    EXPECT_EQ(table.columns.size(), 1U);
    return table.columns.front().numeric().values;
}

const std::string pair_descr = "[('truth', '<i4'), ('score', '<f8')]";
const std::string pair_rows =
    bytes_of(1, 4) + f8({0.75}) + bytes_of(0, 4) + f8({0.25}) + bytes_of(1, 4) + f8({0.5});

} // namespace

TEST(Npy, WholeNumbersOfEachSizeAndOrder)
{
    for (const char order : {'<', '>'})
        for (const std::size_t size : {1U, 2U, 4U, 8U}) {
            const std::string type = "'" + std::string(1, size == 1 ? '|' : order);
            const auto body = bytes_of(5, size, order) + bytes_of(~std::uint64_t{0} - 2, size, order) +
                              bytes_of(0, size, order);
            EXPECT_EQ(numbers(type + 'i' + std::to_string(size) + "'", body, "3"), (Numbers{5, -3, 0}))
                << order << size;
            if (size < 8) {
                EXPECT_EQ(numbers(type + 'u' + std::to_string(size) + "'", body, "3"),
                          (Numbers{5, std::ldexp(1.0, static_cast<int>(8 * size)) - 3, 0}))
                    << order << size;
            }
        }
}

TEST(Npy, WholeNumbersAreExactOrRefused)
{
    const std::uint64_t limit = std::uint64_t{1} << 53U;
    const std::uint64_t most = ~std::uint64_t{0};
    EXPECT_EQ(numbers("'<u8'",
                      bytes_of(limit, 8) + bytes_of(limit + 2, 8) + bytes_of(std::uint64_t{1} << 63U, 8),
                      "3"),
              (Numbers{0x1p53, 0x1p53 + 2, 0x1p63}));
    EXPECT_EQ(numbers("'<i8'", bytes_of(std::uint64_t{1} << 63U, 8) + bytes_of(0 - limit, 8), "2"),
              (Numbers{-0x1p63, -0x1p53}));
    const auto inexact = [](int row, const std::string& digits) {
        return "t.npy: row " + std::to_string(row) + ", column 'V1': the whole number '" + digits +
               "' is not exactly a double; expected at most 2^53, or the column among the categorical ones";
    };
    const auto two = npy("'<u8'", "(3,)", bytes_of(limit + 1, 8) + bytes_of(7, 8) + bytes_of(most, 8));
    EXPECT_EQ(npy_error(two), inexact(1, "9007199254740993") + '\n' + inexact(3, "18446744073709551615"));
    EXPECT_EQ(npy_error(npy("'>i8'", "(1,)", bytes_of(most >> 1U, 8, '>'))),
              inexact(1, "9223372036854775807"));
    EXPECT_EQ(npy_error(npy("'<i8'", "(1,)", bytes_of(0 - limit - 1, 8))), inexact(1, "-9007199254740993"));
    const auto table = read(two, {.categorical = {"V1"}});
    EXPECT_EQ(table.columns[0].coded().labels.names().at(0), "7");
    EXPECT_EQ(table.columns[0].coded().labels.size(), 3U);
}

TEST(Npy, RealNumbersOfEachSizeAndOrder)
{
    const Numbers values{0.1, -2.5, 5e-324, 0.0};
    EXPECT_EQ(numbers("'<f8'", f8(values), "4"), values);
    EXPECT_EQ(numbers("'>f8'", f8(values, '>'), "4"), values);
    for (const char order : {'<', '>'}) {
        std::string floats;
        for (const float x : {0.1F, -1e30F}) floats += bytes_of(std::bit_cast<std::uint32_t>(x), 4, order);
        EXPECT_EQ(numbers(std::string("'") + order + "f4'", floats, "2"), (Numbers{0.1F, -1e30F}));
        // One third rounded, the largest, the smallest normal and subnormal numbers.
        std::string halves;
        for (const unsigned bits : {0x3555U, 0xC000U, 0x7BFFU, 0x0400U, 0x0001U, 0x8000U})
            halves += bytes_of(bits, 2, order);
        EXPECT_EQ(numbers(std::string("'") + order + "f2'", halves, "6"),
                  (Numbers{0.333251953125, -2, 65504, std::ldexp(1.0, -14), std::ldexp(1.0, -24), 0}));
    }
}

TEST(Npy, TruthValuesAreZeroAndOne)
{
    EXPECT_EQ(numbers("'|b1'", std::string("\1\0\1", 3), "3"), (Numbers{1, 0, 1}));
}

TEST(Npy, NotANumberAndMissingMarksAreMissing)
{
    const auto values = numbers("'<f8'", f8({1, std::nan(""), 3}), "3");
    EXPECT_TRUE(std::isnan(values[1]));
    EXPECT_TRUE(std::isnan(numbers("'<f2'", bytes_of(0x7E00, 2), "1")[0]));
    const auto marked = read(npy("'|i1'", "(3,)", "\x01\x9d\x02"), {.missing = {"-99.0"}});
    EXPECT_FALSE(marked.columns[0].missing(0));
    EXPECT_TRUE(marked.columns[0].missing(1));
}

TEST(Npy, InfiniteCellsAreRefusedWithTheirPlaces)
{
    const auto wrong = [](int row, int column) {
        return "t.npy: row " + std::to_string(row) + ", column 'V" + std::to_string(column) +
               "': infinite cell; expected a finite number or NaN";
    };
    const double inf = std::numeric_limits<double>::infinity();
    const auto content = npy("'<f8'", "(2, 2)", f8({1, inf, -inf, 2}));
    EXPECT_EQ(npy_error(content), wrong(2, 1) + '\n' + wrong(1, 2));
    EXPECT_EQ(npy_error(content, {.categorical = {"V1", "V2"}}), wrong(2, 1) + '\n' + wrong(1, 2));
    EXPECT_EQ(npy_error(npy("'<f2'", "(1,)", bytes_of(0xFC00, 2))), wrong(1, 1));
}

TEST(Npy, ArraysOfTwoDimensionsAreReadInEitherOrder)
{
    for (const bool fortran : {false, true}) {
        const auto table =
            read(npy("'<f8'", "(2, 3)", fortran ? f8({1, 4, 2, 5, 3, 6}) : f8({1, 2, 3, 4, 5, 6}), fortran));
        ASSERT_EQ(table.columns.size(), 3U);
        EXPECT_EQ(table.columns[0].name, "V1");
        EXPECT_EQ(table.columns[2].name, "V3");
        EXPECT_EQ(table.columns[0].numeric().values, (Numbers{1, 4}));
        EXPECT_EQ(table.columns[1].numeric().values, (Numbers{2, 5}));
        EXPECT_EQ(table.columns[2].numeric().values, (Numbers{3, 6}));
        EXPECT_EQ(table.notes, Strings{"an array without names: columns are V1, V2, ..."});
        EXPECT_FALSE(table.declared_types);
    }
}

TEST(Npy, LongArraysComeOutWhole)
{
    Numbers values(2 * 1000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
    const auto table = read(npy("'<f8'", "(1000, 2)", f8(values)));
    for (std::size_t r = 0; r < 1000; ++r) {
        ASSERT_EQ(table.columns[0].numeric().values[r], static_cast<double>(2 * r));
        ASSERT_EQ(table.columns[1].numeric().values[r], static_cast<double>(2 * r + 1));
    }
}

TEST(Npy, TextsAreCategories)
{
    for (const char order : {'<', '>'}) {
        const auto type = std::string("'") + order + "U3'";
        const auto table = read(npy(type, "(4,)",
                                    u4(U"b", 3, order) + u4(U"\u00e4\u20ac\U0001F600", 3, order) +
                                        u4(U"", 3) + u4(U"b", 3, order)));
        EXPECT_EQ(table.columns[0].coded().labels.names(),
                  (Strings{"b", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"}));
        EXPECT_EQ(table.columns[0].coded().codes, (Codes{0, 1, -1, 0}));
    }
    const auto table = read(npy("'|S2'", "(2, 2)",
                                std::string("10"
                                            "9\0"
                                            "x\0"
                                            "?\0",
                                            8)));
    EXPECT_EQ(table.columns[0].coded().labels.names(), (Strings{"10", "x"}));
    EXPECT_EQ(table.columns[1].coded().codes, (Codes{0, -1}));
    // Texts that spell numbers stay texts, in the order of the numbers; on request they become numbers.
    const auto digits = npy("'|S2'", "(3,)", std::string("109\0NA", 6));
    EXPECT_EQ(read(digits).columns[0].coded().labels.names(), (Strings{"9", "10"}));
    EXPECT_EQ(read(digits, {.numeric = {"V1"}}).columns[0].numeric().values[1], 9);
    EXPECT_EQ(npy_error(npy("'|S3'", "(2,)", "oneinf"), {.numeric = {"V1"}}),
              "t.npy: row 1, column 'V1': cell 'one' is not a number; expected a number or a missing mark\n"
              "t.npy: row 2, column 'V1': infinite cell; expected a finite number or a missing mark");
    const std::string no_text =
        "t.npy: row 1, column 'V1': the cell has a NUL or is not Unicode; expected text";
    EXPECT_EQ(npy_error(npy("'|S3'", "(1,)", std::string("a\0b", 3))), no_text);
    for (const std::uint32_t code : {0xD800U, 0x110000U})
        EXPECT_EQ(npy_error(npy("'<U1'", "(1,)", bytes_of(code, 4))), no_text);
}

TEST(Npy, NumbersAreCategoriesIfDeclared)
{
    const auto table =
        read(npy("'<i4'", "(3,)", bytes_of(1000000000, 4) + bytes_of(2, 4) + bytes_of(1000000000, 4)),
             {.categorical = {"V1"}});
    EXPECT_EQ(table.columns[0].coded().labels.names(), (Strings{"2", "1000000000"}));
    EXPECT_EQ(table.columns[0].coded().codes, (Codes{1, 0, 1}));
    EXPECT_EQ(npy_error(npy("'|i1'", "(1,)", "a"), {.categorical = {"V2"}}),
              "t.npy: no column 'V2'; did you mean 'V1'?");
}

TEST(Npy, FieldsOfAStructureAreColumns)
{
    for (const char version : {'\1', '\2', '\3'}) {
        const auto table = read(npy(pair_descr, "(3,)", pair_rows, false, version));
        ASSERT_EQ(table.columns.size(), 2U);
        EXPECT_EQ(table.columns[0].name, "truth");
        EXPECT_EQ(table.columns[0].numeric().values, (Numbers{1, 0, 1}));
        EXPECT_EQ(table.columns[1].name, "score");
        EXPECT_EQ(table.columns[1].numeric().values, (Numbers{0.75, 0.25, 0.5}));
        EXPECT_TRUE(table.notes.empty());
    }
    // Padding, a title, and names in Latin-1, UTF-8 and with escapes.
    const std::string row = "\1\2\3\4";
    const auto first =
        read(npy("[('', '|V1'), (('title', 'a'), '|u1'), (\"it's\", '|u1'), ('\xe9\\x41\\u20ac\\\\', '|u1')]",
                 "(1L,)", row));
    EXPECT_EQ(first.columns[0].name, "a");
    EXPECT_EQ(first.columns[1].name, "it's");
    EXPECT_EQ(first.columns[2].name, "\xc3\xa9"
                                     "A\xe2\x82\xac\\");
    EXPECT_EQ(first.columns[0].numeric().values[0], 2);
    EXPECT_EQ(first.columns[2].numeric().values[0], 4);
    EXPECT_EQ(read(npy("[('\xc3\xa9', '|u1')]", "(1,)", "\1", false, 3)).columns[0].name, "\xc3\xa9");
}

TEST(Npy, OnlyWantedColumnsAreRead)
{
    const auto content =
        npy(pair_descr, "(3,)", pair_rows.substr(0, 28) + f8({std::numeric_limits<double>::infinity()}));
    EXPECT_EQ(npy_error(content),
              "t.npy: row 3, column 'score': infinite cell; expected a finite number or NaN");
    const auto table = read(content, {.wanted = [](const auto& names) { return Strings{names.at(0)}; }});
    ASSERT_EQ(table.columns.size(), 1U);
    EXPECT_EQ(table.columns[0].name, "truth");
}

TEST(Npy, DtypesThatAreNotSupportedAreRefused)
{
    EXPECT_EQ(npy_error(npy("'|O'", "(1,)", "\x80\3]q")),
              "t.npy: dtype '|O' means Python objects, which are pickled and cannot be read; expected "
              "numbers or text (in numpy: "
              "array.astype(str) or array.astype(float))");
    EXPECT_EQ(npy_error(npy("[('a', '|u1'), ('b', '|O')]", "(1,)", "\1")).substr(0, 33),
              "t.npy: dtype '|O' of field 'b' me");
    for (const std::string dtype : {"<c16", "<f16", "<M8[ns]", "|V4", "<i3", "|b2", "<U0", "<f", "", "f8",
                                    "<f08x", "<i99999999999999999999", "<U2147483647"})
        EXPECT_EQ(
            npy_error(npy("'" + dtype + "'", "(1,)", std::string(16, '\1'))),
            "t.npy: dtype '" + dtype +
                "' is not supported; expected bool, integers, real numbers of up to 8 bytes, or text (S, U)");
    EXPECT_EQ(npy_error(npy("[('a', '<f4', (2,))]", "(1,)", "12345678")),
              "t.npy: field 'a' of the dtype is an array; expected fields with one value for each row");
    EXPECT_EQ(npy_error(npy("[('a', [('b', '<f4')])]", "(1,)", "1234")),
              "t.npy: field 'a' of the dtype is a structure; expected fields with one value for each row");
    EXPECT_EQ(npy_error(npy("[('a', '|u1'), ('a', '|u1')]", "(1,)", "12")),
              "t.npy: a second field is called 'a'; expected distinct names");
    EXPECT_EQ(npy_error(npy("[('', '|u1')]", "(1,)", "1")),
              "t.npy: a field of the dtype has no name; expected names");
}

TEST(Npy, ShapesThatAreNoTableAreRefused)
{
    EXPECT_EQ(npy_error(npy("'<f8'", "()", f8({1}))), "t.npy: the array has 0 dimensions; expected 1 or 2");
    EXPECT_EQ(npy_error(npy("'<f8'", "(1, 1, 1)", f8({1}))),
              "t.npy: the array has 3 dimensions; expected 1 or 2");
    EXPECT_EQ(npy_error(npy(pair_descr, "(1, 3)", pair_rows)),
              "t.npy: the array has 2 dimensions; expected 1, of a structured dtype");
    EXPECT_EQ(npy_error(npy("'<f8'", "(0, 3)", "")), "t.npy: has no rows; expected at least one");
    EXPECT_EQ(npy_error(npy("'<f8'", "(3, 0)", "")), "t.npy: has no columns; expected at least one");
    EXPECT_EQ(npy_error(npy("[]", "(3,)", "")), "t.npy: has no columns; expected at least one");
    EXPECT_EQ(npy_error(npy("[('', '|V4')]", "(1,)", "1234")),
              "t.npy: has no columns; expected at least one");
}

TEST(Npy, DataOfAnotherSizeAreRefused)
{
    const auto three = npy("'<f8'", "(3,)", f8({1, 2, 3}));
    EXPECT_EQ(npy_error(three.substr(0, three.size() - 1)),
              "t.npy: has 23 bytes of data; expected those of 3 rows of 8 bytes: the data are truncated");
    EXPECT_EQ(npy_error(three + 'x'), "t.npy: has 25 bytes of data; expected those of 3 rows of 8 bytes");
    EXPECT_EQ(npy_error(npy("'<f8'", "(1000000000000000000,)", f8({1}))),
              "t.npy: has 8 bytes of data; expected those of 1000000000000000000 rows of 8 bytes: the data "
              "are truncated");
    for (const bool fortran : {false, true})
        EXPECT_EQ(npy_error(npy("'<f8'", "(1, 2000000000000000000)", f8({1}), fortran)),
                  "t.npy: has 8 bytes of data; expected those of 1 rows of 16000000000000000000 bytes: the "
                  "data are truncated");
    EXPECT_EQ(npy_error(npy("'<f8'", "(1, 3000000000000000000)", f8({1}))), "t.npy: the array is too large");
    // A truncated file is an error, wherever it ends.
    for (std::size_t size = 6; size < three.size(); ++size)
        EXPECT_NE(npy_error(three.substr(0, size)).find("truncated"), std::string::npos) << size;
}

TEST(Npy, WhatIsNoHeaderIsRefused)
{
    EXPECT_EQ(npy_error(file("{}", "", 4)), "t.npy: .npy format version 4.0; expected 1.0, 2.0 or 3.0");
    const auto wrong = [](const std::string& header) { return npy_error(file(header, "1")); };
    const std::string at = "t.npy: the .npy header is wrong at its character ";
    EXPECT_EQ(wrong(""), at + "1, its end; expected '{'");
    EXPECT_EQ(wrong("x"), at + "1, 'x'; expected '{'");
    EXPECT_EQ(wrong("{'descr': 7}"), at + "11, '7}'; expected a string");
    EXPECT_EQ(wrong("{'descr': '|u1', 'shape': (1,)}"),
              at + "32, its end; expected each of the keys 'descr', 'fortran_order' and 'shape' once");
    EXPECT_EQ(
        wrong("{'shape': (1,), 'shape': (1,)}"),
        at + "17, ''shape': (1,)}'; expected each of the keys 'descr', 'fortran_order' and 'shape' once");
    EXPECT_EQ(wrong("{'x': 1}"),
              at + "2, ''x': 1}'; expected each of the keys 'descr', 'fortran_order' and 'shape' once");
    EXPECT_EQ(wrong("{'fortran_order': Maybe}"), at + "19, 'Maybe}'; expected True or False");
    EXPECT_EQ(wrong("{'shape': (-1,)}"), at + "12, '-1,)}'; expected a length");
    EXPECT_EQ(wrong("{'shape': (99999999999999999999,)}"),
              at + "12, '99999999999999999999,)}'; expected a length");
    EXPECT_EQ(wrong("{'shape': (1 2)}"), at + "14, '2)}'; expected ',' or ')'");
    EXPECT_EQ(wrong("{'descr': '|u1"), at + "11, ''|u1'; expected the end of the string");
    EXPECT_EQ(wrong("{'descr': [('a\\q', '|u1')]"), at + "15, '\\q', '|u1')]'; expected a Python string");
    EXPECT_EQ(wrong("{'descr': '\\ud800'"), at + "12, '\\ud800''; expected a Python string");
    EXPECT_EQ(npy_error(npy("'|u1'", "(1,)", "1").replace(10, 0, "")), "no error");
    EXPECT_EQ(wrong("{'descr': '|u1', 'fortran_order': False, 'shape': (1,)} x"),
              at + "57, 'x'; expected nothing after '}'");
}

TEST(Npy, PackedAndInChunksItIsTheSame)
{
    const TemporaryFolder folder;
    const auto content = npy(pair_descr, "(3,)", pair_rows);
    const Strings paths{folder.write("a.npy", content), folder.write("b", gzipped(content)),
                        folder.write("c.csv", "truth,score\n0,0.125\n")};
    EXPECT_EQ(read_table(paths[1]).columns[1].numeric().values, (Numbers{0.75, 0.25, 0.5}));
    for (const bool all : {true, false}) {
        ReadOptions options;
        if (!all) options.wanted = [](const auto&) { return Strings{"score"}; };
        Numbers scores;
        read_chunks(paths, options, 10, [&](const Table& table) {
            EXPECT_EQ(table.columns.size(), all ? 2U : 1U);
            const auto& values = table.columns.back().numeric().values;
            scores.insert(scores.end(), values.begin(), values.end());
        });
        EXPECT_EQ(scores, (Numbers{0.75, 0.25, 0.5, 0.75, 0.25, 0.5, 0.125}));
    }
    const Strings others{paths[2], folder.write("d.npy", npy("'|u1'", "(1,)", "1"))};
    EXPECT_EQ(message_of([&] { read_chunks(others, {}, 10, [](const Table&) {}); }),
              others[1] + ": its columns are V1; expected those of " + others[0] + ": truth, score");
}

TEST(Npy, ChangedBytesGiveATableOrAnInputError)
{
    const Strings wholes{npy(pair_descr, "(3,)", pair_rows), npy("'<U2'", "(2, 2)", u4(U"abcdefgh", 8), true),
                         npy("'>f8'", "(2,)", f8({1, 2}, '>'), false, 3)};
    std::mt19937 random(1);
    std::size_t refused = 0;
    for (int i = 0; i < 3000; ++i) {
        auto content = wholes[static_cast<std::size_t>(i) % wholes.size()];
        for (auto changes = 1 + random() % 3; changes > 0; --changes) {
            const auto at = 6 + random() % (content.size() - 6);
            content[at] = static_cast<char>(random() % 2 == 0 ? content[at] ^ (1 << random() % 8)
                                                              : "0129,'<>|()[]{}UViuf"[random() % 20]);
        }
        try {
            const auto table = read(content);
            ASSERT_GT(table.rows(), 0U);
            for (const auto& column : table.columns) ASSERT_EQ(column.rows(), table.rows());
        } catch (const InputError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 100U);
    EXPECT_LT(refused, 3000U);
}
