// The values of METHODS part C, through the table of kinds.
#include "unseen/bound/kinds.hpp"

#include "unseen/base/number.hpp"

#include "support/number_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace {

using namespace unseen;

/// The numbers that `text` spells between its commas.
std::vector<double> numbers(const std::string& text)
{
    std::vector<double> found;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) found.push_back(parse_number(part).value());
    return found;
}

/// The figures of "name=1,2;name=3" for `kind`.
bound::Inputs figures(const bound::Kind& kind, const std::string& text)
{
    bound::Inputs inputs;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ';');) {
        const auto name = part.substr(0, part.find('='));
        const auto info = std::find_if(kind.inputs.begin(), kind.inputs.end(),
                                       [&](const auto& one) { return one.name == name; });
        if (info == kind.inputs.end()) throw std::runtime_error(kind.name + " takes no " + name);
        inputs.set(*info, numbers(part.substr(part.find('=') + 1)));
    }
    return inputs;
}

TEST(Bounds, HaveTheValuesOfMethods)
{
    for (const auto& line : test::oracle_lines("bounds.txt")) {
        ASSERT_EQ(line.size(), 7u);
        const auto& kind = bound::kind_named(line[0]);
        const auto result =
            bound::compute(kind, figures(kind, line[1]), line[2], Delta(parse_number(line[3]).value()));
        const double upper = parse_number(line[6]).value();
        const std::string where = line[0] + ' ' + line[1] + ' ' + line[2];
        EXPECT_EQ(result.form, line[2]);
        if (line[4] == "one") {
            EXPECT_NEAR(result.upper.number(), upper, 1e-12 * upper) << where;
            EXPECT_NEAR(result.complement.number(), 1.0 - upper, 1e-12) << where;
            continue;
        }
        const double lower = parse_number(line[5]).value();
        EXPECT_NEAR(result.two_sided.upper.number(), upper, 1e-12 * upper) << where;
        EXPECT_NEAR(result.two_sided.lower.number(), lower, 1e-12 * lower) << where;
    }
}

// A member without errors on very many rows adds nothing that the tolerance could see.
TEST(Bounds, OfDisagreementHaveTheValuesOfMethods)
{
    const auto& kind = bound::kind_named("semi-supervised");
    for (const auto& line : test::oracle_lines("disagreement_expected.txt")) {
        ASSERT_EQ(line.size(), 4u);
        std::uint64_t rows = 0;
        for (const double count : numbers(line[0])) rows += static_cast<std::uint64_t>(count);
        const double delta = 2.0 * parse_number(line[1]).value(); // the disagreement has one half of it
        const auto result = bound::compute(
            kind,
            figures(kind, "errors=0;rows=1000;differing=" + line[0] + ";unlabelled=" + std::to_string(rows)),
            line[2], Delta(delta));
        EXPECT_NEAR(result.disagreement.value().upper, parse_number(line[3]).value(),
                    line[2] == "gaffke" ? 1e-9 : 1e-13)
            << line[0] << ' ' << line[2];
    }
}

TEST(Bounds, TakeTheFormThatTheFiguresSuggest)
{
    const auto form = [](const std::string& name, const std::string& text) {
        const auto& kind = bound::kind_named(name);
        return bound::compute(kind, figures(kind, text), "", Delta(0.05)).form;
    };
    EXPECT_EQ(form("binomial", "errors=1;rows=10"), "exact");
    EXPECT_EQ(form("semi-supervised", "errors=1,2;rows=10,10;disagreements=3;unlabelled=50"), "sampled");
    EXPECT_EQ(form("semi-supervised", "errors=1,2;rows=10,10;disagreements=3,4;unlabelled=50"), "per_member");
    EXPECT_EQ(form("semi-supervised", "errors=1,2;rows=10,10;mean-disagreement=0.1;unlabelled=50"),
              "expected_kl");
    EXPECT_EQ(form("semi-supervised", "errors=1,2;rows=10,10;differing=45,4,1;unlabelled=50"), "expected");
    EXPECT_EQ(form("voting", "errors=1,2;rows=10,10"), "factor_two");
    EXPECT_EQ(form("progressive", "errors=1;rows=10"), "azuma");
    EXPECT_EQ(form("pac-bayes", "error=0.1;rows=7;kl=1"), "langford_seeger");
    EXPECT_EQ(form("pac-bayes", "error=0.1;rows=8;kl=1"), "maurer");
}

} // namespace
