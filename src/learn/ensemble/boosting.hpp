// Private: the rounds of AdaBoost without their random numbers, and the common parts of learners that boost.
#pragma once

#include "learn/ensemble/ensemble.hpp"

#include "unseen/base/spec.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/learn/learner.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace unseen {

/// The effect of a model on the weights of rows.
struct BoostingRound {
    double error = 0.0; ///< sum of the weights of the rows that it misclassifies; weights sum to 1
    double vote = 0.0;  ///< ln((1 - error) (K - 1) / error); 0 unless the error is in (0, 1 - 1/K), by more
                        ///< than rounding
};

/// Divides the weights of the rows that are hit by the exponential of the vote, and all by their sum. K = 2:
/// AdaBoost.M1 (Freund & Schapire 1997, J. Comput. Syst. Sci. 55:119), for any number of classes; K =
/// `classes`: SAMME (Zhu, Zou, Rosset & Hastie 2009, Stat. Interface 2:349). Without a vote, weights stay as
/// they are.
BoostingRound boost_weights(std::vector<double>& weights, const std::vector<bool>& missed,
                            std::size_t classes = 2);

/// AdaBoost.M2 with one weight per row (Seiffert et al. 2010): `own_scores` has the score of each row's own
/// class, h; the K - 1 others have r = (1 - h) / (K - 1) in the mean. The error is the pseudo-loss 1/2 sum w
/// (1 - h + r), the vote ln((1 - error) / error), and weights are divided by exp(vote (1 + h - r) / 2) and by
/// their sum. They stay as they are unless the error is in (0, 1/2).
BoostingRound boost_pseudo_weights(std::vector<double>& weights, std::span<const double> own_scores,
                                   std::size_t classes);

/// A variant of a learner that boosts by weights.
struct BoostedVariant {
    Spec spec;
    Base base;                        ///< prepared for the weights of the data
    std::unique_ptr<Learner> learner; ///< the base, to be prepared for others
};

/// The variants of such a learner, each with its one base.
std::vector<BoostedVariant> boosted_variants(const Dataset& data, std::span<const Spec> variants,
                                             std::vector<std::vector<Base>> bases);

/// Weights of rows, which sum to 1, and the sum of the data's weights.
struct RowWeights {
    std::vector<double> shares;
    double total = 0.0;
};

/// The weights of `rows` in the data, each row as often as it occurs.
RowWeights given_weights(const Dataset& data, std::span<const Row> rows);

/// The learner trained with these weights, one for each row of the data. It is prepared again, because
/// weights belong to the dataset.
Member trained_with(const Learner& learner, const Dataset& data, std::vector<double> weights,
                    const Task& task);

/// The predictions of a model for `rows` in ascending order; a row that occurs several times is predicted
/// once.
class OncePredicted {
public:
    OncePredicted(const Model& model, const Dataset& data, const std::vector<Row>& rows);
    const Predictions& predictions() const { return said_; }
    /// The place of rows[i] in the predictions.
    std::size_t at(std::size_t i) const { return place_[i]; }

private:
    std::vector<std::size_t> place_;
    Predictions said_;
};

/// Throws InputError if the base of the resolved spec does not train with weights: a `check` of learners that
/// boost by them.
void require_weights(const Spec& spec, ResponseType response);

/// AdaBoost by resampling, for `rows` rows.
struct BoostingRounds {
    std::uint64_t members = 0; ///< the largest number of members
    std::uint64_t retries = 0; ///< the number of further attempts for a member whose error is 0, or 1/2 and
                               ///< more
    /// Uniform numbers on [0, 1) for an attempt at a member, with one call per row.
    std::function<std::function<double()>(std::uint64_t member, std::uint64_t attempt)> uniforms;
    /// Trains on the drawn rows (by number, with repetitions), and returns which of all rows the model
    /// misses.
    std::function<std::vector<bool>(const std::vector<std::size_t>& drawn, std::uint64_t member,
                                    std::uint64_t attempt)>
        missed;
    /// Makes the model trained last a member with this vote.
    std::function<void(double vote)> keep;
};

/// For each member: draws as many rows as there are, each with the probability of its weight (1 / rows at
/// first), trains, and if the error over all rows is in (0, 1/2) keeps the model, with vote ln((1 - error) /
/// error), and changes the weights; otherwise sets all weights to 1 / rows and tries again, up to `retries`
/// times, after which it ends. Returns the last weights.
std::vector<double> boost_by_resampling(std::size_t rows, const BoostingRounds& rounds);

} // namespace unseen
