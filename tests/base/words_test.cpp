#include "unseen/base/words.hpp"

#include "unseen/stats/random.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

using Words = std::vector<std::string>;
using test::message_of;

TEST(Words, AreSplitAsAShellSplitsThem)
{
    EXPECT_EQ(split_words(""), Words{});
    EXPECT_EQ(split_words(" \t\n "), Words{});
    EXPECT_EQ(split_words("svm_learn {train}  {model}"), (Words{"svm_learn", "{train}", "{model}"}));
    EXPECT_EQ(split_words("'a b' c'd e'f \"g h\""), (Words{"a b", "cd ef", "g h"}));
    EXPECT_EQ(split_words("'' \"\""), (Words{"", ""}));
    EXPECT_EQ(split_words("a\\ b \\'c \\\\"), (Words{"a b", "'c", "\\"}));
    EXPECT_EQ(split_words(R"("say \"no\" \\ \n $HOME" '\"')"), (Words{R"(say "no" \ \n $HOME)", R"(\")"}));
}

TEST(Words, AreNeverExpanded)
{
    const Words words = {"$HOME", "*", "~/x", "a|b", ">file", "&", "`ls`", "$(ls)"};
    EXPECT_EQ(split_words("$HOME * ~/x a|b >file & `ls` $(ls)"), words);
    EXPECT_EQ(split_words(join_words(words)), words);
}

TEST(Words, OfACommandLineThatIsNotWholeAreRefused)
{
    EXPECT_NE(message_of([] { split_words("a 'b"); }).find("the quote at character 3 is not closed"),
              std::string::npos);
    EXPECT_NE(message_of([] { split_words("a \"b\\\""); }).find("the quote at character 3 is not closed"),
              std::string::npos);
    EXPECT_NE(message_of([] { split_words("a b\\"); }).find("ends with a backslash"), std::string::npos);
    EXPECT_NE(message_of([] { split_words(std::string_view("a\0b", 3)); }).find("NUL"), std::string::npos);
}

TEST(Words, AreQuotedOnlyWhereTheyMustBe)
{
    EXPECT_EQ(join_words(Words{"Rscript", "fit.R", "{train}", "--k=3", "/a/b:c,d+e@f%g"}),
              "Rscript fit.R {train} --k=3 /a/b:c,d+e@f%g");
    EXPECT_EQ(join_words(Words{"a b", "", "it's", "$x"}), "'a b' '' 'it'\\''s' '$x'");
    EXPECT_EQ(join_words(Words{}), "");
}

TEST(Words, ComeBackFromTheirText)
{
    Stream stream(5, Purpose::generation);
    const std::string bytes = "ab'\"\\ \t\n$*{}\xc3\xa9,;)(";
    for (int i = 0; i < 3000; ++i) {
        Words words(static_cast<std::size_t>(stream.below(5)));
        for (auto& word : words)
            for (auto left = stream.below(6); left > 0; --left)
                word += bytes[static_cast<std::size_t>(stream.below(bytes.size()))];
        const auto text = join_words(words);
        ASSERT_EQ(split_words(text), words) << text;
    }
}

} // namespace
} // namespace unseen
