// Learners that tune others, seen from outside: the points that they try, and how they choose among them
// (METHODS G.13).
//
// Example:
//
//     const auto tuning =
//         tuning_of(tuned_learner({Spec("knn")}, Spec::parse("grid:k=1..3,inner=(cv:folds=3)")),
//                   ResponseType::classes);
//     assert(tuning.points.size() == 3 && tuning.points[2].text == "k=3" &&
//            tuning.keys == std::vector<std::string>{"k"});
//     TuningFigures figures(make_measure(tuning.measure, true), tuning.points.size());
//     figures.add({Value(0.2), Value(0.1), Value(0.3)}); // one figure a point, of one split
//     figures.add({Value(0.4), Value(0.2), Value(0.1)});
//     assert(figures.best() == 1 && std::abs(*figures.mean(1) - 0.15) < 1e-15);
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/base/value.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/measure/measure.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// A learner to try.
struct TuningPoint {
    std::size_t base = 0; ///< the number of its learner among those in brackets
    ResolvedSpec spec;    ///< with every default
    std::string text; ///< the values of the point, `k=7,weights=distance`, after the learner's name if there
                      ///< are several
    std::vector<std::string> values{}; ///< of the keys with several values, in their order
};

/// When points are dropped before they were tried on all splits.
enum class Race {
    none,
    halving, ///< after 1, 2, 4, 8 ... splits the worse half, by the mean (Karnin, Koren & Somekh 2013, ICML,
             ///< 1238)
    paired ///< from the third split on, all points that are worse than the best by a one-sided paired t-test
           ///< at 5 % (after Maron & Moore 1997, Artif. Intell. Rev. 11:193)
};

/// The points that a learner tries, and how it chooses.
struct Tuning {
    Spec learner; ///< the one that tunes, with every default
    Spec inner;   ///< the plan that splits its training rows
    Spec measure;
    Race race = Race::none;
    bool within_one_error = false; ///< the first point within one standard error of the best; false: the best
    std::vector<std::string> keys{}; ///< of the points' `values`, if there is one learner in the brackets
    std::vector<TuningPoint> points{};
};

/// The most points that are tried.
inline constexpr std::uint64_t most_tuning_points = 10'000;

/// The learner that tunes these learners, whose keys may be ranges and lists. `keys` has its own keys and,
/// for a single learner, also the keys of that one: `k=1..30,rule=one-se`. The name of that spec is ignored.
Spec tuned_learner(const std::vector<Spec>& learners, const Spec& keys);

/// The points that such a learner tries. Throws InputError, as make_learner() does, if there is nothing to
/// choose from, and for too many points, unknown keys and values, and learners that do not predict the
/// response.
Tuning tuning_of(const Spec& learner, ResponseType response);

/// The figures of points on splits, and the choice among them. A split on which no point has a figure is left
/// out. In a race, a point that has left is never chosen, whatever figures it gets afterwards. A point
/// without a figure where others have one leaves at once.
class TuningFigures {
public:
    TuningFigures(Measure measure, std::size_t points, Race race = Race::none)
        : measure_(std::move(measure)),
          race_(race),
          figures_(points),
          left_after_(points)
    {
    }

    /// Adds one split, with a figure for each point; std::nullopt if the fit failed, or was not done because
    /// the point has left.
    void add(const std::vector<std::optional<Value>>& figures);

    std::size_t points() const { return figures_.size(); }
    /// The number of splits after which the point left the race; none if it did not.
    std::optional<std::size_t> left_after(std::size_t point) const { return left_after_.at(point); }
    /// The mean over the splits, an exact sum; none unless the point has a figure on all of them.
    std::optional<double> mean(std::size_t point) const;
    /// Standard deviation over the splits / root of their number; none for one split. Splits share training
    /// rows, so it serves a rule, not a test.
    std::optional<double> standard_error(std::size_t point) const;
    /// The point with the best mean, ties to the first; none if no point has one.
    std::optional<std::size_t> best() const;
    /// The first point whose mean is within one standard error of the best one's (Breiman, Friedman, Olshen &
    /// Stone 1984, section 3.4.3).
    std::optional<std::size_t> within_one_error() const;

private:
    std::vector<double> losses() const;
    void leave(std::size_t point);
    void halve();
    void test_pairs();

    Measure measure_;
    Race race_;
    std::vector<std::vector<double>> figures_;
    std::vector<std::optional<std::size_t>> left_after_;
    std::size_t splits_ = 0; ///< on which a point has a figure
};

/// The figure as a loss: smaller is better.
double loss_of(const Measure& measure, double figure);

} // namespace unseen
