#include "unseen/report/page.hpp"

#include "support/messages.hpp"

#include "unseen/base/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace unseen {
namespace {

const std::string begin = R"(id="results">)";

/// The text in the page between the beginning of the results and the end of their element.
std::string results_in(const std::string& page)
{
    const auto first = page.find(begin) + begin.size();
    return page.substr(first, page.find("</script>", first) - first);
}

std::string page_of(const std::string& json)
{
    const std::vector<PageResult> results{{.json = json}};
    return html_page(results);
}

std::string refusal(const std::string& json)
{
    const std::vector<PageResult> results{{.json = json, .source = "r.json"}};
    return test::message_of([&] { html_page(results); });
}

TEST(Page, HoldsTheVeryJson)
{
    const std::string json =
        "{\n  \"command\": \"x\",\n  \"schema\": 1,\n  \"values\": [0.1, 1e-300, null]\n}";
    EXPECT_NE(results_in(page_of(json)).find("\"answer\":" + json + '}'), std::string::npos);
}

TEST(Page, LeavesPairsAndCurvesThatDoNotLeadOutOfALongAnswer)
{
    constexpr int models = 300;
    std::string pairs;
    std::string figures;
    std::string curves;
    for (int i = 0; i < models; ++i) {
        const auto name = "\"m" + std::to_string(i) + '"';
        figures += std::string(i > 0 ? ", " : "") + "{\"name\": " + name +
                   ", \"measures\": {\"x\": " + std::to_string(i) + "}}";
        curves += std::string(i > 0 ? ", " : "") + "{\"class\": \"1\", \"model\": " + name +
                  ", \"values\": {\"y\": [0.1]}}";
        for (int k = 0; k < i; ++k)
            pairs += (pairs.empty() ? "" : ", ") + std::string("{\"a\": ") + name + ", \"b\": \"m" +
                     std::to_string(k) + "\", \"p_value\": 0.30000000000000004}";
    }
    const auto held = results_in(page_of(
        R"({"command": "compare", "schema": 2, "verdict": {"leaders": ["m299"], "further": [], "measure": "x",)"
        R"( "value": 299}, "seed": 18446744073709551614, "models": [)" +
        figures + "], \"comparisons\": [" + pairs + "], \"curves\": [{\"name\": \"roc\", \"series\": [" +
        curves + "]}]}"));
    EXPECT_LT(held.size(), 200'000U);
    for (const std::string part :
         {R"({"a":"m299","b":"m0","p_value":0.30000000000000004})", R"("model":"m288")", R"("name":"m0")",
          R"("seed":18446744073709551614)", "leaves out 44551 pairs without a leader and 288 curves"})
        EXPECT_NE(held.find(part), std::string::npos) << part;
    for (const std::string part : {R"("a":"m298")", R"("model":"m287")"})
        EXPECT_EQ(held.find(part), std::string::npos) << part;
}

TEST(Page, HoldsSeveralAnswersInTheirOrderWithTheirSources)
{
    const std::vector<PageResult> results{
        {.json = R"({"command":"a","schema":1})", .source = "first"},
        {.json = R"({"command":"b","schema":1})", .command_line = "unseen b 'c d'"}};
    const auto held = results_in(html_page(results));
    EXPECT_LT(held.find(R"("source":"first","command_line":"")"),
              held.find(R"("source":"","command_line":"unseen b 'c d'")"));
}

TEST(Page, HoldsTheSameAnswerOnce)
{
    const std::vector<PageResult> results{{.json = R"({"command":"a","schema":1})", .source = "first"},
                                          {.json = R"({"command":"b","schema":1})", .source = "second"},
                                          {.json = R"({"command":"a","schema":1})", .source = "third"}};
    const auto held = results_in(html_page(results));
    EXPECT_NE(held.find("\"second\""), std::string::npos);
    EXPECT_EQ(held.find("\"third\""), std::string::npos);
}

TEST(Page, NoTextEndsTheElementOrBeginsAComment)
{
    const auto plain = page_of(R"({"command":"x","schema":1,"name":"","key":0})");
    const auto hostile = page_of("{\"command\":\"x\",\"schema\":1,\"name\":\"</script><script>alert(1)</"
                                 "script><!--\xe2\x80\xa8\",\"</SCRIPT >\":0}");
    const auto count = [](const std::string& text, const std::string& part) {
        std::size_t found = 0;
        for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count(hostile, "<"), count(plain, "<"));
    EXPECT_EQ(results_in(hostile).find('<'), std::string::npos);
    EXPECT_NE(hostile.find("\\u003c/script>\\u003cscript>alert(1)"), std::string::npos);
    const std::vector<PageResult> sources{
        {.json = R"({"command":"x","schema":1})", .source = "</script>", .command_line = "<!--"}};
    EXPECT_EQ(results_in(html_page(sources)).find('<'), std::string::npos);
}

TEST(Page, ExplainsTheTermsThatOccur)
{
    const auto held = results_in(
        page_of(R"({"command":"x","schema":1,"method":"cv_wilson","learner":"knn:k=3","n":"not a term"})"));
    EXPECT_NE(held.find(R"("kind": "interval",)"), std::string::npos);
    EXPECT_NE(held.find(R"("name": "knn")"), std::string::npos);
    EXPECT_EQ(held.find(R"("name": "roc_auc")"), std::string::npos);
}

TEST(Page, WordsTheArgumentsOfExplanations)
{
    const std::vector<PageResult> results{{.json = R"({"command":"x","schema":1,"code":"few_repeats"})"}};
    EXPECT_EQ(
        results_in(html_page(results, [](auto name, auto) { return "--" + std::string(name); })).find('`'),
        std::string::npos);
}

TEST(Page, RefusesWhatIsNotAnAnswer)
{
    EXPECT_EQ(refusal("").find("r.json:1:1: is not JSON; expected an answer as"), 0u);
    EXPECT_EQ(refusal("{\n  \"a\": oops}").find("r.json:2:8: is not JSON"), 0u);
    EXPECT_EQ(refusal("{\"command\":\"x\",\"schema\":1} {}").find("r.json:1:28: is not JSON"), 0u);
    EXPECT_EQ(refusal("{\"command\":\"x\",\"schema\":1,\"n\":NaN}").find("r.json:1:31: is not JSON"), 0u);
    EXPECT_EQ(refusal("{\"command\":\"x\",\"schema\":1,\"n\":1e999}").find("r.json:1:"), 0u);
    EXPECT_EQ(refusal("{\"command\":\"x\",\"schema\":1,\"n\":\"\xff\"}").find("r.json:1:"), 0u);
    for (const std::string json : {"3", "[]", "{}", R"({"command":"x"})", R"({"schema":1})",
                                   R"({"command":"x","schema":3})", R"({"a":{"command":"x","schema":1}})"})
        EXPECT_EQ(refusal(json).find("r.json: is JSON, but not an answer of ours"), 0u) << json;
}

TEST(Page, TakesAnAnswerWithAByteOrderMark)
{
    EXPECT_NE(results_in(page_of("\xEF\xBB\xBF{\"command\":\"x\",\"schema\":1}")).find("\"answer\":{"),
              std::string::npos);
}

TEST(Page, AllowsItsOwnScriptAndStyleAndNothingElse)
{
    const auto page = page_of(R"({"command":"x","schema":1})");
    EXPECT_NE(page.find("default-src 'none'; script-src 'sha256-"), std::string::npos);
    EXPECT_EQ(page.find("unsafe-inline"), std::string::npos);
    EXPECT_EQ(page.find("http:"), page.find("http://www.w3.org/2000/svg")); // a name, no address
    EXPECT_LT(page.size(), 300'000u);
}

} // namespace
} // namespace unseen
