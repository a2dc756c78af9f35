#include "unseen/report/test_plans.hpp"

#include "unseen/base/number.hpp"

#include <cmath>

namespace unseen {

namespace {

Json plan_json(const compare::TestPlan& plan)
{
    auto figures = Json::object();
    for (const auto& figure : plan.figures) figures.add_value(figure.name, figure.value);
    return Json::object()
        .add("test", plan.spec.print())
        .add("figures", std::move(figures))
        .add("assumptions", Json::list(plan.assumptions));
}

} // namespace

Answer answer_of(std::span<const compare::TestPlan> plans)
{
    Answer answer{.table = {.columns = {{"test"}, {"figure"}, {"value", true}}, .rows = {}},
                  .json = answer_object("compare").add("plans", Json::list(plans, plan_json))};
    for (const auto& plan : plans) {
        for (const auto& figure : plan.figures) {
            const bool whole =
                figure.value && figure.value.number() == std::floor(figure.value.number()); // rows, data sets
            answer.table.rows.push_back({plan.spec.print(), figure.name,
                                         whole ? Cell(shortest(figure.value.number())) : Cell(figure.value)});
        }
        std::string assumes;
        for (const auto& assumption : plan.assumptions) assumes += (assumes.empty() ? "" : "; ") + assumption;
        answer.notes.push_back(plan.spec.name() + " assumes: " + assumes + ".");
    }
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
