// Private: from ordered neighbours to predictions.
#pragma once

#include "learn/knn/points.hpp"
#include "learn/knn/scale.hpp"

#include "unseen/base/spec.hpp"
#include "unseen/predictions/predictions.hpp"

namespace unseen::knn {

/// The parameters of one variant.
struct Settings {
    std::size_t k = 5;
    Scale scale = Scale::standard;
    bool by_distance = false;

    static Settings of(const Spec& spec);
};

/// Counts the votes of the neighbours of one row after another, for several k with the same weights in one
/// walk, and fills the predictions of each k. Classes: scores are vote shares; the label has the largest
/// score, ties to the smallest class code. Numbers: the mean.
///
/// Weights by distance are 1 / d. If some neighbours are at distance 0, only they count. If all are
/// infinitely far (no feature is known in both rows), they count equally.
class Vote {
public:
    /// One k and the predictions that it fills. The places are sorted by k.
    struct Place {
        std::size_t k;
        Predictions* result;
    };
    /// `rows` is the number of rows that will be counted.
    Vote(const Dataset& data, std::vector<Place> places, bool by_distance, std::size_t rows);

    /// Counts the neighbours of the next row, in order: at least as many as the largest k, or all.
    void count(std::span<const Neighbour> neighbours);

private:
    double weight(const Neighbour& neighbour, const Neighbour& nearest) const;
    void add_vote(std::size_t c, double weight);
    void write(Predictions& result, double total) const;

    Dataset data_;
    std::vector<Place> places_;
    bool by_distance_;
    std::span<const double> responses_;   ///< of numbers
    std::span<const std::int32_t> codes_; ///< of classes
    std::vector<double> votes_;           ///< sum of votes for each class
    std::size_t first_ = 0;               ///< the first class with most votes
    double sum_ = 0.0;                    ///< weighted sum of responses
    std::size_t row_ = 0;                 ///< the next
};

} // namespace unseen::knn
