// Estimates as a table and as JSON: golden text of a small report with everything that a figure may lack.
#include "unseen/report/estimates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

namespace unseen {
namespace {

Estimate whole()
{
    Estimate e;
    e.asked.learner = "tree:criterion=gini";
    e.asked.estimator = "cv:folds=3,repeats=1,stratify=yes";
    e.asked.measure = "error_rate";
    e.value = Value(0.25);
    e.estimand = Estimand::procedure;
    e.training_rows = 66.66666666666667;
    e.spread.standard_deviation = Value(0.05);
    e.cost.fits = 3;
    e.interval = Interval{.lower = 0.125,
                          .upper = 0.375,
                          .level = Level(0.9),
                          .method = "wald_all_pairs",
                          .estimand = Estimand::fold_models,
                          .guarantee = Guarantee::asymptotic,
                          .assumptions = {"rows are independent draws"}};
    e.spread.per_split = {Value(0.2), Value(0.25), Value(0.3)};
    e.cost.complexity = {{"leaves", 7.0}};
    e.cost.seconds = 1.5;
    return e;
}

Estimate without_interval()
{
    Estimate e;
    e.asked.learner = "majority";
    e.asked.estimator = "resubstitution";
    e.asked.measure = "error_rate";
    e.value = Value(1.0 / 3.0);
    e.training_rows = 100.0;
    e.cost.fits = 1;
    e.interval = reasons::no_interval_for_design;
    return e;
}

Estimate without_value()
{
    Estimate e;
    e.asked.learner = "own";
    e.asked.estimator = "loo";
    e.asked.measure = "brier";
    e.value = Value::none(reasons::failed_fits);
    e.estimand = Estimand::procedure;
    e.training_rows = 99.0;
    e.cost.fits = 2;
    e.cost.failures = 2;
    e.interval = reasons::no_value;
    e.warnings = {{warnings::failed_fits, "2 of 2 fits failed"}};
    return e;
}

std::string json_of(std::vector<Estimate> estimates)
{
    EstimateReport report;
    report.estimates = std::move(estimates);
    return estimates_json(report).print();
}

std::vector<std::string> keys(const std::string& json, const std::string& indent)
{
    std::vector<std::string> found;
    const std::regex key("\n" + indent + "\"([a-z_]+)\":");
    for (std::sregex_iterator it(json.begin(), json.end(), key), end; it != end; ++it)
        found.push_back((*it)[1]);
    return found;
}

TEST(EstimatesJson, HasTheKeysOfTheContractInTheirOrder)
{
    EXPECT_EQ(
        keys(json_of({whole()}), "    "),
        (std::vector<std::string>{"learner", "learner_name", "estimator", "measure", "value", "target",
                                  "training_rows", "aggregation", "standard_deviation", "fits", "failures",
                                  "interval", "bound", "per_split", "complexity", "warnings"}));
}

TEST(EstimatesJson, PrintsAWholeFigure)
{
    EXPECT_EQ(json_of({whole()}), R"([
  {
    "learner": "tree:criterion=gini",
    "learner_name": "",
    "estimator": "cv:folds=3,repeats=1,stratify=yes",
    "measure": "error_rate",
    "value": 0.25,
    "target": "procedure",
    "training_rows": 66.66666666666667,
    "aggregation": "pooled",
    "standard_deviation": 0.05,
    "fits": 3,
    "failures": 0,
    "interval": {
      "lower": 0.125,
      "upper": 0.375,
      "level": 0.9,
      "method": "wald_all_pairs",
      "target": "fold-models",
      "guarantee": "asymptotic",
      "assumptions": ["rows are independent draws"]
    },
    "bound": null,
    "per_split": [0.2, 0.25, 0.3],
    "complexity": {
      "leaves": 7
    },
    "warnings": []
  }
])");
}

TEST(EstimatesJson, GivesTheReasonBesideWhatIsNull)
{
    const auto no_interval = json_of({without_interval()});
    EXPECT_NE(no_interval.find("\"interval\": null,\n    \"reason\": \"no_interval_for_design\""),
              std::string::npos)
        << no_interval;
    EXPECT_NE(no_interval.find("\"standard_deviation\": null"), std::string::npos);
    const auto no_value = json_of({without_value()});
    EXPECT_NE(no_value.find("\"value\": null"), std::string::npos);
    EXPECT_NE(no_value.find("\"reason\": \"failed_fits\""), std::string::npos) << no_value;
    EXPECT_NE(no_value.find("\"fits\": 2,\n    \"failures\": 2"), std::string::npos);
    EXPECT_NE(no_value.find("\"code\": \"failed_fits\""), std::string::npos);
    EXPECT_EQ(json_of({whole()}).find("\"reason\""), std::string::npos);
}

TEST(EstimatesJson, PrintsAFailedSplitAsNull)
{
    auto e = whole();
    e.spread.per_split[1] = Value::none(reasons::failed_fits);
    EXPECT_NE(json_of({e}).find("\"per_split\": [0.2, null, 0.3]"), std::string::npos);
}

TEST(EstimatesJson, LeavesTimesOut)
{
    auto slower = whole();
    slower.cost.seconds = 100.0;
    EXPECT_EQ(json_of({slower}), json_of({whole()}));
}

TEST(EstimatesJson, OfAnEmptyReportIsAnEmptyArray) { EXPECT_EQ(json_of({}), "[]"); }

TEST(WarningsJson, ListsCodeAndText)
{
    const std::vector<Warning> warnings = {{warnings::one_class, "A text."}};
    EXPECT_EQ(warnings_json(warnings).print(),
              "[\n  {\n    \"code\": \"one_class\",\n    \"text\": \"A text.\"\n  }\n]");
    EXPECT_EQ(warnings_json({}).print(), "[]");
}

// ---- the table

struct Shown : Answer {
    /// The cell under `title`.
    const Cell& cell(std::size_t row, const std::string& title) const
    {
        const auto it = std::find_if(table.columns.begin(), table.columns.end(),
                                     [&](const auto& c) { return c.title == title; });
        return table.rows.at(row).at(static_cast<std::size_t>(it - table.columns.begin()));
    }
    bool says(const std::string& text) const
    {
        const auto in = [&](const std::string& line) { return line.find(text) != std::string::npos; };
        const auto here = [&](const Note& note) {
            return in(note.text) || std::ranges::any_of(note.lines, in);
        };
        return std::any_of(notes.begin(), notes.end(), here) ||
               std::any_of(legend.begin(), legend.end(), here);
    }
};

/// One learner and one estimator, as the user wrote them.
Shown table_of(std::vector<Estimate> estimates, const std::string& learner, const std::string& estimator)
{
    EstimateReport report;
    report.estimates = std::move(estimates);
    for (auto& e : report.estimates) {
        e.asked.learner_name = learner;
        e.asked.estimator_name = estimator;
    }
    return {answer_of(report)};
}

TEST(EstimatesTable, ShowsAFigureWithItsIntervalAndWhatBothAreAbout)
{
    const auto shown = table_of({whole()}, "tree", "cv:folds=3");
    ASSERT_EQ(shown.table.rows.size(), 1u);
    EXPECT_EQ(shown.cell(0, "learner").shown, "tree");
    EXPECT_EQ(shown.cell(0, "estimator").shown, "cv:folds=3");
    EXPECT_EQ(shown.cell(0, "measure").shown, "error_rate");
    EXPECT_EQ(shown.cell(0, "value").shown, "0.2500");
    EXPECT_EQ(shown.cell(0, "value").full, "0.25");
    EXPECT_EQ(shown.cell(0, "90 % interval").shown, "0.1250 .. 0.3750");
    EXPECT_EQ(shown.cell(0, "90 % interval").full, "0.125..0.375");
    EXPECT_EQ(shown.cell(0, "about").shown,
              "a model trained on about 67 rows; interval: the models of the folds");
    EXPECT_EQ(shown.cell(0, "method").shown, "wald_all_pairs");
    EXPECT_EQ(shown.cell(0, "fits").shown, "3");
    for (const char* note : {"procedure(n): ", "fold-models: ", "wald_all_pairs, asymptotic: ",
                             "tree = tree:criterion=gini", "cv:folds=3 = cv:folds=3,repeats=1,stratify=yes"})
        EXPECT_TRUE(shown.says(note)) << note;
    EXPECT_TRUE(shown.warnings.empty());
}

TEST(EstimatesTable, ShowsTheReasonWhereThereIsNoIntervalOrNoValue)
{
    const auto no_interval = table_of({without_interval()}, "majority", "resubstitution");
    EXPECT_EQ(no_interval.cell(0, "95 % interval").shown, "-");
    EXPECT_EQ(no_interval.cell(0, "95 % interval").full, "");
    EXPECT_TRUE(no_interval.says("[no_interval_for_design]"));
    EXPECT_FALSE(no_interval.says("majority = ")); // the same in full
    const auto no_value = table_of({without_value()}, "own", "loo");
    EXPECT_EQ(no_value.cell(0, "value").shown, "none: failed_fits");
    EXPECT_EQ(no_value.cell(0, "value").full, "");
    EXPECT_EQ(no_value.cell(0, "fits").shown, "0 of 2");
    ASSERT_EQ(no_value.warnings.size(), 1u);
    EXPECT_EQ(no_value.warnings.front().line(), "own, loo: 2 of 2 fits failed [failed_fits]");
}

TEST(EstimatesTable, ExplainsEveryReasonForAMissingInterval)
{
    for (const auto* reason : {&reasons::no_interval_for_design, &reasons::zero_variance, &reasons::one_split,
                               &reasons::one_row, &reasons::no_variance_within_folds, &reasons::infinite}) {
        auto e = without_interval();
        e.interval = *reason;
        EXPECT_TRUE(table_of({e}, "majority", "resubstitution").says('[' + std::string(*reason) + ']'))
            << reason->name;
    }
}

TEST(EstimatesTable, MarksAFigureThatLacksFailedFits)
{
    auto e = whole();
    e.cost.failures = 1;
    e.warnings = {{warnings::failed_fits, "1 of 3 fits failed"}};
    const auto shown = table_of({e}, "tree", "cv:folds=3");
    EXPECT_EQ(shown.cell(0, "value").shown, "0.2500*");
    EXPECT_EQ(shown.cell(0, "value").full, "0.25");
    EXPECT_EQ(shown.cell(0, "fits").shown, "2 of 3");
    EXPECT_TRUE(shown.says("* marks"));
}

TEST(EstimatesTable, NamesLearnersAndEstimatorsAsTheUserWroteThem)
{
    EstimateReport report;
    for (const char* learner : {"A", "B"})
        for (const char* estimator : {"x", "y"})
            for (const char* measure : {"brier", "error_rate"}) {
                auto e = without_interval();
                e.asked.learner_name = learner;
                e.asked.estimator_name = estimator;
                e.asked.measure = measure;
                report.estimates.push_back(e);
            }
    const Shown shown{answer_of(report)};
    ASSERT_EQ(shown.table.rows.size(), 8u);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(shown.cell(i, "learner").shown, report.estimates[i].asked.learner_name);
        EXPECT_EQ(shown.cell(i, "estimator").shown, report.estimates[i].asked.estimator_name);
        EXPECT_EQ(shown.cell(i, "measure").shown, report.estimates[i].asked.measure);
    }
}

