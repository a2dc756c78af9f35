// Tests of the splits' figures of any measure, and of their rows or groups (METHODS C.12, E.4, I.10, I.29).
#include "compare/rows/pair.hpp"
#include "measure/whole_repeats.hpp"
#include "predictions/gathered_rows.hpp"

#include "unseen/base/error.hpp"
#include "unseen/compare/paired.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace unseen::compare::detail {

namespace {

/// The rows of each split, as units.
Units splits_of(const RowDesign& design)
{
    std::vector<std::uint32_t> rows(design.fold.size());
    std::iota(rows.begin(), rows.end(), 0u);
    return Units(std::move(rows), design.fold);
}

std::vector<std::uint32_t> repeat_of_rows(const RowDesign& design)
{
    std::vector<std::uint32_t> repeat(design.fold.size(), 0);
    for (std::size_t i = 0; i < repeat.size() && !design.folds.empty(); ++i)
        repeat[i] = design.folds[design.fold[i]].repeat_number;
    return repeat;
}

/// The rows of each repeat, as units.
Units repeats_of(const RowDesign& design)
{
    std::vector<std::uint32_t> rows(design.fold.size());
    std::iota(rows.begin(), rows.end(), 0u);
    return Units(std::move(rows), repeat_of_rows(design));
}

SplitFigures figures_of(const PairInput& input)
{
    const auto splits = splits_of(input.design);
    const auto all = static_cast<double>(input.a.size());
    const auto& folds = input.design.folds;
    const auto fold_of = [&](std::size_t s) { return input.design.fold[splits.rows_of(s).front()]; };
    require(folds.empty() || fold_of(splits.size() - 1) < folds.size(),
            "compare models: a fold for each number of a fold was expected");
    SplitFigures figures;
    Moments ratios;
    for (std::size_t s = 0; s < splits.size(); ++s) {
        const Value a = evaluate(input.measure, GatheredRows(input.a, splits.rows_of(s)).view());
        const Value b = evaluate(input.measure, GatheredRows(input.b, splits.rows_of(s)).view());
        if (!a || !b) {
            ++figures.undefined;
            continue;
        }
        figures.a.push_back(a.number());
        figures.b.push_back(b.number());
        const auto test = static_cast<double>(splits.rows_of(s).size());
        ratios.add(test / (folds.empty() ? all - test : static_cast<double>(folds[fold_of(s)].train_rows)));
    }
    if (ratios.count() > 0) figures.ratio = ratios.mean();
    return figures;
}

const SplitFigures& shared(const PairInput& input)
{
    return input.shared_figures.get([&] { return figures_of(input); });
}

/// Groups, or else rows by their names, or else the rows of one repeat.
Units units_of_repeats(const RowDesign& design)
{
    std::vector<std::uint32_t> rows(design.fold.size());
    std::iota(rows.begin(), rows.end(), 0u);
    return Units(std::move(rows), design.cluster.empty() ? design.name : design.cluster);
}

/// For each repeat the fold of each unit, numbered in the order of the units, so that equal divisions are
/// equal. Throws InputError for a group in two folds of a repeat.
std::map<std::uint32_t, std::vector<std::size_t>> divisions_of(const RowDesign& design, const Units& units)
{
    const auto repeat = repeat_of_rows(design);
    std::map<std::uint32_t, std::vector<std::size_t>> divisions;
    std::map<std::uint32_t, std::map<std::uint32_t, std::size_t>> numbers;
    for (const auto r : repeat) divisions.try_emplace(r, units.size(), 0);
    for (std::size_t u = 0; u < units.size(); ++u)
        for (const auto row : units.rows_of(u)) {
            auto& of_repeat = numbers[repeat[row]];
            const auto number = of_repeat.try_emplace(design.fold[row], of_repeat.size() + 1).first->second;
            auto& fold = divisions[repeat[row]][u];
            require(fold == 0 || fold == number,
                    "`group`: rows of group '" +
                        (u < design.clusters.size() ? design.clusters.name(u) : std::to_string(u)) +
                        "' are in several folds, so that models were tested on groups they were trained on; "
                        "expected folds that keep groups whole");
            fold = number;
        }
    return divisions;
}

/// The mean losses of units over the repeats, of each model.
struct UnitsOfPair {
    UnitFigures a{};
    UnitFigures b{};
};

UnitsOfPair units_of_pair(const PairInput& input)
{
    const auto& design = input.design;
    const auto units = units_of_repeats(design);
    const auto divisions = divisions_of(design, units);
    const auto repeats = divisions.size();
    UnitsOfPair pair;
    const auto complete = [](const auto& division) {
        return std::ranges::find(division.second, std::size_t{0}) == division.second.end();
    };
    if (repeats > 1 && design.cluster.empty() && design.name.empty())
        pair.a.missing = pair.b.missing = &reasons::no_row_ids;
    else if (!std::ranges::all_of(divisions, complete))
        pair.a.missing = pair.b.missing = &reasons::incomplete_repeats;
    const bool alike = std::ranges::all_of(
        divisions, [&](const auto& division) { return division.second == divisions.begin()->second; });
    std::vector<double> values(input.a.size());
    std::vector<double> weights(input.a.size());
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = input.a.weight_of(i) / static_cast<double>(repeats);
    for (const auto& [figures, view] : {std::pair(&pair.a, &input.a), std::pair(&pair.b, &input.b)}) {
        figures->folds = std::ranges::max(divisions.begin()->second);
        figures->repeats = alike ? 1 : repeats;
        figures->weights = sums_over(units, weights);
        input.measure.row_mean()->values(*view, values);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] *= weights[i];
        figures->sums = sums_over(units, values);
    }
    return pair;
}

