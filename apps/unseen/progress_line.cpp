#include "progress_line.hpp"

#include "output.hpp"

#include "unseen/base/argument.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/file_to_write.hpp"
#include "unseen/base/inert.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <unistd.h>

namespace unseen::cli {

namespace {

constexpr std::chrono::seconds silent_at_first{1};

/// A duration for people: 40 s, 12 min, 3.5 h.
std::string duration(double seconds)
{
    char text[32];
    if (seconds < 120.0)
        std::snprintf(text, sizeof text, "%.0f s", seconds);
    else if (seconds < 7200.0)
        std::snprintf(text, sizeof text, "%.0f min", seconds / 60.0);
    else
        std::snprintf(text, sizeof text, "%.1f h", seconds / 3600.0);
    return text;
}

/// "120 of 400 fits (30 %), 12 a second, 23 s left, 1 failed". Fits found in a store do not count for the
/// speed; unfinished fits count with the share that is done.
std::string text_of(const Progress& p, double seconds)
{
    const double done = static_cast<double>(p.done) + p.begun;
    const double rate = (p.done > p.found ? done - static_cast<double>(p.found) : done) / seconds;
    const bool fast = rate >= 0.05;
    char text[128];
    std::snprintf(text, sizeof text, "%llu of %llu fits (%.0f %%), %.*f %s",
                  static_cast<unsigned long long>(p.done), static_cast<unsigned long long>(p.total),
                  100.0 * done / static_cast<double>(p.total), rate < 10.0 ? 1 : 0, fast ? rate : 60.0 * rate,
                  fast ? "a second" : "a minute");
    std::string line = text;
    if (rate > 0.0) line += ", " + duration((static_cast<double>(p.total) - done) / rate) + " left";
    if (p.found > 0) line += ", " + std::to_string(p.found) + " found";
    if (p.failures > 0) line += ", " + std::to_string(p.failures) + " failed";
    return line;
}

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
