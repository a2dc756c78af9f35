// Noise in training and test rows, as a learner that is trained or asked with it (METHODS G.17).
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

/// Which noise; how much is said apart.
struct NoiseOptions {
    bool classes = false;        ///< classes change; false: cells of features
    std::string by = "uniform";  ///< of classes: `uniform`, all other ones equally often, or `frequency`, as
                                 ///< often as among the training rows
    std::string where = "train"; ///< of cells: `train`, `test` or `both`. Classes change in training rows
                                 ///< alone: test rows are judged by their true ones
    std::uint64_t draw = 1;      ///< another number: noise in other rows; at most 9e15
};

/// A learner with such noise on a share of the rows, from 0 to 1. The noise is the same for all learners, and
/// that of a smaller share is part of that of a larger one. With share 0 it is the learner itself. Throws
/// InputError for another share or draw.
Spec noisy_learner(const Spec& learner, double share, const NoiseOptions& noise);

/// A sentence about such noise.
std::string noise_text(const NoiseOptions& noise);

} // namespace unseen
