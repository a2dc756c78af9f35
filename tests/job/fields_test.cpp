// The tables of fields of all structs of options.
#include "unseen/compare/compare_fields.hpp"
#include "unseen/data/role_fields.hpp"
#include "unseen/job/job_fields.hpp"
#include "unseen/read/read_fields.hpp"
#include "unseen/roles/score_fields.hpp"
#include "unseen/score/scoring_fields.hpp"
#include "unseen/study/study_fields.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace unseen {
namespace {

template <class Options>
class Fields : public testing::Test {
};
using AllOptions =
    testing::Types<Roles, ReadOptions, ScoreRoles, ScoreOptions, RunOptions, EstimateOptions, EstimateJob,
                   TuneOptions, TuningGrid, LearningCurveJob, NoiseCurveJob, StudyOptions,
                   compare::ModelsOptions, compare::ResultsOptions, compare::SplitDesign>;
TYPED_TEST_SUITE(Fields, AllOptions);

TYPED_TEST(Fields, HaveNamesOfTheirOwnAndAreExplained)
{
    TypeParam options{};
    std::set<std::string> names;
    for (const auto& field : fields_of(options)) {
        EXPECT_TRUE(names.insert(std::string(field.info->name)).second) << field.info->name;
        EXPECT_FALSE(field.info->help.empty()) << field.info->name;
        EXPECT_EQ(field.form() == FieldForm::spec, field.info->family != nullptr) << field.info->name;
        for (const auto& choice : field.info->values())
            EXPECT_EQ(set_text(field.value, choice, field.info->range), "") << field.info->name;
    }
    EXPECT_TRUE(given_fields(TypeParam{}).empty());
}

TEST(Field, TakesNumbersInItsRangeAlone)
{
    LearningCurveJob job{.points = {.data = {}, .learners = {}}};
    const auto sizes = fields_of(job)[1];
    EXPECT_EQ(set_text(sizes.value, "20", sizes.info->range), "");
    EXPECT_EQ(set_text(sizes.value, "0", sizes.info->range), "a whole number from 1 to 4000000000");
    EXPECT_EQ(set_text(sizes.value, "x", sizes.info->range), "a whole number from 1 to 4000000000");
    EXPECT_EQ(job.sizes, (std::vector<std::uint64_t>{20}));
}

TEST(Field, TakesSpecsLevelsAndProbabilities)
{
    EstimateOptions options;
    const std::map<std::string_view, std::string> texts{{"measures", "mae"}, {"level", "0.9"}};
    for (const auto& [info, value] : fields_of(options)) {
        const auto text = texts.find(info->name);
        EXPECT_EQ(text == texts.end() ? "" : set_text(value, text->second), "");
        EXPECT_EQ(info->name == "delta" ? set_text(value, "high") : "a number", "a number");
    }
    EXPECT_EQ(options.measures.front().name(), "mae");
    EXPECT_EQ(options.level, Level(0.9));
    EXPECT_FALSE(options.delta);
    EXPECT_EQ(given_fields(options).size(), 2u);
}

} // namespace
} // namespace unseen
