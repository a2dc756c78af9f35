#include "unseen/contest/compared_learners.hpp"

#include "contest/compared_data.hpp"

#include "unseen/base/labels.hpp"
#include "unseen/compare/tests.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The figures of the splits; none if a split has no figure.
std::vector<double> figures_of(const Estimate& e)
{
    std::vector<double> figures;
    for (const auto& value : e.spread.per_split)
        if (value) figures.push_back(value.number());
    if (figures.size() != e.spread.per_split.size()) figures.clear();
    return figures;
}

/// Fills a table of data sets and learners with the results of `cell_of` for the estimates; returns the
/// learners.
template <class Cell, class CellOf>
std::vector<std::string> fill(std::span<const ComparedData> all, std::vector<std::string>& data_sets,
                              std::vector<std::vector<Cell>>& table, const CellOf& cell_of)
{
    Labels learners;
    for (const auto& data : all) {
        data_sets.push_back(data.name);
        auto& row = table.emplace_back();
        for (const auto& e : data.estimates) {
            const std::size_t l = learners.add(e.asked.learner_name);
            row.resize(std::max(row.size(), l + 1));
            row[l] = cell_of(e);
        }
    }
    for (auto& row : table) row.resize(learners.size());
    return learners.names();
}

Warning left_out_warning(const Estimate& e, const std::string& where, const Reason& reason)
{
    return {warnings::learner_left_out, "'" + e.asked.learner_name + "' is not compared by " +
                                            e.asked.measure + ", because it lacks " + where + " (" +
                                            std::string(reason) + ")"};
}

} // namespace

double ratio_of(std::span<const ComparedData> all)
{
    double largest = 0.0;
    for (const auto& data : all)
        for (const auto& e : data.estimates) {
            if (!(e.pairing.test_train_ratio > 0.0)) return 0.0;
            largest = std::max(largest, e.pairing.test_train_ratio);
        }
    return largest;
}

std::uint64_t overlap_of(std::span<const ComparedData> all)
{
    std::uint64_t largest = 0;
    for (const auto& data : all)
        for (const auto& e : data.estimates) {
            if (e.pairing.window_overlap == 0) return 0;
            largest = std::max(largest, e.pairing.window_overlap);
        }
    return largest;
}

compare::SplitResults splits_of(std::span<const ComparedData> all, Direction direction)
{
    compare::SplitResults results{
        .test_train_ratio = ratio_of(all), .window_overlap = overlap_of(all), .direction = direction};
    results.learners = fill(all, results.data_sets, results.values, figures_of);
    const bool of_rows = all.size() == 1 && std::ranges::all_of(all.front().estimates, [](const Estimate& e) {
                             return e.pairing.units != nullptr;
                         });
    if (of_rows)
        for (const auto& e : all.front().estimates) results.units.push_back(e.pairing.units);
    return results;
}

compare::Results values_of(std::span<const ComparedData> all, Direction direction)
{
    compare::Results results{.direction = direction};
    results.learners = fill(all, results.data_sets, results.scores, [](const Estimate& e) {
        return e.value ? std::optional(e.value.number()) : std::nullopt;
    });
    return results;
}

std::vector<Warning> drop_without_values(std::vector<ComparedData>& all)
{
    Labels with;
    for (const auto& data : all)
        for (const auto& e : data.estimates)
            if (e.value) with.add(e.asked.learner_name);
    Labels without;
    std::vector<Warning> warnings;
    for (auto& data : all)
        std::erase_if(data.estimates, [&](const Estimate& e) {
            if (with.code(e.asked.learner_name)) return false;
            if (without.add(e.asked.learner_name) == warnings.size())
                warnings.push_back(left_out_warning(e, "a value on every data set", e.value.reason()));
            return true;
        });
    return warnings;
}

Measure measure_of(const std::string& text, ResponseType response)
{
    return make_measure(Spec::parse(text), response == ResponseType::classes);
}

compare::Answer compare_on(ComparedData data, compare::ResultsOptions options)
{
    std::vector<Warning> left_out;
    std::erase_if(data.estimates, [&](const Estimate& e) {
        if (e.pairing.units ? e.value.exists() : !figures_of(e).empty()) return false;
        const auto& each = e.spread.per_split;
        const auto missing =
            std::find_if(each.begin(), each.end(), [](const Value& value) { return !value; });
        left_out.push_back(left_out_warning(e, "the figure of some split",
                                            !e.value                ? e.value.reason()
                                            : missing != each.end() ? missing->reason()
                                                                    : reasons::no_value));
        return true;
    });
    compare::Answer answer;
    if (data.estimates.size() >= 2) {
        const auto& measure = data.estimates.front().asked.measure;
        options.measure = measure;
        answer = compare::compare_learners(
            splits_of(std::span(&data, 1), measure_of(measure, data.response).direction), options);
        for (std::size_t i = 0; i < data.estimates.size(); ++i)
            answer.models[i].measures = {
                {measure, data.estimates[i].value, data.estimates[i].interval.without_reason()}};
    }
    answer.warnings.insert(answer.warnings.begin(), left_out.begin(), left_out.end());
    return answer;
}

void require_tests_of_learners(const std::vector<std::string>& tests) { compare::require_tests(tests); }

std::vector<ComparedLearners> compare_estimates(const std::string& name, ResponseType response,
                                                std::span<const Estimate> estimates,
                                                const compare::ResultsOptions& options)
{
    std::vector<ComparedLearners> all;
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        const auto& first = estimates[i];
        const auto& asked = first.asked;
        const auto same = [&](const Estimate& e) { return e.asked.same_question(asked); };
        if (!first.pairing.possible() || measure_of(asked.measure, response).best) continue;
        if (std::any_of(estimates.begin(), estimates.begin() + static_cast<std::ptrdiff_t>(i), same))
            continue;
        ComparedData data{.name = name, .response = response};
        for (const auto& e : estimates)
            if (same(e)) data.estimates.push_back(e);
        if (data.estimates.size() < 2) continue;
        all.push_back(
            {asked.estimator, asked.estimator_name, asked.measure, compare_on(std::move(data), options)});
    }
    return all;
}

} // namespace unseen
