// Private: the agreement by which predictions are told from chance.
#pragma once

#include "unseen/measure/measure.hpp"

namespace unseen {

/// Agreement of truth and predicted labels beyond chance (Cohen 1960): 0 in expectation for labels that have
/// nothing to do with the truth.
const Measure& agreement_beyond_chance();

} // namespace unseen
