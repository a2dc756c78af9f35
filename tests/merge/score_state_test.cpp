// States of scored rows: bytes and figures do not depend on the parts into which a file is cut, nor on the
// order of merging.
#include "unseen/merge/score_state.hpp"

#include "support/messages.hpp"
#include "support/temporary_folder.hpp"
#include "unseen/base/error.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/score.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace unseen;
using unseen::test::message_of;
using unseen::test::TemporaryFolder;

namespace {

/// A file of predictions: its header and rows, and how it is to be read.
struct Example {
    std::string name;
    std::string header;
    std::vector<std::string> rows;
    ScoreRoles roles{};
};

Table table_of(const Example& example, std::span<const std::string> rows, const std::string& source)
{
    std::string text = example.header + '\n';
    for (const auto& row : rows) text += row + '\n';
    return parse_table(text, source);
}

ScoreState state_of(const Example& example, std::span<const std::string> rows,
                    const std::string& source = "t.csv")
{
    const Table table = table_of(example, rows, source);
    return ScoreState::exact({&table, 1}, example.roles);
}

ScoreOptions few_samples()
{
    ScoreOptions options;
    options.samples = 200;
    return options;
}

std::vector<Example> examples()
{
    std::mt19937_64 random(1);
    const auto digit = [&](unsigned n) { return std::to_string(random() % n); };
    std::vector<Example> all = {
        {"two classes, scores with ties", "y,score,split", {}},
        {"labels and a cut", "truth,pred,s", {}, {.score = "s", .positive = "no"}},
        {"weights and groups", "y,p,w,g", {}, {.weight = "w", .by = "g"}},
        {"three classes", "truth,a,b,c", {}, {.scores = {"a", "b", "c"}}},
        {"numbers", "obs,pred", {}, {.task = "regression"}},
        {"folds", "y,p,fold", {}, {.split = "fold"}},
        {"truth missing", "y,score", {}},
    };
    for (int i = 0; i < 120; ++i) {
        const auto y = digit(2);
        all[0].rows.push_back(y + ",0." + digit(20) + ',' + digit(3));
        all[1].rows.push_back((random() % 3 != 0 ? "yes," : "no,") +
                              std::string(random() % 2 != 0 ? "yes" : "no") + ",-" + digit(50));
        all[2].rows.push_back(y + ",0." + digit(9) + ',' + digit(4) + '.' + digit(9) + "1," +
                              (random() % 2 != 0 ? "u" : "v"));
        const auto third = random() % 3;
        all[3].rows.push_back(std::string(1, static_cast<char>('a' + random() % 3)) +
                              (third == 0   ? ",0.5,0.25,0.25"
                               : third == 1 ? ",0,1,0"
                                            : ",0.125,0.125,0.75"));
        all[4].rows.push_back('-' + digit(1000) + "." + digit(99) + ',' + digit(1000) + "e-1");
        all[5].rows.push_back(y + ",0." + digit(90) + ',' + digit(4));
        all[6].rows.push_back((random() % 9 == 0 ? std::string("?") : y) + ",0." + digit(9));
    }
    return all;
}

} // namespace

TEST(ScoreState, PartsMergedInAnyOrderGiveTheBytesAndFiguresOfTheWhole)
{
    std::mt19937_64 random(2);
    for (const auto& example : examples()) {
        const Table whole = table_of(example, example.rows, "t.csv");
        auto whole_report = score(make_scored_rows({&whole, 1}, example.roles), few_samples());
        whole_report.digest.reset(); // a state does not keep the order of the rows
        const auto expected = answer_of(whole_report, "").json.print();
        const auto bytes = ScoreState::exact({&whole, 1}, example.roles).bytes();
        for (int trial = 0; trial < 5; ++trial) {
            auto rows = example.rows;
            std::shuffle(rows.begin(), rows.end(), random);
            std::vector<ScoreState> parts;
            for (std::size_t begin = 0; begin < rows.size();) {
                const auto n = std::min<std::size_t>(30 + random() % 40, rows.size() - begin);
                parts.push_back(
                    ScoreState::parse(state_of(example, std::span(rows).subspan(begin, n)).bytes(), "part"));
                begin += n;
            }
            while (parts.size() > 1) { // as a tree of any shape
                const auto a = random() % (parts.size() - 1);
                parts[a].merge(parts.back());
                parts.pop_back();
            }
            ASSERT_EQ(parts.front().bytes(), bytes) << example.name;
            ASSERT_EQ(answer_of(parts.front().report(few_samples()), "").json.print(), expected)
                << example.name;
        }
    }
}

