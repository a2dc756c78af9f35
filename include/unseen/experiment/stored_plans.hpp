// Answers from a store, without the data files and the learners that filled it: the predictions of the splits
// of a plan.
//
// Example:
//
//     const auto path = (std::filesystem::temp_directory_path() / "example-plans.store").string();
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto knn = make_learner(Spec("knn"), ResponseType::classes);
//     const std::vector<const Learner*> learners = {knn.get()};
//     const auto file = open_store(path);
//     estimate(iris, learners,
//              {.estimators = {Spec::parse("cv:folds=5")},
//               .run = {.store = file.get(), .data_name = "iris"}});
//     file->flush();
//     const StoredPlans store(path);
//     const StoredTable table = stored_table(store, store.find({.data = "iris"}));
//     assert(table.fits == 5 && table.table.rows() == 150);
#pragma once

#include "unseen/base/delta.hpp"
#include "unseen/base/level.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/store/store_file.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// A choice among the fits of a store. A spec may be shortened: it matches all specs with its name and the
/// values that it gives. A field that is empty or shortened must have exactly one match.
struct StoredChoice {
    std::string data{};    ///< the name of a dataset, its base name, or its digest
    std::string learner{}; ///< a spec, or the name of a learner in the experiment
    std::string plan{};
    std::uint64_t seed = 1; ///< the seed of the plan, if it was run with several and no experiment is chosen
};

/// A learner under a plan on a dataset, in a store.
struct StoredPlan {
    std::string data_name; ///< the name in StoredPlans::data_sets()
    Digest data;
    Dataset responses;        ///< the rows of the dataset with their responses, without features
    std::string learner;      ///< its spec
    std::string learner_name; ///< its name in the experiment, or in the last run outside of experiments
    int version = 1;
    Plan plan;
    std::uint64_t seed = 1;
};

/// A store that is open for reading. For one thread at a time.
class StoredPlans {
public:
    /// `experiment` is an argument of find_experiment(): only the fits of this experiment are found. Throws
    /// IoError as read_store() does, and InputError as find_experiment() does.
    explicit StoredPlans(const std::string& path, const std::string& experiment = {});
    StoredPlans(StoredPlans&&) noexcept;
    StoredPlans& operator=(StoredPlans&&) noexcept;
    ~StoredPlans();

    /// The experiment whose fits are used; if there is none, all fits of the store are.
    const std::optional<StoredExperiment>& experiment() const;
    /// Finds the learner, plan and dataset of the choice. Throws InputError, which lists the content of the
    /// store, if the choice has no match or several, and for a plan that cannot be made from the responses
    /// alone (`given`).
    StoredPlan find(const StoredChoice& choice) const;
    /// The dataset of the choice, as data_sets() calls it. Throws InputError as find() does.
    std::string data_name(const StoredChoice& choice) const;
    /// The data sets with fits, sorted by name. They are called by their base names; if two share one, by
    /// their names, and if they share those, too, by their digests.
    std::vector<std::string> data_sets() const;
    /// The specs of the chosen learners that have fits on the dataset, sorted. Throws InputError as find()
    /// does.
    std::vector<std::string> learners(const StoredChoice& choice) const;
    /// Passes the predictions for the test rows of each split to the sink, in plan order. Throws InputError
    /// with the number of missing fits if the store lacks some.
    void give(const StoredPlan& plan, Sink& sink) const;

private:
    struct Content;
    std::unique_ptr<Content> content_;
};

/// The predictions of a plan as a table with the columns `repeat` and `split` (if there are several splits),
/// `row`, `truth`, `predicted` and, for learners with scores, score_LABEL for each class. Rows of failed fits
/// are left out.
struct StoredTable {
    Table table;
    Labels classes; ///< the classes that have scores; empty: there are no scores
    std::uint64_t fits = 0;
    std::uint64_t failures = 0; ///< fits that failed
};

/// Receives the names of all columns and returns those to keep, at least one.
using WantedColumns = std::function<std::vector<std::string>(const std::vector<std::string>& names)>;

/// The table of a plan's predictions. If `wanted` is set, the table has no other columns. Memory: 8 bytes for
/// each number, 4 for each label.
StoredTable stored_table(const StoredPlans& store, const StoredPlan& plan, const WantedColumns& wanted = {});

/// The data bounds `bounds` from stored fits, for each chosen learner, as estimate() gives them. Throws
/// InputError, which lists the plans of the store, if it lacks the fits of a bound's own plan, because the
/// bound does not hold for predictions under another design. Also throws InputError for bounds that need
/// unlabelled rows, because the store does not record which rows those were.
std::vector<Estimate> stored_bounds(const StoredPlans& store, const StoredChoice& choice,
                                    std::span<const Spec> bounds, Delta delta, Level level);

} // namespace unseen
