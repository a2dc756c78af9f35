// Private: from ordered neighbours to predictions.
#pragma once

#include "learn/knn_points.hpp"
#include "learn/knn_scale.hpp"

#include "unseen/base/spec.hpp"
#include "unseen/predictions/predictions.hpp"

namespace unseen::knn {

/// What one variant asks for.
struct Settings {
    std::size_t k = 5;
    Scale scale = Scale::standard;
    bool by_distance = false;

    static Settings of(const Spec& spec);
};

/// Counts the votes of one row's neighbours after the other for several k with the same weights, in one walk, and appends to the
/// predictions of each. Classes: vote shares, the label with the largest, ties to the smallest class code. Numbers: the mean.
///
/// Weights by distance are 1 / d; where some neighbours are at distance 0 only they count. If all that is known is that the
/// neighbours are infinitely far (no feature known in both rows), they count alike.
class Vote {
public:
    /// A result is filled for each k, which ascend.
    struct Place {
        std::size_t k;
        Predictions* result;
    };
    Vote(const Dataset& data, std::vector<Place> places, bool by_distance);

    /// The neighbours in order, at least as many as the largest k counts, or all there are.
    void count(std::span<const Neighbour> neighbours);

private:
    double weight(const Neighbour& neighbour, const Neighbour& nearest) const;
    void write(Predictions& result, double total) const;

    Dataset data_;
    std::vector<Place> places_;
    bool by_distance_;
    std::vector<double> votes_; ///< per class
    double sum_ = 0.0;          ///< of responses
};

} // namespace unseen::knn
