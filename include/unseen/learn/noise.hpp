// Noise in training and test rows, as a learner that trains on noisy rows or predicts from them (METHODS
// G.17).
//
// Example:
//
//     const NoiseOptions noise{.classes = true};
//     assert(noisy_learner(Spec("tree"), 0.1, noise).print() ==
//            "noisy(tree):share=0.1,kind=class,by=uniform,draw=1");
//     assert(noisy_learner(Spec("tree"), 0.0, noise) == Spec("tree")); // no noise
#pragma once

#include "unseen/base/spec.hpp"

#include <cstdint>
#include <string>

namespace unseen {

/// The kind of noise; the share is given separately.
struct NoiseOptions {
    bool classes = false;        ///< classes change; false: cells of features
    std::string by = "uniform";  ///< of classes: `uniform`, all other ones equally often, or `frequency`, as
                                 ///< often as among the training rows
    std::string where = "train"; ///< of cells: `train`, `test` or `both`. Classes change in training rows
                                 ///< alone: test rows are judged by their true ones
    std::uint64_t draw = 1;      ///< another number: noise in other rows; at most 9e15
};

/// A learner with such noise on a share of the rows, from 0 to 1. The noise is the same for all learners, and
/// the noise of a smaller share is part of that of a larger one. With share 0 it is the learner itself.
/// Throws InputError for an invalid share or draw.
Spec noisy_learner(const Spec& learner, double share, const NoiseOptions& noise);

/// A sentence that describes the noise.
std::string noise_text(const NoiseOptions& noise);

} // namespace unseen
