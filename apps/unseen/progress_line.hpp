// Progress on standard error and in a log: on a terminal one line that is rewritten, elsewhere plain lines
// from time to time.
#pragma once

#include "unseen/base/long_work.hpp"
#include "unseen/base/progress.hpp"

#include <chrono>
#include <cstdio>
#include <stop_token>
#include <string>
#include <thread>

namespace unseen::cli {

/// Shows the progress of a run after its first second; quick runs show nothing.
class ProgressLine {
public:
    /// `between` is the shortest time between two plain lines.
    explicit ProgressLine(bool quiet, std::chrono::seconds between = std::chrono::seconds(10));
    ~ProgressLine() { clear(); }
    void show(const Progress& progress);
    /// Removes the line, so that another can be written.
    void clear();

private:
    bool quiet_;
    bool terminal_;
    bool shown_ = false;
    std::chrono::seconds between_;
    std::chrono::steady_clock::time_point begin_;
    std::chrono::steady_clock::time_point last_;
};

/// Says on standard error what this thread does, if that takes long (LongWork::left()).
class WorkLine {
public:
    explicit WorkLine(bool quiet);

private:
    void look(const std::stop_token& end);

    LongWork work_;
    LongWorkScope scope_{work_};
    std::jthread looking_; ///< ends first
};

/// Appends lines, each with the time, to a file. Does nothing if the name is empty. Throws IoError if the
/// file cannot be opened.
class RunLog {
public:
    explicit RunLog(const std::string& path);
    ~RunLog();
    RunLog(const RunLog&) = delete;
    RunLog& operator=(const RunLog&) = delete;

    void line(const std::string& text);
    /// Writes a line every minute.
    void show(const Progress& progress);

private:
    std::FILE* file_ = nullptr;
    std::chrono::steady_clock::time_point begin_;
    std::chrono::steady_clock::time_point last_;
};

} // namespace unseen::cli
