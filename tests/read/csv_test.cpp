// CSV texts read from memory: dialects, types, quotes and errors.
#include "read/csv.hpp"
#include "read/problems.hpp"
#include "read/quick_number.hpp"
#include "support/messages.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/read/reader.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace unseen;
using unseen::test::message_of;
using Strings = std::vector<std::string>;

namespace {

Table csv(std::string_view text, const ReadOptions& options = {})
{
    return parse_table(text, "t.csv", options);
}

std::string csv_error(std::string_view text, const ReadOptions& options = {})
{
    return message_of([&] { csv(text, options); });
}

Strings names(const Table& table)
{
    Strings result;
    for (const auto& column : table.columns) result.push_back(column.name);
    return result;
}

/// A column's cells as texts, "-" for a missing one, so that one comparison checks type-independent content.
Strings cells(const Column& column)
{
    Strings result;
    for (std::size_t r = 0; r < column.rows(); ++r) {
        if (column.missing(r))
            result.emplace_back("-");
        else if (column.is_numeric())
            result.push_back(shortest(column.numeric().values[r]));
        else
            result.push_back(column.coded().labels.name(static_cast<std::size_t>(column.coded().codes[r])));
    }
    return result;
}

} // namespace

TEST(Csv, EmptyTextIsRefused)
{
    for (const auto* text : {"", "\n", " \r\n\t\n", "\xef\xbb\xbf"})
        EXPECT_EQ(csv_error(text), "t.csv: is empty; expected a header and rows");
}

TEST(Csv, HeaderWithoutRowsIsRefused)
{
    EXPECT_EQ(csv_error("a,b\n"), "t.csv: has a header but no rows; expected at least one row of data");
    EXPECT_EQ(csv_error("a,b"), "t.csv: has a header but no rows; expected at least one row of data");
}

TEST(Csv, OneCellIsATable)
{
    const auto table = csv("1");
    EXPECT_EQ(names(table), Strings{"V1"});
    EXPECT_EQ(cells(table.columns[0]), Strings{"1"});
    EXPECT_FALSE(table.declared_types);
    EXPECT_EQ(table.source, "t.csv");
}

TEST(Csv, ColumnsOfNumbersAreNumericAndOthersCategorical)
{
    const auto table = csv("x,y,z\n1,2.5,b\n-3,1e2,a\n+.5,?,b\n");
    EXPECT_EQ(names(table), (Strings{"x", "y", "z"}));
    ASSERT_TRUE(table.columns[0].is_numeric() && table.columns[1].is_numeric() &&
                !table.columns[2].is_numeric());
    EXPECT_EQ(table.columns[0].numeric().values, (std::vector<double>{1, -3, 0.5}));
    EXPECT_EQ(cells(table.columns[1]), (Strings{"2.5", "100", "-"}));
    EXPECT_EQ(table.columns[2].coded().labels.names(), (Strings{"a", "b"}));
    EXPECT_EQ(table.columns[2].coded().codes, (std::vector<std::int32_t>{1, 0, 1}));
    EXPECT_TRUE(table.notes.empty());
}

TEST(Csv, OneTextAmongNumbersMakesTheColumnCategoricalWhereverItStands)
{
    for (const auto* text : {"x\nb\n1\n10\n2\n", "x\n1\nb\n10\n2\n", "x\n1\n10\n2\nb\n"}) {
        const auto table = csv(text);
        ASSERT_FALSE(table.columns[0].is_numeric()) << text;
        // Not all labels are numbers, so that they are ordered bytewise.
        EXPECT_EQ(table.columns[0].coded().labels.names(), (Strings{"1", "10", "2", "b"}));
    }
}

TEST(Csv, LineEndsMayBeLfCrLfOrCrAndTheLastMayBeAbsent)
{
    const Strings x{"1", "3"};
    const Strings y{"u", "v"};
    for (const auto* text :
         {"x,y\n1,u\n3,v\n", "x,y\r\n1,u\r\n3,v\r\n", "x,y\r1,u\r3,v\r", "x,y\n1,u\n3,v"}) {
        const auto table = csv(text);
        EXPECT_EQ(cells(table.columns[0]), x) << text;
        EXPECT_EQ(cells(table.columns[1]), y) << text;
    }
}

