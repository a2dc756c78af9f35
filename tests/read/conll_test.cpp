// CoNLL texts read from memory. The rows are the first of the shared tasks' own examples.
#include "support/messages.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

using namespace unseen;
using unseen::test::message_of;
using Strings = std::vector<std::string>;
using Numbers = std::vector<double>;

namespace {

const std::string entities = "-DOCSTART- -X- -X- O\n\n"
                             "EU NNP B-NP B-ORG\nrejects VBZ B-VP O\n? . O O\n\n"
                             "Peter NNP B-NP B-PER\nBlackburn NNP I-NP I-PER\n\n\n"
                             "# NN O O\n1996 CD B-NP O\n";

const std::string treebank = "# sent_id = 1\n# text = They buy books.\n1\tThey\t_\t2\n2\tbuy\t_\t0\n3\tbooks\t_\t2\n\n"
                             "# sent_id = 2\n1\tNo\t_\t0\n2\tNew York\t_\t1\n\n1\tGo\t_\t0\n\n";

bool is_conll(const std::string& text) { return parse_table(text, "t.txt").form.starts_with("CoNLL"); }

} // namespace

TEST(Conll, AnEmptyLineEndsASentence)
{
    const auto table = parse_table(entities, "t.txt");
    ASSERT_EQ(table.columns.size(), 5U);
    EXPECT_EQ(table.columns[0].name, "sentence");
    EXPECT_EQ(table.columns[0].numeric().values, (Numbers{1, 1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(table.columns[1].name, "V1");
    EXPECT_FALSE(table.columns[1].missing(2)); // a question mark is a token
    EXPECT_EQ(table.columns[4].coded().labels.names(), (Strings{"B-ORG", "B-PER", "I-PER", "O"}));
    EXPECT_EQ(table.missing, Strings{});
}

TEST(Conll, TabsSeparateWordsWithBlanksAndCommentsAreNoRows)
{
    const auto table = parse_table(treebank, "t.conllu");
    ASSERT_EQ(table.rows(), 6U);
    EXPECT_EQ(table.columns[1].numeric().values, (Numbers{1, 2, 3, 1, 2, 1}));
    EXPECT_EQ(table.columns[2].coded().labels.name(static_cast<std::size_t>(table.columns[2].coded().codes[4])), "New York");
    ReadOptions marks;
    marks.missing = {"_"};
    EXPECT_TRUE(parse_table(treebank, "t", marks).columns[3].missing(0));
    ReadOptions forced;
    forced.categorical = {"V1"};
    EXPECT_FALSE(parse_table(treebank, "t", forced).columns[1].is_numeric());
}

TEST(Conll, TheSentenceIsTheGroup)
{
    const auto table = parse_table(entities, "t.txt");
    const auto data = Dataset::make(table);
    ASSERT_NE(data.group(), nullptr);
    EXPECT_EQ(data.group()->name, "sentence");
    EXPECT_EQ(data.features().size(), 3U);
    EXPECT_EQ(std::vector<std::uint32_t>(data.groups().begin(), data.groups().end()),
              (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2, 2}));
    // Another group replaces it, and it is no feature then.
    EXPECT_EQ(Dataset::make(table, {.group = "V2"}).group()->name, "V2");
    EXPECT_EQ(Dataset::make(table, {.group = "V2"}).features().size(), 2U);
    EXPECT_EQ(Dataset::make(table, {.ignore = {"sentence"}}).group(), nullptr);
}

TEST(Conll, SentencesOfATestFileAreOthers)
{
    const auto table = parse_table(entities, "t.txt");
    const auto data = Dataset::make(table, {}, &table, nullptr);
    EXPECT_EQ(data.groups()[7], 3U);
    EXPECT_EQ(data.groups()[13], 5U);
    EXPECT_TRUE(data.warnings().empty());
}

TEST(Conll, OtherTextsAreNot)
{
    EXPECT_TRUE(is_conll(entities));
    EXPECT_TRUE(is_conll(treebank));
    EXPECT_FALSE(is_conll("a,b\n1,x\n2,y\n\n3,x\n4,y\n"));
    // Words of several tokens, and of none.
    EXPECT_TRUE(is_conll("1-2\tdu\t_\n1\tde\t3\n2\tle\t3\n3\tchat\t0\n\n1\tOui\t0\n1.1\tx\t_\n2\t.\t1\n\n1\t9\t0\n2\t,\t1\n"));
    EXPECT_FALSE(is_conll("a\tb\n1\tx\n2\ty\n3\tx\n"));       // one sentence
    EXPECT_FALSE(is_conll("a\tb\n\n1\tx\n\n2\ty\n\n3\tx\n")); // a line between all rows
    EXPECT_FALSE(is_conll("a\nb\n\nc\nd\n"));                 // one column
    ReadOptions as_csv;
    as_csv.separator = '\t';
    EXPECT_EQ(parse_table("a\tb\n1\tx\n\n2\ty\n3\tz\n", "t", as_csv).columns[0].name, "a");
}

TEST(Conll, TablesWithEmptyLinesAreCsv)
{
    std::string iris = "a\tb\ty\n";
    std::string numbers;
    for (int i = 0; i < 150; ++i) {
        iris += std::to_string(i % 7) + ".5\t" + std::to_string(i % 3) + "\tx\n" + (i % 75 == 74 ? "\n" : "");
        numbers += std::to_string(i % 7) + " 0." + std::to_string(i % 3) + (i % 50 == 49 ? "\n\n" : "\n");
    }
    EXPECT_FALSE(is_conll(iris));
    EXPECT_FALSE(is_conll(numbers));
    // Three blocks, a column of numbers in each; the first counts the rows.
    EXPECT_FALSE(is_conll("a 1\nb 2.5\n\na 3\nb NA\n\na 4\nb 5\n"));
    EXPECT_FALSE(is_conll("x y\na 1\nb 2\n\na 3\nb 4\n\na 4\nb 5\n"));
    EXPECT_FALSE(is_conll("1 a 7.5\n2 b 8\n\n1 a 2\n2 b 9\n\n1 c 3\n2 a 8\n"));
    EXPECT_FALSE(is_conll("1 0\n2 1\n\n1 2\n2 0\n\n1 0\n2 1\n"));
    EXPECT_FALSE(is_conll("a x\nb y\n\na y\nb x\n")); // two sentences
    std::string text;
    for (int i = 0; i < 303; ++i) text += std::string("red big\n") + (i % 101 == 100 ? "\n" : "");
    EXPECT_FALSE(is_conll(text)); // of 101 rows each
    EXPECT_TRUE(is_conll(text + "\nred big\nred big\n"));
}

TEST(Conll, RowsOfEquallyManyCommasAreCsv)
{
    EXPECT_FALSE(is_conll("a,New York\nb,San Jose\n\nc,Las Vegas\nd,El Paso\n\ne,San Jose\nf,Los Angeles\n"));
    EXPECT_FALSE(is_conll("a;b;New York\nb;c;San Jose\n\nc;a;Las Vegas\nd;a;El Paso\n\ne;b;San Jose\nf;f;El Paso\n"));
    EXPECT_FALSE(is_conll("a,\"York, New\"\nb,San Jose\n\nc,Las Vegas\nd,El Paso\n\ne,San Jose\nf,El Paso\n"));
    EXPECT_TRUE(is_conll(", O\n, O\n\n, O\n, O\n\n, O\n, O\n")); // commas that are tokens
    EXPECT_TRUE(is_conll("EU B\n1,000 O\n\nin O\n, O\n\nPeter B\nB I\n"));
}

TEST(Conll, TheLastLineCountsWithoutItsEnd)
{
    EXPECT_TRUE(is_conll("EU B\nrejects O\n\nPeter B\nB I\n\nhe O\nsat O"));
    EXPECT_FALSE(is_conll("EU B\nno O O\n\nPeter B\nB I\n\nhe O\nsat O\nx"));
}

TEST(Conll, AFewLinesOfOtherWidthAreErrors)
{
    EXPECT_EQ(message_of([&] { parse_table("EU B\nno O O\n\nPeter B\nB I\n\nhe O\nsat O\n", "t.txt"); }),
              "t.txt:2:1: row has 3 cells; expected 2");
    EXPECT_EQ(message_of([&] { parse_table(treebank + "1\tNo\n2\ta\t_\t1\n3\tb\t_\t1\n", "t.txt"); }),
              "t.txt:13:1: row has 2 cells; expected 4");
    EXPECT_FALSE(is_conll("EU B\nno O O\n\nPeter B\nB\n\nhe O\nsat O\n"));
}

TEST(Conll, TheNoteNamesTheSeparator)
{
    EXPECT_EQ(parse_table(entities, "t.txt").notes,
              Strings{"CoNLL: columns are V1 to V4; the sentence is the group (3 of them); `separator= ` reads the file as CSV"});
    EXPECT_EQ(
        parse_table(treebank, "t.txt").notes,
        Strings{"CoNLL: columns are V1 to V4; the sentence is the group (3 of them); `separator=tab` reads the file as CSV"});
}

TEST(Conll, ALineOfOtherWidthIsFoundWithItsPlace)
{
    std::string text;
    for (int i = 0; i < 9000; ++i) text += "word NN O\n" + std::string(i % 9 == 8 ? "\n" : ""); // beyond what decides the format
    EXPECT_EQ(message_of([&] { parse_table(text + "word NN\n", "t.txt"); }), "t.txt:10001:1: row has 2 cells; expected 3");
    EXPECT_EQ(message_of([&] { parse_table(treebank, "t.txt", {.numeric = {"V2"}}); }),
              "t.txt: column 'V2' has the cell 'Go'; expected numbers only");
}
