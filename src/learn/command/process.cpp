#include "learn/command/process.hpp"

#include "learn/command/leftovers.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace unseen {

namespace {

constexpr std::size_t errors_kept = 1000;

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void system_failure(const std::string& what, int error)
{
    throw LearnerError(what + ": " + reason(error), failures::io);
}

/// A pipe whose ends other programs do not inherit. Closes the ends that were not released.
struct Pipe {
    int read = -1;
    int write = -1;

    Pipe()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) system_failure("cannot make a pipe", errno);
        read = ends[0];
        write = ends[1];
    }
    ~Pipe()
    {
        close_end(read);
        close_end(write);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    static void close_end(int& end)
    {
        if (end >= 0) ::close(end);
        end = -1;
    }
    /// Releases an end to the caller, in non-blocking mode.
    static int release(int& end)
    {
        ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK);
        return std::exchange(end, -1);
    }
};

/// While it exists, a write into a closed pipe returns EPIPE in this thread and raises no signal, whatever
/// the process does with SIGPIPE.
class NoBrokenPipeSignal {
public:
    NoBrokenPipeSignal()
    {
        sigset_t pending;
        ::sigpending(&pending);
        was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
        ::sigemptyset(&set_);
        ::sigaddset(&set_, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &set_, &before_);
    }
    ~NoBrokenPipeSignal()
    {
        if (!was_pending_) {
            const timespec no_wait{};
            while (::sigtimedwait(&set_, nullptr, &no_wait) == -1 && errno == EINTR) {}
        }
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoBrokenPipeSignal(const NoBrokenPipeSignal&) = delete;
    NoBrokenPipeSignal& operator=(const NoBrokenPipeSignal&) = delete;

private:
    bool was_pending_ = false;
    sigset_t set_{};
    sigset_t before_{};
};

/// The environment of this process with another TMPDIR and the mark of the fit, and with one thread for
/// numerical libraries, because as many fits run at once as there are processors.
std::vector<std::string> child_environment(const std::string& temporary)
{
    std::vector<std::string> variables = {"TMPDIR=" + temporary, fit_mark + temporary};
    for (char** v = ::environ; v != nullptr && *v != nullptr; ++v)
        if (!std::string_view(*v).starts_with("TMPDIR=") && !std::string_view(*v).starts_with(fit_mark))
            variables.emplace_back(*v);
    for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"})
        if (std::getenv(name) == nullptr) variables.push_back(std::string(name) + "=1");
    return variables;
}

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> list;
    for (auto& word : words) list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

/// Everything that the child needs, prepared before the fork. After the fork, locks of other threads may be
/// held forever, so the child may only make calls that are safe in a signal handler.
struct ChildPlan {
    const char* program;
    char* const* argv;
    char* const* environment;
    int in, out, err; ///< these become the three standard streams
    int report;       ///< an errno is written here if the program cannot be run
    pid_t parent;
    rlim_t memory;
};

/// The smaller of `memory` and the limit of this process, which cannot be raised. 0: no limit.
rlim_t limit_of(std::uint64_t memory)
{
    rlimit own{};
    if (memory == 0 || ::getrlimit(RLIMIT_AS, &own) != 0) return static_cast<rlim_t>(memory);
    return std::min(static_cast<rlim_t>(memory), own.rlim_max);
}

[[noreturn]] void become_program(const ChildPlan& plan)
{
    const auto give_up = [&] {
        const int error = errno;
        [[maybe_unused]] const auto written = ::write(plan.report, &error, sizeof error);
        ::_exit(127);
    };
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != plan.parent) ::_exit(127); // the parent died before the call above
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (int s = 1; s < NSIG; ++s) ::sigaction(s, &standard, nullptr);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    if (plan.memory != 0) {
        const rlimit limit{plan.memory, plan.memory};
        if (::setrlimit(RLIMIT_AS, &limit) != 0) give_up();
    }
    // The three descriptors are above 2, so none is overwritten here.
    if (::dup2(plan.in, 0) < 0 || ::dup2(plan.out, 1) < 0 || ::dup2(plan.err, 2) < 0) give_up();
#ifdef CLOSE_RANGE_CLOEXEC
    ::close_range(3, ~0U,
                  CLOSE_RANGE_CLOEXEC); // without this call (older kernels), files that were opened without
                                        // O_CLOEXEC stay open
#endif
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(plan.program, plan.argv, plan.environment);
    give_up();
    ::_exit(127);
}

/// Duplicates the descriptor to a number above 2, so that no stream of the child is overwritten while the
/// streams are set.
void lift(int& file)
{
    if (file > 2) return;
    const int lifted = ::fcntl(file, F_DUPFD_CLOEXEC, 3);
    if (lifted < 0) system_failure("cannot duplicate a file descriptor", errno);
    ::close(file);
    file = lifted;
}

} // namespace

std::string find_program(const std::string& name)
{
    const auto runs = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
    };
    if (name.find('/') != std::string::npos) {
        require(runs(name), "'" + name + "' is not an executable file; expected a program");
        return name;
    }
    const char* path = std::getenv("PATH");
    std::string_view folders = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
    while (!name.empty()) {
        const auto end = std::min(folders.find(':'), folders.size());
        const std::string folder(end == 0 ? "." : folders.substr(0, end));
        if (const auto file = folder + '/' + name; runs(file)) return file;
        if (end == folders.size()) break;
        folders.remove_prefix(end + 1);
    }
    throw InputError("there is no program '" + name +
                     "' in the folders of $PATH; expected the name or path of an executable file");
}

