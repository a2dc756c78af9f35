// Private: learners that are programs, in the two forms of `command`.
#pragma once

#include "learn/command/training_roles.hpp"

#include "unseen/base/failures.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/learn/learner.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The end of a program's time: a moment, or a requested stop if that is earlier.
struct Deadline {
    std::chrono::steady_clock::time_point moment;
    std::stop_token stop;

    static Deadline in(double seconds, std::stop_token stop)
    {
        using Clock = std::chrono::steady_clock;
        // The clock counts nanoseconds in 64 bits; 1e9 seconds, thirty years, do not overflow it.
        const auto wait = std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(seconds < 1e9 ? seconds : 1e9));
        return {.moment = Clock::now() + wait, .stop = std::move(stop)};
    }
    bool over() const { return stop.stop_requested() || std::chrono::steady_clock::now() >= moment; }
    /// How long to wait for a stream before checking the stop token again.
    std::chrono::milliseconds slice() const
    {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(moment - std::chrono::steady_clock::now());
        return std::clamp(left, std::chrono::milliseconds(0), std::chrono::milliseconds(50));
    }
};

/// A command line and the file of its program.
struct CommandLine {
    std::string file;
    std::vector<std::string> words;

    /// Throws InputError if the program is not found.
    explicit CommandLine(std::vector<std::string> line);
};

/// The limits of a program.
struct ProgramLimits {
    double seconds = 0.0;     ///< time of a fit with its predictions
    std::uint64_t memory = 0; ///< address space of each process in bytes; 0: no limit
};

/// A program prepared for one dataset. Several threads may use it.
class ProgramLearner {
public:
    virtual ~ProgramLearner() = default;
    /// Trains on the rows of `task` in the dataset and predicts `rows` of `data`. One attempt. Throws
    /// LearnerError.
    virtual Predictions run(const Task& task, const Dataset& data, std::span<const Row> rows) const = 0;
};

/// The command lines that are run for each fit. If `predict` is empty, `fit` also predicts.
struct BatchLines {
    std::vector<std::string> fit;
    std::vector<std::string> predict;
    std::string format;
    AskedRoles asked{};
};
/// Makes a learner from programs that are run for each fit and exchange files.
std::unique_ptr<ProgramLearner> make_batch(const Dataset& data, const BatchLines& lines,
                                           const ProgramLimits& limits);

/// Makes a learner from a program that keeps running and does many fits; each thread has its own. See
/// docs/WORKER.md.
std::unique_ptr<ProgramLearner> make_worker(const Dataset& data, const std::vector<std::string>& line,
                                            const AskedRoles& asked, const ProgramLimits& limits);

/// The text of a program as one line of valid UTF-8: lines are separated by ` | `, bytes that cannot be shown
/// become `?`.
std::string printable(std::string_view text);

/// Throws a LearnerError of `code` whose text ends with the last lines of standard error.
[[noreturn]] void fail_program(const CommandLine& line, const std::string& what, const std::string& errors,
                               const FailureCode& code);

} // namespace unseen