TEST(Csv, BlankLinesAreSkippedAndBlanksAroundCellsTrimmed)
{
    const auto table = csv("\n  \nx , y\n\n 1 ,\tu v \n \t\n2,w\n\n");
    EXPECT_EQ(names(table), (Strings{"x", "y"}));
    EXPECT_EQ(cells(table.columns[0]), (Strings{"1", "2"}));
    EXPECT_EQ(cells(table.columns[1]), (Strings{"u v", "w"}));
}

TEST(Csv, ALineOfSeparatorsIsARowOfMissingCells)
{
    const auto table = csv("x\ty\n1\ta\n\t\n2\tb\n");
    EXPECT_EQ(cells(table.columns[0]), (Strings{"1", "-", "2"}));
    EXPECT_EQ(cells(table.columns[1]), (Strings{"a", "-", "b"}));
}

TEST(Csv, QuotedCellsMayHoldSeparatorsLineEndsAndDoubledQuotes)
{
    const auto table =
        csv("\"x,1\",y\n\"a,b\",1\n\"c\nd\", 2\n \"say \"\"e\"\"\" ,3\n\" f \",4\n5\" pipe,5\n");
    EXPECT_EQ(names(table), (Strings{"x,1", "y"}));
    EXPECT_EQ(cells(table.columns[0]), (Strings{"a,b", "c\nd", "say \"e\"", " f ", "5\" pipe"}));
    EXPECT_EQ(cells(table.columns[1]), (Strings{"1", "2", "3", "4", "5"}));
}

TEST(Csv, QuotesMakeNumbersAndMissingMarksNothingElse)
{
    const auto table = csv("x,y\n\"1\",\"\"\n\"2\",\"NA\"\n");
    EXPECT_EQ(cells(table.columns[0]), (Strings{"1", "2"}));
    EXPECT_TRUE(table.columns[0].is_numeric());
    EXPECT_EQ(cells(table.columns[1]), (Strings{"-", "-"}));
}

TEST(Csv, UnclosedQuoteIsNamedWhereItBegins)
{
    EXPECT_EQ(csv_error("x,y\n1,a\n2,\"b\n3,c\n"), "t.csv:3:3: a quote begins here and is never closed");
}

TEST(Csv, TextAfterAClosingQuoteIsRefused)
{
    EXPECT_EQ(csv_error("x,y\n1,\"a\"b\n"),
              "t.csv:2:6: text after a closing quote; expected a separator or the end of the line "
              "(a quote inside quotes is written twice)");
}

TEST(Csv, SeparatorIsTheOneThatSplitsTheFirstRowsEvenly)
{
    EXPECT_EQ(csv("a;b;c\n1,5;2;x\n2,5;3;y\n").columns.size(), 3U);
    EXPECT_EQ(csv("a|b\n1|2\n").columns.size(), 2U);
    EXPECT_EQ(csv("a\tb\n1\t2,3\n").columns.size(), 2U);
    // The commas stand in quotes; the semicolons, too, split evenly but into fewer cells.
    EXPECT_EQ(csv("a;\"p,q,r\"\n1;\"p,q,r\"\n").columns.size(), 2U);
    EXPECT_EQ(csv("a,b,c;d\n1,2,3;4\n").columns.size(), 3U);
    // A ragged row does not hide the separator: the error is about that row.
    EXPECT_EQ(csv_error("a;b;c\n1;2;3\n4;5\n6;7;8\n"), "t.csv:3:4: row has 2 cells; expected 3");
    EXPECT_EQ(csv("alone\n1\n2\n").columns.size(), 1U);
}

