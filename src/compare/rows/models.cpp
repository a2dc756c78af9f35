// Tests every pair of models by every measure, and words the answer.
#include "unseen/compare/models.hpp"

#include "base/listed.hpp"
#include "compare/rows/dominance.hpp"
#include "compare/rows/pair.hpp"
#include "compare/significance.hpp"
#include "compare/tests.hpp"
#include "interval/end_dirichlet.hpp"

#include "unseen/base/error.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/compare/tests.hpp"
#include "unseen/interval/repeated.hpp"
#include "unseen/stats/effective_rows.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/verdict/verdict.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace unseen::compare {

namespace {

using detail::PairInput;
using detail::significant;

constexpr std::size_t few_units = 10;

void require_same_rows(std::span<const ModelPredictions> models)
{
    const auto& first = models.front();
    for (const auto& model : models) {
        const auto names = "models '" + first.name + "' and '" + model.name + "'";
        require(model.view.size() == first.view.size(), names + ": " + std::to_string(first.view.size()) +
                                                            " and " + std::to_string(model.view.size()) +
                                                            " rows; expected the same rows");
        require((model.view.classes == nullptr) == (first.view.classes == nullptr),
                names + ": one predicts classes, the other numbers");
        require(model.view.classes == nullptr || (*model.view.classes == *first.view.classes &&
                                                  model.view.positive == first.view.positive),
                names + ": the classes differ");
        const auto same = [&](const auto& a, const auto& b, const char* what) {
            require(a.size() == b.size(), names + ": only one of them has " + what);
            const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin());
            require(at == a.end(), names + ": the " + what + " of row " + std::to_string(at - a.begin() + 1) +
                                       " differs; expected the same rows");
        };
        same(first.view.true_label, model.view.true_label, "truth");
        same(first.view.true_value, model.view.true_value, "truth");
        same(first.view.weight, model.view.weight, "weight");
    }
}

template <class Of>
bool all_have(std::span<const ModelPredictions> models, const Of& of)
{
    return std::all_of(models.begin(), models.end(),
                       [&](const auto& model) { return !of(model.view).empty(); });
}

/// The measures that are compared if none is named.
std::vector<Measure> usual(std::span<const ModelPredictions> models, const RowDesign& design)
{
    const auto& view = models.front().view;
    if (design.task == ScoreTask::values) return {make_measure(Spec("mean"), design)};
    if (view.classes == nullptr) return {make_measure(Spec("rmse"), false), make_measure(Spec("mae"), false)};
    std::vector<Measure> measures;
    if (all_have(models, [](const auto& v) { return v.label; }))
        measures.push_back(make_measure(Spec("accuracy"), true));
    if (view.classes->size() == 2 && all_have(models, [](const auto& v) { return v.scores; }))
        measures.push_back(make_measure(Spec("roc_auc"), true));
    require(!measures.empty(), "compare models: there are neither labels nor scores that all models have");
    return measures;
}

Units units_of(const RowDesign& design, std::size_t rows)
{
    require(design.cluster.empty() || design.cluster.size() == rows,
            "compare models: a cluster for each row was expected");
    std::vector<std::uint32_t> all(rows);
    std::iota(all.begin(), all.end(), 0u);
    return Units(std::move(all), design.cluster);
}

/// The tests of a pair by a measure; the primary test is marked. If a value does not exist, there is one
/// entry with the reason.
std::vector<detail::Inference> compare_pair(const PairInput& input)
{
    if (const Value difference = detail::difference_of(input.value_a, input.value_b); !difference) {
        Comparison none{.test = "none", .difference = difference, .primary = true};
        detail::take_away(none, difference.reason());
        none.interval = reasons::no_value;
        return detail::alone(none);
    }
    auto list = detail::inferences_of(input);
    for (auto& test : list) {
        auto& comparison = test.comparison;
        if (input.design.time_ordered && !test.allows_for_time)
            comparison.warnings.push_back(
                {warnings::dependent_rows, "this test takes the rows for independent, and they are in time"});
        if (comparison.primary) {
            if (comparison.p_value)
                comparison.figures.push_back(
                    {"detectable_difference", test.detectable ? test.detectable(detail::usual_power)
                                                              : Value::none(comparison.interval.reason())});
            if (input.options.margin)
                detail::add_equivalence(test, *input.options.margin, input.higher(), input.outside());
        }
        // One-sided p-values are for "A is better".
        const double difference = input.a.judged != nullptr && comparison.difference
                                      ? comparison.difference.number()
                                      : input.difference();
        const double side = input.higher() ? difference : -difference;
        if (comparison.p_value && comparison.p_value.number() <= input.outside() &&
            comparison.p_value_one_sided && side != 0.0 &&
            (comparison.p_value_one_sided.number() < 0.5) != (side > 0.0))
            comparison.warnings.push_back(
                {warnings::other_direction,
                 "this test speaks for the model with the worse '" + input.measure.name() +
                     "': it weighs the rows in another way, and answers another question"});
    }
    return list;
}

