// Private: random gamma numbers.
#pragma once

#include "unseen/stats/random.hpp"

namespace unseen {

/// A draw from Gamma(shape) of scale 1, shape > 0, by Marsaglia & Tsang (2000), ACM Trans. Math. Softw.
/// 26:363; below shape 1 it is a draw of shape + 1 times U^(1 / shape). The draws must never change, because
/// stored results depend on them.
double draw_gamma(Stream& stream, double shape);

} // namespace unseen