TEST(Csv, GuessesAreNoted)
{
    EXPECT_EQ(csv("a;b\n1;2\n").notes, Strings{"separator ';'"});
    EXPECT_EQ(csv("a\tb\n1\t2\n").notes, Strings{"separator: tab"});
    EXPECT_EQ(
        csv("a,1\nb,2\n").notes,
        Strings{
            "no header (the first row holds a number; `header=yes` if it is one): columns are V1, V2, ..."});
    EXPECT_EQ(csv(",x\na,2\na,3\n").notes, Strings{"column 1 has no name and is called V1"});
    // R's row names of a matrix.
    EXPECT_EQ(csv(",V1\na,2\n").notes,
              Strings{"column 1 has no name, is called V1_ and is taken for the names of the rows"});
    EXPECT_EQ(csv(",V1\na,2\n").row_names, "V1_");
    EXPECT_EQ(csv("a;b\n1,5;x\n2;y\n").notes, (Strings{"separator ';'", "numbers have a decimal comma"}));
    EXPECT_TRUE(csv("a;b\n1;2\n", {.separator = ';', .header = true}).notes.empty());
}

TEST(Csv, AHeaderMayHoldNumbers)
{
    const Strings noted = {
        "the first row is taken as the header, although it holds a number (`header=no` if it is data)"};
    const auto frame = csv("y_true,0,1\n1,0.1,0.9\n0,.8,.2\n"); // pandas: a text above numbers
    EXPECT_EQ(names(frame), (Strings{"y_true", "0", "1"}));
    EXPECT_EQ(frame.notes, noted);
    EXPECT_EQ(names(csv("y_true,0,1\na,0.1,0.9\nb,.8,.2\n")),
              (Strings{"y_true", "0", "1"})); // counted columns
    EXPECT_EQ(names(csv(",0,1\n0,0.1,0.9\n1,.8,.2\n")),
              (Strings{"V1", "0", "1"})); // and an index without a name
    EXPECT_EQ(names(csv("a,0,1\na,1,1\nb,0,1\n")),
              (Strings{"V1", "V2", "V3"})); // 'a' occurs again: a row of data
    EXPECT_EQ(names(csv("0,1\n1,0\n")), (Strings{"V1", "V2"}));
    EXPECT_EQ(names(csv("NA,5\n1,2\n")), (Strings{"V1", "V2"})); // a missing cell is no name
    EXPECT_EQ(names(csv("x,5\n1,2\ny,3\n")), (Strings{"V1", "V2"}));
}

TEST(Csv, UsualWordsForMissingAreMissingAmongNumbers)
{
    for (const std::string word : {"null", "None", "-", ".", ".a"}) {
        const auto table = csv("x,y\n1," + word + "\n" + word + ",a\n2.5,b\n");
        ASSERT_TRUE(table.columns[0].is_numeric()) << word;
        EXPECT_TRUE(table.columns[0].missing(1));
        EXPECT_EQ(table.columns[0].numeric().values[2], 2.5);
        EXPECT_EQ(table.columns[1].coded().labels.size(), 3U); // among texts it is a text
        EXPECT_EQ(table.notes, Strings{"column 'x': 1 cell with '" + word +
                                       "' is taken for missing, because all other cells are numbers"});
    }
    // These are no categories anywhere, and the others are none among True and False.
    for (const std::string word : {"n/a", "N/A", "#N/A", "NULL", "<NA>"}) {
        const auto table = csv("x,y\n1," + word + "\n" + word + ",a\n2.5,b\n");
        EXPECT_TRUE(table.columns[0].missing(1)) << word;
        EXPECT_EQ(cells(table.columns[1]), (Strings{"-", "a", "b"}));
        EXPECT_EQ(table.notes.back(), "column 'y': 1 cell with '" + word + "' is taken for missing");
    }
    EXPECT_EQ(cells(csv("x\nTrue\nNone\nFalse\n").columns[0]), (Strings{"True", "-", "False"}));
    EXPECT_FALSE(csv("x\n1\n-\n", {.missing = {"NA"}}).columns[0].is_numeric()); // the user knows the marks
    EXPECT_FALSE(csv("x\n1\n-\n", {.categorical = {"x"}}).columns[0].is_numeric());
}

