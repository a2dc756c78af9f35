#include "interrupt.hpp"

#include "output.hpp"

#include "unseen/learn/programs.hpp"

#include <atomic>
#include <csignal>
#include <pthread.h>
#include <unistd.h>

namespace unseen::cli {

namespace {

constexpr int wake = SIGUSR1;

/// The signals that interrupt. SIGHUP does not if it is ignored, as under nohup.
sigset_t interrupts()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    struct sigaction action {};
    if (sigaction(SIGHUP, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&set, SIGHUP);
    sigaddset(&set, wake);
    return set;
}

std::atomic<pthread_t> waiting; ///< the thread that waits for the signals

/// Runs in threads that do not block the signals, such as those that OpenBLAS starts before main().
extern "C" void forward(int signal) { pthread_kill(waiting, signal); }

} // namespace

Interrupt::Interrupt()
{
    // A signal handler may call few functions; a thread that waits for the signal may call any.
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    waiter_ = std::jthread([this, set](const std::stop_token& done) {
        while (true) {
            int signal = 0;
            if (sigwait(&set, &signal) != 0) continue;
            if (done.stop_requested()) return;
            if (signal == wake) continue;
            if (source_.stop_requested() || signal == SIGHUP) {
                end_programs();
                remove_unfinished();
                _exit(130);
            }
            tell("interrupted: ending the running fits; interrupt again to end at once");
            source_.request_stop();
        }
    });
    waiting = waiter_.native_handle();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (sigismember(&set, signal) != 1) continue;
        struct sigaction action {};
        action.sa_handler = forward;
        action.sa_flags = SA_RESTART;
        replaced_.emplace_back(signal, action);
        sigaction(signal, &action, &replaced_.back().second);
    }
}

Interrupt::~Interrupt()
{
    for (const auto& [signal, action] : replaced_) sigaction(signal, &action, nullptr);
    waiter_.request_stop();
    pthread_kill(waiter_.native_handle(), wake); // wakes only that thread
    waiter_.join();
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace unseen::cli
