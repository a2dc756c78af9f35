// Private: the rounds of AdaBoost, apart from learners and random numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace unseen {

/// What a model does to the weights of rows.
struct BoostingRound {
    double error = 0.0; ///< sum of the weights of the rows that it misses; weights sum to 1
    double vote = 0.0;  ///< ln((1 - error) / error); 0 unless the error is in (0, 1/2)
};

/// Multiplies the weights of the rows that are hit by error / (1 - error) and divides all by their sum (Freund & Schapire 1997, J. Comput. Syst. Sci. 55:119). Weights stay as they are
/// unless the error is in (0, 1/2).
BoostingRound boost_weights(std::vector<double>& weights, const std::vector<bool>& missed);

/// AdaBoost by resampling, for `rows` rows.
struct BoostingRounds {
    std::uint64_t members = 0; ///< at most so many
    std::uint64_t retries = 0; ///< how often a member is tried again whose error is 0, or 1/2 and more
    /// Numbers uniform on [0, 1) for an attempt at a member: one call a row.
    std::function<std::function<double()>(std::uint64_t member, std::uint64_t attempt)> uniforms;
    /// Trains on the rows drawn (by number, with repetitions), and says which of all rows the model misses.
    std::function<std::vector<bool>(const std::vector<std::size_t>& drawn, std::uint64_t member, std::uint64_t attempt)> missed;
    /// The model trained last is a member with this vote.
    std::function<void(double vote)> keep;
};

/// For each member: draws as many rows as there are, each with the probability of its weight (1 / rows at first), trains, and if the error over all rows is in (0, 1/2) keeps the model, with
/// vote ln((1 - error) / error), and changes the weights; otherwise sets all weights to 1 / rows and tries again, up to `retries` times, after which it ends. Returns the last weights.
std::vector<double> boost_by_resampling(std::size_t rows, const BoostingRounds& rounds);

} // namespace unseen
