#include "unseen/base/labels.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

using Names = std::vector<std::string>;

TEST(Labels, RefuseALabelTwice)
{
    EXPECT_NE(test::message_of([] { Labels({"a", "b", "a"}); }).find("'a' occurs twice"), std::string::npos);
    EXPECT_NO_THROW(Labels({"a", "A", "", " "}));
}

TEST(Labels, CodeIsThePosition)
{
    const Labels labels({"no", "yes", ""});
    ASSERT_EQ(labels.size(), 3u);
    for (std::size_t c = 0; c < labels.size(); ++c) EXPECT_EQ(labels.code(labels.name(c)), c);
    EXPECT_FALSE(labels.code("Yes").has_value());
    EXPECT_THROW(labels.name(3), std::out_of_range);
}

TEST(Labels, AddAppendsWhatIsNew)
{
    Labels labels;
    EXPECT_EQ(labels.add("b"), 0u);
    EXPECT_EQ(labels.add("a"), 1u);
    EXPECT_EQ(labels.add("b"), 0u);
    EXPECT_EQ(labels.names(), (Names{"b", "a"}));
    EXPECT_EQ(labels, Labels({"b", "a"}));
    EXPECT_NE(labels, Labels({"a", "b"}));
}

TEST(Labels, CopiesAreDeep)
{
    Labels original({"a"});
    Labels copy = original;
    copy.add("b");
    EXPECT_FALSE(original.code("b").has_value());
    EXPECT_EQ(copy.code("a"), 0u);
}

TEST(SortedLabels, SortByValueIfAllAreNumbers)
{
    EXPECT_EQ(sorted_labels({"10", "9", "-1", "1e1.5"}),
              (Names{"-1", "10", "1e1.5", "9"})); // one is none: bytewise
    EXPECT_EQ(sorted_labels({"10", "9", "-1", "1.5"}), (Names{"-1", "1.5", "9", "10"}));
    EXPECT_EQ(sorted_labels({"inf", "1e300", "-inf"}), (Names{"-inf", "1e300", "inf"}));
}

TEST(SortedLabels, SortEqualNumbersBytewise)
{
    EXPECT_EQ(sorted_labels({"1.0", "2", "1"}), (Names{"1", "1.0", "2"}));
    EXPECT_EQ(sorted_labels({"1", "2", "1.0"}), (Names{"1", "1.0", "2"}));
    EXPECT_EQ(sorted_labels({"0", "-0"}), (Names{"-0", "0"}));
}

TEST(SortedLabels, SortBytewiseOtherwise)
{
    EXPECT_EQ(sorted_labels({"b", "a", "B", "\xc3\xa9", "10", "9"}),
              (Names{"10", "9", "B", "a", "b", "\xc3\xa9"}));
    EXPECT_EQ(sorted_labels({"nan", "1"}), (Names{"1", "nan"}));
    EXPECT_EQ(sorted_labels({}), Names{});
}

} // namespace
} // namespace unseen
