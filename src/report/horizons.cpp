#include "unseen/report/horizons.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "report/baseline_lines.hpp"
#include "report/comparison_parts.hpp"

#include "unseen/report/verdicts.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace unseen {

namespace {

/// Puts a column before the others: the horizon of each row.
void add_horizons(ResultTable& table, const std::vector<std::uint64_t>& of_rows)
{
    table.columns.insert(table.columns.begin(), {"horizon", true});
    for (std::size_t i = 0; i < of_rows.size(); ++i)
        table.rows[i].insert(table.rows[i].begin(), Cell(of_rows[i]));
}

using Place = std::tuple<std::uint64_t, std::string, std::string>; ///< horizon, estimator, measure

/// Moves the figures of baselines from separate rows to columns beside those of the other learners, and sorts
/// the rows so that the horizons of a learner follow each other.
void arrange(ResultTable& table, const std::vector<Estimate>& estimates,
             const std::vector<std::uint64_t>& horizons)
{
    const auto figure = static_cast<std::size_t>(
        std::ranges::find(table.columns, "value", &ResultTable::Column::title) - table.columns.begin());
    std::vector<std::string> baselines;
    std::map<std::pair<std::string, Place>, Cell> beside;
    const auto place = [&](std::size_t i) {
        return Place(horizons[i], estimates[i].asked.estimator, estimates[i].asked.measure);
    };
    const bool others = !std::ranges::all_of(estimates, &Asked::baseline, &Estimate::asked);
    for (std::size_t i = 0; others && i < estimates.size(); ++i) {
        if (!estimates[i].asked.baseline) continue;
        const auto& name = estimates[i].asked.learner_name;
        if (std::ranges::find(baselines, name) == baselines.end()) baselines.push_back(name);
        beside.emplace(std::pair(name, place(i)), table.rows[i][figure]);
    }
    for (std::size_t b = 0; b < baselines.size(); ++b)
        table.columns.insert(table.columns.begin() + static_cast<std::ptrdiff_t>(figure + 1 + b),
                             {baselines[b], true});

    std::vector<std::pair<std::size_t, std::size_t>>
        order; // where its learner, estimator and measure came first, and the row
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> first;
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        const auto& e = estimates[i];
        if (others && e.asked.baseline) continue;
        order.emplace_back(
            first.try_emplace({e.asked.learner_name, e.asked.estimator, e.asked.measure}, i).first->second,
            i);
    }
    std::ranges::sort(order);
    std::vector<std::vector<Cell>> rows;
    for (const auto& [_, i] : order) {
        auto& row = rows.emplace_back(std::move(table.rows[i]));
        for (std::size_t b = 0; b < baselines.size(); ++b) {
            const auto found = beside.find({baselines[b], place(i)});
            row.insert(row.begin() + static_cast<std::ptrdiff_t>(figure + 1 + b),
                       found == beside.end() ? Cell("-", "") : found->second);
        }
    }
    table.rows = std::move(rows);
}

/// The table of differences of all horizons.
void add_pairs(Answer& answer, const std::vector<HorizonAnswer>& parts, Level level, bool show_pairs)
{
    FurtherTable table{.title = "Differences of learners; p-values are adjusted over all pairs of one "
                                "horizon, estimator and measure "
                                "(Holm)",
                       .table = pairs_table(level),
                       .detail = !show_pairs};
    auto long_pairs = long_pairs_table();
    std::vector<std::uint64_t> horizons;
    for (const auto& part : parts)
        for (const auto& one : part.compared) {
            answer.warn(one.answer.warnings, one.estimator_name);
            for (const auto& test : one.answer.comparisons) {
                horizons.push_back(part.horizon);
                add_pair(table.table, test, one.estimator_name);
                add_long_pair(long_pairs, test, one.estimator);
            }
        }
    if (horizons.empty()) return;
    add_horizons(table.table, horizons);
    add_horizons(long_pairs, horizons);
    answer.further.push_back(std::move(table));
    if (show_pairs) answer.long_table = std::move(long_pairs);
}

/// The figures without features, of each horizon.
void add_baselines(Answer& answer, const std::vector<HorizonAnswer>& parts)
{
    std::vector<std::string> lines;
    for (const auto& part : parts)
        for (const auto& line : baseline_lines(part.report.estimates))
            lines.push_back(counted(part.horizon, "row") + " ahead: " + line);
    if (!lines.empty()) answer.notes.insert(answer.notes.begin(), baseline_note(std::move(lines)));
}

/// The verdict for the nearest horizon, with those for the others.
Verdict horizons_verdict(const std::vector<HorizonAnswer>& parts)
{
    std::vector<Verdict> all;
    for (const auto& part : parts) {
        auto verdict = part.answer.verdict.value();
        auto others = std::exchange(verdict.further, {});
        others.insert(others.begin(), std::move(verdict));
        for (auto& one : others) {
            one.part = counted(part.horizon, "row") + " ahead";
            all.push_back(std::move(one));
        }
    }
    Verdict first = std::move(all.front());
    first.further.assign(std::make_move_iterator(all.begin() + 1), std::make_move_iterator(all.end()));
    first.sentences.front() = capitalised(first.part) + ": " + first.sentences.front();
    return first;
}

} // namespace

Answer answer_of_horizons(const std::string& source, const std::vector<HorizonAnswer>& parts,
                          const EstimateOptions& options, bool show_pairs)
{
    EstimateReport all;
    std::vector<std::uint64_t> horizons; // of the estimates
    std::vector<std::string> further;    // horizons, in words
    for (const auto& part : parts) {
        all.estimates.insert(all.estimates.end(), part.report.estimates.begin(), part.report.estimates.end());
        add_once(all.warnings, part.report.warnings);
        horizons.resize(all.estimates.size(), part.horizon);
        if (&part != &parts.front()) further.push_back(std::to_string(part.horizon));
    }
    auto answer = answer_of(all, BaselineLines::none);
    answer.further.clear(); // how repeats differ: JSON has it
    add_baselines(answer, parts);
    add_horizons(answer.table, horizons);
    if (answer.long_table) add_horizons(*answer.long_table, horizons);
    arrange(answer.table, all.estimates, horizons);
    add_pairs(answer, parts, options.level, show_pairs);
    answer.heading = parts.front().answer.heading;
    answer.heading.push_back("The same for forecasts " + listed(further) +
                             " rows ahead, each with its own rows and models");
    answer.json = answer_object("estimate");
    answer.json.add("data", source).add("seed", options.run.seed).add("level", options.level.value());
    answer.json.add("horizons", Json::list(parts, [](const auto& part) { return part.answer.json; }));
    conclude(answer, horizons_verdict(parts));
    return answer;
}

} // namespace unseen
