// Private: complete cross-validation of nearest neighbours in closed form.
#pragma once

#include "learn/knn/points.hpp"

#include "unseen/learn/learner.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen::knn {

/// The mean loss over all training sets of m of the n labelled rows, each tested on the n - m others, for
/// each k and each m: result[k][m], in the order of `ks` and of the requested sizes (Mullin & Sukthankar
/// 2000, ICML 639-646; Voronin & Vorontsov).
///
/// Every row is tested equally often, so it is the mean over rows of the expected loss under a random
/// training set without the row. The (k+1)-th neighbour in such a set has rank r + 1 among the other N = n
/// - 1 rows, ordered by distance, with probability C(r, k) C(N-1-r, m-k-1) / C(N, m), whatever the row; the k
///   neighbours are then a uniform k-subset of the r nearest. The mean loss of their predictions over the
///   subsets and rows is computed once for all m. If m <= k, all training rows vote, a uniform m-subset of
///   all.
///
/// Classes: the subsets in which the true class wins are counted by its votes t: the others have at most t,
/// those before it t - 1 (ties go to the first class), so their generating functions are cut off there and
/// multiplied. Numbers: mean and variance of the mean of a sample without replacement.
///
/// Throws LearnerError if the number of k-subsets exceeds the range of doubles. O(n^2 (log n + C k^3)) for C
/// classes, O(n^2 (log n + k)) for numbers.
std::vector<std::vector<double>> complete_means(const Dataset& data, const Points& points,
                                                std::span<const std::size_t> ks, const CompleteTask& task);

} // namespace unseen::knn
