// Private: upper limits of the mean of a share from the numbers of rows that have each share.
#pragma once

#include "unseen/base/delta.hpp"

#include <cstdint>
#include <span>

namespace unseen::bound::detail {

/// The sum over the rows of the number i of members that differ, of which there are differing[i] rows.
std::uint64_t total_of(std::span<const std::uint64_t> differing);

/// The mean share i / k of all rows, of which there is at least one.
double mean_share(std::span<const std::uint64_t> differing);

/// `differing[i]` of the n rows have the share i / k, k = differing.size() - 1 >= 1, n >= 1. The limit holds
/// with probability at least 1 - delta if the rows are independent draws. It inverts a test by betting: for a
/// trial mean m the capital e(m) is the mean over two bets of the product of 1 + lambda (m - share), where
/// the bets depend on m, n and delta alone; the limit is where it reaches 1 / delta (Waudby-Smith & Ramdas
/// 2024, JRSS-B 86:1, with bets that do not depend on the order of the rows). METHODS C.7.
double betting_upper(std::span<const std::uint64_t> differing, Delta delta);

/// The 1 - delta quantile of the mean of the shares under Dirichlet weights, with one more row whose share is
/// 1 (Gaffke 2005; conjectured, proved for shares of two values). Imhof's integral (1961, Biometrika 48:419)
/// by the trapezoidal rule in the logarithm of its variable, good to about 1e-13 of the probability.
double gaffke_upper(std::span<const std::uint64_t> differing, Delta delta);

} // namespace unseen::bound::detail
