// Every format, with tables that contain difficult texts.
#include "unseen/report/answer.hpp"

#include "report/columns.hpp"

#include "unseen/base/codes.hpp"
#include "unseen/base/error.hpp"

#include <gtest/gtest.h>

#include <ranges>

namespace unseen {
namespace {

std::string printed(const std::string& format, const Answer& answer)
{
    return format_named(format).print(answer);
}

/// A table with all texts that could be difficult for a format.
Answer awkward()
{
    ResultTable table{.columns = {{"learner"}, {"value | shown", true}, {"note"}}, .rows = {}};
    table.rows.push_back({"knn:k=1,scale=none", Cell(Value(1.0 / 3.0)), "say \"no\""});
    table.rows.push_back({"Größe", Cell(Value::none(reasons::no_rows)), "50% & more_of\\{x}~^#$"});
    return {.table = table, .notes = {Note("One line.", {"Another."})}};
}

TEST(PrintText, AlignsColumnsByTheirWidthOnTheScreen)
{
    EXPECT_EQ(printed("text", awkward()), R"(learner             value | shown  note
------------------  -------------  ---------------------
knn:k=1,scale=none         0.3333  say "no"
Größe                           -  50% & more_of\{x}~^#$

One line.
  Another.
)");
}

TEST(Columns, CountsWideAndCombiningCharactersAsATerminalDoes)
{
    EXPECT_EQ(columns_of("plain"), 5u);
    EXPECT_EQ(columns_of("Größe"), 5u);
    EXPECT_EQ(columns_of("患者"), 4u);
    EXPECT_EQ(columns_of("e\u0301"), 1u);
    EXPECT_EQ(columns_of("\xff?"), 2u);
}

TEST(Columns, AreBrokenAtBlanksAndInLongWordsAfterCommas)
{
    using Lines = std::vector<std::string>;
    EXPECT_EQ(broken("  one two three", 9), (Lines{"  one two", "  three"}));
    EXPECT_EQ(broken("one two three", 0), Lines{"one two three"});
    EXPECT_EQ(broken("knn:k=1,scale=none of", 12), (Lines{"knn:k=1,", "scale=none", "of"}));
    EXPECT_EQ(broken("a word-without-an-end b", 6), (Lines{"a", "word-without-an-end", "b"}));
    EXPECT_EQ(broken("患者 患者", 5), (Lines{"患者", "患者"}));
}

TEST(PrintText, FitsTheScreenWithoutBreakingAWord)
{
    auto answer = awkward();
    answer.heading = {"A sentence that is longer than the screen on which it is to be shown, and then some."};
    answer.table.columns.push_back({"患者", true});
    answer.table.columns.push_back({"about", false});
    for (auto& row : answer.table.rows)
        row.insert(row.end(), {"1", "a model that was trained on about as many rows"});
    answer.warn(Warning(warnings::few_rows, "a text that does not fit on one line either, by far"));
    const auto whole = printed("text", answer);
    const auto text = format_named("text").print(answer, {.width = 40});
    const auto without_blanks = [](std::string text_) {
        std::erase_if(text_, [](char c) { return c == ' ' || c == '\n' || c == '-'; });
        return text_;
    };
    for (const auto line : std::views::split(text, '\n'))
        EXPECT_LE(columns_of(std::string(line.begin(), line.end())), 40u) << text;
    EXPECT_NE(text.find("  either, by far [few_rows]"), std::string::npos) << text;
    // Only the texts before the first number are there twice.
    EXPECT_GT(without_blanks(text).size(), without_blanks(whole).size());
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(PrintText, HasColoursOnlyWhereTheScreenHas)
{
    auto answer = awkward();
    answer.warn(Warning(warnings::few_rows, "few rows"));
    EXPECT_EQ(printed("text", answer).find('\x1b'), std::string::npos);
    const auto text = format_named("text").print(answer, {.colour = true});
    EXPECT_NE(text.find("\x1b[33mWarnings:\x1b[0m\n"), std::string::npos) << text;
    EXPECT_EQ(format_named("json").print(answer, {.colour = true}).find('\x1b'), std::string::npos);
}

TEST(PrintText, LeavesNoBlanksAtTheEndOfALine)
{
    EXPECT_EQ(print_text({.columns = {{"a"}, {"long title"}}, .rows = {{"1", "x"}, {"2", ""}}}),
              "a  long title\n-  ----------\n1  x\n2\n");
}

// Every warning that there is, about the whole answer and about two parts of it, in each format that has
// notes.
TEST(Formats, PrintEveryWarningOnceWithItsSubjects)
{
    for (const auto* code : warning_codes()) {
        Answer answer;
        const Warning warning(*code, "what is wrong");
        answer.warn(warning, "knn, cv");
        answer.warn(warning, "tree, cv");
        answer.warn(warning, "knn, cv");
        ASSERT_EQ(answer.warnings.size(), 1U);
        const std::string name(code->name);
        EXPECT_EQ(answer.warnings.front().line(), "knn, cv and 1 more: what is wrong [" + name + ']');
        EXPECT_EQ(printed("text", answer), "Warnings:\n  knn, cv and 1 more: what is wrong [" + name + "]\n");
        EXPECT_NE(printed("markdown", answer).find("what is wrong \\[" + name), std::string::npos);
        answer.warn(warning);
        EXPECT_EQ(printed("text", answer), "Warnings:\n  what is wrong [" + name + "]\n");
        EXPECT_NE(printed("latex", answer).find("%   what is wrong [" + name + ']'), std::string::npos);
    }
}

TEST(PrintCsv, GivesFullValuesQuotedWhereNeededAndNoNotes)
{
    EXPECT_EQ(printed("csv", awkward()), "learner,value | shown,note\n"
                                         "\"knn:k=1,scale=none\",0.3333333333333333,\"say \"\"no\"\"\"\n"
                                         "Größe,,50% & more_of\\{x}~^#$\n");
    EXPECT_EQ(print_csv({.columns = {{"a"}}, .rows = {{"1\n2"}, {"3\r4"}}}), "a\n\"1\n2\"\n\"3\r4\"\n");
}

TEST(PrintMarkdown, EscapesPipesAndAlignsNumbersToTheRight)
{
    EXPECT_EQ(printed("markdown", awkward()), "| learner | value \\| shown | note |\n"
                                              "| --- | ---: | --- |\n"
                                              "| knn:k=1,scale=none | 0.3333 | say \"no\" |\n"
                                              "| Größe | - | 50% &amp; more_of\\\\{x}\\~^#\\$ |\n"
                                              "\n"
                                              "One line.  \n"
                                              "  Another.  \n");
}

TEST(PrintLatex, EscapesItsSpecialCharacters)
{
    EXPECT_EQ(printed("latex", awkward()), R"(\begin{tabular}{lrl}
\hline
learner & value \textbar{} shown & note \\
\hline
knn:k=1,scale=none & 0.3333 & say "no" \\
Größe & - & 50\% \& more\_of\textbackslash{}\{x\}\textasciitilde{}\textasciicircum{}\#\$ \\
\hline
\end{tabular}
% One line.
%   Another.
)");
}

/// An answer whose texts would be commands to a terminal or to the program that shows a format.
Answer hostile()
{
    const std::string label = "\x1b[2J\xC2\x9B"
                              "31m\xFF\r<script>a()</script>[x](y)`b`*c*_d_|$e$\\input{f}%\nfake: 1";
    Answer answer{.heading = {label},
                  .table = {.columns = {{label}}, .rows = {{label}, {"[1em]"}, {"*"}}},
                  .notes = {label, "1. one", "# two", "- three", "-0.5 is a number"},
                  .further = {{label, {.columns = {{label}}, .rows = {{label}}}}},
                  .json = Json::object().add(label, label)};
    return answer;
}

TEST(Formats, MakeTextsOfOthersInert)
{
    for (const auto& format : formats()) {
        const auto text = format.print(hostile());
        for (const char* bad : {"\x1b", "\xC2\x9B", "\xFF", "\r"})
            EXPECT_EQ(text.find(bad), text.npos) << format.name;
        EXPECT_EQ(text.find("\nfake") == text.npos, format.name != "csv") << format.name; // CSV quotes it
    }
    const auto markdown = printed("markdown", hostile());
    for (const char* bad : {"<script>", "[x](y)", "\n# two", "\n- three", "\n1. one"})
        EXPECT_EQ(markdown.find(bad), markdown.npos) << bad;
    EXPECT_NE(markdown.find("&lt;script&gt;a()&lt;/"
                            "script&gt;\\[x\\](y)\\`b\\`\\*c\\*\\_d\\_\\|\\$e\\$\\\\input{f}%\\\\nfake: 1"),
              markdown.npos);
    EXPECT_NE(markdown.find("\n\\# two  \n\\- three  \n-0.5 is a number  \n"), markdown.npos);
    EXPECT_NE(markdown.find("\n1\\. one  \n"), markdown.npos);
    const auto latex = printed("latex", hostile());
    EXPECT_EQ(latex.find("\\input{f}", latex.find("tabular")),
              latex.find("\\input{f}", latex.find("\\end{tabular}"))); // only in comments
    EXPECT_EQ(latex.find("\\\\\n["), latex.npos);                      // an argument of the line break
    EXPECT_EQ(latex.find("\\\\\n*"), latex.npos);
}

TEST(Formats, PrintsItsHeadingAboveButNotInCsv)
{
    const Answer table{.heading = {"About."}, .table = {.columns = {{"a"}}, .rows = {{"1"}}}};
    EXPECT_EQ(printed("text", table), "About.\n\na\n-\n1\n");
    EXPECT_EQ(printed("markdown", table), "About.  \n\n| a |\n| --- |\n| 1 |\n");
    EXPECT_EQ(printed("latex", table).find("% About.\n\\begin{tabular}{l}\n"), 0u);
    EXPECT_EQ(printed("csv", table), "a\n1\n");
}

TEST(Formats, PrintFurtherTablesAboveTheNotes)
{
    const Answer answer{.table = {.columns = {{"a"}}, .rows = {{"1"}}},
                        .notes = {"Note."},
                        .further = {{"More", {.columns = {{"b"}}, .rows = {{"2"}}}}}};
    EXPECT_EQ(printed("text", answer), "a\n-\n1\n\nMore:\nb\n-\n2\n\nNote.\n");
    EXPECT_EQ(printed("markdown", answer),
              "| a |\n| --- |\n| 1 |\n\nMore  \n\n| b |\n| --- |\n| 2 |\n\nNote.  \n");
    EXPECT_NE(printed("latex", answer).find("\\end{tabular}\n% More\n\\begin{tabular}{l}\n"),
              std::string::npos);
    EXPECT_EQ(printed("csv", answer), "a\n1\n");
}

TEST(Formats, PrintsWithoutRows)
{
    const Answer table{.table = {.columns = {{"a"}, {"b", true}}, .rows = {}}};
    EXPECT_EQ(printed("text", table), "a  b\n-  -\n");
    EXPECT_EQ(printed("csv", table), "a,b\n");
    EXPECT_EQ(printed("markdown", table), "| a | b |\n| --- | ---: |\n");
    EXPECT_EQ(printed("latex", table),
              "\\begin{tabular}{lr}\n\\hline\na & b \\\\\n\\hline\n\\hline\n\\end{tabular}\n");
}

TEST(Formats, AreNamedOnceAndTextComesFirst)
{
    EXPECT_EQ(formats().front().name, "text");
    for (const auto& format : formats()) EXPECT_EQ(&format_named(format.name), &format);
    EXPECT_THROW(format_named("xml"), InputError);
}

TEST(Formats, OfProgramsTakeTheLongTableAndJson)
{
    const Answer answer{.table = {.columns = {{"a"}}, .rows = {{"1"}}},
                        .long_table = ResultTable{.columns = {{"b"}}, .rows = {{"2"}}},
                        .json = Json::object().add("c", 3)};
    EXPECT_EQ(printed("csv", answer), "b\n2\n");
    EXPECT_EQ(printed("json", answer), "{\n  \"c\": 3\n}\n");
}

TEST(Readable, ShowsFourDecimalsFewerForLargeNumbersAndPowersForTinyOnes)
{
    EXPECT_EQ(readable(0.0), "0.0000");
    EXPECT_EQ(readable(0.12345), "0.1235");
    EXPECT_EQ(readable(-0.5), "-0.5000");
    EXPECT_EQ(readable(99.5), "99.5000");
    EXPECT_EQ(readable(123.456), "123.46");
    EXPECT_EQ(readable(1234.56), "1234.6");
    EXPECT_EQ(readable(123456789.0), "123456789.0");
    EXPECT_EQ(readable(1e9), "1.00e+09");
    EXPECT_EQ(readable(0.0005), "0.0005");
    EXPECT_EQ(readable(0.00049), "4.90e-04");
    EXPECT_EQ(readable(-1e-7), "-1.00e-07");
    EXPECT_EQ(readable(5e-324), "4.94e-324");
    EXPECT_EQ(readable(1e300), "1.00e+300");
}

} // namespace
} // namespace unseen