TEST(ScoreState, APartWithOneClassOrWithOtherTypesOfCellsIsAPartLikeOthers)
{
    const Example one{"", "y,score", {"1,0.5", "0,0.25", "1,0.75", "0,0.125"}};
    auto parts = state_of(one, std::span(one.rows).subspan(0, 1));
    parts.merge(state_of(one, std::span(one.rows).subspan(1, 3)));
    EXPECT_EQ(parts.bytes(), state_of(one, one.rows).bytes());
    // The labels 1 and 2 are numbers where no x is among them.
    const Example mixed{"", "truth,pred", {"1,1", "2,2", "x,2", "1,x", "2,1"}, {.task = "multiclass"}};
    auto all = state_of(mixed, std::span(mixed.rows).subspan(0, 2));
    all.merge(state_of(mixed, std::span(mixed.rows).subspan(2)));
    EXPECT_EQ(all.bytes(), state_of(mixed, mixed.rows).bytes());
    EXPECT_EQ(all.report({}).classes.names(), (std::vector<std::string>{"1", "2", "x"}));
}

TEST(FixedState, PartsMergedInAnyOrderGiveTheBytesAndFiguresOfTheWhole)
{
    const TemporaryFolder folder;
    std::mt19937_64 random(3);
    auto all = examples();
    std::erase_if(all, [](const Example& e) { return !e.roles.weight.empty() || !e.roles.split.empty(); });
    ASSERT_EQ(all.size(), 5U);
    for (const auto& example : all) {
        const auto state = [&](std::span<const std::string> rows) {
            std::string text = example.header + '\n';
            for (const auto& row : rows) text += row + '\n';
            const auto path = folder.write("t.csv", text);
            return ScoreState::of_fixed_size({&path, 1}, {}, example.roles, 1024);
        };
        const auto whole = state(example.rows);
        const Table table = table_of(example, example.rows, "t.csv");
        const auto exact = score(make_scored_rows({&table, 1}, example.roles), few_samples());
        const auto by_method = [&](const std::string& method) {
            auto options = few_samples();
            options.interval = method;
            return score(make_scored_rows({&table, 1}, example.roles), options);
        };
        for (int trial = 0; trial < 3; ++trial) {
            auto rows = example.rows;
            std::shuffle(rows.begin(), rows.end(), random);
            auto parts = state(std::span(rows).first(50));
            auto more = state(std::span(rows).subspan(50, 30));
            more.merge(ScoreState::parse(state(std::span(rows).subspan(80)).bytes(), "part"));
            parts.merge(more);
            ASSERT_EQ(parts.bytes(), whole.bytes()) << example.name;
        }
        const auto report = whole.report(few_samples());
        EXPECT_EQ(report.rows, exact.rows);
        ASSERT_EQ(report.measures.size(), exact.measures.size()) << example.name;
        for (std::size_t m = 0; m < report.measures.size(); ++m) {
            const auto& figure = report.measures[m];
            const auto& known = exact.measures[m];
            ASSERT_EQ(figure.name, known.name);
            if (!figure.value) {
                EXPECT_TRUE(figure.value.lacks(reasons::needs_exact_state) || figure.value == known.value)
                    << example.name << ' ' << figure.name << ' ' << figure.value.reason().name;
                continue;
            }
            const double value = known.value.number();
            if (figure.limits) {
                EXPECT_LE(figure.limits->lower, value) << example.name << ' ' << figure.name;
                EXPECT_GE(figure.limits->upper, value) << example.name << ' ' << figure.name;
            } else if (figure.interval.lacks(reasons::score_cells)) { // every cell holds one value
                EXPECT_NEAR(figure.value.number(), value, 1e-12 * std::abs(value))
                    << example.name << ' ' << figure.name;
            } else {
                EXPECT_EQ(figure.value, known.value) << example.name << ' ' << figure.name;
                ASSERT_EQ(figure.interval.exists(), known.interval.exists()) << figure.name;
                if (!figure.interval) continue;
                // A state has no rows, which these intervals need: Student's t stands in for them.
                const bool stands_in =
                    known.interval->method == "hall_t" || known.interval->method == "end_dirichlet";
                const auto same = stands_in ? by_method(figure.interval->method).measures[m] : known;
                EXPECT_EQ(figure.interval->lower, same.interval->lower) << figure.name;
                EXPECT_EQ(figure.interval->upper, same.interval->upper) << figure.name;
                EXPECT_EQ(figure.interval->method, same.interval->method) << figure.name;
            }
        }
    }
}

