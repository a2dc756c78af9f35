// Features that give the target, name groups, hold times or marks of missing cells. Oracles: tables that are
// made to have such a feature, and the same tables without it.
#include "data/doubtful_features.hpp"

#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace unseen;

namespace {

/// A table of these columns, with a cell for each row number, the target last.
Dataset made(std::size_t rows,
             const std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>>& columns,
             const Roles& roles = {.target = "y"})
{
    std::string text;
    for (const auto& [name, cell] : columns) text += name + (name == columns.back().first ? "\n" : ",");
    for (std::size_t r = 0; r < rows; ++r)
        for (const auto& [name, cell] : columns)
            text += cell(r) + (name == columns.back().first ? "\n" : ",");
    return Dataset::make(parse_table(text, "made.csv"), roles);
}

/// A number from 0 to 1 for each row and column, always the same.
double noise(std::size_t row, unsigned column)
{
    std::mt19937 random(static_cast<unsigned>(row) * 31U + column);
    random.discard(3);
    return static_cast<double>(random()) / 4294967296.0;
}

std::string warned(const Dataset& data, const WarningCode& code)
{
    auto all = doubtful_features(data);
    all.insert(all.end(), data.warnings().begin(), data.warnings().end());
    const auto found = std::ranges::find_if(all, [&](const Warning& w) { return w.is(code); });
    return found == all.end() ? "" : found->text;
}

bool names(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

std::string number(double x) { return std::to_string(x); }

} // namespace

TEST(DoubtfulFeatures, OneThatIsTheClassInOtherWordsGivesTheTarget)
{
    const auto y = [](std::size_t r) { return noise(r, 1) < 0.3 ? "yes" : "no"; };
    const auto rare_fault = [&](std::size_t r) {
        return std::string(r % 500 == 7 ? "b" : *y(r) == 'y' ? "b" : "a");
    };
    const auto data =
        made(1000,
             {{"x", [](std::size_t r) { return number(noise(r, 2)); }}, {"copy of y", rare_fault}, {"y", y}});
    const auto text = warned(data, warnings::feature_gives_target);
    EXPECT_TRUE(names(text, "'copy of y'") && names(text, "`ignore=copy of y`")) << text;
    EXPECT_FALSE(names(text, "'x'")) << text;
}

TEST(DoubtfulFeatures, ANumberWithACutOrARangeGivesTheTarget)
{
    for (const bool range : {false, true}) {
        const auto data = made(500, {{"x", [](std::size_t r) { return number(noise(r, 2)); }},
                                     {"y", [&](std::size_t r) {
                                          const double x = noise(r, 2);
                                          return x > 0.4 && (!range || x < 0.6) ? "p" : "q";
                                      }}});
        EXPECT_TRUE(names(warned(data, warnings::feature_gives_target), "'x'"));
    }
}

TEST(DoubtfulFeatures, AGoodFeatureIsNoLeak)
{
    // 95 % of the rows are right, in a column of two categories and in one of numbers.
    const auto y = [](std::size_t r) { return noise(r, 1) < 0.4 ? "p" : "q"; };
    const auto data =
        made(2000, {{"a", [&](std::size_t r) { return noise(r, 3) < 0.95 ? y(r) : "z"; }},
                    {"b", [&](std::size_t r) { return number(noise(r, 4) + (*y(r) == 'p' ? 0.95 : 0.0)); }},
                    {"y", y}});
    EXPECT_EQ(warned(data, warnings::feature_gives_target), "");
    for (const auto* file : {"data/iris.csv", "data/wine.csv", "data/glass.arff", "data/credit-g.arff",
                             "data/breast-cancer.arff", "data/diabetes.arff", "data/cpu.arff"}) {
        const auto real = Dataset::make(read_table(std::string(UNSEEN_SOURCE_DIR) + "/" + file));
        EXPECT_TRUE(doubtful_features(real).empty()) << file << doubtful_features(real).at(0).text;
        EXPECT_EQ(warned(real, warnings::looks_like_missing), "") << file;
        EXPECT_EQ(warned(real, warnings::looks_like_time), "") << file;
    }
}

TEST(DoubtfulFeatures, ARareClassIsSeenAmongManyRows)
{
    const auto rare = [](std::size_t r) {
        return r % 2000 == 13;
    }; // 20 of 40,000, fewer than the sample's share
    const auto data = made(40'000, {{"a", [&](std::size_t r) { return rare(r) ? "7"
                                                                      : r % 2 ? "1"
                                                                              : "2"; }},
                                    {"b", [&](std::size_t r) { return r % 3 ? "1" : "2"; }},
                                    {"y", [&](std::size_t r) { return rare(r) ? "fraud" : "fine"; }}});
    const auto text = warned(data, warnings::feature_gives_target);
    EXPECT_TRUE(names(text, "'a'") && !names(text, "'b'")) << text;
}

