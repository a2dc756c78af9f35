// Where results go: standard output, or a file that is complete or not there at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace unseen::cli {

/// Writes to standard output, or to a temporary file beside `path` that takes its name when finish() has written everything.
/// Every failure (a full disk, a closed pipe) is an IoError; an unfinished file is removed.
class Output {
public:
    /// An empty path means standard output.
    explicit Output(std::string path);
    ~Output();
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void write(std::string_view text);
    void finish();

private:
    [[noreturn]] void fail(const std::string& what, int error) const;

    std::string path_;
    std::string temporary_;
    std::FILE* file_ = nullptr;
};

/// A line to standard error, "unseen: warning: ..." and the like.
void tell(const std::string& line);

} // namespace unseen::cli
