// Disagreement and votes counted by hand.
#include "unseen/bound/disagreement.hpp"

#include "support/messages.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

namespace {

using namespace unseen;
using namespace unseen::bound;

using Labels = std::vector<std::uint32_t>;

const std::vector<Labels> members = {{0, 1, 2, 1, 0}, {0, 1, 0, 1, 2}, {1, 1, 1, 0, 2}};
const Labels reference = {0, 1, 1, 1, 1};

TEST(CountDisagreement, OfEachMemberAndOnAverage)
{
    const auto each = count_disagreement(members, reference, DisagreementForm::per_member, 1);
    EXPECT_EQ(each.counts, (std::vector<std::uint64_t>{2, 2, 3}));
    EXPECT_EQ(each.rows, 5u);
    const auto mean = count_disagreement(members, reference, DisagreementForm::expected_kl, 1);
    EXPECT_TRUE(mean.counts.empty());
    EXPECT_EQ(mean.differing, (std::vector<std::uint64_t>{1, 2, 1, 1}));
    EXPECT_DOUBLE_EQ(mean.mean, 7.0 / 15.0);
    EXPECT_EQ(count_disagreement(members, reference, DisagreementForm::expected_bentkus, 1).mean, mean.mean);
}

TEST(CountDisagreement, DrawsAMemberForEachRowFromAStreamOfItsOwn)
{
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        std::uint64_t differ = 0;
        for (std::size_t j = 0; j < reference.size(); ++j)
            differ += members[Stream(seed, Purpose::disagreement, j).below(3)][j] != reference[j] ? 1 : 0;
        const auto drawn = count_disagreement(members, reference, DisagreementForm::sampled, seed);
        EXPECT_EQ(drawn.counts, std::vector<std::uint64_t>{differ});
        EXPECT_EQ(drawn.rows, 5u);
    }
}

TEST(CountDisagreement, OfNoRowsIsNone)
{
    const std::vector<Labels> silent(3);
    EXPECT_EQ(count_disagreement(silent, {}, DisagreementForm::sampled, 1).counts,
              std::vector<std::uint64_t>{0});
    EXPECT_EQ(count_disagreement(silent, {}, DisagreementForm::expected_kl, 1).mean, 0.0);
}

TEST(CountDisagreement, RefusesListsThatDoNotFit)
{
    EXPECT_EQ(test::message_of([] { count_disagreement({}, reference, DisagreementForm::sampled, 1); }),
              "no members; expected the labels of at least one");
    EXPECT_EQ(test::message_of([] {
                  count_disagreement(members, Labels{0, 1}, DisagreementForm::sampled, 1);
              }),
              "a member has 5 labels; expected 2");
}

TEST(PluralityVote, GivesTiesToTheLowestLabel)
{
    EXPECT_EQ(plurality_vote(members), (Labels{0, 1, 0, 1, 2}));
    EXPECT_EQ(plurality_vote(std::vector<Labels>{{2}, {1}}), (Labels{1}));
}

} // namespace
