// Stopping a long computation from outside. Intervals and tests that draw thousands of samples check for it.
//
// Example:
//
//     std::stop_source ctrl_c; // request_stop() is for another thread, or a signal handler's
//     const StopScope scope(ctrl_c.get_token());
//     check_stop(); // throws Stopped after ctrl_c.request_stop(), as every function of the library that
//                   // draws samples does
#pragma once

#include <exception>
#include <stop_token>

namespace unseen {

/// A computation was stopped from outside. This is not an error, so it is not derived from Error.
class Stopped : public std::exception {
public:
    const char* what() const noexcept override { return "stopped"; }
};

/// While it exists, functions of the library that this thread calls throw Stopped soon after a stop is
/// requested, wherever they do work for several threads. Runs have RunOptions::stop instead, and return the
/// work that is done.
class StopScope {
public:
    explicit StopScope(std::stop_token token);
    ~StopScope();
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

private:
    std::stop_token token_;
    const std::stop_token* before_;
};

/// Throws Stopped if this thread's computation should stop.
void check_stop();

/// The token of this thread, for threads that work for it. Never stops without a StopScope.
std::stop_token current_stop();

} // namespace unseen
