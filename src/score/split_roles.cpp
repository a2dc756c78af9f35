#include "unseen/score/split_roles.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

namespace {

/// Sets the roles that tell which model predicted a row.
void take_design(ScoreRoles& roles, const Design& design, const std::string& plan)
{
    const auto refuse = [&](const std::string& why) {
        throw InputError("the predictions of '" + plan + "' are not to be judged so: " + why +
                         "; `unseen estimate` and `unseen compare results` take them for what they are");
    };
    switch (design.kind) {
    case SplitKind::test_set: return;
    case SplitKind::holdout:
    case SplitKind::random:
        if (design.splits > 1) refuse("test rows of several random splits overlap");
        return;
    case SplitKind::folds:
    case SplitKind::leave_one_out:
        if (roles.split.empty()) {
            roles.split = "split";
            roles.repeat = "repeat";
        }
        return;
    case SplitKind::progressive: roles.out_of_fold = true; return;
    case SplitKind::resubstitution: refuse("the model was trained on these rows"); return;
    case SplitKind::forward: refuse("windows in time overlap, and models of one past are no independent ones"); return;
    case SplitKind::random_halves:
    case SplitKind::nested:
    case SplitKind::bootstrap: refuse("its splits predict the same rows again and again"); return;
    }
}

} // namespace

ScoreRoles roles_of_splits(ScoreRoles roles, const Design& design, const std::string& plan, bool numbers, const Labels& scored)
{
    take_design(roles, design, plan);
    if (roles.truth.empty()) roles.truth = "truth";
    if (roles.predicted.empty() && !roles.threshold) roles.predicted = "predicted";
    if (numbers) {
        if (roles.task.empty()) roles.task = "regression";
        return roles;
    }
    if (scored.size() == 0 || !roles.score.empty() || !roles.scores.empty()) return roles;
    if (roles.threshold && scored.size() == 2) {
        roles.score = "score_" + (roles.positive.empty() ? scored.name(default_positive(scored)) : roles.positive);
        return roles;
    }
    for (const auto& name : scored.names()) roles.scores.push_back(name + "=score_" + name);
    return roles;
}

} // namespace unseen
