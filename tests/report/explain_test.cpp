// Explanations: every term that an answer may print has one, from the tables.
#include "unseen/report/explain.hpp"

#include "report/concepts.hpp"
#include "support/messages.hpp"

#include "unseen/base/codes.hpp"
#include "unseen/compare/tests.hpp"
#include "unseen/interval/interval.hpp"
#include "unseen/interval/weak_points.hpp"
#include "unseen/measure/measure.hpp"

#include <gtest/gtest.h>

#include <ranges>

namespace unseen {
namespace {

std::string text_of(const std::string& term) { return format_named("text").print(explain(term)); }

/// The words of a text with single blanks, whatever its lines.
std::string words_of(const std::string& text)
{
    std::string words;
    for (const char c : text)
        if (const bool blank = c == ' ' || c == '\n'; !blank || (!words.empty() && words.back() != ' '))
            words += blank ? ' ' : c;
    return words;
}

TEST(Explain, HasTheTextsOfEveryCode)
{
    const auto check = [](const auto& codes) {
        for (const auto* code : codes) {
            const auto words = words_of(text_of(std::string(*code)));
            EXPECT_NE(words.find(words_of(std::string(code->sentence))), std::string::npos) << words;
            EXPECT_NE(words.find(words_of(std::string(code->remedy))), std::string::npos) << words;
        }
    };
    check(warning_codes());
    check(reason_codes());
    check(failure_codes());
}

TEST(Explain, SaysOfEveryIntervalWhereItDoesNotHold)
{
    for (const auto& method : interval_methods()) {
        EXPECT_FALSE(weak_point(method.name).empty()) << method.name;
        EXPECT_NE(words_of(text_of(method.name)).find(words_of(std::string(weak_point(method.name)))),
                  std::string::npos);
    }
}

TEST(Explain, KnowsEveryMeasureByEachOfItsNames)
{
    for (const auto& info : measure_infos()) {
        const auto text = text_of(info.name);
        EXPECT_NE(words_of(text).find(words_of(info.help)), std::string::npos) << text;
        for (const auto& alias : info.aliases)
            EXPECT_NE(text_of(alias).find(info.name + ": a measure"), std::string::npos) << alias;
    }
}

TEST(Explain, KnowsTestsTargetsAndGuarantees)
{
    for (const auto& test : compare::test_infos())
        EXPECT_NE(text_of(test.name).find("test"), std::string::npos);
    for (const char* term : {"model", "procedure", "fold-models", "randomised", "split", "none", "exact",
                             "asymptotic", "heuristic"})
        EXPECT_NE(text_of(term).find("meaning"), std::string::npos) << term;
}

// The words that people without statistics look up, in the forms in which they type them.
TEST(Explain, KnowsTheWordsOfTheField)
{
    for (const char* word : {"calibration",
                             "cluster",
                             "group",
                             "interval",
                             "confidence",
                             "about",
                             "baseline",
                             "leak",
                             "sample size",
                             "overfitting",
                             "cross-validation",
                             "significance",
                             "p-value",
                             "AUC",
                             "threshold",
                             "prevalence",
                             "Cross validation",
                             "data leakage",
                             "groups",
                             "sample-size",
                             "p value",
                             "confidence interval"}) {
        const auto text = text_of(word);
        EXPECT_NE(text.find(": a word\n"), std::string::npos) << word;
        EXPECT_NE(text.find("\nexample  "), std::string::npos) << word;
    }
}

TEST(Explain, KnowsWhatItsWordsReferTo)
{
    for (const auto& word : concepts()) {
        for (const auto part : std::views::split(word.see, std::string_view(", "))) {
            const std::string term(part.begin(), part.end());
            if (term.starts_with('`')) continue; // an option or a command
            EXPECT_NO_THROW(explain(term)) << word.name << ": " << term;
        }
    }
}

TEST(Explain, TakesTermsAsAnswersPrintThem)
{
    for (const char* term : {"few_errors", "[few_errors]", " few_errors", "'few_errors'", "FEW_ERRORS"})
        EXPECT_EQ(explain(term).heading.front(), "few_errors: a warning") << term;
    EXPECT_EQ(explain("procedure(691.2)").heading.front(), "procedure: a target");
    EXPECT_EQ(explain("cv:folds=10,repeats=10").heading.front(), "cv: an estimator");
}

TEST(Explain, OfAnUnknownTermNamesThoseThatResembleIt)
{
    EXPECT_EQ(test::message_of([] { explain("extreme_score"); }),
              "unknown term 'extreme_score'; did you mean 'extreme_scores'?");
    EXPECT_EQ(test::message_of([] { explain("corected_t"); }),
              "unknown term 'corected_t'; did you mean 'corrected_t'?");
    EXPECT_EQ(test::message_of([] { explain("zzzzzzzz"); }),
              "unknown term 'zzzzzzzz'; `unseen explain` lists all");
    EXPECT_EQ(test::message_of([] { explain(""); }), "unknown term ''; `unseen explain` lists all");
}

TEST(Explain, KeepsLinesShort)
{
    for (const char* term : {"cv_wilson", "roc_auc", "few_errors", "may_undercover", "cv", "tree"}) {
        std::size_t begin = 0;
        const auto text = text_of(term);
        for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n', begin)) {
            EXPECT_LE(end - begin, 110u)
                << text.substr(begin, end - begin); // a single long word may pass 100
            begin = end + 1;
        }
    }
}

} // namespace
} // namespace unseen
