// Private: a program that runs in a process group of its own, with limits, and three streams that are never waited for one by one.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace unseen {

/// The file that the first word of a command line names: itself if it holds a slash, else searched for in $PATH. Throws InputError if
/// there is none that may be run.
std::string find_program(const std::string& name);

/// How a program ended.
struct Ending {
    bool known = false;  ///< false: somebody else took its status
    bool signal = false; ///< a signal ended it
    int number = 0;      ///< exit code, or the signal's

    bool good() const { return known && !signal && number == 0; }
    /// "exit code 3", "ended by signal 11 (Segmentation fault)".
    std::string text() const;
    /// The code of a Failure.
    std::string failure_code() const { return signal || !known ? "crashed" : "exit_code"; }
};

/// A running program, the leader of its own process group: Ctrl-C at the terminal does not reach it, and whatever it has started is
/// killed together with it. It is killed, too, when the thread that started it ends (so when this process dies, however), and by the
/// destructor. No shell is involved. One thread at a time.
class Process {
public:
    enum class Input { none, pipe }; ///< standard input: /dev/null, or written by exchange()

    /// Starts the file `program` with the words `argv` (argv[0] included). `memory` limits the address space of each process (bytes; 0: no
    /// limit). Signals are as at login, no file is inherited but the three streams; the environment is ours, but TMPDIR is `temporary`, and
    /// OMP_NUM_THREADS and the like are 1 unless they are set. Throws LearnerError (`io`) if it cannot be started.
    Process(const std::string& program, const std::vector<std::string>& argv, Input input, std::uint64_t memory,
            const std::string& temporary);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Waits up to `wait` until something can be moved, then moves what can be moved without waiting: from the front of `to_write` into
    /// standard input, from standard output to the end of `received`, from standard error into the tail. False if nothing moved.
    bool exchange(std::string_view& to_write, std::string& received, std::chrono::milliseconds wait);
    /// No more input will come: closes the program's standard input.
    void close_input();
    bool input_open() const { return in_ >= 0; }
    bool output_open() const { return out_ >= 0; }
    bool errors_open() const { return err_ >= 0; }

    /// True once the program has ended (its children may still run).
    bool ended() const;
    /// Kills the whole group, if it still runs, and tells how the leader ended.
    Ending finish();
    /// The last lines of standard error, at most about 1000 bytes.
    std::string last_errors() const;

private:
    bool read_some(int& stream, std::string& into);

    pid_t pid_ = -1; ///< -1: ended and waited for
    int in_ = -1;
    int out_ = -1;
    int err_ = -1;
    std::string errors_; ///< the end of standard error
    Ending ending_;
};

} // namespace unseen
