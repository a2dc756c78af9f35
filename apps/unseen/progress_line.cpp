#include "progress_line.hpp"

#include "output.hpp"

#include "unseen/base/argument.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/file_to_write.hpp"
#include "unseen/base/inert.hpp"

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <mutex>
#include <unistd.h>

namespace unseen::cli {

namespace {

constexpr std::chrono::seconds silent_at_first{1};

double seconds_since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

ProgressLine::ProgressLine(bool quiet, std::chrono::seconds between)
    : quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) == 1),
      between_(between),
      begin_(std::chrono::steady_clock::now()),
      last_(begin_)
{
}

void ProgressLine::clear()
{
    if (shown_ && terminal_) std::fprintf(stderr, "\r\033[K");
    shown_ = false;
}

void ProgressLine::show(const Progress& progress)
{
    const auto now = std::chrono::steady_clock::now();
    if (quiet_ || progress.total == 0 || now - begin_ < silent_at_first) return;
    if (!terminal_ && now - last_ < between_) return;
    last_ = now;
    shown_ = true;
    std::fprintf(stderr, "%sunseen: %s%s", terminal_ ? "\r" : "",
                 text_of(progress, seconds_since(begin_)).c_str(), terminal_ ? "\033[K" : "\n");
    std::fflush(stderr);
}

WorkLine::WorkLine(bool quiet)
{
    if (!quiet) looking_ = std::jthread([this](const std::stop_token& end) { look(end); });
}

void WorkLine::look(const std::stop_token& end)
{
    const bool terminal = isatty(STDERR_FILENO) == 1;
    const auto between = terminal ? std::chrono::milliseconds(500) : std::chrono::milliseconds(10000);
    bool shown = false;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any ended;
    auto next = std::chrono::steady_clock::now() + silent_at_first;
    while (!ended.wait_until(lock, end, next, [&] { return end.stop_requested(); })) {
        next += std::chrono::milliseconds(500);
        const auto left = work_.left();
        if (!left) continue;
        std::fprintf(stderr, "%sunseen: %s%s", terminal ? "\r" : "", left->text.c_str(),
                     terminal ? "\033[K" : "\n");
        std::fflush(stderr);
        shown = true;
        next = std::chrono::steady_clock::now() + between;
    }
    if (shown && terminal) std::fprintf(stderr, "\r\033[K");
}

RunLog::RunLog(const std::string& path) : begin_(std::chrono::steady_clock::now()), last_(begin_)
{
    if (path.empty()) return;
    file_ = std::fopen(file_to_write(path).path.c_str(), "ab");
    if (file_ == nullptr) throw IoError(path + ": cannot be written: " + std::strerror(errno));
}

RunLog::~RunLog()
{
    if (file_ != nullptr) std::fclose(file_);
}

void RunLog::line(const std::string& text)
{
    if (file_ == nullptr) return;
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char stamp[32];
    std::strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    std::fprintf(file_, "%s %s\n", stamp, inert(word_arguments(text, as_typed)).c_str());
    std::fflush(file_);
}

void RunLog::show(const Progress& progress)
{
    const auto now = std::chrono::steady_clock::now();
    if (file_ == nullptr || progress.total == 0 || now - last_ < std::chrono::minutes(1)) return;
    last_ = now;
    line(text_of(progress, seconds_since(begin_)));
}

} // namespace unseen::cli
