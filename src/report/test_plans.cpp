#include "unseen/report/test_plans.hpp"

#include "base/listed.hpp"

#include "unseen/base/number.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace unseen {

namespace {

/// Rows and data sets without decimals.
Cell cell_of(const compare::Figure& figure)
{
    const bool whole = figure.value && figure.value.number() == std::floor(figure.value.number());
    return whole ? Cell(shortest(figure.value.number())) : Cell(figure.value);
}

/// What a figure says: the words before its number and those after it.
struct FigureWords {
    std::string_view name;
    std::string_view before;
    std::string_view after;
};
constexpr FigureWords figure_words[] = {
    {"rows_needed", "", " rows are needed"},
    {"rows_needed_pooled", "", " with a pooled variance"},
    {"rows_needed_exact", "", " by the exact power"},
    {"rows_needed_assured", "", " for the wanted assurance"},
    {"positives_needed", "", " positive rows are needed"},
    {"negatives_needed", "", " negative rows are needed"},
    {"data_sets_needed", "", " data sets are needed"},
    {"power", "the power is ", ""},
    {"power_exact", "the exact power is ", ""},
    {"smallest_difference", "the smallest difference that is found with the wanted power is ", ""},
    {"smallest_difference_limit", "however many splits there are, it is at least ", ""},
    {"smallest_effect", "the smallest effect that is found with the wanted power is ", ""},
    {"standard_error", "the standard error is ", ""},
};

std::string said(const compare::Figure& figure)
{
    const auto* words = std::ranges::find(figure_words, figure.name, &FigureWords::name);
    if (words == std::end(figure_words)) throw std::logic_error("no words for '" + figure.name + '\'');
    const std::string before(words->before);
    const std::string after(words->after);
    if (!figure.value)
        return (before.empty() ? "it is not known how many" + after : before + "not known") + " [" +
               std::string(figure.value.reason()) + "]";
    return before + cell_of(figure).shown + after;
}

Json plan_json(const compare::TestPlan& plan)
{
    auto figures = Json::object();
    for (const auto& figure : plan.figures) figures.add_value(figure.name, figure.value);
    auto json = Json::object()
                    .add("test", plan.spec.print())
                    .add("figures", std::move(figures))
                    .add("assumptions", Json::list(plan.assumptions));
    if (const auto& curve = plan.curve; !curve.sizes.empty()) {
        const auto number = [](double x) { return Json(x); };
        json.add("power_curve", Json::object()
                                    .add("size", curve.size)
                                    .add("wanted", curve.wanted)
                                    .add("sizes", Json::list(curve.sizes, number))
                                    .add("power", Json::list(curve.power, number)));
    }
    return json;
}

/// The figures of each plan; the first figure of the first leads.
Verdict plans_verdict(std::span<const compare::TestPlan> plans)
{
    Verdict verdict{.question = Question::how_many_rows, .noun = "test"};
    for (const auto& plan : plans) {
        std::vector<std::string> figures;
        for (const auto& figure : plan.figures) figures.push_back(said(figure));
        verdict.sentences.push_back(plan.spec.name() + ": " + listed(figures) + '.');
    }
    if (plans.empty() || plans.front().figures.empty()) return verdict;
    verdict.leaders = {plans.front().spec.name()};
    verdict.measure = plans.front().figures.front().name;
    verdict.value = plans.front().figures.front().value;
    verdict.state = verdict.value ? VerdictState::shown : VerdictState::none;
    return verdict;
}

} // namespace

Answer answer_of(std::span<const compare::TestPlan> plans)
{
    Answer answer{.table = {.columns = {{"test"}, {"figure"}, {"value", true}}, .rows = {}},
                  .json = answer_object("compare").add("plans", Json::list(plans, plan_json))};
    for (const auto& plan : plans) {
        for (const auto& figure : plan.figures)
            answer.table.rows.push_back({plan.spec.print(), figure.name, cell_of(figure)});
        std::string assumes;
        for (const auto& assumption : plan.assumptions) assumes += (assumes.empty() ? "" : "; ") + assumption;
        answer.notes.push_back(plan.spec.name() + " assumes: " + assumes + ".");
    }
    conclude(answer, plans_verdict(plans));
    return answer;
}

Answer test_plans_answer()
{
    Answer answer{.table = {.columns = {{"test"}, {"key"}, {"default"}, {"meaning"}}, .rows = {}},
                  .json = answer_object("compare").add("plans", Json::array())};
    for (const auto& info : compare::test_plan_infos()) {
        answer.table.rows.push_back({info.name, "", "", info.help});
        for (const auto& key : info.keys) answer.table.rows.push_back({"", key.name, key.fallback, key.help});
    }
    return answer;
}

} // namespace unseen
