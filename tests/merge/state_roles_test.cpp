// The roles of a state: their bytes, written out by hand, and flags that are never written.
#include "merge/state_roles.hpp"

#include "unseen/base/error.hpp"

#include <gtest/gtest.h>

namespace {

using namespace unseen;

/// Eleven texts and two lists, all empty, then the flags and a missing threshold.
std::string bytes_with(int flags) { return std::string(13, '\0') + static_cast<char>(flags) + '\0'; }

ScoreRoles read(const std::string& bytes)
{
    ByteReader in(bytes, "s.state");
    return read_roles(in);
}

TEST(StateRoles, HaveABitForEachFlagAndChoice)
{
    ByteWriter out;
    ScoreRoles roles;
    roles.link = "sigmoid";
    roles.drop_missing = roles.out_of_fold = true;
    write_roles(out, roles);
    EXPECT_EQ(out.bytes(), bytes_with(1 | 2 | 8));
    EXPECT_EQ(read(bytes_with(4)).link, "softmax");
    EXPECT_EQ(read(bytes_with(8)).link, "sigmoid");
    EXPECT_TRUE(read(bytes_with(1)).out_of_fold);
    EXPECT_TRUE(read(bytes_with(2)).drop_missing);
}

TEST(StateRoles, RefuseFlagsThatNothingWrites)
{
    for (const int flags : {4 | 8, 32, 128}) EXPECT_THROW(read(bytes_with(flags)), InputError) << flags;
}

TEST(StateRoles, AreThoseThatWereWritten)
{
    const ScoreRoles roles{.truth = "y",
                           .scores = {"a=p", "b=q"},
                           .group = "c",
                           .train_rows = 70,
                           .order = {"a", "b"},
                           .threshold = 0.25};
    ByteWriter out;
    write_roles(out, roles);
    const auto found = read(out.bytes());
    EXPECT_EQ(found.truth, "y");
    EXPECT_EQ(found.scores, roles.scores);
    EXPECT_EQ(found.group, "c");
    EXPECT_EQ(found.train_rows, 70);
    EXPECT_EQ(found.order, roles.order);
    EXPECT_EQ(found.threshold, 0.25);
}

} // namespace