/// The standings of the models by means of row values of a test set whose rows are not weighted; none by
/// other measures, and of two models.
std::optional<Standings> standings_by(const Measure& measure, std::span<const ModelPredictions> models,
                                      const RowDesign& design, const Units& units,
                                      const ModelsOptions& options)
{
    const auto* mean = measure.row_mean();
    const auto& first = models.front().view;
    const bool of_runs = first.repeated != nullptr && may_have_runs(*first.repeated);
    if (mean == nullptr || !design.fold.empty() || design.time_ordered || !first.weight.empty() || of_runs)
        return std::nullopt;
    const bool higher = measure.direction == Direction::higher_is_better;
    const bool clustered = !design.cluster.empty();
    std::vector<std::vector<double>> values;
    for (const auto& model : models) {
        std::vector<double> of_rows(model.view.size());
        mean->values(model.view, of_rows);
        if (!std::ranges::all_of(of_rows, [](double x) { return std::isfinite(x); })) return std::nullopt;
        auto& own = values.emplace_back(clustered ? sums_over(units, of_rows) : std::move(of_rows));
        if (!higher)
            for (double& x : own) x = (mean->proportion && !clustered ? 1.0 : 0.0) - x;
    }
    Standings all{.direction = measure.direction, .test = "gaffke", .units = values.front().size()};
    const bool right_or_wrong = mean->proportion && !clustered;
    all.of_range = measure.additive() && !mean->cut_off && std::isfinite(measure.highest - measure.lowest);
    if (right_or_wrong) all.test = "mcnemar_exact";
    all.largest_difference = measure.highest - measure.lowest;
    if (clustered && all.of_range) { // as for two models, so that more models do not say more
        RangedValues sizes;
        for (std::size_t u = 0; u < units.size(); ++u)
            sizes.weights.push_back(static_cast<double>(units.rows_of(u).size()));
        all.largest_difference *= sizes.end_weight();
    }
    if (!all.of_range && !right_or_wrong) {
        all.largest_difference = 0.0;
        for (std::size_t u = 0; u < values.front().size(); ++u) {
            const auto [least, most] =
                std::ranges::minmax(values, {}, [&](const auto& of_model) { return of_model[u]; });
            all.largest_difference = std::max(all.largest_difference, most[u] - least[u]);
        }
    }
    all.models = standings_of(values, right_or_wrong ? PairLaw::right_or_wrong : PairLaw::bounded,
                              all.largest_difference, options.level, options.threads);
    return all;
}

/// With the names of the models and their figures, best first.
void name_standings(Standings& standings, const std::string& measure,
                    std::span<const ModelPredictions> models, std::span<const Value> values)
{
    standings.measure = measure;
    for (std::size_t i = 0; i < models.size(); ++i) {
        standings.models[i].model = models[i].name;
        standings.models[i].value = values[i];
    }
    std::ranges::stable_sort(standings.models, {}, &Standing::rank);
}

std::string in_one_list(const std::vector<std::string>& sizes)
{
    std::string text;
    for (const auto& size : sizes) text += (text.empty() ? "" : ", or of ") + size;
    return text;
}

std::string not_shown(std::span<const Comparison> tests, const RowDesign& design,
                      std::span<const Model> compared, Level level)
{
    const auto models = compared.size();
    const bool values = design.task == ScoreTask::values;
    std::string text = values ? "The data do not show how these models compare on items of another kind"
                       : design.fold.empty()
                           ? detail::no_learner_shown(compared) + ": only these " +
                                 std::string(models == 2 ? "two" : std::to_string(models).c_str()) +
                                 " models were compared"
                           : "The data do not show which of the models trained on all rows is better: the "
                             "splits' figures compare the learners";
    std::vector<std::string> sizes;
    std::map<std::string, std::pair<double, double>> ranges; // by measure
    bool open = false;
    for (const auto& test : tests) {
        if (!test.primary || !test.p_value || significant(test, level)) continue;
        open = true;
        const auto* smallest = detail::figure(test, "detectable_difference");
        if (smallest == nullptr || !*smallest) continue;
        const double size = smallest->number();
        sizes.push_back(four_decimals(size) + " in " + test.measure +
                        (models > 2 ? " (" + test.a + ", " + test.b + ")" : ""));
        auto& [least, most] = ranges.try_emplace(test.measure, size, size).first->second;
        least = std::min(least, size);
        most = std::max(most, size);
    }
    if (sizes.size() > detail::most_named) {
        sizes.clear();
        for (const auto& [measure, range] : ranges)
            sizes.push_back(four_decimals(range.first) + " to " + four_decimals(range.second) + " in " +
                            measure + ", by pair,");
    }
    if (open) text += "; nor do they show that models without a significant difference are equally good";
    if (!sizes.empty())
        text += ": with " +
                std::string(values                ? "this many items"
                            : design.fold.empty() ? "this many rows"
                                                  : "these splits") +
                " a true difference of " + in_one_list(sizes) + " would be detected 80 % of the time";
    return text + '.';
}

} // namespace

