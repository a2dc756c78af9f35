// Private: whether figures of a model are shown to meet requirements (METHODS I.36).
#pragma once

#include "unseen/compare/models.hpp"
#include "unseen/score/score.hpp"
#include "unseen/verdict/verdict.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// "accuracy >= 0.9", read: the measure as the user wrote it, and the bound.
struct Bound {
    std::string text;
    Spec measure;
    bool at_least = true; ///< else at most
    bool strict = false;  ///< above or below the bound
    double bound = 0.0;
};

/// Reads a requirement: a measure, one of >=, >, <=, <, and a number. Throws InputError for anything else.
Bound parse_requirement(const std::string& text);

/// "A not worse than B by 0.02 in accuracy" or "A better than B in accuracy", read.
struct PairBound {
    std::string text;
    std::string a;
    std::string b;
    bool better = false; ///< A has to be better by more than the margin; else not worse by more
    double margin = 0.0;
    Spec measure;
};

/// Reads a requirement on two models. Throws InputError for anything else.
PairBound parse_pair_requirement(const std::string& text);

/// The look at which requirements are judged, if several were planned. Throws InputError for one without the
/// other, and for a look beyond the last.
std::optional<PlannedLook> planned_look(Level together, const std::optional<std::uint64_t>& looks,
                                        const std::optional<std::uint64_t>& look);

/// The confidence of a one-sided limit at this look: of K looks, .2 / (K - 1) of the errors belong to each
/// but the last, and .8 to the last, so that all together err no more often than one look (union bound).
Level level_at(const PlannedLook& look);

/// The requirements of the options on pairs of these models, which are compared by compare_models() with the
/// interval of the primary test.
std::vector<Requirement> judge_pair_requirements(std::span<const compare::ModelPredictions> models,
                                                 const RowDesign& design, compare::ModelsOptions options);

/// Whether a limit of the figure shows or refutes the requirement. `lower` and `upper` are one-sided limits.
VerdictState state_of(const Bound& asked, double lower, double upper);

/// Sets the state, and the limit that decides or, if none does, the one between the figure and the bound.
void take_state(Requirement& judged, const Bound& asked, double lower, double upper);

/// The bound of a requirement on two models, on the figure of the first that it names less that of the
/// second.
Bound bound_of(const PairBound& asked, Direction better);

/// "the accuracy of A less that of B".
std::string difference_named(const PairBound& asked);

/// Throws InputError if the bound lies outside of the measure's range.
void require_in_range(const Bound& asked, const Measure& measure);

/// Throws InputError unless the level is the confidence of a one-sided limit, above 1/2.
void require_one_sided(Level level);

/// The requirements of the options, judged by `judge` on these rows: one-sided limits at the level of the
/// options, by the default rule of each measure.
std::vector<Requirement>
judge_requirements(const ScoredRows& rows, const ScoreOptions& options,
                   const std::function<ScoreReport(const ScoredRows&, const ScoreOptions&)>& judge);

} // namespace unseen