std::string Ending::text() const
{
    if (!known) return "ended in an unknown way";
    if (!signal) return "exit code " + std::to_string(number);
    const char* description = ::sigdescr_np(number);
    return "ended by signal " + std::to_string(number) +
           (description != nullptr ? " (" + std::string(description) + ")" : "");
}

Process::Process(const std::string& program, const std::vector<std::string>& argv, Input input,
                 std::uint64_t memory, const std::string& temporary)
    : temporary_(temporary)
{
    const auto allowed = may_start();
    auto words = argv;
    auto variables = child_environment(temporary);
    const auto argv_pointers = pointers(words);
    const auto environment = pointers(variables);
    Pipe in;
    Pipe out;
    Pipe err;
    Pipe report;
    if (input == Input::none) {
        Pipe::close_end(in.read);
        in.read = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (in.read < 0) system_failure("cannot open /dev/null", errno);
        Pipe::close_end(in.write);
    }
    for (int* end : {&in.read, &out.write, &err.write, &report.write}) lift(*end);
    const ChildPlan plan{.program = program.c_str(),
                         .argv = argv_pointers.data(),
                         .environment = environment.data(),
                         .in = in.read,
                         .out = out.write,
                         .err = err.write,
                         .report = report.write,
                         .parent = ::getpid(),
                         .memory = limit_of(memory)};
    // Signal handlers of this process must not run in the child before its signals are reset.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    if (pid == 0) become_program(plan);
    const int error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0) system_failure("cannot start '" + program + "'", error);

    Pipe::close_end(in.read);
    Pipe::close_end(out.write);
    Pipe::close_end(err.write);
    Pipe::close_end(report.write);
    // exec closes the other end; the process group exists from then on.
    int failed = 0;
    ssize_t n = 0;
    do n = ::read(report.read, &failed, sizeof failed);
    while (n < 0 && errno == EINTR);
    pid_ = pid;
    if (n == sizeof failed) {
        finish();
        system_failure("cannot run '" + program + "'", failed);
    }
    if (in.write >= 0) in_ = Pipe::release(in.write);
    out_ = Pipe::release(out.read);
    err_ = Pipe::release(err.read);
}

Process::~Process()
{
    finish();
    for (int* stream : {&in_, &out_, &err_}) Pipe::close_end(*stream);
}

bool Process::exchange(std::string_view& to_write, std::string& received, std::chrono::milliseconds wait)
{
    std::array<pollfd, 3> streams = {{{.fd = to_write.empty() ? -1 : in_, .events = POLLOUT, .revents = 0},
                                      {.fd = out_, .events = POLLIN, .revents = 0},
                                      {.fd = err_, .events = POLLIN, .revents = 0}}};
    const int ready = ::poll(streams.data(), streams.size(),
                             static_cast<int>(std::clamp<std::int64_t>(wait.count(), 0, 60'000)));
    if (ready <= 0) return false;
    bool moved = false;
    if (streams[0].revents != 0) {
        const NoBrokenPipeSignal guard;
        const auto n = ::write(in_, to_write.data(), to_write.size());
        if (n > 0)
            to_write.remove_prefix(static_cast<std::size_t>(n));
        else if (n < 0 && errno != EAGAIN && errno != EINTR)
            close_input(); // the program no longer reads its input
        moved = true;
    }
    if (streams[1].revents != 0) moved = read_some(out_, received) || moved;
    if (streams[2].revents != 0) {
        moved = read_some(err_, errors_) || moved;
        if (errors_.size() > 16 * errors_kept) errors_.erase(0, errors_.size() - 2 * errors_kept);
    }
    return moved;
}

/// Reads once, at most 64 KiB. Closes the stream at its end.
bool Process::read_some(int& stream, std::string& into)
{
    std::array<char, 65536> buffer;
    const auto n = ::read(stream, buffer.data(), buffer.size());
    if (n > 0) {
        into.append(buffer.data(), static_cast<std::size_t>(n));
        return true;
    }
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    Pipe::close_end(stream);
    return true;
}

void Process::close_input() { Pipe::close_end(in_); }

bool Process::ended() const
{
    if (pid_ < 0) return true;
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return errno == ECHILD;
    return info.si_pid == pid_;
}

Ending Process::finish()
{
    if (pid_ < 0) return ending_;
    ::kill(-pid_, SIGKILL); // the number of the group cannot be reused before its leader is waited for
    ::kill(pid_, SIGKILL);  // it may have left the group
    int status = 0;
    pid_t waited = -1;
    do waited = ::waitpid(pid_, &status, 0);
    while (waited < 0 && errno == EINTR);
    if (waited == pid_)
        ending_ = {.known = true,
                   .signal = WIFSIGNALED(status),
                   .number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)};
    pid_ = -1;
    kill_marked(temporary_);
    return ending_;
}

std::string Process::last_errors() const
{
    std::string_view tail = errors_;
    while (!tail.empty() && (tail.back() == '\n' || tail.back() == '\r' || tail.back() == ' '))
        tail.remove_suffix(1);
    if (tail.size() > errors_kept) {
        tail.remove_prefix(tail.size() - errors_kept);
        // Keeps whole lines, if there is more than one.
        if (const auto line = tail.find('\n'); line != std::string_view::npos) tail.remove_prefix(line + 1);
    }
    return std::string(tail);
}

} // namespace unseen
