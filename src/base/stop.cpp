#include "unseen/base/stop.hpp"

#include <utility>

namespace unseen {

namespace {

// Figures do not depend on whether somebody still waits for them. Therefore the request to stop is not an
// argument of the functions that compute them.
thread_local const std::stop_token* current = nullptr;

} // namespace

StopScope::StopScope(std::stop_token token)
    : token_(std::move(token)),
      before_(std::exchange(current, &token_))
{
}

StopScope::~StopScope() { current = before_; }

void check_stop()
{
    if (current != nullptr && current->stop_requested()) throw Stopped();
}

std::stop_token current_stop() { return current != nullptr ? *current : std::stop_token(); }

} // namespace unseen