TEST(FixedState, ScoresOutsideOfZeroToOneInOnePartUndoTheLabelsOfAll)
{
    const TemporaryFolder folder;
    const auto state = [&](const std::string& text) {
        const auto path = folder.write("t.csv", text);
        return ScoreState::of_fixed_size({&path, 1}, {}, {}, 1024);
    };
    auto inside = state("y,score\n1,0.5\n0,0.25\n");
    auto outside = state("y,score\n1,3\n0,-2\n");
    auto other_way = state("y,score\n1,3\n0,-2\n");
    other_way.merge(inside);
    inside.merge(outside);
    EXPECT_EQ(inside.bytes(), other_way.bytes());
    EXPECT_EQ(inside.bytes(), state("y,score\n0,0.25\n1,0.5\n1,3\n0,-2\n").bytes());
    for (const auto& figure : inside.report({}).measures) {
        if (figure.name == "error_rate") {
            EXPECT_EQ(figure.value.reason(), reasons::no_labels);
        } else if (figure.name == "log_loss") {
            EXPECT_EQ(figure.value.reason(), reasons::not_probabilities);
        } else if (figure.name == "roc_auc") {
            EXPECT_EQ(figure.value.number(), 1.0);
        }
    }
}

TEST(FixedState, RefusesWhatItCannotHold)
{
    const TemporaryFolder folder;
    const auto error = [&](const std::string& text, const ScoreRoles& roles, std::uint64_t cells = 1024) {
        const auto path = folder.write("t.csv", text);
        return message_of([&] { ScoreState::of_fixed_size({&path, 1}, {}, roles, cells); });
    };
    const std::string text = "y,score,w\n1,0.5,a\n0,0.25,b\n1,0.5,b\n";
    EXPECT_EQ(error("y,score,w\n1,0.5,1\n0,0.25,2\n", {.weight = "w"}),
              "`cells`: a state of fixed size cannot hold weights; make an exact state, without `cells`");
    EXPECT_EQ(error(text, {.by = "w"}),
              "`cells`: a state of fixed size cannot hold subgroups; make an exact state, without `cells`");
    EXPECT_EQ(error(text, {.group = "w"}),
              "`cells`: a state of fixed size cannot hold groups; make an exact state, without `cells`");
    EXPECT_EQ(error(text, {.split = "w"}),
              "`cells`: a state of fixed size cannot hold folds; make an exact state, without `cells`");
    EXPECT_EQ(error(text, {}, 1000),
              "`cells`: '1000' is not valid; expected a power of two from 1024 to 1048576");
    EXPECT_EQ(
        error("y,score\ncat,0.5\ncat,0.25\n", {}),
        folder.path("t.csv") +
            ": a state is a part of the rows, and neither class, '(other)', 'cat', has a usual name of a "
            "positive class; name it with `positive` (`task=multiclass` if there are more classes in "
            "other parts)");
    const auto path = folder.write("t.csv", text);
    auto fixed = ScoreState::of_fixed_size({&path, 1}, {}, {.score = "score"}, 1024);
    const auto merge = [&](const ScoreState& other) { return message_of([&] { fixed.merge(other); }); };
    EXPECT_NE(merge(ScoreState::of_fixed_size({&path, 1}, {}, {.score = "score"}, 2048))
                  .find("differs in its cells (`cells=2048`)"),
              std::string::npos);
    const Table table = read_table(path);
    EXPECT_NE(merge(ScoreState::exact({&table, 1}, {.score = "score"})).find("is exact, and "),
              std::string::npos);
    const auto bytes = fixed.bytes();
    for (std::size_t at = 19; at < bytes.size(); ++at) {
        auto damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        EXPECT_THROW(ScoreState::parse(damaged, "f"), InputError) << at;
        EXPECT_THROW(ScoreState::parse(std::string_view(bytes).substr(0, at), "f"), InputError) << at;
    }
}