TEST(Csv, TheOnlyTextInAColumnOfNumbersIsTold)
{
    std::string text = "y,x\n";
    for (int i = 0; i < 12; ++i)
        text += "1," + std::string(i == 7 ? "3o" : i == 9 ? "-" : std::to_string(i)) + "\n";
    const auto table = csv(text);
    ASSERT_EQ(table.odd_cells.size(), 1U);
    EXPECT_EQ(table.odd_cells[0].column, "x");
    EXPECT_EQ(
        table.odd_cells[0].what,
        "t.csv:9:3: cell '3o' is the only text in column 'x', beside '-', whose 10 other cells are numbers; "
        "`missing=,?,NA,NaN,-,3o` takes it for missing, `categorical=x` takes all cells for categories");
    EXPECT_TRUE(csv(text, {.missing = {"3o", "-"}}).columns[1].is_numeric());
    EXPECT_TRUE(csv(text, {.categorical = {"x"}}).odd_cells.empty());
    EXPECT_TRUE(csv("x\n1\n2\na\n").odd_cells.empty()); // too few numbers to be sure
}

TEST(Csv, ADecimalCommaIsReadOnRequest)
{
    const auto table = csv("x;n\n-1,5;a\n2;b\n+0,25e1;c\n", {.decimal = ','});
    EXPECT_EQ(table.columns[0].numeric().values, (std::vector<double>{-1.5, 2.0, 2.5}));
    EXPECT_EQ(csv("x;y\n1.234,5;1\n", {.decimal = ','}).columns[0].numeric().values[0],
              1234.5);                                                    // a point separates thousands
    EXPECT_EQ(csv("x\n1,5\n2,5\n", {.decimal = ','}).columns.size(), 1U); // and a comma separates nothing
    EXPECT_EQ(csv("1,5;2\n3,5;4\n", {.decimal = ','}).columns[0].numeric().values[0], 1.5);
    EXPECT_THROW(csv("x,y\n1,2\n", {.separator = ',', .decimal = ','}), InputError);
    EXPECT_THROW(csv("x,y\n1,2\n", {.decimal = ':'}), InputError);
}

TEST(Csv, OptionsOverruleTheGuesses)
{
    EXPECT_EQ(names(csv("1,2\n3,4\n", {.header = true})), (Strings{"1", "2"}));
    const auto headless = csv("a,b\nc,d\n", {.header = false});
    EXPECT_EQ(names(headless), (Strings{"V1", "V2"}));
    EXPECT_EQ(headless.rows(), 2U);
    EXPECT_EQ(names(csv("a,b;c\n1,2;3\n", {.separator = ';'})), (Strings{"a,b", "c"}));
    EXPECT_EQ(cells(csv("a b\n1 2\n", {.separator = ' '}).columns[1]), Strings{"2"});
    EXPECT_EQ(csv_error("a\n", {.separator = '"'}),
              "the separator of a CSV file cannot be a quote or a line end");
}

TEST(Csv, MissingMarksAreThoseOfTheOptionsAndNanInAnyCase)
{
    EXPECT_EQ(cells(csv("x,y\n?,NA\nNaN,\nnan,NAN\n1,z\n").columns[0]), (Strings{"-", "-", "-", "1"}));
    EXPECT_EQ(cells(csv("x,y\n?,NA\nNaN,\nnan,NAN\n1,z\n").columns[1]), (Strings{"-", "-", "-", "z"}));
    // A mark that is a number, and marks that no longer are.
    const auto table = csv("x,y\n-999,?\n1,a\n-999.0,b\n", {.missing = {"-999"}});
    EXPECT_EQ(cells(table.columns[0]), (Strings{"-", "1", "-"}));
    EXPECT_EQ(cells(table.columns[1]), (Strings{"?", "a", "b"}));
}

