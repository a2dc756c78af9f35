// Planning: METHODS I.7's worked numbers (enumerated, from R, or from other programs), and agreement of the
// plans with the tests.
#include "unseen/compare/plan.hpp"

#include "unseen/base/error.hpp"

#include "support/messages.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace {

using namespace unseen;
using namespace unseen::compare;

Value figure(const std::string& spec, const std::string& name, double level = 0.95)
{
    for (const auto& f : plan_test(Spec::parse(spec), Level(level)).figures)
        if (f.name == name) return f.value;
    ADD_FAILURE() << spec << ": no figure '" << name << "'";
    return 0.0;
}

double number(const std::string& spec, const std::string& name, double level = 0.95)
{
    return figure(spec, name, level).number();
}

TEST(PlanTest, OfTwoProportionsMatchesTheWorkedExamples)
{
    EXPECT_EQ(number("z_two_proportions:a=0.2,b=0.25", "rows_needed"), 1091.0);
    EXPECT_EQ(number("z_two_proportions:a=0.2,b=0.25", "rows_needed_pooled"), 1094.0); // R's power.prop.test
    EXPECT_NEAR(number("z_two_proportions:a=0.2,b=0.25,rows=1000", "power"), 0.7649297684982906, 1e-12);
    EXPECT_NEAR(number("z_two_proportions:a=0.2,b=0.3,rows=100", "power"), 0.37616778549372043, 1e-12);
    EXPECT_NEAR(number("z_two_proportions:a=0.2,b=0.3,rows=500", "smallest_difference"), 0.07511442316819619,
                1e-9);
}

TEST(PlanTest, OfMcNemarMatchesTheWorkedExamples)
{
    const std::string test = "mcnemar_exact:discordant=0.15,difference=0.05";
    EXPECT_EQ(number(test, "rows_needed"), 469.0);
    EXPECT_EQ(number(test, "rows_needed_exact"), 498.0);
    for (const auto& [rows, power, exact] : {std::tuple{200, 0.44616567090266546, 0.37332746070612166},
                                             std::tuple{469, 0.800363432288833, 0.7755796702918873},
                                             std::tuple{500, 0.8250049490826928, 0.80240990353957}}) {
        EXPECT_NEAR(number(test + ",rows=" + std::to_string(rows), "power"), power, 1e-12);
        EXPECT_NEAR(number(test + ",rows=" + std::to_string(rows), "power_exact"), exact, 1e-11);
    }
    EXPECT_NEAR(number("mcnemar_exact:discordant=0.15,rows=500", "smallest_difference"), 0.04841055404768231,
                1e-11);
}

TEST(PlanTest, OfTwoAreasMatchesTheWorkedExample)
{
    const std::string test = "delong:a=0.8,b=0.85,positives=100,negatives=300";
    EXPECT_NEAR(number(test, "standard_error"), 0.02696151049611807, 1e-14);
    EXPECT_NEAR(number(test, "power"), 0.45807028039579234, 1e-12);
    EXPECT_EQ(number(test, "positives_needed"), 228.0);
    EXPECT_EQ(number(test, "negatives_needed"), 684.0);
}

TEST(PlanTest, OfSplitsMatchesTheWorkedExamples)
{
    const std::string test = "corrected_t:sd=0.03,train_rows=90,test_rows=10,splits=";
    for (const auto& [splits, smallest] :
         {std::pair{10, 0.043414693257184424}, std::pair{30, 0.033050753570652625},
          std::pair{100, 0.029536946013989325}, std::pair{1000, 0.028168695841816}})
        EXPECT_NEAR(number(test + std::to_string(splits), "smallest_difference"), smallest, 1e-9);
    EXPECT_NEAR(number(test + "100", "smallest_difference_limit"), 0.028015852181129685, 1e-14);
    EXPECT_NEAR(number(test + "100,difference=0.02", "power"), 0.47497767931997537, 1e-10);
}

TEST(PlanTest, OfDataSetsMatchesTheWorkedExamples)
{
    EXPECT_EQ(number("wilcoxon:effect=0.5", "data_sets_needed"), 39.0);
    EXPECT_NEAR(number("friedman:learners=5,data_sets=20,effect=0.6", "power"), 0.3437305805885584, 1e-10);
    EXPECT_GT(number("wilcoxon:effect=0.5,data_sets=39", "power"), 0.8);
    EXPECT_LT(number("wilcoxon:effect=0.5,data_sets=38", "power"), 0.8);
}

