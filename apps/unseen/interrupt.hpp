// Ctrl-C: the first one stops the run after the running fits, a second one ends the program at once, as the
// end of the terminal does.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace unseen::cli {

/// Turns SIGINT and SIGTERM into a stop request while it lives. A second one, and SIGHUP, end the process
/// with code 130 and leave no program, no folder and no unfinished file. Create it before the program starts
/// threads: they must inherit its signal mask. Threads of libraries may be there already.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    std::jthread waiter_;
    std::vector<std::pair<int, struct sigaction>> replaced_; ///< the earlier action of each signal
};

} // namespace unseen::cli
