#include "unseen/base/positive_class.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace unseen {
namespace {

std::string positive_of(std::vector<std::string> names, std::vector<std::size_t> rows)
{
    const Labels classes(std::move(names));
    return classes.name(positive_class(classes, rows).code);
}

TEST(PositiveClass, HasAUsualNameInAnyCaseAndLanguage)
{
    for (const std::string name :
         {"1",    "true",  "TRUE",  "yes",     "Yes", "positive", "+1", "pos", "case", "event",
          "sick", "fraud", "churn", "default", "ja",  "JA",       "si", "sí",  "SÍ",   "oui",
          "tak",  "sim",   "kyllä", "KYLLÄ",   "да",  "Да",       "ДА", "是",  "2:yes"}) {
        const Labels classes({name, "~"});
        EXPECT_EQ(positive_class(classes, std::vector<std::size_t>{9, 1}),
                  (PositiveClass{0, PositiveBy::word}))
            << name;
        EXPECT_EQ(usual_positive(classes), 0u) << name;
    }
    EXPECT_FALSE(usual_positive(Labels({"yes", "true"})));
    EXPECT_FALSE(usual_positive(Labels({"no", "yesterday"})));
    EXPECT_FALSE(usual_positive(Labels()));
}

TEST(PositiveClass, IsTheRarerOneWithoutAUsualName)
{
    EXPECT_EQ(positive_of({"bad", "good"}, {300, 700}), "bad");
    EXPECT_EQ(positive_of({"bad", "good"}, {700, 300}), "good");
    EXPECT_EQ(positive_class(Labels({"a", "b"}), std::vector<std::size_t>{1, 2}).by, PositiveBy::rarer);
    EXPECT_EQ(positive_of({"yes", "true"}, {1, 2}), "yes"); // two usual names say nothing
}

TEST(PositiveClass, IsTheLastOfEquallyManyRowsAndWhereOneClassHasNone)
{
    for (const auto& rows : std::vector<std::vector<std::size_t>>{{5, 5}, {0, 7}, {7, 0}, {0, 0}}) {
        const auto found = positive_class(Labels({"a", "b"}), rows);
        EXPECT_EQ(found, (PositiveClass{1, PositiveBy::order}));
        EXPECT_TRUE(found.guessed());
    }
}

TEST(PositiveClass, OfKeysWithoutANameIsThatOfTheFirstVersion)
{
    EXPECT_EQ(unnamed_positive(Labels({"ja", "nein"})), 1u);
    EXPECT_EQ(unnamed_positive(Labels({"Yes", "no"})), 0u);
    EXPECT_EQ(unnamed_positive(Labels({"1", "true", "x"})), 2u);
    EXPECT_EQ(unnamed_positive(Labels()), 0u);
    EXPECT_EQ(positive_class(Labels({"event", "none", "other"}), std::vector<std::size_t>{1, 2, 3}).code, 2u);
}

} // namespace
} // namespace unseen