TEST(PlanTest, OfABoundMatchesTheWorkedExamples)
{
    for (const auto& [spec, rows] : {std::pair{"rate=0.1,width=0.05,delta=0.05", 182.0},
                                     std::pair{"rate=0.1,width=0.02,delta=0.05", 822.0},
                                     std::pair{"rate=0.05,width=0.02,delta=0.01", 944.0},
                                     std::pair{"rate=0,width=0.01,delta=0.05", 299.0},
                                     std::pair{"rate=0.25,width=0.03,delta=0.05", 678.0}})
        EXPECT_EQ(number(std::string("exact_binomial:") + spec, "rows_needed"), rows) << spec;
    EXPECT_EQ(number("exact_binomial:rate=0.1,width=0.05,delta=0.05", "rows_needed_assured"), 304.0);
}

TEST(PlanTest, GrowsAsItShould)
{
    EXPECT_LT(number("mcnemar_exact:discordant=0.15,difference=0.05", "rows_needed_exact", 0.9), 498.0);
    EXPECT_GT(number("mcnemar_exact:discordant=0.15,difference=0.05,power=0.9", "rows_needed_exact"), 498.0);
    EXPECT_EQ(number("mcnemar_exact:discordant=0.15,difference=-0.05", "rows_needed_exact"), 498.0);
    EXPECT_EQ(number("z_two_proportions:a=0.25,b=0.2", "rows_needed"), 1091.0);
}

TEST(PlanTest, HasACurveOfThePowerThatReachesWhatIsWantedAtTheNeededSize)
{
    for (const std::string spec :
         {"z_two_proportions:a=0.2,b=0.25", "mcnemar_exact:discordant=0.15,difference=0.05",
          "delong:a=0.8,b=0.85,positives=100,negatives=200",
          "corrected_t:sd=0.05,splits=50,train_rows=90,test_rows=10", "wilcoxon:effect=0.5",
          "friedman:learners=5,effect=0.8"}) {
        const auto plan = plan_test(Spec::parse(spec), Level(0.95));
        const auto& curve = plan.curve;
        ASSERT_GT(curve.sizes.size(), 10u) << spec;
        EXPECT_EQ(curve.wanted, 0.8);
        EXPECT_TRUE(std::is_sorted(curve.sizes.begin(), curve.sizes.end()));
        const auto needed = std::find_if(plan.figures.begin(), plan.figures.end(), [](const Figure& f) {
            return f.name.ends_with("s_needed") || f.name == "smallest_difference" || f.name == "rows_needed";
        });
        const double size =
            spec.starts_with("delong") ? number(spec, "positives_needed") : needed->value.number();
        for (std::size_t i = 0; i < curve.sizes.size(); ++i)
            if (std::abs(curve.sizes[i] - size) > (size < 1.0 ? 1e-6 : 1.0)) {
                EXPECT_EQ(curve.power[i] >= 0.8, curve.sizes[i] >= size) << spec << ' ' << curve.sizes[i];
            }
    }
    // At a given size it is the figure `power`.
    for (const std::string spec :
         {"z_two_proportions:a=0.2,b=0.3", "mcnemar_exact:discordant=0.15,difference=0.05"}) {
        const auto curve = plan_test(Spec::parse(spec), Level(0.95)).curve;
        const auto rows = std::to_string(static_cast<int>(curve.sizes[20]));
        EXPECT_EQ(number(spec + ",rows=" + rows, "power"), curve.power[20]);
    }
    EXPECT_TRUE(
        plan_test(Spec::parse("mcnemar_exact:discordant=0.15,rows=500"), Level(0.95)).curve.sizes.empty());
    EXPECT_TRUE(
        plan_test(Spec::parse("exact_binomial:rate=0.1,width=0.05"), Level(0.95)).curve.sizes.empty());
}

TEST(PlanTest, SaysWhatThereIsNot)
{
    EXPECT_EQ(figure("z_two_proportions:a=0.2,b=0.2", "rows_needed"), Value::none(reasons::no_difference));
    EXPECT_EQ(figure("mcnemar_exact:discordant=0.001,rows=10", "smallest_difference"),
              Value::none(reasons::power_never_reached));
    EXPECT_EQ(figure("mcnemar_exact:discordant=0.5,difference=0.001", "rows_needed_exact"),
              Value::none(reasons::too_many_rows));
}

TEST(PlanTest, RefusesWhatIsMissingOrWrong)
{
    const auto message = [](const std::string& spec) {
        return test::message_of([&] { plan_test(Spec::parse(spec), Level(0.95)); });
    };
    EXPECT_EQ(message("z_two_proportions:a=0.2"), "plan of 'z_two_proportions' needs b=");
    EXPECT_NE(message("mcnemar").find("mcnemar_exact"), std::string::npos);
    EXPECT_NE(message("delong:a=0.8,b=0.9,positive=3").find("positives"), std::string::npos);
    EXPECT_NE(message("mcnemar_exact:discordant=0.1,difference=0.2").find("cannot exceed"),
              std::string::npos);
    EXPECT_EQ(message("wilcoxon"), "plan of 'wilcoxon' needs effect= or data_sets=");
}

} // namespace
