// The progress of a run, for the caller's callback, and the progress of a fit, which the learner reports.
//
// Example:
//
//     const ProgressCallback print = [](const Progress& p) {
//         std::cout << p.done << " of " << p.total << " fits\n";
//     };
//     print({.done = 30, .total = 100});
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace unseen {

/// Counts of fits; a fit is one learner on one split of a plan. `done` includes `failures` and `found`.
struct Progress {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    std::uint64_t failures = 0;
    std::uint64_t found = 0; ///< read from a store instead of fitted
    double begun = 0.0;      ///< the sum, over running fits, of the share that is done
};

/// "120 of 400 fits (30 %), 12 a second, 23 s left, 1 failed", of a run that began `seconds` ago. Fits found
/// in a store do not count for the speed; unfinished fits count with the share that is done.
std::string text_of(const Progress& progress, double seconds);

/// The run calls it from one thread at a time, at most a few times a second and once at the end.
using ProgressCallback = std::function<void(const Progress&)>;

/// Receives the progress of a fit from a learner with many models or rounds. Without a callback it does
/// nothing.
class FitProgress {
public:
    FitProgress() = default;
    /// `tell` receives shares from 0 to 1, and must outlive all copies.
    explicit FitProgress(const std::function<void(double)>* tell) : tell_(tell) {}

    /// Reports that `done` of `all` equal parts are done.
    void operator()(std::uint64_t done, std::uint64_t all) const
    {
        if (tell_ != nullptr)
            (*tell_)(begin_ + width_ * static_cast<double>(done) / static_cast<double>(all));
    }
    /// The progress of the next part after `done` of `all`, such as a member of an ensemble. Also reports
    /// these.
    FitProgress part(std::uint64_t done, std::uint64_t all) const
    {
        (*this)(done, all);
        FitProgress part = *this;
        part.begin_ += width_ * static_cast<double>(done) / static_cast<double>(all);
        part.width_ /= static_cast<double>(all);
        return part;
    }

private:
    const std::function<void(double)>* tell_ = nullptr;
    double begin_ = 0.0;
    double width_ = 1.0;
};

} // namespace unseen
