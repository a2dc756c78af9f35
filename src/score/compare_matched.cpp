#include "unseen/score/compare_matched.hpp"

#include "base/add_once.hpp"
#include "roles/row_roles.hpp"
#include "score/requirements.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/score/score.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// Gives the figures of a model what score() has for these rows, and returns its warnings of these. `places`:
/// the figure of each measure of the options.
std::vector<Warning> take_scored(compare::Model& model, const std::vector<std::size_t>& places,
                                 const ScoredRows& rows, const ScoreOptions& options)
{
    auto report = score(rows, options);
    const auto& scored = report.measures;
    for (std::size_t m = 0; m < scored.size(); ++m) {
        auto& figure = model.measures[places[m]];
        figure.value = scored[m].value;
        figure.interval = scored[m].known();
        figure.simultaneous = without_reason(scored[m].simultaneous);
    }
    std::erase_if(report.warnings, [](const Warning& w) { return w.is(warnings::positive_class_guessed); });
    for (auto& warning : report.warnings) warning.text = "model '" + model.name + "': " + warning.text;
    return std::move(report.warnings);
}

} // namespace

compare::Answer compare_matched(const MatchedModels& matched, std::span<const Spec> measures,
                                compare::ModelsOptions how)
{
    const RowDesign design = without_needless_roles(matched.design);
    std::vector<compare::ModelPredictions> models;
    for (std::size_t m = 0; m < matched.models.size(); ++m)
        models.push_back({matched.names[m], view_of(design, matched.models[m])});
    for (const auto& spec : measures) {
        how.measures.push_back(make_measure(spec, design));
        const auto& best = how.measures.back().best;
        require(!best, "measure '" + spec.print() + "' is best at " + shortest(best.value_or(0.0)) +
                           ": a larger or smaller value does not make a model better; expected a measure "
                           "with a direction");
        how.names.push_back(spec.print());
    }
    for (const auto& measure : how.measures)
        require(!matched.models.front().judged || (measure.additive() && measure.row_mean()->items == 1.0),
                "`measure`: a judge says nothing of '" + measure.name() + "'; expected mean");
    auto requirements = // first: a wrong one is refused before the rest
        judge_pair_requirements(models, design, how);
    auto compared = compare::compare_models(models, design, how);
    compared.requirements = std::move(requirements);
    ScoreOptions options{.level = how.level,
                         .candidates = design.fold.empty() ? models.size() : 1,
                         .seed = how.seed,
                         .samples = how.samples,
                         .threads = how.threads};
    std::vector<std::size_t> places;
    const auto& figures = compared.models.front().measures;
    for (std::size_t f = 0; f < figures.size(); ++f)
        if (std::ranges::find(compared.comparisons, figures[f].name, &compare::Comparison::measure) !=
                compared.comparisons.end() ||
            std::ranges::find(compared.standings, figures[f].name, &compare::Standings::measure) !=
                compared.standings.end()) {
            options.measures.push_back(Spec::parse(figures[f].name));
            places.push_back(f);
        }
    Hasher hasher;
    for (std::size_t m = 0; m < matched.models.size(); ++m) {
        const auto rows = matched.rows_of(m);
        hasher.add(matched.names[m]).add(digest_of(rows));
        // Rows in the order of time depend on each other.
        if (!design.time_ordered)
            add_once(compared.warnings, take_scored(compared.models[m], places, rows, options));
    }
    compared.digest = hasher.finish();
    if (design.task == ScoreTask::binary && PositiveClass{0, design.positive_by}.guessed() &&
        std::ranges::any_of(options.measures,
                            [](const Spec& spec) { return make_measure(spec, true).depends_on_positive(); }))
        compared.warnings.push_back(guessed_positive(design.positive_by, design.classes.name(design.positive),
                                                     design.classes.name(1 - design.positive)));
    compared.warnings.insert(compared.warnings.begin(), matched.warnings.begin(), matched.warnings.end());
    return compared;
}

} // namespace unseen
