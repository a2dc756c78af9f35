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

const std::string treebank =
    "# sent_id = 1\n# text = They buy books.\n1\tThey\t_\t2\n2\tbuy\t_\t0\n3\tbooks\t_\t2\n\n"
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
    EXPECT_EQ(
        table.columns[2].coded().labels.name(static_cast<std::size_t>(table.columns[2].coded().codes[4])),
        "New York");
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

TEST(Conll, ItIsKnownByItsNameOrItsFirstLine)
{
    const std::string words = "EU B\nrejects O\n\nPeter B\n";
    EXPECT_TRUE(is_conll(entities));
    EXPECT_TRUE(is_conll(treebank));
    EXPECT_FALSE(is_conll(words));
    for (const auto* name : {"t.conll", "t.conllu", "a.b/t.iob", "t.bio.gz"})
        EXPECT_EQ(parse_table(words, name).columns[0].numeric().values, (Numbers{1, 1, 2})) << name;
    ReadOptions as_csv;
    as_csv.separator = '\t';
    EXPECT_EQ(parse_table("a\tb\n1\tx\n\n2\ty\n", "t.conll", as_csv).columns[0].name, "a");
    EXPECT_EQ(message_of([] { parse_table("\n# x\n", "t.conll"); }),
              "t.conll: has no rows; expected at least one row of data");
}

TEST(Conll, ALineOfOtherWidthIsFoundWithItsPlace)
{
    EXPECT_EQ(message_of([&] { parse_table(treebank + "1\tNo\n2\ta\t_\t1\n", "t.txt"); }),
              "t.txt:13:1: row has 2 cells; expected 4");
    EXPECT_EQ(message_of([&] { parse_table(treebank, "t.txt", {.numeric = {"V2"}}); }),
              "t.txt: column 'V2' has the cell 'Go'; expected numbers only");
}

TEST(Conll, TheNoteNamesTheSeparator)
{
    EXPECT_EQ(parse_table(entities, "t.txt").notes,
              Strings{"CoNLL: columns are V1 to V4; the sentence is the group (3 of them); `separator= ` "
                      "reads the file as CSV"});
    EXPECT_EQ(parse_table(treebank, "t.txt").notes,
              Strings{"CoNLL: columns are V1 to V4; the sentence is the group (3 of them); `separator=tab` "
                      "reads the file as CSV"});
}
