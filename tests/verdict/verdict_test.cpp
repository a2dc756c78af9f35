// Verdicts: the leader, the state that follows from the relations, and the sentences.
#include "unseen/verdict/verdict.hpp"

#include <gtest/gtest.h>

namespace {

using namespace unseen;

Relation relation(const std::string& a, const std::string& b, VerdictState state, double p = 0.01)
{
    const auto p_value = state == VerdictState::none ? Value::none(reasons::not_tested) : Value(p);
    return {.a = a, .b = b, .state = state, .test = "sign", .difference = -0.1, .p_value = p_value};
}

Verdict among_three()
{
    Verdict verdict{.question = Question::which_is_better, .measure = "error_rate"};
    take_leaders(verdict, {"A", "B", "C"}, {0.3, 0.1, 0.2});
    return verdict;
}

std::string all(const Verdict& verdict)
{
    std::string text;
    for (const auto& sentence : verdict.sentences) text += sentence + '\n';
    return text;
}

TEST(Leaders, HaveTheBestValueInTheDirectionOfTheMeasure)
{
    EXPECT_EQ(among_three().leaders, std::vector<std::string>{"B"});
    EXPECT_EQ(among_three().among, 3U);
    Verdict higher{.direction = Direction::higher_is_better};
    take_leaders(higher, {"A", "B"}, {0.3, 0.1});
    EXPECT_EQ(higher.leaders, std::vector<std::string>{"A"});
}

TEST(Leaders, AreSeveralWhereTheyAreTied)
{
    Verdict verdict{.question = Question::which_is_better, .measure = "error_rate"};
    take_leaders(verdict, {"A", "B", "C"}, {0.1, 0.1, 0.2});
    settle(verdict);
    EXPECT_EQ(verdict.leaders, (std::vector<std::string>{"A", "B"}));
    EXPECT_EQ(verdict.sentences.front(), "A and B have the same lowest error_rate, 0.1000, of 3 learners.");
}

TEST(Leaders, AreNoneWhereNoValueExists)
{
    Verdict verdict{.question = Question::which_is_better};
    take_leaders(verdict, {"A", "B"}, {Value::none(reasons::no_rows), Value::none(reasons::one_class)});
    settle(verdict);
    EXPECT_TRUE(verdict.leaders.empty());
    EXPECT_EQ(verdict.state, VerdictState::none);
    EXPECT_EQ(verdict.reason(), &reasons::one_class);
    EXPECT_NE(all(verdict).find("[one_class]"), std::string::npos);
}

TEST(States, FollowFromTheLeadersRelations)
{
    using enum VerdictState;
    const auto state = [](VerdictState first, VerdictState second) {
        auto verdict = among_three();
        verdict.relations = {relation("B", "A", first), relation("C", "B", second)}; // the second is turned
        settle(verdict);
        return verdict.state;
    };
    EXPECT_EQ(state(shown, refuted), shown);
    EXPECT_EQ(state(shown, not_shown), not_shown);
    EXPECT_EQ(state(refuted, shown), refuted);
    EXPECT_EQ(state(shown, shown), undecided);
    EXPECT_EQ(state(undecided, refuted), undecided);
    EXPECT_EQ(state(none, none), none);
}

TEST(States, DoNotDependOnPairsWithoutTheLeader)
{
    auto verdict = among_three();
    verdict.relations = {relation("A", "C", VerdictState::not_shown), relation("B", "A", VerdictState::shown),
                         relation("B", "C", VerdictState::shown)};
    settle(verdict);
    EXPECT_EQ(verdict.state, VerdictState::shown);
    EXPECT_EQ(verdict.relations.back().b, "C");
    EXPECT_EQ(verdict.relations.front().a, "B");
}

TEST(Relations, TurnedTwiceAreTheSame)
{
    auto one = relation("A", "B", VerdictState::shown);
    one.interval = Interval{.lower = -0.2, .upper = 0.05};
    const auto other = turned(one);
    EXPECT_EQ(other.a, "B");
    EXPECT_EQ(other.state, VerdictState::refuted);
    EXPECT_EQ(other.difference.number(), 0.1);
    EXPECT_EQ(other.interval->lower, -0.05);
    EXPECT_EQ(other.interval->upper, 0.2);
    EXPECT_EQ(turned(other), one);
}

TEST(Sentences, SayWhatIsShownAndWhatIsNot)
{
    auto verdict = among_three();
    verdict.relations = {relation("B", "A", VerdictState::shown, 0.012),
                         relation("B", "C", VerdictState::not_shown, 0.2)};
    settle(verdict);
    EXPECT_EQ(all(verdict), "B has the lowest error_rate, 0.1000, of 3 learners.\n"
                            "It is shown to be better than A (sign, p = 0.012).\n"
                            "It is not shown to be better than C (sign, p = 0.2).\n");
}

TEST(Sentences, GiveTheLargestPValueOfWhatIsShownAndTheSmallestOfWhatIsNot)
{
    auto verdict = among_three();
    verdict.relations = {relation("B", "A", VerdictState::shown, 0.012),
                         relation("B", "C", VerdictState::shown, 0.03)};
    settle(verdict);
    EXPECT_EQ(verdict.sentences.at(1), "It is shown to be better than A and C (sign, p at most 0.03).");
    auto open = among_three();
    open.relations = {relation("B", "A", VerdictState::not_shown, 0.3),
                      relation("B", "C", VerdictState::not_shown, 1.0)};
    settle(open);
    EXPECT_EQ(open.sentences.at(1), "It is not shown to be better than A and C (sign, p at least 0.3).");
}

TEST(Sentences, NameTheReasonWhereNothingIsTested)
{
    auto verdict = among_three();
    verdict.relations = {{.a = "B", .b = "A"}, {.a = "B", .b = "C"}};
    settle(verdict);
    EXPECT_EQ(verdict.state, VerdictState::none);
    EXPECT_EQ(verdict.reason(), &reasons::not_tested);
    EXPECT_EQ(verdict.sentences.at(1).find("Nothing is shown about the difference from A and C: "), 0U);
}

TEST(Sentences, GiveTheFigureOfOneAlone)
{
    Verdict verdict{.leaders = {"tree"}, .measure = "error_rate", .value = 0.1};
    verdict.interval = Interval{.lower = 0.05, .upper = 0.2};
    settle(verdict);
    EXPECT_EQ(verdict.state, VerdictState::shown);
    EXPECT_EQ(all(verdict), "The error_rate of tree is 0.1000 (95 % interval 0.0500 .. 0.2000).\n");
}

TEST(Sentences, SayWhichSubgroupsAreWorseOrBetterThanTheOtherRows)
{
    Verdict verdict{.leaders = {"these predictions"}, .measure = "accuracy", .value = 0.9};
    const auto rest = "the other rows";
    verdict.gaps = {relation("south", rest, VerdictState::refuted, 0.02),
                    relation("north", rest, VerdictState::not_shown, 0.8),
                    relation("east", rest, VerdictState::refuted, 0.03),
                    relation("west", rest, VerdictState::shown, 0.01)};
    settle(verdict);
    EXPECT_EQ(all(verdict),
              "The accuracy of these predictions is 0.9000.\n"
              "The subgroups 'south' and 'east' are shown to be worse than the other rows (p at most "
              "0.03).\n"
              "The subgroup 'west' is shown to be better than the other rows (p = 0.01).\n");
    Verdict none{.leaders = {"these predictions"}, .measure = "accuracy", .value = 0.9};
    none.gaps = {relation("south", rest, VerdictState::not_shown, 0.2),
                 relation("north", rest, VerdictState::not_shown, 0.8)};
    settle(none);
    EXPECT_EQ(none.sentences.at(1), "No subgroup is shown to differ from the other rows (p at least 0.2).");
    none.gaps = {relation("south", rest, VerdictState::none)};
    none.sentences.clear();
    settle(none);
    EXPECT_EQ(none.sentences.size(), 1U);
}

TEST(Sentences, SayWhetherABaselineIsBeatenAndARequirementIsMet)
{
    Verdict verdict{.leaders = {"tree"}, .measure = "error_rate", .value = 0.1};
    verdict.baseline = Baseline{"saying 'no'", 0.3, relation("tree", "saying 'no'", VerdictState::shown)};
    verdict.requirements = {
        {.text = "error_rate < 0.2",
         .state = VerdictState::undecided,
         .measure = "error_rate",
         .value = 0.1,
         .limit = 0.21234,
         .lower = false,
         .units = "rows",
         .decides_half = 123.4,
         .decides_most = 281.99},
        {.text = "recall >= 0.5", .state = VerdictState::shown, .measure = "recall", .limit = 0.50019},
        {.text = "precision >= 0.5",
         .state = VerdictState::refuted,
         .measure = "precision",
         .limit = 0.40011,
         .lower = false}};
    settle(verdict);
    EXPECT_EQ(verdict.state, VerdictState::refuted);
    EXPECT_EQ(
        verdict.sentences.at(0),
        "Whether the requirement error_rate < 0.2 is met is not decided: error_rate is at most 0.2124 with "
        "95 % "
        "confidence, and the figure is 0.1. If that is the true figure, about 130 rows decide in half of "
        "cases, "
        "and about 290 in four of five; they have to be a new sample, because adding to these is a second "
        "look.");
    EXPECT_EQ(
        verdict.sentences.at(1),
        "The requirement recall >= 0.5 is shown to be met: recall is at least 0.5001 with 95 % confidence.");
    EXPECT_EQ(verdict.sentences.at(2),
              "The requirement precision >= 0.5 is shown not to be met: precision is at most "
              "0.4002 with 95 % confidence.");
    EXPECT_EQ(verdict.sentences.at(4), "tree is shown to be better than saying 'no', 0.3000 (p = 0.01).");
}

TEST(Numbers, HaveFourDecimalsUnlessTheyAreVerySmallOrLarge)
{
    EXPECT_EQ(four_decimals(0.03125), "0.0313");
    EXPECT_EQ(four_decimals(0.00002), "2.00e-05");
    EXPECT_EQ(four_decimals(-0.00005), "-0.0001");
    EXPECT_EQ(four_decimals(0.0), "0");
    EXPECT_EQ(four_decimals(2801100840438.659), "2.80e+12");
    EXPECT_EQ(four_decimals(0.0003), "0.0003");
    EXPECT_EQ(four_decimals(1.0), "1");
}

} // namespace