TEST(Csv, AColumnWithoutAnyValueIsNumeric)
{
    const auto table = csv("x,y\n,1\n?,2\n");
    EXPECT_TRUE(table.columns[0].is_numeric());
    EXPECT_EQ(cells(table.columns[0]), (Strings{"-", "-"}));
}

TEST(Csv, InfiniteCellsOfANumericColumnAreRefused)
{
    EXPECT_EQ(csv_error("x,y\n1,2\n3,inf\n-Infinity,4\n"),
              "t.csv:4:1: infinite cell; expected a finite number or a missing mark\n"
              "t.csv:3:3: infinite cell; expected a finite number or a missing mark");
    EXPECT_EQ(csv_error("x\n1e999\n"),
              "t.csv:2:1: infinite cell; expected a finite number or a missing mark");
    // Among texts "inf" is a text.
    EXPECT_EQ(csv("x\ninf\nsup\n").columns[0].coded().labels.names(), (Strings{"inf", "sup"}));
}

TEST(Csv, ForcedCategoriesAreTheCellTextsInNumericOrder)
{
    const auto table = csv("x\n10\n9\n01\n?\n1\n", {.categorical = {"x"}});
    ASSERT_FALSE(table.columns[0].is_numeric());
    EXPECT_EQ(table.columns[0].coded().labels.names(), (Strings{"01", "1", "9", "10"}));
    EXPECT_EQ(table.columns[0].coded().codes, (std::vector<std::int32_t>{3, 2, 0, -1, 1}));
}

TEST(Csv, ForcedNumbersRefuseAnyOtherCell)
{
    EXPECT_EQ(csv_error("x,y\n1,a\ntwo,b\n", {.numeric = {"x"}}),
              "t.csv:3:1: cell 'two' of column 'x' is not a number; expected a number or a missing mark");
    EXPECT_TRUE(csv("x\n1\n", {.numeric = {"x"}}).columns[0].is_numeric());
}

TEST(Csv, ForcedColumnsMustExistAndBeOfOneType)
{
    EXPECT_EQ(csv_error("height,weight\n1,2\n", {.categorical = {"hieght"}}),
              "t.csv: no column 'hieght'; did you mean 'height'?");
    EXPECT_EQ(csv_error("x\n1\n", {.categorical = {"x"}, .numeric = {"x"}}),
              "t.csv: column 'x' is declared categorical and numeric; expected one of them");
}

TEST(Csv, RaggedRowsAreNamedTogether)
{
    EXPECT_EQ(csv_error("a,b,c\n1,2\n1,2,3\n1,2,3,4\n\n1\n"), "t.csv:2:4: row has 2 cells; expected 3\n"
                                                              "t.csv:4:7: row has 4 cells; expected 3\n"
                                                              "t.csv:6:2: row has 1 cell; expected 3");
}

TEST(Csv, OnlyTheFirstThreeProblemsAreNamed)
{
    std::string text = "a,b\n1,2\n1,2\n";
    for (int i = 0; i < 13; ++i) text += "1,2,3\n";
    const auto message = csv_error(text, {.separator = ','});
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 3);
    EXPECT_NE(message.find("t.csv:6:5: row has 3 cells"), std::string::npos);
    EXPECT_EQ(message.find("t.csv:7:"), std::string::npos);
    EXPECT_TRUE(message.ends_with("\n... and 10 more")) << message;
}

TEST(Csv, PlacesCountCharactersNotBytes)
{
    // The two umlauts take two bytes each; the excess cell is character 7 of its line.
    EXPECT_EQ(csv_error("a,b\nx,y\n\xc3\xa4\xc3\xb6x,y,z\n"), "t.csv:3:7: row has 3 cells; expected 2");
    EXPECT_EQ(place_of("a\rb\r\nc\nde", 8).line, 4U);
    EXPECT_EQ(place_of("a\rb\r\nc\nde", 8).column, 2U);
}

