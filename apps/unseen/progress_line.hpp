// Progress on standard error: one line that is rewritten on a terminal, a plain line now and then elsewhere.
#pragma once

#include "unseen/base/progress.hpp"

#include <chrono>

namespace unseen::cli {

/// Shows how far a run is, from its second second on; quick runs show nothing.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine();
    void show(const Progress& progress);

private:
    bool quiet_;
    bool terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point begin_;
    std::chrono::steady_clock::time_point last_;
};

} // namespace unseen::cli
