#include "job/complete.hpp"

#include <algorithm>

namespace unseen {

Answered completed(Answer answer, std::span<const HorizonAnswer> parts)
{
    Answered done{.answer = std::move(answer)};
    std::vector<Warning> of_figures;
    const auto doubt = [&](const std::vector<Warning>& warnings) {
        of_figures.insert(of_figures.end(), warnings.begin(), warnings.end());
    };
    for (const auto& [horizon, page, report, compared] : parts) {
        done.run.fits += report.run.fits;
        done.run.reused += report.run.reused;
        done.run.failures += report.run.failures;
        done.run.stopped = done.run.stopped || report.run.stopped;
        done.run.stale.insert(done.run.stale.end(), report.run.stale.begin(), report.run.stale.end());
        for (const auto& warning : report.warnings)
            if (std::ranges::find(done.warnings, warning.text, &Warning::text) == done.warnings.end())
                done.warnings.push_back(warning);
        for (const auto& e : report.estimates) doubt(e.warnings);
        for (const auto& one : compared) doubt(one.answer.warnings);
    }
    done.doubts = done.warnings;
    done.doubts.insert(done.doubts.end(), of_figures.begin(), of_figures.end());
    return done;
}

} // namespace unseen
