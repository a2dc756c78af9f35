// What the rows of a run are to a state of looks at any time.
#include "merge/any_time_settings.hpp"
#include "score/requirements.hpp"

#include "unseen/base/digest.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/merge/any_time_state.hpp"
#include "unseen/roles/score_fields.hpp"

#include <cmath>

namespace unseen {

namespace {

/// The way out for what has no limits at any time.
constexpr const char* way_out = "; planned looks judge it: `require` with `looks` and `look`";

/// The measure that is followed: the one that is named, by itself or by requirements.
Spec only_measure(const std::vector<Spec>& named, const std::vector<Spec>& required, const RowDesign& design)
{
    std::vector<Spec> all = named;
    all.insert(all.end(), required.begin(), required.end());
    if (all.empty()) {
        require(design.task != ScoreTask::regression, "`any_time`: errors of numbers have no range of their "
                                                      "own, so no limits hold for them at any time; "
                                                      "expected classes, or `value` with `range`");
        return Spec(design.task == ScoreTask::values ? "mean" : "accuracy");
    }
    const auto canonical = [&](const Spec& spec) { return make_measure(spec, design).spec; };
    for (const auto& one : all)
        require(canonical(one) == canonical(all.front()), "`any_time` follows one measure, and there are '" +
                                                              all.front().print() + "' and '" + one.print() +
                                                              "'; expected one, with a state for each");
    return all.front();
}

/// The roles decide, not the rows: groups of one row each, or weights that are all alike, need not be so in
/// the rows of all runs together.
void require_independent(const RowDesign& design, const ScoreRoles& roles)
{
    const auto refuse = [](bool is, const std::string& what) {
        require(!is, "`any_time`: limits at any time are for rows that are independent draws of one weight, "
                     "and these " +
                         what + way_out);
    };
    refuse(!roles.weight.empty(), "have weights");
    refuse(!roles.group.empty(), "are in groups");
    refuse(design.out_of_fold, "are predicted out of fold");
    refuse(design.overlapping || design.time_ordered, "are forecasts of one series");
    require(roles.judged.empty(),
            "`any_time` and `judged` exclude each other: no limits hold at any time for "
            "what a judge adds; expected a file of the labelled rows, without `judged`" +
                std::string(way_out));
}

std::vector<double> values_followed(const Measure& measure, const PredictionView& view)
{
    const auto missing = evaluate(measure, view);
    require(missing.exists() || view.size() == 0,
            "`any_time`: '" + measure.name() +
                "' has no value: " + (missing ? "" : std::string(missing.reason().sentence)));
    std::vector<double> values(view.size());
    if (!values.empty()) measure.row_mean()->values(view, values);
    return values;
}

Measure followed_measure(const Spec& spec, const RowDesign& design)
{
    auto measure = make_measure(spec, design);
    const auto* mean = measure.row_mean();
    require(mean != nullptr && measure.additive() && mean->items == 1.0 && !mean->benefit,
            "`any_time`: '" + measure.name() +
                "' is no mean over rows, so no limits hold for it at any time" + way_out);
    require(!mean->cut_off && std::isfinite(measure.lowest) && std::isfinite(measure.highest),
            "`any_time`: '" + measure.name() +
                "' has no largest value, so no upper limit holds for it at any time; expected a bounded "
                "measure, or `value` with `range`");
    return measure;
}

/// The settings that all runs share, from the roles that were given and the rest.
std::map<std::string, std::string> settings_of(const RowDesign& design, const ScoreRoles& roles,
                                               const Measure& measure, bool one_score, Level level,
                                               Level require_level)
{
    std::map<std::string, std::string> settings;
    for (const auto& [info, value] : given_fields(roles))
        if (info->name != "join") settings.emplace(info->name, option_list(texts_of(value)));
    const bool values = design.task == ScoreTask::values;
    settings[setting::judges] = values ? "values" : "classes";
    settings[setting::measure] = measure.spec.print();
    settings[setting::range] = shortest(measure.lowest) + ',' + shortest(measure.highest);
    settings[setting::better] = measure.direction == Direction::higher_is_better ? "higher" : "lower";
    settings[setting::level] = shortest(level.value());
    settings[setting::require_level] = shortest(require_level.value());
    if (one_score) settings["positive"] = design.classes.name(design.positive);
    return settings;
}

/// Hashes of the rows: their truth, what the models say, and the values.
std::vector<std::uint64_t> hashes_of(const RowDesign& design, std::span<const JudgedPredictions> models,
                                     std::span<const std::vector<double>> values)
{
    std::vector<std::uint64_t> hashes(design.size());
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        Hasher hasher;
        if (!design.true_label.empty()) hasher.add(design.classes.name(design.true_label[i]));
        for (const auto& model : models)
            if (!model.label.empty()) hasher.add(design.classes.name(model.label[i]));
        for (const auto& of_model : values) hasher.add(std::span(&of_model[i], 1));
        hashes[i] = hasher.finish().low;
    }
    return hashes;
}

/// Everything but the names and the differences.
FollowedRows followed_by(const RowDesign& design, std::span<const JudgedPredictions> models,
                         const ScoreRoles& roles, const Spec& spec, Level level, Level require_level)
{
    require_independent(design, roles);
    require(!models.front().repeated, "`any_time`: the items have repeats; expected one value for each item");
    require_one_sided(require_level);
    const auto measure = followed_measure(spec, design);
    FollowedRows all{.settings =
                         settings_of(design, roles, measure, models.front().one_score, level, require_level)};
    for (const auto& model : models)
        all.of_models.push_back(values_followed(measure, view_of(design, model)));
    all.rows = hashes_of(design, models, all.of_models);
    if (!roles.id.empty()) all.ids = design.id;
    return all;
}

} // namespace

FollowedRows followed(const ScoredRows& rows, const ScoreRoles& roles, const ScoreOptions& options)
{
    const auto alone = [](bool other, const std::string& option) {
        require(!other, "`any_time` and `" + option +
                            "` exclude each other: looks at any time are at one figure of all rows");
    };
    alone(!roles.by.empty(), "by");
    alone(options.per_class, "per_class");
    alone(options.candidates > 1, "candidates");
    alone(!options.interval.automatic(), "interval");
    alone(roles.labels_by_rule || options.threshold_rule, "threshold");
    std::vector<Spec> required;
    for (const auto& text : options.requirements) required.push_back(parse_requirement(text).measure);
    auto all = followed_by(rows.design, {&rows.predicted, 1}, roles,
                           only_measure(options.measures, required, rows.design), options.level,
                           options.require_level);
    all.values = all.of_models.front();
    return all;
}

FollowedRows followed(const MatchedModels& models, const ScoreRoles& roles, std::span<const Spec> measures,
                      const compare::ModelsOptions& options)
{
    require(models.models.size() == 2, "`any_time` follows two models, and there are " +
                                           std::to_string(models.models.size()) +
                                           "; expected two, with a state for each pair");
    std::vector<Spec> required;
    for (const auto& text : options.requirements) required.push_back(parse_pair_requirement(text).measure);
    auto all = followed_by(models.design, models.models, roles,
                           only_measure({measures.begin(), measures.end()}, required, models.design),
                           options.level, options.require_level);
    all.names = models.names;
    all.settings[setting::models] = option_list(models.names);
    for (std::size_t i = 0; i < all.rows.size(); ++i)
        all.values.push_back(all.of_models[0][i] - all.of_models[1][i]);
    return all;
}

} // namespace unseen
