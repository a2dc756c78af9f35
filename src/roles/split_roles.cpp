#include "unseen/roles/split_roles.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

namespace {

/// Sets the roles for which model predicted a row.
void take_design(ScoreRoles& roles, const Design& design, const std::string& plan)
{
    if (!design.no_table.empty())
        throw InputError("the predictions of '" + plan +
                         "' cannot be judged as one table: " + std::string(design.no_table) +
                         "; use `unseen estimate` or `unseen compare results`");
    if (design.each_row_once && roles.split.empty()) {
        roles.split = "split";
        roles.repeat = "repeat";
    }
    if (design.fewer_rows) roles.train_rows = static_cast<std::uint64_t>(design.training_rows);
    if (design.each_row_once && design.repeats > 1 && roles.id.empty()) roles.row_number = "row";
    // Neither folds nor random splits nor one model: several models, each of which tests some rows.
    if (!design.each_row_once && !design.random_splits && design.estimand == Estimand::procedure)
        roles.out_of_fold = true;
}

} // namespace

ScoreRoles roles_of_splits(ScoreRoles roles, const Design& design, const std::string& plan, bool numbers,
                           const Labels& scored)
{
    take_design(roles, design, plan);
    const bool labels_by_threshold = roles.threshold || roles.labels_by_rule;
    if (roles.truth.empty()) roles.truth = "truth";
    if (roles.predicted.empty() && !labels_by_threshold) roles.predicted = "predicted";
    if (numbers) {
        if (roles.task.empty()) roles.task = "regression";
        return roles;
    }
    if (scored.size() == 0 || !roles.score.empty() || !roles.scores.empty()) return roles;
    if (labels_by_threshold && scored.size() == 2) {
        if (roles.positive.empty()) roles.positive = scored.name(unnamed_positive(scored));
        roles.score = "score_" + roles.positive;
        return roles;
    }
    for (const auto& name : scored.names()) roles.scores.push_back(name + "=score_" + name);
    return roles;
}

} // namespace unseen