TEST(Csv, ManyRowsKeepTheirOrder)
{
    // More rows than the reader measures before it reserves, a category that shows itself late, and missing
    // cells.
    std::string text = "i,half,c\n";
    for (int i = 0; i < 5000; ++i)
        text += std::to_string(i) + ',' + (i % 7 == 0 ? "" : std::to_string(i) + ".5") + ',' +
                (i < 4000 ? "1" : "z") + '\n';
    const auto table = csv(text);
    ASSERT_EQ(table.rows(), 5000U);
    for (std::size_t r = 0; r < 5000; ++r) {
        ASSERT_EQ(table.columns[0].numeric().values[r], static_cast<double>(r));
        ASSERT_EQ(table.columns[1].missing(r), r % 7 == 0);
        if (r % 7 != 0) { ASSERT_EQ(table.columns[1].numeric().values[r], static_cast<double>(r) + 0.5); }
        ASSERT_EQ(table.columns[2].coded().codes[r], r < 4000 ? 0 : 1);
    }
}

TEST(Csv, ATextReadInPiecesGivesTheSameTableAndTheSameErrors)
{
    std::string late_text = "x,y\n";
    for (int i = 0; i < 1500; ++i) late_text += std::to_string(i) + ',' + std::to_string(i % 3) + '\n';
    late_text += "7,u\n8,v\n";
    std::string many_errors = "x,y\n";
    for (int i = 0; i < 30; ++i) many_errors += "1,2\n1\n1,inf\n1,2,3\n";
    const std::string texts[] = {
        "x,y\n1,a\n2,b\n3,\n,a\n5,c\n",
        "x,y\r\n1,a\r\n2,b\r\n\r\n3,c",
        "x,y\r1,a\r2,b\r3,c",
        "x;y\n1;\"a\nb\"\n2;\"c\nd\ne\"\n3;\"f\"\n",
        "x,y\n1,a\n2,b\n\"3\n4\",c\n",
        "x,y\n1,a\n2,\"b\n3,c\n",
        "x,y\n1,a\n2,\"b\" x\n3,c\n",
        "x,y\n1,2\n3,inf\n-inf,4\n",
        "x,y\n\n\n1,2\n   \n3,4\n\n",
        "x,y\n\n",
        late_text,
        many_errors,
    };
    const auto told = [](const std::string& text, std::size_t threads, std::size_t piece) {
        return message_of([&] {
            std::string all;
            ReadOptions options;
            options.threads = threads;
            const auto table = parse_csv(text, {.name = "t.csv", .piece = piece}, options);
            for (const auto& column : table.columns) {
                all += column.name + (column.is_numeric() ? " numbers" : " categories");
                for (const auto& cell : cells(column)) all += ' ' + cell;
                if (!column.is_numeric())
                    for (const auto& label : column.coded().labels.names()) all += '/' + label;
            }
            throw InputError(all);
        });
    };
    for (const auto& text : texts) {
        const auto expected = told(text, 1, text.size());
        for (const std::size_t threads : {1, 2, 3, 7})
            for (const std::size_t piece : {1, 4, 7, 20})
                EXPECT_EQ(told(text, threads, piece), expected)
                    << threads << " threads, pieces of " << piece << " bytes: " << text.substr(0, 60);
    }
}

TEST(Csv, PiecesThatHaveBeenReadAreToldOfInTheirOrder)
{
    const std::string text = "x,y\n1,a\n2,b\n3,c\n4,d\n";
    for (const std::size_t threads : {1, 3}) {
        std::string all;
        ReadOptions options;
        options.threads = threads;
        parse_csv(text,
                  {.name = "t.csv",
                   .piece = 5,
                   .done = [&](std::string_view piece) { all += std::string(piece) + '|'; }},
                  options);
        EXPECT_EQ(all, "1,a\n2,b\n|3,c\n4,d\n|");
    }
}

