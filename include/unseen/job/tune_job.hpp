// Tuning: the points of a grid on all rows, the choice among them, and the honest figure of choosing.
//
// Example:
//
//     const TuneJob job{.data = {.source = "iris", .read = [] { return read_table("data/iris.csv"); }},
//                       .grid = {.learners = {Spec("knn")}, .keys = "k=1..9:2"},
//                       .options = {.nested = Spec::parse("cv:folds=5")}};
//     assert(answer(job).answer.table.rows.size() == 5); // a row a point
#pragma once

#include "unseen/job/job.hpp"
#include "unseen/run/tune.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// The points that are tried, and how one is chosen.
struct TuningGrid {
    std::vector<Spec> learners;    ///< their keys may be ranges and lists
    std::string keys{};            ///< more such keys, of the one learner: `k=1..30,weights=uniform|distance`
    std::optional<Spec> inner{};   ///< the splits on which points are judged; unset: cv:folds=5
    std::optional<Spec> measure{}; ///< the measure by which points are chosen and judged; unset: error_rate
                                   ///< or rmse
    std::string rule{};            ///< `best` or `one-se`; empty: best
    std::string race{};            ///< `halving` or `paired`; empty: all points are tried on all inner splits
    std::optional<std::uint64_t> tries{}; ///< number of points that are drawn; unset: all

    /// The learner that tunes; `seed` draws the points. Throws InputError for invalid grids.
    Spec tuner(std::uint64_t seed) const;
};

/// The request.
struct TuneJob {
    JobData data;
    TuningGrid grid;
    TuneOptions options{}; ///< the data set `unlabelled`; `nested` is cv:folds=10,repeats=5 if it is unset
    /// Requirements on the nested figure, such as "accuracy >= 0.9".
    std::vector<std::string> requirements{};
    Level require_level{0.95}; ///< of the one-sided limit that shows or refutes a requirement
    bool flat_only = false;    ///< leave out the nested figure
    std::string store{};       ///< the file that keeps the fits; empty: none
};

/// Fits the points, chooses and judges the choice. Throws InputError as TuningGrid::tuner(), before the data
/// are read, as tune(), and for requirements without a nested figure.
Answered answer(const TuneJob& job);

} // namespace unseen
