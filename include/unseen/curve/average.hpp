// Averages of ROC and precision-recall curves: over classes, and over the folds of a cross-validation.
//
// Example:
//
//     const Labels classes({"a", "b", "c"});
//     const std::vector<std::uint32_t> truth{0, 1, 2};
//     const std::vector<double> scores{0.6, 0.3, 0.1, 0.2, 0.5, 0.3, 0.1, 0.1, 0.8};
//     PredictionView predictions;
//     predictions.classes = &classes;
//     predictions.true_label = truth;
//     predictions.scores = scores;
//     const Curve micro = micro_curves(std::vector{Spec("roc")}, predictions).front();
//     const std::vector<OneClass> each{{&predictions, 0}, {&predictions, 1}, {&predictions, 2}};
//     const MeanCurve macro = mean_curve(Spec("roc"), each);
//     assert(macro.curves == 3 && macro.mean.front() == 1.0); // every class scores above all others
#pragma once

#include "unseen/curve/curve.hpp"

namespace unseen {

/// One class against all others.
struct OneClass {
    const PredictionView* rows = nullptr;
    std::uint32_t label = 0;
};

/// The mean of several curves at x = 0, 1/200, ... 1, and the standard deviation between them (divisor curves
/// - 1).
struct MeanCurve {
    std::size_t curves = 0; ///< the number of curves in the mean; curves whose rows are all of the class, or
                            ///< none of it, are left out
    std::vector<double> x{};
    std::vector<double> mean{};
    std::vector<double> standard_deviation{}; ///< empty for fewer than two curves
};

/// The mean at each x, for curves that have one (CurveInfo::has_mean). For `roc` it is the true positive rate
/// at a false positive rate, by straight lines between the thresholds, and at a step its upper end; for `pr`
/// the precision at the first threshold that reaches a recall. METHODS F.6. Empty where no curve exists.
/// Throws InputError as make_curves(), and for a curve without a mean.
MeanCurve mean_curve(const Spec& spec, std::span<const OneClass> of, std::size_t threads = 1);

/// The curves of all pairs of a row and a class, treated as rows of two classes: a pair is positive if the
/// class is the row's, and has the score for this class. O(rows x classes) memory. Throws InputError as
/// make_curves().
std::vector<Curve> micro_curves(std::span<const Spec> specs, const PredictionView& predictions,
                                std::size_t threads = 1);

} // namespace unseen