TEST(DoubtfulFeatures, ANumberThatDeterminesTheNumberGivesTheTarget)
{
    const auto x = [](std::size_t r) { return noise(r, 2); };
    const auto of = [&](const std::function<double(std::size_t)>& y) {
        return warned(made(300, {{"x", [&](std::size_t r) { return number(x(r)); }},
                                 {"two", [&](std::size_t r) { return r % 2 ? "1" : "0"; }},
                                 {"y", [&](std::size_t r) { return number(y(r)); }}}),
                      warnings::feature_gives_target);
    };
    EXPECT_TRUE(names(of([&](std::size_t r) { return 3.0 * x(r) + 1.0; }), "'x'"));
    EXPECT_TRUE(names(of([&](std::size_t r) { return 495.0 / (1.0 + 0.1 * x(r)) - 450.0; }), "'x'"));
    EXPECT_EQ(of([&](std::size_t r) { return x(r) + 0.2 * noise(r, 5); }), "");
    EXPECT_EQ(of([&](std::size_t r) { return static_cast<double>(r); }),
              ""); // a sorted target, and few values
}

namespace {

/// Patients with 1 to 5 visits, in any order; `id` gives the number that names the patient.
Dataset visits(const std::function<std::string(std::size_t)>& id, double alike,
               const Roles& roles = {.target = "y"}, const std::string& name = "code")
{
    std::vector<std::size_t> patient;
    for (std::size_t p = 0; patient.size() < 1100; ++p)
        for (std::size_t v = 0; v <= p * 7919 % 5; ++v) patient.push_back(p);
    std::shuffle(patient.begin(), patient.end(), std::mt19937(5));
    const auto level = [=](std::size_t r, unsigned column) { // of the patient, and of the visit
        return alike * noise(patient[r], column) + (1.0 - alike) * noise(r, column + 100);
    };
    return made(patient.size(),
                {{name, [&](std::size_t r) { return id(patient[r]); }},
                 {"a", [&](std::size_t r) { return number(level(r, 10)); }},
                 {"b", [&](std::size_t r) { return number(level(r, 11)); }},
                 {"y", [&](std::size_t r) { return level(r, 12) > 0.5 ? "p" : "q"; }}},
                roles);
}

} // namespace

