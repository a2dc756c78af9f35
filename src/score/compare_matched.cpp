#include "unseen/score/compare_matched.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/score/score.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// Gives each model's figures the intervals that score() has for them.
void add_intervals(compare::Model& model, const ScoredRows& rows, std::size_t models,
                   std::span<const compare::Comparison> comparisons, const compare::ModelsOptions& how)
{
    ScoreOptions options{.level = how.level,
                         .candidates = rows.fold.empty() ? models : 1,
                         .seed = how.seed,
                         .samples = how.samples,
                         .threads = how.threads};
    for (const auto& figure : model.measures)
        if (std::ranges::find(comparisons, figure.name, &compare::Comparison::measure) != comparisons.end())
            options.measures.push_back(Spec::parse(figure.name));
    for (const auto& one : score(rows, options).measures)
        for (auto& figure : model.measures)
            if (figure.name == one.name && figure.value == one.value) {
                figure.interval = one.interval;
                figure.simultaneous = one.simultaneous;
            }
}

} // namespace

compare::Answer compare_matched(const MatchedModels& matched, std::span<const Spec> measures,
                                const MatchedDesign& design, compare::ModelsOptions how)
{
    std::vector<compare::ModelPredictions> models;
    for (std::size_t i = 0; i < matched.models.size(); ++i)
        models.push_back({matched.names[i], matched.models[i].view()});
    const ScoredRows& rows = matched.models.front();
    std::vector<double> train_rows;
    for (const auto& fold : rows.folds)
        train_rows.push_back(static_cast<double>(design.train_rows.value_or(fold.train_rows)));
    for (const auto& spec : measures) {
        how.measures.push_back(make_measure(spec, rows.task != ScoreTask::regression));
        const auto& best = how.measures.back().best;
        require(!best, "measure '" + spec.print() + "' is best at " + shortest(best.value_or(0.0)) +
                           ": a larger or smaller value does not make a model better; expected a measure "
                           "with a direction");
        how.names.push_back(spec.print());
    }
    auto compared = compare::compare_models(models,
                                            {.cluster = rows.cluster,
                                             .split = rows.fold,
                                             .train_rows = train_rows,
                                             .time_ordered = design.time_ordered,
                                             .horizon = design.horizon},
                                            how);
    Hasher hasher;
    for (std::size_t i = 0; i < matched.models.size(); ++i)
        hasher.add(matched.names[i]).add(digest_of(matched.models[i]));
    compared.digest = hasher.finish();
    // Rows in the order of time depend on each other, and score() takes the training rows of the folds from
    // the rows.
    if (!design.time_ordered && !design.train_rows)
        for (std::size_t i = 0; i < matched.models.size(); ++i)
            add_intervals(compared.models[i], matched.models[i], matched.models.size(), compared.comparisons,
                          how);
    compared.warnings.insert(compared.warnings.begin(), matched.warnings.begin(), matched.warnings.end());
    return compared;
}

} // namespace unseen