TEST(EstimatesTable, IsTheBriefAnswerWithoutLegendAndDetails)
{
    auto shown = table_of({whole()}, "tree", "cv:folds=3");
    EXPECT_FALSE(shown.legend.empty());
    const Shown few{brief(shown)};
    std::vector<std::string> titles;
    for (const auto& column : few.table.columns) titles.push_back(column.title);
    EXPECT_EQ(titles,
              (std::vector<std::string>{"learner", "estimator", "measure", "value", "90 % interval"}));
    EXPECT_TRUE(few.says("about: a model trained on about 67 rows; interval: the models of the folds"));
    EXPECT_EQ(few.table.rows.at(0).size(), titles.size());
    EXPECT_TRUE(few.says("`verbose`"));
    EXPECT_FALSE(few.says("tree = tree:criterion=gini"));
    shown.legend.clear();
    shown.table = {.columns = {{"a"}}, .rows = {{"1"}}};
    EXPECT_FALSE(Shown{brief(shown)}.says("`verbose`")); // nothing was left out
}

TEST(EstimatesTable, SaysOnceWhatValueAndIntervalAreAbout)
{
    auto e = whole();
    e.interval->estimand = Estimand::procedure;
    e.interval->also = Estimand::model;
    EXPECT_EQ(table_of({e}, "tree", "cv").cell(0, "about").shown, "a model trained on about 67 rows");
    e.interval = reasons::one_split;
    EXPECT_EQ(table_of({e}, "tree", "cv").cell(0, "about").shown, "a model trained on about 67 rows");
}

