#include "unseen/report/json.hpp"

#include "unseen/base/number.hpp"
#include "unseen/base/version.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace unseen {
namespace {

TEST(Json, PrintsPlainValues)
{
    EXPECT_EQ(Json().print(), "null");
    EXPECT_EQ(Json(true).print(), "true");
    EXPECT_EQ(Json(false).print(), "false");
    EXPECT_EQ(Json(-7).print(), "-7");
    EXPECT_EQ(Json("").print(), "\"\"");
    EXPECT_EQ(Json(std::string("a")).print(), "\"a\"");
}

TEST(Json, PrintsTheShortestNumberThatReadsBack)
{
    EXPECT_EQ(Json(0.0).print(), "0");
    EXPECT_EQ(Json(0.1).print(), "0.1");
    EXPECT_EQ(Json(1.0 / 3.0).print(), "0.3333333333333333");
    for (const double v : {1e300, 5e-324, 123456789.125, -2.5e-7})
        EXPECT_EQ(std::strtod(Json(v).print().c_str(), nullptr), v);
}

TEST(Json, PrintsIntegersInFull)
{
    EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).print(), "-9223372036854775808");
    EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::max()).print(), "9223372036854775807");
    EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).print(), "18446744073709551615");
    EXPECT_EQ(Json(std::uint32_t{4294967295}).print(), "4294967295");
}

TEST(Json, RefusesNumbersThatAreNotFinite)
{
    EXPECT_THROW(Json(std::nan("")), std::logic_error);
    EXPECT_THROW(Json(std::numeric_limits<double>::infinity()), std::logic_error);
}

TEST(Json, PrintsAValueAsItsNumberOrNull)
{
    EXPECT_EQ(Json(Value(0.25)).print(), "0.25");
    EXPECT_EQ(Json(Value::none(reasons::one_class)).print(), "null");
}

TEST(Json, EscapesWhatMustBeEscapedAndNothingElse)
{
    EXPECT_EQ(Json("a\"b\\c/d").print(), R"("a\"b\\c/d")");
    EXPECT_EQ(Json("\n\r\t").print(), R"("\n\r\t")");
    EXPECT_EQ(Json(std::string("\x01\x1f\0", 3)).print(), "\"\\u0001\\u001f\\u0000\"");
    EXPECT_EQ(Json("é 漢 ß").print(), "\"é 漢 ß\"");
    EXPECT_EQ(Json::object().add("k\"", 1).print(), "{\n  \"k\\\"\": 1\n}");
}

TEST(Json, IsValidUtf8AndShowsNoControlCharacter)
{
    EXPECT_EQ(Json("caf\xE9 \xED\xA0\x80").print(), "\"caf\uFFFD \uFFFD\uFFFD\uFFFD\"");
    EXPECT_EQ(Json("\x7F\xC2\x9B\xE2\x80\xA8\xE2\x80\xAE").print(), "\"\\u007f\\u009b\\u2028\\u202e\"");
    EXPECT_EQ(Json("\xF3\xA0\x81\x81").print(), "\"\\udb40\\udc41\""); // two halves, as RFC 8259, 7 says
    EXPECT_EQ(Json::object().add("\xFF", 1).print(), "{\n  \"\uFFFD\": 1\n}");
}

TEST(Json, PrintsEmptyArraysAndObjects)
{
    EXPECT_EQ(Json::array().print(), "[]");
    EXPECT_EQ(Json::object().print(), "{}");
    EXPECT_EQ(Json::object().add("a", Json::array()).add("b", Json::object()).print(),
              "{\n  \"a\": [],\n  \"b\": {}\n}");
}

TEST(Json, KeepsPlainArraysOnOneLineAndIndentsTheOthers)
{
    EXPECT_EQ(Json::array({1, "a", Json(), 0.5, true, std::uint64_t{2}}).print(),
              "[1, \"a\", null, 0.5, true, 2]");
    auto nested = Json::array();
    nested.push(1);
    nested.push(Json::object().add("x", Json::array({2, 3})));
    EXPECT_EQ(Json::object().add("list", nested).print(), R"({
  "list": [
    1,
    {
      "x": [2, 3]
    }
  ]
})");
}

TEST(Json, KeepsTheOrderOfKeys)
{
    EXPECT_EQ(Json::object().add("z", 1).add("a", 2).add("m", 3).print(),
              "{\n  \"z\": 1,\n  \"a\": 2,\n  \"m\": 3\n}");
}

TEST(AnswerObject, BeginsWithCommandSchemaAndVersion)
{
    EXPECT_EQ(answer_object("split").print(),
              "{\n  \"command\": \"split\",\n  \"schema\": " + std::to_string(json_schema) +
                  ",\n  \"version\": \"" + std::string(version()) + "\"\n}");
}

} // namespace
} // namespace unseen
