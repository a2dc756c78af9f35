#include "unseen/report/test_plans.hpp"

#include "report/words.hpp"

#include "unseen/base/number.hpp"

#include <cmath>

namespace unseen {

ResultTable test_plans_table(std::span<const compare::TestPlan> plans)
{
    ResultTable table{.columns = {{"test"}, {"figure"}, {"value", true}}, .rows = {}};
    for (const auto& plan : plans) {
        for (const auto& figure : plan.figures) {
            const bool whole = figure.value && figure.value.number() == std::floor(figure.value.number()); // rows, data sets
            table.rows.push_back(
                {plan.spec.print(), figure.name, whole ? Cell(shortest(figure.value.number())) : Cell(figure.value)});
        }
        std::string assumes;
        for (const auto& assumption : plan.assumptions) assumes += (assumes.empty() ? "" : "; ") + assumption;
        table.notes.push_back(plan.spec.name() + " assumes: " + assumes + ".");
    }
    return table;
}

Json test_plans_json(std::span<const compare::TestPlan> plans)
{
    Json json = answer("compare");
    auto array = Json::array();
    for (const auto& plan : plans) {
        auto figures = Json::object();
        for (const auto& figure : plan.figures) {
            figures.add(figure.name, Json(figure.value));
            if (!figure.value) figures.add(figure.name + "_reason", figure.value.reason());
        }
        auto assumptions = Json::array();
        for (const auto& assumption : plan.assumptions) assumptions.push(assumption);
        auto one = Json::object();
        one.add("test", plan.spec.print()).add("figures", std::move(figures)).add("assumptions", std::move(assumptions));
        array.push(std::move(one));
    }
    return std::move(json.add("plans", std::move(array)));
}

ResultTable test_plans_list()
{
    ResultTable table{.columns = {{"test"}, {"key"}, {"default"}, {"meaning"}}, .rows = {}};
    for (const auto& info : compare::test_plan_infos()) {
        table.rows.push_back({info.name, std::string(), std::string(), info.help});
        for (const auto& key : info.keys) table.rows.push_back({std::string(), key.name, key.fallback, key.help});
    }
    return table;
}

} // namespace unseen
