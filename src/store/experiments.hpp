// Private: the assignment of fits to the experiments of a store.
#pragma once

#include "store/records.hpp"

#include <optional>
#include <set>
#include <span>
#include <utility>

namespace unseen {

/// The requests of an experiment, by ids. An experiment of a migrated store has none until it is run again.
struct ExperimentContent {
    struct Learner {
        std::int64_t data = 0;
        std::int64_t learner = 0;
        std::string name; ///< in the experiment
    };
    std::vector<Learner> learners{};
    std::vector<std::int64_t> plans{};

    bool known() const { return !learners.empty(); }
};

/// The names of learners in runs outside of experiments; a later run's name counts.
std::vector<ExperimentContent::Learner> learner_names(Database& db);
void put_learner_name(Database& db, const ExperimentContent::Learner& learner);
/// The name that the learner has on the dataset, among `links`; null if there is none.
const std::string* name_in(std::span<const ExperimentContent::Learner> links, std::int64_t data,
                           std::int64_t learner);

/// An experiment with its id.
struct ExperimentRecord {
    std::int64_t id = 0;
    StoredExperiment experiment;
    ExperimentContent content;
};

/// All experiments that are not damaged, the one that was started last first.
std::vector<ExperimentRecord> all_experiments(Database& db);

/// Adds an experiment, or gives the stored one with this digest its name, folder and start; returns its id. A
/// stored experiment that was started later, in a folder that exists, stays as it is.
std::int64_t put_experiment(Database& db, const StoredExperiment& experiment);
void put_learner_of(Database& db, std::int64_t experiment, const ExperimentContent::Learner& learner);
void put_plan_of(Database& db, std::int64_t experiment, std::int64_t plan);
void set_complete(Database& db, std::int64_t experiment, bool complete);
/// Removes the learners and plans of an experiment that are not listed.
void keep_content(Database& db, std::int64_t experiment, const ExperimentContent& content);
void drop_experiment(Database& db, std::int64_t experiment);

/// Tells which fits an experiment uses.
class ExperimentFits {
public:
    ExperimentFits(const ExperimentRecord& experiment,
                   std::span<const std::pair<std::int64_t, DataRecord>> data,
                   std::span<const LearnerRecord> learners, std::span<const PlanRecord> plans);

    /// True if it uses the fit. If no run has seen all splits of a plan, it may use all fits of its learners
    /// on the dataset.
    bool holds(const Digest& key, std::int64_t data, std::int64_t learner) const;
    /// True if the store has every fit of it.
    bool complete(Database& db) const;

private:
    /// The keys that a fit can have: for a learner that draws nothing, and for one that does.
    struct Keys {
        Digest plain;
        Digest drawn;
    };
    std::vector<Keys> wanted_;
    std::vector<Digest> keys_; ///< both keys of all of them, sorted
    std::set<std::pair<std::int64_t, std::int64_t>>
        open_; ///< datasets and learners with a plan whose splits are not known
    bool known_ = false;
};

/// The fits of the experiment; std::nullopt without one, and for the only experiment of a migrated store.
/// Throws InputError if the store does not have it, or does not know its requests.
std::optional<ExperimentFits> fits_of(Database& db, const std::optional<Digest>& experiment);

/// Finds out for each experiment whether the store has all its fits, and records it. O(fits of the
/// experiments).
void update_completeness(Database& db);

} // namespace unseen
