// Private: runs a program in its own process group, with limits; reads and writes its three streams without
// blocking on one of them.
#pragma once

#include "unseen/base/failures.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace unseen {

/// The file of a program: `name` itself if it contains a slash, else the file of that name in $PATH. Throws
/// InputError if it does not exist or is not executable.
std::string find_program(const std::string& name);

/// How a program ended.
struct Ending {
    bool known = false;  ///< false: other code in this process took its status
    bool signal = false; ///< a signal ended it
    int number = 0;      ///< exit code, or number of the signal

    bool good() const { return known && !signal && number == 0; }
    /// For messages: "exit code 3", "ended by signal 11 (Segmentation fault)".
    std::string text() const;
    /// The code of a Failure.
    const FailureCode& failure_code() const
    {
        return signal || !known ? failures::crashed : failures::exit_code;
    }
};

/// A running program, the leader of its own process group: Ctrl-C at the terminal does not reach it, and all
/// processes that it started are killed together with it, in whatever group, session or place in the tree
/// they are by then (leftovers.hpp). It is killed by the destructor, and when the thread that started it
/// ends, which includes the death of this process. No shell is involved. For one thread at a time.
class Process {
public:
    enum class Input { none, pipe }; ///< standard input: /dev/null, or written by exchange()

    /// Starts the file `program` with the words `argv` (argv[0] included). `memory` limits the address space
    /// of each process (bytes; 0: no limit). Signals have their defaults, and only the three streams are
    /// inherited. The environment is that of this process, except that TMPDIR is `temporary`, and
    /// OMP_NUM_THREADS and the like are 1 unless they are set. Throws LearnerError (`io`) if it cannot start.
    Process(const std::string& program, const std::vector<std::string>& argv, Input input,
            std::uint64_t memory, const std::string& temporary);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Waits up to `wait` until a stream is ready, then moves what it can without blocking: from the front of
    /// `to_write` to standard input, from standard output to the end of `received`, from standard error to
    /// the text of last_errors(). False if nothing moved.
    bool exchange(std::string_view& to_write, std::string& received, std::chrono::milliseconds wait);
    /// Closes the program's standard input.
    void close_input();
    bool input_open() const { return in_ >= 0; }
    bool output_open() const { return out_ >= 0; }
    bool errors_open() const { return err_ >= 0; }

    /// True if the program has ended (its children may still run).
    bool ended() const;
    /// Kills the whole group if it still runs, and returns how the leader ended.
    Ending finish();
    /// The last lines of standard error, at most about 1000 bytes.
    std::string last_errors() const;

private:
    bool read_some(int& stream, std::string& into);

    std::string temporary_;
    pid_t pid_ = -1; ///< -1: it has ended and was waited for
    int in_ = -1;
    int out_ = -1;
    int err_ = -1;
    std::string errors_; ///< the end of standard error
    Ending ending_;
};

} // namespace unseen