/// A test that assumes independent splits, if there are two splits or more.
std::vector<Inference> optimistic(const PairInput& input, Comparison (*test)(const PairedScores&, Level))
{
    const auto& figures = shared(input);
    if (figures.a.size() < 2) return {};
    return alone(with_optimism(test(input.scores(figures.a, figures.b), input.options.level)));
}

} // namespace

std::vector<Inference> figures_corrected_t(const PairInput& input)
{
    const auto& figures = shared(input);
    if (figures.a.size() < 2) {
        Comparison none{.test = "corrected_t"};
        take_away(none, figures.undefined > 0 ? reasons::undefined_in_splits : reasons::one_split);
        none.difference = none.p_value;
        return alone(std::move(none));
    }
    auto result = paired_t_inference(input.scores(figures.a, figures.b), figures.ratio, input.options.level);
    auto& comparison = result.comparison;
    comparison = with_found_level(std::move(comparison), corrected_t_level);
    comparison.figures = {
        {.name = "splits", .value = static_cast<double>(figures.a.size()), .kind = Figure::Kind::count},
        {.name = "test_train_ratio", .value = figures.ratio}};
    if (figures.undefined > 0)
        comparison.warnings.push_back(
            {warnings::undefined_in_folds, "'" + input.measure.name() + "' does not exist in " +
                                               std::to_string(figures.undefined) +
                                               " splits; the test is about the others"});
    return {result};
}

std::vector<Inference> figures_cv_paired(const PairInput& input)
{
    if (input.measure.row_mean() == nullptr || !input.measure.additive()) return {};
    const auto units = units_of_pair(input);
    return {cv_paired_inference(units.a, units.b, input.measure.direction, input.options.level,
                                input.options.seed)};
}

std::vector<Inference> figures_paired_t(const PairInput& input)
{
    return optimistic(input,
                      [](const PairedScores& scores, Level level) { return paired_t(scores, 0.0, level); });
}

std::vector<Inference> figures_wilcoxon(const PairInput& input)
{
    return optimistic(input, [](const PairedScores& scores, Level) { return wilcoxon(scores); });
}

std::vector<Inference> figures_sign(const PairInput& input)
{
    return optimistic(input, [](const PairedScores& scores, Level) { return sign_test(scores); });
}

Value mean_of_parts(const Measure& measure, const PredictionView& view, const RowDesign& design)
{
    Moments figures;
    Value missing = Value::none(reasons::no_rows);
    const bool whole = measure.of_whole_repeats;
    const auto parts = whole ? repeats_of(design) : splits_of(design);
    for (std::size_t s = 0; s < parts.size(); ++s) {
        const GatheredRows rows(view, parts.rows_of(s));
        const Value value = whole ? evaluate_repeat(measure, rows.view()) : evaluate(measure, rows.view());
        if (value)
            figures.add(value.number());
        else
            missing = value;
    }
    return figures.count() > 0 ? Value(figures.mean()) : missing;
}

} // namespace unseen::compare::detail
