// Private: completes the answer of a job.
#pragma once

#include "unseen/job/job.hpp"
#include "unseen/report/horizons.hpp"

#include <span>

namespace unseen {

/// The answer with the run of its parts (usually one part). There is no answer if a run was stopped.
Answered completed(Answer answer, std::span<const HorizonAnswer> parts);

} // namespace unseen
