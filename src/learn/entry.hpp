// Private: the rows of the table of learners.
#pragma once

#include "unseen/learn/learner.hpp"

namespace unseen {

/// A learner in the brackets of a meta-learner, prepared for the dataset.
struct Base {
    Traits traits;
    std::shared_ptr<const Prepared> prepared; ///< shared by all bases of its family
    std::size_t variant = 0;                  ///< its index among the variants of `prepared`

    std::unique_ptr<Model> fit(const Task& task) const { return prepared->fit(task, variant); }
    Predictions evaluate(const Task& task) const
    {
        return std::move(prepared->evaluate(task, {&variant, 1}).at(0));
    }
};

/// The task of member `i` of `all` of a meta-learner: its seed is the first word of the stream (seed,
/// learner, i). Reports the progress; throws LearnerError if the fit should stop.
Task member_task(const Task& task, std::uint64_t i, std::uint64_t all);

/// A row of the table in learners.cpp. `prepare` receives resolved specs of this learner. A meta-learner
/// (info.fewest_bases > 0) has `prepare_meta` instead, which also receives the prepared bases of each spec,
/// in the order of the brackets; one whose bases see other features in each fit has `prepare`, and makes them
/// itself (feature_map.hpp).
///
/// The traits of a meta-learner are combined with those of its bases: it predicts classes or numbers, and
/// uses weights, only if it and all bases do; so it takes sparse rows, missing cells and more than two
/// classes, and so its models have decision values, linear functions and importances; it copies features,
/// needs lags or depends on the positive class if a base does; it takes several targets if its own traits say
/// so and its bases do or see one each; it is stochastic, or trains with groups or times, if it or a base
/// does; its version is the sum of all versions, which grows when one of them does.
struct LearnerEntry {
    SpecInfo info;
    Traits traits;
    std::function<std::unique_ptr<const Prepared>(const Dataset&, std::span<const Spec>, const Budget&)>
        prepare{};
    std::function<std::unique_ptr<const Prepared>(const Dataset&, std::span<const Spec>,
                                                  std::vector<std::vector<Base>>)>
        prepare_meta{};
    /// Throws InputError if the keys of a resolved spec contradict each other or the type of the response;
    /// may be empty.
    std::function<void(const Spec&, ResponseType)> check{};
    /// Throws InputError if a resolved spec cannot be fitted to such features; may be empty. Of a
    /// meta-learner with `prepare_meta`, whose bases see the features as they are, the bases are asked too.
    std::function<void(const Spec&, const Dataset&)> check_data{};
    /// True if its bases see no missing cells, because it fills them.
    bool fills_missing_cells = false;
    /// True if it trains one model of its base for each target.
    bool splits_targets = false;
    /// True if it tries its bases and trains one of them, so that what only one needs is done for that one.
    bool chooses = false;
    /// True if its bases see features on another scale than that of the target.
    bool rescales = false;
    /// Values of keys (`scale=none`) with one of which it takes sparse rows, whatever its traits say.
    std::vector<std::string> sparse_keys{};
    /// Changes the traits that depend on the keys of a resolved spec; may be empty.
    std::function<void(const Spec&, Traits&)> traits_of{};
    /// The library that it needs and that this build lacks, and its package; empty if none is missing.
    std::string missing{};
    /// Makes the canonical spec of a learner whose brackets or keys are not plain specs and values; if empty,
    /// resolve() does.
    std::function<Spec(const Spec&, ResponseType)> resolve{};
    /// The resolved specs of the bases of a canonical spec; if empty, they are those in its brackets.
    std::function<std::vector<Spec>(const Spec&, ResponseType)> bases{};
};

/// Makes the learner of a spec in the brackets of a resolved one, which is resolved too.
std::unique_ptr<Learner> make_base(const Spec& spec, ResponseType response);

/// True if a resolved spec has one of these values of keys (`scale=none`).
bool has_value_of(const Spec& spec, const std::vector<std::string>& values);

/// The bases of each spec, prepared for `data`. Bases of one family are prepared together, and the families
/// divide the budget.
std::vector<std::vector<Base>> prepared_bases(const Dataset& data, std::span<const Spec> specs,
                                              const Budget& budget);

// One function for each learner, defined in the file of its name.
LearnerEntry majority_entry();
LearnerEntry mean_entry();
LearnerEntry median_entry();
LearnerEntry naive_entry();
LearnerEntry seasonal_naive_entry();
LearnerEntry knn_entry();
LearnerEntry condensed_knn_entry();
LearnerEntry naive_bayes_entry();
LearnerEntry lda_entry();
LearnerEntry qda_entry();
LearnerEntry linear_entry();
LearnerEntry ridge_entry();
LearnerEntry tree_entry();
LearnerEntry random_forest_entry();
LearnerEntry ls_boost_entry();
LearnerEntry command_entry();
LearnerEntry bagging_entry();
LearnerEntry weighted_bagging_entry();
LearnerEntry rounded_entry();
LearnerEntry rusboost_entry();
LearnerEntry adaboost_entry();
LearnerEntry voting_entry();
LearnerEntry committee_entry();
LearnerEntry cut_entry();
LearnerEntry impute_entry();
LearnerEntry scale_entry();
LearnerEntry noisy_entry();
LearnerEntry multi_entry();
LearnerEntry tuned_entry();
LearnerEntry logistic_entry();
LearnerEntry linear_svm_entry();
LearnerEntry svm_entry();
LearnerEntry xgboost_entry();

} // namespace unseen
