#include "learn/command/run_directory.hpp"

#include "learn/command/leftovers.hpp"

#include "unseen/base/error.hpp"

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace unseen {

namespace fs = std::filesystem;

namespace {

const std::string prefix = "unseen-";
const std::string lock_name = "lock";

/// The process number in the name of a directory, or 0.
pid_t owner_of(const std::string& name)
{
    if (!name.starts_with(prefix)) return 0;
    pid_t pid = 0;
    const auto* end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + prefix.size(), end, pid);
    return error == std::errc{} && rest != end && *rest == '-' && pid > 0 ? pid : 0;
}

/// True for a directory of this user whose process has ended: no process has its number, and its lock is
/// free. (A process in another container that shares $TMPDIR holds the lock.)
bool abandoned(const fs::path& path)
{
    const pid_t pid = owner_of(path.filename().string());
    struct stat status {};
    if (pid == 0 || ::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
        status.st_uid != ::geteuid())
        return false;
    if (::kill(pid, 0) == 0 || errno != ESRCH) return false;
    const int lock = ::open((path / lock_name).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) return errno == ENOENT;
    const bool free = ::flock(lock, LOCK_EX | LOCK_NB) == 0 ||
                      errno != EWOULDBLOCK; // the file system may not support locks
    ::close(lock);
    return free;
}

/// Removes the directories in `folder` that `chosen` accepts, and kills the processes that their programs
/// have left.
template <class Chosen>
void remove_directories(const fs::path& folder, Chosen chosen)
{
    std::error_code ignored;
    for (auto entry = fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, ignored);
         !ignored && entry != fs::directory_iterator(); entry.increment(ignored))
        if (chosen(entry->path())) {
            kill_marked(entry->path().string());
            // Another process may remove it at the same time, another thread may still write into it.
            std::error_code stays;
            for (int i = 0;
                 i < 100 && (fs::remove_all(entry->path(), stays), fs::exists(entry->path(), stays)); ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
}

} // namespace

std::shared_ptr<RunDirectory> RunDirectory::get()
{
    static std::mutex mutex;
    static std::weak_ptr<RunDirectory> current;
    static bool cleaned = false;
    const std::lock_guard lock(mutex);
    auto directory = current.lock();
    if (!directory) {
        directory = std::shared_ptr<RunDirectory>(new RunDirectory);
        current = directory;
    }
    if (!std::exchange(cleaned, true)) remove_directories(directory->path().parent_path(), abandoned);
    return directory;
}

void RunDirectory::remove_own()
{
    std::error_code error;
    const auto folder = fs::temp_directory_path(error);
    if (!error)
        remove_directories(fs::absolute(folder), [](const fs::path& path) {
            return owner_of(path.filename().string()) == ::getpid();
        });
}

RunDirectory::RunDirectory()
{
    const auto allowed = may_start();
    const auto fail = [](const std::string& what, int error) {
        throw IoError(what + ": " + std::generic_category().message(error) +
                      "; the files of learners need it ($TMPDIR)");
    };
    std::error_code error;
    const auto folder = fs::temp_directory_path(error);
    if (error) fail("the folder for temporary files", error.value());
    auto name = (fs::absolute(folder) / (prefix + std::to_string(::getpid()) + "-XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) fail("cannot make '" + name + "'", errno);
    path_ = name;
    lock_ = ::open((path_ / lock_name).c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    // On a file system without locks, only the process number shows that this process runs.
    if (lock_ >= 0) [[maybe_unused]]
        const int locked = ::flock(lock_, LOCK_EX | LOCK_NB);
}

RunDirectory::~RunDirectory()
{
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    if (lock_ >= 0) ::close(lock_);
}

FitDirectory::FitDirectory(RunDirectory& run) : path_(run.path() / ("fit-" + std::to_string(run.next())))
{
    const auto allowed = may_start();
    std::error_code error;
    if (!fs::create_directory(path_, error))
        throw LearnerError("cannot make the folder '" + path_.string() + "': " + error.message(),
                           failures::io);
}

FitDirectory::~FitDirectory()
{
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace unseen
