// Looks at any time: what a state counts, refuses, keeps and says.
#include "support/messages.hpp"
#include "unseen/merge/any_time_state.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace unseen {
namespace {

/// Rows `from` to `to` of a file; every tenth is wrong.
ScoredRows rows_of(int from, int to, const ScoreRoles& roles, int every = 10)
{
    std::string text = "row,y,predicted\n";
    for (int i = from; i < to; ++i)
        text += std::to_string(i) + ',' + (i % 2 == 0 ? "yes" : "no") + ',' +
                ((i % 2 == 0) != (i % every == 0) ? "yes\n" : "no\n");
    const std::vector<Table> files{parse_table(text, "rows.csv")};
    return make_scored_rows(files, roles);
}

const ScoreRoles by_order{.truth = "y", .predicted = "predicted"};
const ScoreRoles by_id{.truth = "y", .predicted = "predicted", .id = "row"};
const ScoreOptions options{.requirements = {"accuracy >= 0.8"}};

FollowedRows run_of(int from, int to, const ScoreRoles& roles, int every = 10)
{
    return followed(rows_of(from, to, roles, every), roles, options);
}

AnyTimeState counting(const FollowedRows& rows)
{
    AnyTimeState state(rows);
    state.count(rows);
    return state;
}

std::string refusal(AnyTimeState& state, const FollowedRows& rows)
{
    return test::message_of([&] { state.count(rows); });
}

TEST(AnyTimeState, CountsNewRowsOnly)
{
    auto state = counting(run_of(0, 50, by_order));
    auto report = state.look(options);
    EXPECT_EQ(report.any_time->new_rows, 50U);
    state.count(run_of(0, 50, by_order)); // the same file again
    report = state.look(options);
    EXPECT_EQ(report.rows, 50U);
    EXPECT_EQ(report.any_time->new_rows, 0U);
    EXPECT_EQ(report.any_time->looks, 1U);
    state.count(run_of(0, 400, by_order));
    report = state.look(options);
    EXPECT_EQ(report.rows, 400U);
    EXPECT_EQ(report.any_time->looks, 2U);
    EXPECT_EQ(report.measures.front().value.number(), 0.9);
    EXPECT_EQ(report.measures.front().interval->method, "ladder");
    EXPECT_EQ(report.requirements.front().state, VerdictState::shown);
    EXPECT_GT(*report.requirements.front().log_e, std::log(20.0));
}

TEST(AnyTimeState, LooksAreWhatCountsAre)
{
    // 45 of 50, then 360 of 400: the figure and the present limits are those of one look at all rows.
    auto twice = counting(run_of(0, 50, by_order));
    twice.look(options);
    twice.count(run_of(0, 400, by_order));
    auto once = counting(run_of(0, 400, by_order));
    const auto a = twice.look(options);
    const auto b = once.look(options);
    EXPECT_EQ(a.any_time->now, b.any_time->now);
    EXPECT_GE(a.measures.front().interval->lower, b.measures.front().interval->lower);
    EXPECT_LE(a.measures.front().interval->upper, b.measures.front().interval->upper);
}

TEST(AnyTimeState, RefusesRowsThatChanged)
{
    auto state = counting(run_of(0, 50, by_order));
    const auto before = state.bytes();
    EXPECT_NE(refusal(state, run_of(0, 40, by_order))
                  .find("50 rows were counted, and the 40 rows of this run do not begin"),
              std::string::npos);
    EXPECT_NE(refusal(state, run_of(0, 60, by_order, 7)).find("do not begin with them"), std::string::npos);
    EXPECT_NE(refusal(state, run_of(51, 111, by_order)).find("do not begin with them"), std::string::npos);
    EXPECT_NE(refusal(state, run_of(50, 100, by_id)).find("without `id`"), std::string::npos);
    auto brier = options;
    brier.level = Level(0.9);
    EXPECT_NE(refusal(state, followed(rows_of(0, 60, by_order), by_order, brier)).find("`level` '0.95'"),
              std::string::npos);
    EXPECT_EQ(state.bytes(), before);
}

TEST(AnyTimeState, KnowsRowsByTheirIds)
{
    auto state = counting(run_of(0, 50, by_id));
    state.count(run_of(50, 80, by_id));
    EXPECT_EQ(state.look(options).rows, 80U);
    const auto before = state.bytes();
    EXPECT_NE(refusal(state, run_of(79, 90, by_id)).find("the id of row 1 of this run was counted before"),
              std::string::npos);
    EXPECT_NE(refusal(state, run_of(79, 90, by_id, 3)).find("was counted before"),
              std::string::npos); // other values
    auto twice = run_of(90, 92, by_id);
    twice.ids[1] = twice.ids[0];
    EXPECT_NE(refusal(state, twice).find("is in it twice"), std::string::npos);
    EXPECT_EQ(state.bytes(), before);
}

TEST(AnyTimeState, StatesOfDisjointIdsAdd)
{
    const auto one = counting(run_of(0, 50, by_id));
    const auto other = counting(run_of(50, 120, by_id));
    auto first = one.without_rows();
    first.merge(one);
    first.merge(other);
    auto second = one.without_rows();
    second.merge(other);
    second.merge(one);
    EXPECT_EQ(first.bytes(), second.bytes());
    auto together = counting(run_of(0, 120, by_id));
    EXPECT_EQ(first.look(options).any_time->now, together.look(options).any_time->now);
    EXPECT_EQ(first.bytes(), together.bytes());
    EXPECT_NE(test::message_of([&] { first.merge(other); }).find("70 rows of it are in"), std::string::npos);
    const auto ordered = counting(run_of(0, 50, by_order));
    auto empty = ordered.without_rows();
    EXPECT_NE(test::message_of([&] { empty.merge(ordered); }).find("only if rows have an `id`"),
              std::string::npos);
}

TEST(AnyTimeState, MergedLooksAreNotLooksAtTheWhole)
{
    auto part = counting(run_of(0, 400, by_id));
    part.look(options); // shown there
    auto whole = part.without_rows();
    whole.merge(part);
    EXPECT_EQ(whole.look(options).any_time->looks, 1U);
}

TEST(AnyTimeState, IsWrittenAndReadBack)
{
    for (const auto& roles : {by_order, by_id}) {
        auto state = counting(run_of(0, 77, roles));
        state.look(options);
        const auto bytes = state.bytes();
        auto read = AnyTimeState::parse(bytes, "file");
        EXPECT_EQ(read.bytes(), bytes);
        const auto more = roles.id.empty() ? run_of(0, 90, roles) : run_of(77, 90, roles);
        state.count(more);
        read.count(more);
        state.look(options);
        read.look(options);
        EXPECT_EQ(read.bytes(), state.bytes());
        for (const std::size_t n : {std::size_t{0}, std::size_t{5}, bytes.size() / 2, bytes.size() - 1})
            EXPECT_NE(
                test::message_of([&] { AnyTimeState::parse(bytes.substr(0, n), "file"); }).find("file: is"),
                std::string::npos)
                << n;
        auto damaged = bytes;
        damaged[damaged.size() / 2] ^= 1;
        EXPECT_NE(test::message_of([&] { AnyTimeState::parse(damaged, "file"); }).find("damaged"),
                  std::string::npos);
    }
}

TEST(AnyTimeState, WarnsOfAFigureThatChanged)
{
    std::string text = "y,predicted\n";
    for (int i = 0; i < 400; ++i) text += "yes,yes\nno,no\n";
    const std::vector<Table> good{parse_table(text, "rows.csv")};
    for (int i = 0; i < 4000; ++i) text += "yes,no\nno,yes\n";
    const std::vector<Table> bad{parse_table(text, "rows.csv")};
    auto state = counting(followed(make_scored_rows(good, by_order), by_order, options));
    EXPECT_EQ(state.look(options).requirements.front().state, VerdictState::shown);
    state.count(followed(make_scored_rows(bad, by_order), by_order, options));
    const auto report = state.look(options);
    EXPECT_TRUE(report.any_time->changed);
    EXPECT_TRUE(report.warnings.front().is(warnings::changed_over_time));
    EXPECT_EQ(report.requirements.front().state, VerdictState::undecided);
    EXPECT_TRUE(report.requirements.front().limit.lacks(reasons::changed_over_time));
    EXPECT_EQ(report.measures.front().interval->lower, report.any_time->now.lower);
}

TEST(AnyTimeState, RefusesWhatHasNoLimitsAtAnyTime)
{
    const auto rows = rows_of(0, 40, by_order);
    const auto message = [&](const ScoreOptions& asked) {
        return test::message_of([&] { followed(rows, by_order, asked); });
    };
    EXPECT_NE(message({.measures = {Spec("f1")}}).find("'f1' is no mean over rows"), std::string::npos);
    EXPECT_NE(message({.measures = {Spec("roc_auc")}}).find("`looks`"), std::string::npos);
    EXPECT_NE(message({.requirements = {"accuracy >= 0.9", "f1 >= 0.5"}}).find("follows one measure"),
              std::string::npos);
    const auto grouped = [&](const ScoreRoles& roles) {
        return test::message_of([&] { followed(rows_of(0, 40, roles), roles, options); });
    };
    auto roles = by_order;
    roles.group = "row"; // one row each in this run, but not in all together
    EXPECT_NE(grouped(roles).find("these are in groups"), std::string::npos);
    roles.group = "";
    roles.out_of_fold = true;
    EXPECT_NE(grouped(roles).find("predicted out of fold"), std::string::npos);
    const std::vector<Table> judged{parse_table("j,h\n1,1\n0,0\n1,\n0,\n", "j.csv")};
    const ScoreRoles judge{.value = "h", .range = {0.0, 1.0}, .higher_is_better = true, .judged = "j"};
    EXPECT_NE(test::message_of([&] {
                  followed(make_scored_rows(judged, judge), judge, {});
              }).find("`judged` exclude"),
              std::string::npos);
    const std::vector<Table> items{parse_table("v\n1\n2\n", "v.csv")};
    const ScoreRoles open{.value = "v", .range = {0.0, INFINITY}, .lower_is_better = true};
    EXPECT_NE(
        test::message_of([&] { followed(make_scored_rows(items, open), open, {}); }).find("no largest value"),
        std::string::npos);
    const std::vector<Table> numbers{parse_table("truth,predicted\n1.5,2.5\n3.25,1\n", "n.csv")};
    EXPECT_NE(
        test::message_of([&] { followed(make_scored_rows(numbers), {}, {}); }).find("no range of their own"),
        std::string::npos);
}

/// Two models: the figures of the oracle, and requirements in both directions.
TEST(AnyTimeState, FollowsTwoModels)
{
    std::string text = "y,one,two\n";
    for (int i = 0; i < 600; ++i)
        text += std::string("yes,") + (i < 6 ? "no," : "yes,") + (i >= 6 && i < 65 ? "no\n" : "yes\n");
    text.replace(text.rfind("yes,yes,yes"), 11, "no,no,no");
    const MatchRoles roles{.score = {.truth = "y"}};
    const std::vector<ModelColumn> columns{{"A", "one"}, {"B", "two"}};
    const auto matched = match_columns(parse_table(text, "p.csv"), columns, roles);
    const compare::ModelsOptions how{
        .requirements = {"A not worse than B by 0.02 in accuracy", "B not worse than A by 0.02 in accuracy"}};
    const auto run = followed(matched, roles.score, {}, how);
    auto state = counting(run);
    const auto answer = state.look(how);
    const auto& test = compare::primary(answer);
    EXPECT_NEAR(test.interval->lower, 0.047485484714841375, 1e-9);
    EXPECT_NEAR(test.interval->upper, 0.13643690500966876, 1e-9);
    EXPECT_NEAR(test.p_value.number(), 2.0 * std::exp(-19.520516693813192), 1e-15);
    EXPECT_EQ(answer.requirements[0].state, VerdictState::shown);
    EXPECT_NEAR(*answer.requirements[0].log_e, 26.80661593018024, 1e-8);
    EXPECT_NEAR(answer.requirements[0].limit.number(), 0.05036161198430733, 1e-9);
    EXPECT_EQ(answer.requirements[1].state, VerdictState::refuted);
    EXPECT_NEAR(answer.requirements[1].limit.number(), -0.05036161198430733, 1e-9);
    EXPECT_NEAR(*answer.requirements[1].log_e, -1.2382348120814874, 1e-8);
    EXPECT_NE(test::message_of([&] { state.look(ScoreOptions{}); }).find("follows two models"),
              std::string::npos);
    // By error rates all signs change, and nothing else.
    const std::vector<Spec> errors{Spec("error_rate")};
    auto other = counting(followed(matched, roles.score, errors, {}));
    const auto turned = other.look(compare::ModelsOptions{});
    EXPECT_NEAR(compare::primary(turned).interval->upper, -0.047485484714841375, 1e-9);
    EXPECT_EQ(compare::primary(turned).p_value, test.p_value);
    EXPECT_EQ(compare::primary(turned).p_value_one_sided, test.p_value_one_sided);
}

TEST(AnyTimeState, SaysNothingAboutNoRows)
{
    auto state = counting(run_of(0, 50, by_order)).without_rows();
    const auto report = state.look(options);
    EXPECT_FALSE(report.measures.front().value);
    EXPECT_EQ(report.requirements.front().state, VerdictState::undecided);
    EXPECT_FALSE(report.requirements.front().limit);
}

} // namespace
} // namespace unseen
