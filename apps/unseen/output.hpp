// The destination of results: standard output, or a file that is either complete or missing.
#pragma once

#include "unseen/base/error.hpp"

#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen::cli {

/// Thrown if a result could not be written in full: the disk is full, the pipe is closed. The answer is lost:
/// exit code 1.
class WriteError : public IoError {
public:
    using IoError::IoError;
};

/// Thrown if the reader of standard output has closed it, as `head` does when it has enough. This is not an
/// error.
class ClosedPipe : public WriteError {
public:
    using WriteError::WriteError;
};

/// Writes to standard output, or to a temporary file beside `path`, which finish() renames to `path`. Links
/// are followed first; pipes, devices and open descriptors are written directly. Throws IoError at once if
/// the file cannot be opened, and WriteError if a write fails. An unfinished file is removed.
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
    [[noreturn]] void fail(int error) const;

    std::string path_;  ///< as the user named it
    std::string place_; ///< behind links
    std::string temporary_;
    std::FILE* file_ = nullptr;
};

/// Throws InputError if writing `output` would replace one of `inputs` (files; "-" is standard input) or a
/// store. An empty path is no file.
void require_apart(const std::string& option, const std::string& output, std::span<const std::string> inputs);

/// Throws IoError if the folder of the file does not exist, or is none. An empty path is no file.
void require_folder_of(const std::string& output);

/// From now on SIGINT, SIGTERM and SIGHUP remove unfinished files and end the program with code 130, unless
/// they are ignored or a thread waits for them.
void remove_unfinished_when_interrupted();
/// Removes the files of all unfinished Outputs. A signal handler may call it.
void remove_unfinished();

/// From now on as_typed() writes arguments as keys of an experiment file, but for these options.
void arguments_stand_in_file(std::vector<std::string> but_for);

/// An argument as the user of the command types it: --task ordinal, or task = "ordinal" in a file.
std::string as_typed(std::string_view name, std::string_view value);

/// From now on no line of standard error quotes a cell of data. `known`: words that may be quoted.
void hide_values(std::vector<std::string> known);
/// The words given to hide_values(); nothing if it was not called.
const std::optional<std::vector<std::string>>& words_shown();

/// Prints a line to standard error: "unseen: warning: ..." and the like, with arguments written as options.
void tell(const std::string& line);

} // namespace unseen::cli
