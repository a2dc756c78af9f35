// What a store can be asked without the data files and the learners that filled it: the predictions of the splits of a plan.
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

/// Which fits of a store are meant. Specs may be shortened: one means all that have its name and the values that it gives. What is left empty, or
/// short, must mean one alone.
struct StoredChoice {
    std::string data{}; ///< name of a dataset, or its digest
    std::string learner{};
    std::string plan{};
    std::uint64_t seed = 1; ///< of the plan, where it was asked with several
};

/// A plan on a dataset and a learner of a store.
struct StoredPlan {
    std::string data_name;
    Digest data;
    Dataset responses; ///< rows as they were numbered, with their responses and without features
    std::string learner;
    int version = 1;
    Plan plan;
    std::uint64_t seed = 1;
};

/// A store that is open for reading. Used by one thread at a time.
class StoredPlans {
public:
    /// Throws IoError as read_store() does.
    explicit StoredPlans(const std::string& path);
    StoredPlans(StoredPlans&&) noexcept;
    StoredPlans& operator=(StoredPlans&&) noexcept;
    ~StoredPlans();

    /// Throws InputError that lists what there is where the choice means nothing or several things, and for plans that cannot be told from the
    /// responses alone (`given`).
    StoredPlan find(const StoredChoice& choice) const;
    /// The name of the dataset that is meant.
    std::string data_name(const StoredChoice& choice) const;
    /// The learners with fits on the dataset that are meant, in the order of their specs.
    std::vector<std::string> learners(const StoredChoice& choice) const;
    /// Gives the sink every split's predictions of its test rows, in plan order. Throws InputError if some are not there; the message says how many.
    void give(const StoredPlan& plan, Sink& sink) const;

private:
    struct Content;
    std::unique_ptr<Content> content_;
};

/// The predictions of a plan as a table: `repeat` and `split` (unless there is one split), `row`, `truth`, `predicted`, and of learners with scores a
/// column score_LABEL for each class. Rows of failed fits are left out.
struct StoredTable {
    Table table;
    Labels classes; ///< that have scores; none: there are no scores
    std::uint64_t fits = 0;
    std::uint64_t failures = 0; ///< of them
};
/// Gets the names of all columns and returns those that are wanted, at least one.
using WantedColumns = std::function<std::vector<std::string>(const std::vector<std::string>& names)>;
/// `wanted`, if there is one: the table has no other columns. Memory: 8 bytes a number, 4 a label.
StoredTable stored_table(const StoredPlans& store, const StoredPlan& plan, const WantedColumns& wanted = {});

/// Bounds from data, of stored fits: for each learner that is meant each bound, as estimate() gives them. Throws InputError where the store lacks the
/// fits of a bound's plan, naming the plans that it has: what was predicted under another design does not make the bound hold. Bounds by unlabelled
/// rows are refused: the store does not know which rows those were.
std::vector<Estimate> stored_bounds(const StoredPlans& store, const StoredChoice& choice, std::span<const Spec> bounds,
                                    Delta delta, Level level);

} // namespace unseen
