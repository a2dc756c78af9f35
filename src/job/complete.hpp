// Private: where every answer of a job is completed.
#pragma once

#include "unseen/job/job.hpp"
#include "unseen/report/horizons.hpp"

#include <span>

namespace unseen {

/// The answer with the warnings and the run of the parts that it is made of; mostly there is one. Without an
/// answer if a run was stopped.
Answered completed(Answer answer, std::span<const HorizonAnswer> parts);

} // namespace unseen
