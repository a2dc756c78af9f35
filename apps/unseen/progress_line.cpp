#include "progress_line.hpp"

#include <cstdio>
#include <string>
#include <unistd.h>

namespace unseen::cli {

namespace {
constexpr std::chrono::seconds silent_at_first{1};
constexpr std::chrono::seconds between_plain_lines{10};
} // namespace

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) == 1),
      begin_(std::chrono::steady_clock::now()),
      last_(begin_)
{
}

ProgressLine::~ProgressLine()
{
    if (shown_ && terminal_) std::fprintf(stderr, "\r\033[K");
}

void ProgressLine::show(const Progress& progress)
{
    const auto now = std::chrono::steady_clock::now();
    if (quiet_ || progress.total == 0 || now - begin_ < silent_at_first) return;
    if (!terminal_ && now - last_ < between_plain_lines) return;
    last_ = now;
    shown_ = true;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const double rate = static_cast<double>(progress.done) / seconds;
    const double left = rate > 0.0 ? static_cast<double>(progress.total - progress.done) / rate : 0.0;
    const std::string failures = progress.failures > 0 ? ", " + std::to_string(progress.failures) + " failed" : "";
    std::fprintf(stderr, "%sunseen: %llu of %llu fits (%.0f %%), %.0f a second, %.0f s left%s%s", terminal_ ? "\r" : "",
                 static_cast<unsigned long long>(progress.done), static_cast<unsigned long long>(progress.total),
                 100.0 * static_cast<double>(progress.done) / static_cast<double>(progress.total), rate, left, failures.c_str(),
                 terminal_ ? "\033[K" : "\n");
    std::fflush(stderr);
}

} // namespace unseen::cli