TEST(ScoreState, MergingWithItselfDoublesTheRows)
{
    const auto example = examples().front();
    auto state = state_of(example, example.rows);
    state.merge(state_of(example, example.rows));
    EXPECT_EQ(state.report({}).rows, 2 * example.rows.size());
}

TEST(ScoreState, EveryOtherFileIsRefused)
{
    const auto bytes = state_of(examples().front(), examples().front().rows).bytes();
    for (const auto* text : {"", "y,score\n1,0.5\n", "unseen score stat"})
        EXPECT_EQ(message_of([&] { ScoreState::parse(text, "f"); }),
                  "f: is not a state; expected a file that `unseen score FILE... --state` wrote");
    for (std::size_t n = 19; n < bytes.size(); n += 7)
        EXPECT_THROW(ScoreState::parse(std::string_view(bytes).substr(0, n), "f"), InputError) << n;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        auto damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 16);
        EXPECT_THROW(ScoreState::parse(damaged, "f"), InputError) << at;
    }
    EXPECT_THROW(ScoreState::parse(bytes + 'x', "f"), InputError);
    auto later = bytes;
    later[19] = 2;
    EXPECT_EQ(message_of([&] { ScoreState::parse(later, "f"); }),
              "f: is a state of form 2; this version of unseen reads form 1");
}

TEST(ScoreState, StatesOfAnotherKindAreNotMerged)
{
    const Example example{"", "y,score,w", {"1,0.5,1", "0,0.25,2"}};
    const auto told = [&](const Example& other) {
        auto state = state_of(example, example.rows, "a.csv");
        return message_of([&] { state.merge(state_of(other, other.rows, "b.csv")); });
    };
    EXPECT_EQ(told({"", "y,p,w", {"1,0.5,1", "0,0.25,2"}}),
              "b.csv: holds the columns y, p, w; expected those of a.csv: y, score, w");
    EXPECT_EQ(told({"", "y,score,w", example.rows, {.positive = "0"}}),
              "b.csv: was made with `positive` '0', and a.csv without `positive`; only states made in the "
              "same way can be merged");
    EXPECT_EQ(told({"", "y,score,w", {"no,0.5,1", "yes,0.25,2"}}).substr(0, 60),
              "b.csv: has the classes no, yes; expected those of a.csv: 0, ");
    const Example numbers{"", "obs,pred", {"1.5,2", "7,8"}};
    auto state = state_of(numbers, numbers.rows, "a.csv");
    const Example classes{"", "obs,pred", {"1,0", "0,0"}};
    EXPECT_EQ(message_of([&] { state.merge(state_of(classes, classes.rows, "b.csv")); }),
              "b.csv: is about classes, and a.csv about numbers; `task` settles it when the states are made");
}
