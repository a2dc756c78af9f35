#include "output.hpp"

#include "unseen/base/argument.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace unseen::cli {

namespace {

/// Names of the unfinished files, for a signal handler, which may only read and unlink.
std::array<std::atomic<const char*>, 64> unfinished;

void remember(const char* path)
{
    for (auto& slot : unfinished) {
        const char* none = nullptr;
        if (slot.compare_exchange_strong(none, path)) return;
    }
}

void forget(const char* path)
{
    for (auto& slot : unfinished)
        if (slot.load() == path) slot = nullptr;
}

extern "C" void end_at_once(int)
{
    remove_unfinished();
    constexpr std::string_view text = "unseen: error: interrupted\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    _exit(130);
}

} // namespace

void remove_unfinished()
{
    for (const auto& slot : unfinished)
        if (const char* path = slot.load()) unlink(path);
}

void remove_unfinished_when_interrupted()
{
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        // A program in the background or under nohup ignores some of these signals; that must stay.
        if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action.sa_handler = end_at_once;
        sigaction(number, &action, nullptr);
    }
}

Output::Output(std::string path) : path_(std::move(path))
{
    if (path_.empty()) {
        file_ = stdout;
        return;
    }
    // A device such as /dev/full or a pipe cannot be replaced by renaming; it is written directly.
    struct stat status {};
    const bool special = stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
    if (!special) temporary_ = path_ + ".part-" + std::to_string(getpid());
    file_ = std::fopen((special ? path_ : temporary_).c_str(), "wb");
    if (file_ == nullptr) {
        const int error = errno;
        temporary_.clear();
        throw IoError(why(error));
    }
    if (!temporary_.empty()) remember(temporary_.c_str());
}

Output::~Output()
{
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
    if (temporary_.empty()) return;
    std::remove(temporary_.c_str());
    forget(temporary_.c_str());
}

void Output::write(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) throw WriteError(why(errno));
}

void Output::finish()
{
    if (std::fflush(file_) != 0) throw WriteError(why(errno));
    if (file_ == stdout) return;
    if (!temporary_.empty() && fsync(fileno(file_)) != 0) throw WriteError(why(errno));
    const bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    if (!closed) throw WriteError(why(errno));
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) throw WriteError(why(errno));
    forget(temporary_.c_str());
    temporary_.clear();
}

std::string Output::why(int error) const
{
    return (path_.empty() ? "standard output" : path_) + ": cannot be written: " + std::strerror(error);
}

std::string as_option(std::string_view name, std::string_view value)
{
    std::string option = "--" + std::string(name);
    std::replace(option.begin(), option.end(), '_', '-');
    return value.empty() ? option : option + ' ' + std::string(value);
}

void tell(const std::string& line) { std::fprintf(stderr, "unseen: %s\n", word_arguments(line, as_option).c_str()); }

} // namespace unseen::cli
