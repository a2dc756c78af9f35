#include "learn/knn/vote.hpp"

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

Vote::Vote(const Dataset& data, std::vector<Place> places, bool by_distance, std::size_t rows)
    : data_(data),
      places_(std::move(places)),
      by_distance_(by_distance),
      votes_(data.classes().size())
{
    if (votes_.empty())
        responses_ = data_.responses();
    else
        codes_ = data_.class_codes();
    for (const auto& place : places_) {
        place.result->value.resize(votes_.empty() ? rows : 0);
        place.result->label.resize(votes_.empty() ? 0 : rows);
        place.result->scores.resize(votes_.size() * rows);
    }
}

void Vote::add_vote(std::size_t c, double weight)
{
    votes_[c] += weight;
    if (votes_[c] > votes_[first_] || (votes_[c] == votes_[first_] && c < first_)) first_ = c;
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
    first_ = 0;
    sum_ = 0.0;
    double total = 0.0;
    std::size_t counted = 0;
    auto place = places_.begin();
    // Neighbours are added one at a time, so a sum depends neither on the other k nor on whether a row occurs
    // twice or has multiplicity 2.
    for (const auto& neighbour : neighbours) {
        const double w = weight(neighbour, neighbours.front());
        for (std::uint32_t copy = 0; copy < neighbour.count && place != places_.end(); ++copy) {
            if (votes_.empty())
                sum_ += w * responses_[neighbour.row];
            else
                add_vote(static_cast<std::size_t>(codes_[neighbour.row]), w);
            total += w;
            ++counted;
            for (; place != places_.end() && place->k == counted; ++place) write(*place->result, total);
        }
        if (place == places_.end()) break;
    }
    for (; place != places_.end(); ++place) write(*place->result, total);
    ++row_;
}

void Vote::write(Predictions& result, double total) const
{
    if (votes_.empty()) {
        result.value[row_] = sum_ / total;
        return;
    }
    double* shares = result.scores.data() + row_ * votes_.size();
    for (std::size_t c = 0; c < votes_.size(); ++c) shares[c] = votes_[c] / total;
    // Shares of unequal sums of weights may be equal by rounding.
    result.label[row_] = static_cast<std::uint32_t>(
        by_distance_ ? std::max_element(shares, shares + votes_.size()) - shares : first_);
}

} // namespace unseen::knn