TEST(EstimatesTable, ShowsTimesToAMillisecond)
{
    for (const auto& [seconds, text] : {std::pair{0.0, "<0.001"},
                                        {0.0004, "<0.001"},
                                        {0.0006, "0.001"},
                                        {1.5, "1.500"},
                                        {99.9999, "100.0"},
                                        {123.456, "123.46"}}) {
        auto e = whole();
        e.cost.seconds = seconds;
        EXPECT_EQ(table_of({e}, "tree", "cv:folds=3").cell(0, "seconds").shown, text);
    }
}

TEST(EstimatesLongTable, HasALineAFigureWithEmptyCellsForWhatIsMissing)
{
    EstimateReport report;
    report.estimates = {whole(), without_interval(), without_value()};
    EXPECT_EQ(print_csv(*answer_of(report).long_table),
              "learner,estimator,measure,value,target,training_rows,aggregation,standard_deviation,fits,"
              "failures,lower,upper,"
              "level,method,"
              "interval_target,guarantee,reason,warnings,learner_name\n"
              "tree:criterion=gini,\"cv:folds=3,repeats=1,stratify=yes\",error_rate,0.25,procedure,66."
              "66666666666667,pooled,0.05,"
              "3,0,0.125,"
              "0.375,0.9,wald_all_pairs,fold-models,asymptotic,,,\n"
              "majority,resubstitution,error_rate,0.3333333333333333,none,100,pooled,,1,0,,,,,,,no_interval_"
              "for_design,,\n"
              "own,loo,brier,,procedure,99,pooled,,2,2,,,,,,,failed_fits,failed_fits,\n");
}

TEST(EstimatesTable, OfAnEmptyReportHasTitlesOnly)
{
    const auto shown = table_of({}, "majority", "loo");
    EXPECT_TRUE(shown.table.rows.empty());
    EXPECT_EQ(shown.table.columns.size(), 9u);
}

} // namespace
} // namespace unseen
