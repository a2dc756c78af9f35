// Where results go: standard output, or a file that is complete or not there at all.
#pragma once

#include "unseen/base/error.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace unseen::cli {

/// A result could not be written in full: the disk is full, the pipe closed. The work was done, the answer is lost: exit code 1.
class WriteError : public IoError {
public:
    using IoError::IoError;
};

/// Writes to standard output, or to a temporary file beside `path` that takes its name when finish() has written everything.
/// A file that cannot be opened is an IoError, at once; a write that fails is a WriteError. An unfinished file is removed.
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
    std::string why(int error) const;

    std::string path_;
    std::string temporary_;
    std::FILE* file_ = nullptr;
};

/// From now on SIGINT, SIGTERM and SIGHUP remove unfinished files and end the program with code 130, unless they are ignored or somebody waits for them.
void remove_unfinished_when_interrupted();
/// Removes the files of all Outputs that are not finished; may be called by a handler of signals.
void remove_unfinished();

/// How a command line says an argument: --zero-division, --task ordinal.
std::string as_option(std::string_view name, std::string_view value);

/// A line to standard error, "unseen: warning: ..." and the like, with arguments as options.
void tell(const std::string& line);

} // namespace unseen::cli
