#include "unseen/base/long_work.hpp"

#include "base/duration.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

namespace unseen {

struct LongWork::State {
    using Clock = std::chrono::steady_clock;
    struct Part {
        std::string what;
        std::uint64_t total;
        std::function<std::uint64_t()> done;
        Clock::time_point begin = Clock::now();
    };
    std::mutex mutex{};
    std::optional<Part> part{};
};

namespace {

thread_local LongWork* looked_at = nullptr;

} // namespace

LongWork::LongWork() : state_(std::make_unique<State>()) {}
LongWork::~LongWork() = default;

std::optional<WorkLeft> LongWork::left(double seconds) const
{
    const std::scoped_lock lock(state_->mutex);
    const auto& part = state_->part;
    if (!part) return std::nullopt;
    const auto done = std::min(part->done(), part->total);
    if (done == 0) return std::nullopt;
    const double passed = std::chrono::duration<double>(State::Clock::now() - part->begin).count();
    const double rest = passed * static_cast<double>(part->total - done) / static_cast<double>(done);
    if (!(rest > seconds)) return std::nullopt;
    return WorkLeft{part->what + ": " + std::to_string(done) + " of " + std::to_string(part->total) + ", " +
                        duration(rest) + " left",
                    done, part->total};
}

LongWorkScope::LongWorkScope(LongWork& work) : before_(std::exchange(looked_at, &work)) {}

LongWorkScope::~LongWorkScope() { looked_at = before_; }

WorkPart::WorkPart(std::string what, std::uint64_t total, std::function<std::uint64_t()> done)
{
    if (looked_at == nullptr) return;
    const std::scoped_lock lock(looked_at->state_->mutex);
    if (looked_at->state_->part) return;
    work_ = looked_at;
    work_->state_->part =
        LongWork::State::Part{.what = std::move(what), .total = total, .done = std::move(done)};
}

WorkPart::~WorkPart()
{
    if (work_ == nullptr) return;
    const std::scoped_lock lock(work_->state_->mutex);
    work_->state_->part.reset();
}

} // namespace unseen