TEST(Csv, OnlyTheColumnsThatAreWantedAreRead)
{
    ReadOptions options;
    options.wanted = [](const Strings& all) {
        EXPECT_EQ(all, (Strings{"a", "b", "c"}));
        return Strings{"c", "a"};
    };
    const auto table = csv("a,b,c\n1,x,2\n3,inf,4\n", options);
    EXPECT_EQ(names(table), (Strings{"a", "c"}));
    EXPECT_EQ(cells(table.columns[1]), (Strings{"2", "4"}));
    EXPECT_EQ(csv_error("a,b,c\n1,x,2\n3,4\n", options), "t.csv:3:4: row has 2 cells; expected 3");
}

TEST(QuickNumber, RefusesWhatItCannotRoundForSure)
{
    double value = 0.0;
    // More than 64 bits, one of them 2^64; 20 digits; 28 decimals; no digit at all.
    for (const std::string text :
         {"18446744073709551616", "18446744073709551616.5", "00000000000000000001", "0.12345678901234567891",
          "0.0000000000000000000000000001", ".", "-", "+", "", "x", "-.e"})
        EXPECT_EQ(quick_number(text.data(), text.data() + text.size(), value), nullptr) << text;
}

TEST(QuickNumber, RoundsDigitsOfMoreThan53Bits)
{
    // Halfway between two doubles, with and without a decimal point; a carry into the next power of two; the
    // largest it takes.
    for (const std::string text :
         {"9007199254740991", "9007199254740992", "9007199254740993", "900719925474099.3", "9999999999999999",
          "0.9999999999999999999", "18014398509481983", "9999999999999999999",
          "0.000000001234567890123456789", "-0.30000000000000004", "0.1000000000000000055"}) {
        double value = 0.0;
        const auto* end = quick_number(text.data(), text.data() + text.size(), value);
        if (end == nullptr) continue; // left to parse_number: a tie
        EXPECT_EQ(end, text.data() + text.size()) << text;
        EXPECT_EQ(value, *parse_number(text)) << text;
    }
    double value = 0.0;
    for (const std::string text : {"0.12345678901234567", "123456789.0123456789", "0.01234567890123456789"})
        EXPECT_NE(quick_number(text.data(), text.data() + text.size(), value), nullptr) << text;
}

TEST(QuickNumber, AgreesWithParseNumberOnWhatProgramsWrite)
{
    std::mt19937_64 random(2);
    std::size_t succeeded = 0;
    for (int i = 0; i < 100000; ++i) {
        const double number =
            std::ldexp(static_cast<double>(random() >> 11U), -53 - static_cast<int>(random() % 12));
        char text[40];
        const int size = std::snprintf(text, sizeof text,
                                       i % 3 == 0   ? "%.17g"
                                       : i % 3 == 1 ? "%.19f"
                                                    : "%.16f",
                                       number);
        double value = 0.0;
        const auto* end = quick_number(text, text + size, value);
        if (end != text + size) continue; // an exponent, for instance
        ASSERT_EQ(value, *parse_number({text, static_cast<std::size_t>(size)})) << text;
        ++succeeded;
    }
    EXPECT_GT(succeeded, 80000U);
}

TEST(QuickNumber, AgreesWithParseNumberWhereverItSucceeds)
{
    std::mt19937_64 random(1);
    const std::string alphabet = "0123456789012345678901234567890123456789..-+e";
    std::size_t succeeded = 0;
    for (int i = 0; i < 200000; ++i) {
        std::string text;
        const auto size = random() % 20 + 1;
        while (text.size() < size) text += alphabet[random() % alphabet.size()];
        double value = 0.0;
        const auto* end = quick_number(text.data(), text.data() + text.size(), value);
        if (end == nullptr) continue;
        const auto expected =
            parse_number(std::string_view(text.data(), static_cast<std::size_t>(end - text.data())));
        ASSERT_TRUE(expected) << text;
        ASSERT_EQ(std::signbit(value), std::signbit(*expected)) << text;
        ASSERT_EQ(value, *expected) << text;
        ++succeeded;
    }
    EXPECT_GT(succeeded, 50000U); // else the test would say little
}
