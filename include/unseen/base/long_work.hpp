// What a long computation is doing, and how long that will take, for a front that says so.
//
// Example:
//
//     LongWork work;
//     const LongWorkScope scope(work); // functions of the library that this thread calls say what they do
//     assert(!work.left());            // another thread asks this: nothing takes five more seconds
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace unseen {

/// The part of the work that runs.
struct WorkLeft {
    std::string text; ///< "drawing samples: 230 of 2000, 12 s left"
    std::uint64_t done = 0;
    std::uint64_t total = 0;
};

/// What the computation of a thread does. Any thread may look at it.
class LongWork {
public:
    LongWork();
    ~LongWork();
    LongWork(const LongWork&) = delete;
    LongWork& operator=(const LongWork&) = delete;
    /// The part that runs, if more than `seconds` of it are left at its speed so far. By default five
    /// seconds, after which people want to know what they wait for.
    std::optional<WorkLeft> left(double seconds = 5.0) const;

private:
    friend class WorkPart;
    struct State;
    std::unique_ptr<State> state_;
};

/// While it exists, functions of the library that this thread calls say in `work` what they do.
class LongWorkScope {
public:
    explicit LongWorkScope(LongWork& work);
    ~LongWorkScope();
    LongWorkScope(const LongWorkScope&) = delete;
    LongWorkScope& operator=(const LongWorkScope&) = delete;

private:
    LongWork* before_;
};

/// A part of the work of this thread, of `total` equal steps, while it exists. `done` may be called by any
/// thread. Parts inside of another part are not shown.
class WorkPart {
public:
    WorkPart(std::string what, std::uint64_t total, std::function<std::uint64_t()> done);
    ~WorkPart();
    WorkPart(const WorkPart&) = delete;
    WorkPart& operator=(const WorkPart&) = delete;

private:
    LongWork* work_ = nullptr; ///< null if nobody looks, or another part runs
};

} // namespace unseen
