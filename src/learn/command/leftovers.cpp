#include "learn/command/leftovers.hpp"

#include "learn/command/run_directory.hpp"
#include "unseen/learn/programs.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace unseen {

namespace {

std::shared_mutex& gate()
{
    static std::shared_mutex mutex;
    return mutex;
}

/// The environment with which a process began; empty if it cannot be read, as for one that has ended.
std::string environment_of(int proc, const std::string& pid)
{
    std::string text;
    const int file = ::openat(proc, (pid + "/environ").c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return text;
    char buffer[16384];
    for (ssize_t n = 0; (n = ::read(file, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(n));
    ::close(file);
    return text;
}

/// Kills the marked processes that there are now; returns whether there were any.
bool kill_once(const std::string& folder)
{
    DIR* const proc = ::opendir("/proc");
    if (proc == nullptr) return false;
    bool any = false;
    const auto variable = std::string(1, '\0') + fit_mark + folder;
    while (const auto* entry = ::readdir(proc)) {
        pid_t pid = 0;
        const auto* end = entry->d_name + std::strlen(entry->d_name);
        if (std::from_chars(entry->d_name, end, pid).ptr != end || pid == ::getpid()) continue;
        struct stat status {};
        if (::fstatat(::dirfd(proc), entry->d_name, &status, 0) != 0 || status.st_uid != ::geteuid())
            continue;
        const auto text = std::string(1, '\0') + environment_of(::dirfd(proc), entry->d_name);
        for (auto at = text.find(variable); at != text.npos; at = text.find(variable, at + 1)) {
            // The whole value, or a longer one; the folder name of one fit is never a prefix of another's.
            const char after = at + variable.size() < text.size() ? text[at + variable.size()] : '\0';
            if (after >= '0' && after <= '9') continue;
            any = ::kill(pid, SIGKILL) == 0 || any;
            break;
        }
    }
    ::closedir(proc);
    return any;
}

} // namespace

void kill_marked(const std::string& folder)
{
    // A process that is being killed is still visible for a moment; one that was forked meanwhile is found by
    // the next search.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    while (kill_once(folder) && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::shared_lock<std::shared_mutex> may_start() { return std::shared_lock(gate()); }

void end_programs()
{
    gate().lock(); // for ever
    RunDirectory::remove_own();
}

} // namespace unseen
