#include "learn/knn_vote.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::knn {

Settings Settings::of(const Spec& spec)
{
    Settings settings;
    settings.k = static_cast<std::size_t>(spec.integer("k"));
    const auto& scale = spec.text("scale");
    settings.scale = scale == "none" ? Scale::none : scale == "minmax" ? Scale::minmax : Scale::standard;
    settings.by_distance = spec.text("weights") == "distance";
    return settings;
}

Vote::Vote(const Dataset& data, std::vector<Place> places, bool by_distance)
    : data_(data),
      places_(std::move(places)),
      by_distance_(by_distance),
      votes_(data.classes().size())
{
}

double Vote::weight(const Neighbour& neighbour, const Neighbour& nearest) const
{
    if (!by_distance_ || std::isinf(nearest.square)) return 1.0;
    if (nearest.square == 0.0) return neighbour.square == 0.0 ? 1.0 : 0.0;
    return 1.0 / std::sqrt(neighbour.square);
}

void Vote::count(std::span<const Neighbour> neighbours)
{
    std::fill(votes_.begin(), votes_.end(), 0.0);
    sum_ = 0.0;
    double total = 0.0;
    std::size_t counted = 0;
    auto place = places_.begin();
    // Neighbours are added one at a time, so that a sum depends neither on the other k nor on whether a row occurs twice or has
    // multiplicity 2.
    for (const auto& neighbour : neighbours) {
        const double w = weight(neighbour, neighbours.front());
        for (std::uint32_t copy = 0; copy < neighbour.count && place != places_.end(); ++copy) {
            if (votes_.empty())
                sum_ += w * data_.responses()[neighbour.row];
            else
                votes_[static_cast<std::size_t>(data_.class_codes()[neighbour.row])] += w;
            total += w;
            ++counted;
            for (; place != places_.end() && place->k == counted; ++place) write(*place->result, total);
        }
        if (place == places_.end()) return;
    }
    for (; place != places_.end(); ++place) write(*place->result, total);
}

void Vote::write(Predictions& result, double total) const
{
    if (votes_.empty()) {
        result.value.push_back(sum_ / total);
        return;
    }
    const auto begin = static_cast<std::ptrdiff_t>(result.scores.size());
    for (const double votes : votes_) result.scores.push_back(votes / total);
    const auto first = result.scores.begin() + begin;
    result.label.push_back(static_cast<std::uint32_t>(std::max_element(first, result.scores.end()) - first));
}

} // namespace unseen::knn
