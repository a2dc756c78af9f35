// Calibration errors: differences between probabilities and frequencies in bins of equal width (METHODS D.4).
#include "measure/calibration.hpp"
#include "base/spec_keys.hpp"

#include "measure/bins.hpp"
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace unseen {

namespace {

struct Bin {
    ExactSum weight;
    ExactSum probability;
    ExactSum happened;
};

/// Calls f(row, bin, probability, outcome) for each row. For two classes: the probability of the positive
/// class, and whether the row is positive. For more: the largest probability, and whether its class is the
/// true one.
template <class F>
void for_each_row(const PredictionView& view, std::size_t n_bins, F&& f)
{
    const auto n_classes = view.classes->size();
    std::array<double, 2> two;
    for (std::size_t i = 0; i < view.size(); ++i) {
        const auto scores = view.class_scores(i, two);
        const auto c =
            n_classes == 2
                ? std::size_t{view.positive}
                : static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
        f(i, bin_of(scores[c], n_bins), scores[c], view.true_label[i] == c);
    }
}

/// The rows in bins of equal width, or with `n_bins` = 0 in groups of equal probability.
std::vector<Bin> bins_of(const PredictionView& view, std::size_t n_bins)
{
    std::vector<Bin> bins(n_bins);
    std::map<double, std::size_t> at; // the bin of each probability
    for_each_row(view, std::max<std::size_t>(n_bins, 1),
                 [&](std::size_t i, std::size_t b, double probability, bool happened) {
                     if (n_bins == 0) {
                         b = at.emplace(probability, bins.size()).first->second;
                         if (b == bins.size()) bins.emplace_back();
                     }
                     const double w = view.weight_of(i);
                     auto& bin = bins[b];
                     bin.weight.add(w);
                     bin.probability.add_product(w, probability);
                     if (happened) bin.happened.add(w);
                 });
    return bins;
}

Value expected_error(const PredictionView& view, std::size_t n_bins)
{
    ExactSum sum;
    ExactSum weight;
    for (const auto& bin : bins_of(view, n_bins)) {
        sum.add(std::abs(bin.happened.value() - bin.probability.value()));
        weight.merge(bin.weight);
    }
    return Value(std::min(1.0, sum.value() / weight.value()));
}

Value largest_error(const PredictionView& view, std::size_t n_bins)
{
    double largest = 0.0;
    for (const auto& bin : bins_of(view, n_bins)) {
        const double weight = bin.weight.value();
        if (weight > 0.0)
            largest = std::max(largest, std::abs(bin.happened.value() - bin.probability.value()) / weight);
    }
    return Value(std::min(1.0, largest));
}

/// The parts of the Brier score (Murphy 1973): mean squared distances over bins b of weight w_b, with mean
/// probability p_b and frequency f_b. Reliability is that of p_b and f_b, resolution that of f_b and the
/// frequency f of all rows, uncertainty f (1 - f).
struct BrierParts {
    double reliability = 0.0;
    double resolution = 0.0;
    double uncertainty = 0.0;
};

BrierParts brier_parts(const PredictionView& view, std::size_t n_bins)
{
    const auto bins = bins_of(view, n_bins);
    ExactSum weights;
    ExactSum happened;
    for (const auto& bin : bins) {
        weights.merge(bin.weight);
        happened.merge(bin.happened);
    }
    const double weight = weights.value();
    const double frequency = happened.value() / weight;
    ExactSum reliability;
    ExactSum resolution;
    for (const auto& bin : bins) {
        const double own = bin.weight.value();
        if (!(own > 0.0)) continue;
        const double f = bin.happened.value() / own;
        const double miss = f - bin.probability.value() / own;
        reliability.add(own * (miss * miss));
        resolution.add(own * ((f - frequency) * (f - frequency)));
    }
    return {reliability.value() / weight, resolution.value() / weight, frequency * (1.0 - frequency)};
}

MeasureEntry brier_part(std::string name, std::string help, double BrierParts::*part, Direction direction,
                        double highest)
{
    return {
        .info = {.name = std::move(name),
                 .help = std::move(help),
                 .keys = {integer_key("bins", "10",
                                      "number of bins of equal width; 0: one for each probability", 0, 1e6)}},
        .make = [=](const Spec& spec) {
            const auto bins = static_cast<std::size_t>(spec.integer("bins"));
            return Measure{
                .spec = spec,
                .class_count = ClassCount::two,
                .direction = direction,
                .highest = highest,
                .needs_scores = true,
                .needs_probabilities = true,
                .either_class = true,
                .kind = OfRows{
                    .value = [=](const PredictionView& view) { return Value(brier_parts(view, bins).*part); },
                    .more = NotDrawn{}}};
        }};
}

MeasureEntry entry(std::string name, std::string help, bool largest)
{
    return {.info = {.name = std::move(name),
                     .help = std::move(help),
                     .keys = {integer_key("bins", "10", "number of bins of equal width", 1, 1e6)}},
            .make = [largest](const Spec& spec) {
                const CalibrationError error{.bins = static_cast<std::size_t>(spec.integer("bins")),
                                             .largest = largest};
                return Measure{.spec = spec,
                               .highest = 1.0,
                               .needs_scores = true,
                               .needs_probabilities = true,
                               .kind = OfRows{.value =
                                                  [error](const PredictionView& view) {
                                                      return (error.largest ? largest_error : expected_error)(
                                                          view, error.bins);
                                                  },
                                              .more = error}};
            }};
}

} // namespace

std::vector<CalibrationBin> calibration_bins(const PredictionView& view, std::size_t n_bins)
{
    std::vector<ExactSum> probabilities(n_bins);
    std::vector<ExactSum> squares(n_bins);
    std::vector<CalibrationBin> bins(n_bins);
    for_each_row(view, n_bins, [&](std::size_t, std::size_t b, double probability, bool happened) {
        const double d = (happened ? 1.0 : 0.0) - probability;
        probabilities[b].add(probability);
        squares[b].add(d * d);
        bins[b].rows += 1.0;
        if (happened) bins[b].happened += 1.0;
    });
    for (std::size_t b = 0; b < n_bins; ++b) {
        bins[b].probability = probabilities[b].value();
        bins[b].squares = squares[b].value();
    }
    std::erase_if(bins, [](const CalibrationBin& bin) { return bin.rows == 0.0; });
    return bins;
}

CalibrationRows calibration_rows(const PredictionView& view, std::size_t n_bins)
{
    CalibrationRows rows;
    rows.bin.reserve(view.size());
    rows.difference.reserve(view.size());
    for_each_row(view, n_bins, [&](std::size_t, std::size_t b, double probability, bool happened) {
        rows.bin.push_back(static_cast<std::uint32_t>(b));
        rows.difference.push_back((happened ? 1.0 : 0.0) - probability);
    });
    return rows;
}

std::vector<MeasureEntry> calibration_measures()
{
    return {
        entry("ece", "expected calibration error: mean over bins of |frequency - mean probability|", false),
        entry("mce", "largest of these differences", true),
        brier_part("brier_reliability",
                   "part of brier: squared difference of frequency and mean probability in bins",
                   &BrierParts::reliability, Direction::lower_is_better, 1.0),
        brier_part("brier_resolution",
                   "part of brier, subtracted: squared difference of frequencies in bins and overall",
                   &BrierParts::resolution, Direction::higher_is_better, 0.25),
        brier_part("brier_uncertainty", "part of brier that no model changes: frequency times 1 - frequency",
                   &BrierParts::uncertainty, Direction::lower_is_better, 0.25),
    };
}

} // namespace unseen