TEST(DoubtfulFeatures, APatientsNumberLooksLikeGroups)
{
    const auto scattered = [](std::size_t p) { return std::to_string(p * 7919 % 10'007); };
    for (const auto& id : std::vector<std::function<std::string(std::size_t)>>{
             scattered, [](std::size_t p) { return std::to_string(p + 1); },
             [&](std::size_t p) { return "p" + scattered(p); }}) {
        const auto text = warned(visits(id, 0.7), warnings::looks_like_groups);
        EXPECT_TRUE(names(text, "'code'") && names(text, "`group=code`")) << text;
        EXPECT_EQ(warned(visits(id, 0.0), warnings::looks_like_groups), ""); // visits like any others
        EXPECT_EQ(warned(visits(id, 0.7, {.target = "y", .group = "code"}), warnings::looks_like_groups), "");
    }
}

TEST(DoubtfulFeatures, AColumnThatIsCalledAPatientLooksLikeGroups)
{
    const auto numbered = [](std::size_t p) { return std::to_string(p + 1); };
    for (const char* name : {"patient", "Patient ID", "Speaker Number", "userId", "SUBJECT_NO"})
        EXPECT_TRUE(names(warned(visits(numbered, 0.0, {.target = "y"}, name), warnings::looks_like_groups),
                          "`group=" + std::string(name) + "`"))
            << name;
    for (const char* name : {"patience", "users", "session length"})
        EXPECT_EQ(warned(visits(numbered, 0.0, {.target = "y"}, name), warnings::looks_like_groups), "")
            << name;
    const auto measured = [](std::size_t p) { return number(noise(p, 1)); };
    EXPECT_EQ(warned(visits(measured, 0.0, {.target = "y"}, "user"), warnings::looks_like_groups), "");
}

TEST(DoubtfulFeatures, AMeasurementIsNoGroup)
{
    // An age in years, on which the class and another feature depend, and its square.
    const auto age = [](std::size_t r) { return std::floor(20.0 + 200.0 * noise(r, 1)); };
    const auto data =
        made(1000, {{"age", [&](std::size_t r) { return number(age(r)); }},
                    {"square", [&](std::size_t r) { return number(age(r) * age(r)); }},
                    {"pressure", [&](std::size_t r) { return number(age(r) + 30.0 * noise(r, 2)); }},
                    {"y", [&](std::size_t r) { return age(r) + 50.0 * noise(r, 3) > 120.0 ? "p" : "q"; }}});
    EXPECT_EQ(warned(data, warnings::looks_like_groups), "");
}

TEST(DoubtfulFeatures, AMarkFarFromAllNumbersLooksMissing)
{
    const auto y = [](std::size_t r) { return r % 3 ? "p" : "q"; };
    const auto of = [&](const std::function<std::string(std::size_t)>& x) {
        return warned(made(100, {{"x", x}, {"y", y}}), warnings::looks_like_missing);
    };
    const auto usual = [](std::size_t r) { return number(std::floor(90.0 * noise(r, 1))); };
    EXPECT_TRUE(names(of([&](std::size_t r) { return r == 5 ? "-999" : usual(r); }), "-999"));
    EXPECT_TRUE(names(of([&](std::size_t r) { return r % 9 == 5 ? "9999" : usual(r); }), "9999"));
    EXPECT_EQ(of(usual), "");
    EXPECT_EQ(of([&](std::size_t r) { return r == 5 ? "9999" : usual(r); }), "");   // one large value
    EXPECT_EQ(of([&](std::size_t r) { return std::to_string(r * 20 - 999); }), ""); // one of many
}

TEST(DoubtfulFeatures, DatesAndRisingTimesLookLikeTime)
{
    const auto y = [](std::size_t r) { return r % 3 ? "p" : "q"; };
    const auto of = [&](const std::string& name, const std::function<std::string(std::size_t)>& x) {
        return warned(made(40, {{name, x}, {"y", y}}), warnings::looks_like_time);
    };
    const auto date = [](std::size_t r) { return "2024-05-" + std::to_string(10 + r * 7 % 20); };
    EXPECT_TRUE(names(of("visit", date), "`time=visit`"));
    EXPECT_TRUE(names(of("Time", [](std::size_t r) { return std::to_string(r * r); }), "`time=Time`"));
    EXPECT_EQ(of("Time", [](std::size_t r) { return std::to_string(r * 7 % 40); }), ""); // a duration
    EXPECT_EQ(of("x", [](std::size_t r) { return std::to_string(r * r); }), "");
}

TEST(DoubtfulFeatures, ConstantOnesAreNamed)
{
    const auto data = made(5, {{"a", [](std::size_t) { return "1"; }},
                               {"b", [](std::size_t) { return ""; }},
                               {"c", [](std::size_t r) { return r == 4 ? "" : "x"; }},
                               {"y", [](std::size_t r) { return r % 2 ? "p" : "q"; }}});
    EXPECT_TRUE(names(warned(data, warnings::constant_features), "'a', 'b' have one value"));
}
