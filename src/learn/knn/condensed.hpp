// Private: Hart's condensed nearest neighbours.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace unseen::knn {

/// The rows that are kept of rows 0, 1, ... visited in this order, in the order in which they are kept: the
/// first, and each whose nearest kept row (ties: the one that was kept first) has another class, pass after
/// pass until a pass keeps none. Each other row then has a nearest kept row of its class. O(rows x kept)
/// distances. Throws LearnerError when it is stopped.
std::vector<std::size_t> condensed(std::size_t rows, const std::function<std::size_t(std::size_t)>& class_of,
                                   const std::function<double(std::size_t, std::size_t)>& distance,
                                   const std::stop_token& stop = {});

} // namespace unseen::knn
