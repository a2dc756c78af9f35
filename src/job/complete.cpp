#include "job/complete.hpp"

namespace unseen {

Answered completed(Answer answer, std::span<const HorizonAnswer> parts)
{
    Answered done{.answer = std::move(answer)};
    for (const auto& part : parts) {
        const auto& run = part.report.run;
        done.run.fits += run.fits;
        done.run.reused += run.reused;
        done.run.failures += run.failures;
        done.run.stopped = done.run.stopped || run.stopped;
        done.run.stale.insert(done.run.stale.end(), run.stale.begin(), run.stale.end());
    }
    return done;
}

} // namespace unseen