Answer compare_models(std::span<const ModelPredictions> models, const RowDesign& design,
                      const ModelsOptions& options)
{
    require(models.size() >= 2,
            "compare models: " + std::to_string(models.size()) + " model; expected two or more");
    require(models.front().view.size() > 0, "compare models: no rows; expected at least one");
    require_same_rows(models);
    for (std::size_t i = 0; i < models.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            require(models[i].name != models[j].name,
                    "two models have the same name, '" + models[i].name + "'");
    require(!options.margin || *options.margin > 0.0, "the margin must be above 0");
    require(options.samples >= 1 && options.permutations >= 1, "samples and permutations must be at least 1");
    require_tests(options.tests);
    auto measures = options.measures.empty() ? usual(models, design) : options.measures;
    const auto* classes = models.front().view.classes;
    if (classes != nullptr)
        for (auto& measure : measures) measure = of_classes(std::move(measure), classes->size());
    const auto name_of_measure = [&](std::size_t m) {
        return options.names.empty() ? measures[m].name() : options.names.at(m);
    };
    const std::size_t rows = models.front().view.size();
    require(design.fold.empty() || design.fold.size() == rows,
            "compare models: a fold for each row was expected");
    const Units units = units_of(design, rows);

    Answer answer{.seed = options.seed,
                  .level = options.level,
                  .scope = design.task == ScoreTask::values ? "on new items" : "on new rows"};
    std::vector<std::vector<Value>> values(measures.size());
    for (std::size_t m = 0; m < measures.size(); ++m)
        for (const auto& model : models)
            values[m].push_back(!design.fold.empty() && !measures[m].additive()
                                    ? detail::mean_of_parts(measures[m], model.view, design)
                                    : evaluate(measures[m], model.view));
    for (std::size_t i = 0; i < models.size(); ++i) {
        Model model{models[i].name, {}};
        for (std::size_t m = 0; m < measures.size(); ++m)
            model.measures.push_back({name_of_measure(m), values[m][i]});
        model.measures.push_back({"rows", static_cast<double>(rows)});
        if (!models[i].view.weight.empty())
            model.measures.push_back({"kish_rows", effective_rows(models[i].view.weight)});
        answer.models.push_back(std::move(model));
    }
    if (!design.cluster.empty() && units.size() < few_units)
        answer.warnings.push_back(
            {warnings::few_clusters, "there are only " + std::to_string(units.size()) +
                                         " clusters, too few to estimate their variance"});
    const bool many = models.size() > detail::most_with_pairs && !options.margin && options.tests.empty() &&
                      models.front().view.judged == nullptr;
    for (std::size_t m = 0; m < measures.size() && many; ++m)
        if (auto found = standings_by(measures[m], models, design, units, options)) {
            name_standings(*found, name_of_measure(m), models, values[m]);
            answer.standings.push_back(std::move(*found));
        }
    const bool pairwise = answer.standings.size() < measures.size(); // one answer, of one kind
    if (pairwise) answer.standings.clear();
    // Whatever is computed for each pair by itself has its share of 1 - level (Bonferroni).
    const std::size_t pairs = models.size() * (models.size() - 1) / 2;
    ModelsOptions of_pair = options;
    of_pair.level = level_of_each(options.level, pairs);
    std::vector<detail::Inference> tests;
    for (std::size_t m = 0; m < measures.size() && pairwise; ++m)
        for (std::size_t i = 0; i < models.size(); ++i)
            for (std::size_t j = i + 1; j < models.size(); ++j) {
                const PairInput input{models[i].view, models[j].view, measures[m], values[m][i],
                                      values[m][j],   design,         of_pair,     units};
                for (auto& test : compare_pair(input)) {
                    auto& comparison = test.comparison;
                    comparison.a = models[i].name;
                    comparison.b = models[j].name;
                    comparison.measure = name_of_measure(m);
                    comparison.direction =
                        input.higher() ? Direction::higher_is_better : Direction::lower_is_better;
                    tests.push_back(std::move(test));
                }
            }
    detail::adjust_over_pairs(tests, pairs, options.level);
    for (auto& test : tests) answer.comparisons.push_back(std::move(test.comparison));
    for (auto& comparison : answer.comparisons)
        if (significant(comparison, options.level))
            std::erase_if(comparison.figures,
                          [](const Figure& one) { return one.name == "detectable_difference"; });
    const auto& view = models.front().view;
    const bool curves = view.classes != nullptr && view.classes->size() == 2 && view.weight.empty() &&
                        design.fold.empty() && all_have(models, [](const auto& v) { return v.scores; }) &&
                        std::any_of(view.true_label.begin(), view.true_label.end(),
                                    [&](auto c) { return c != view.true_label.front(); });
    if (curves && pairwise)
        for (std::size_t i = 0; i < models.size(); ++i)
            for (std::size_t j = i + 1; j < models.size(); ++j)
                answer.dominance.push_back(
                    detail::dominance_of(models[i].view, models[j].view, models[i].name, models[j].name));
    answer.not_shown = not_shown(answer.comparisons, design, answer.models, options.level);
    return answer;
}

} // namespace unseen::compare
