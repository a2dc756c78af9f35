// Ctrl-C: the first asks the run to stop after the fits under way, a second one ends the program at once.
#pragma once

#include <stop_token>
#include <thread>

namespace unseen::cli {

/// Turns SIGINT and SIGTERM into a stop request while it lives. Make it before any other thread starts: they must inherit its mask.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    std::jthread waiter_;
};

} // namespace unseen::cli
