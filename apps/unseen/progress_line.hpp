// Progress on standard error and in a log: one line that is rewritten on a terminal, a plain line now and then elsewhere.
#pragma once

#include "unseen/base/progress.hpp"

#include <chrono>
#include <cstdio>
#include <string>

namespace unseen::cli {

/// Shows how far a run is, from its second second on; quick runs show nothing.
class ProgressLine {
public:
    /// Plain lines stand at least `between` apart.
    explicit ProgressLine(bool quiet, std::chrono::seconds between = std::chrono::seconds(10));
    ~ProgressLine();
    void show(const Progress& progress);

private:
    bool quiet_;
    bool terminal_;
    bool shown_ = false;
    std::chrono::seconds between_;
    std::chrono::steady_clock::time_point begin_;
    std::chrono::steady_clock::time_point last_;
};

/// Lines with the time before them, appended to a file; nothing if its name is empty. Throws IoError if it cannot be opened.
class RunLog {
public:
    explicit RunLog(const std::string& path);
    ~RunLog();
    RunLog(const RunLog&) = delete;
    RunLog& operator=(const RunLog&) = delete;

    void line(const std::string& text);
    /// A line a minute.
    void show(const Progress& progress);

private:
    std::FILE* file_ = nullptr;
    std::chrono::steady_clock::time_point begin_;
    std::chrono::steady_clock::time_point last_;
};

} // namespace unseen::cli
