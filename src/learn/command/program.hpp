// Private: learners that are programs, in the two forms of `command`.
#pragma once

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

/// When a program's time is over: at a moment, or as soon as somebody asks.
struct Deadline {
    std::chrono::steady_clock::time_point moment;
    std::stop_token stop;

    static Deadline in(double seconds, std::stop_token stop)
    {
        using Clock = std::chrono::steady_clock;
        // A clock counts nanoseconds in 64 bits: thirty years are for ever.
        const auto wait =
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds < 1e9 ? seconds : 1e9));
        return {.moment = Clock::now() + wait, .stop = std::move(stop)};
    }
    bool over() const { return stop.stop_requested() || std::chrono::steady_clock::now() >= moment; }
    /// How long to wait for a stream before looking again whether somebody asks.
    std::chrono::milliseconds slice() const
    {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(moment - std::chrono::steady_clock::now());
        return std::clamp(left, std::chrono::milliseconds(0), std::chrono::milliseconds(50));
    }
};

/// A command line whose first word has been found.
struct CommandLine {
    std::string file;
    std::vector<std::string> words;

    /// Throws InputError if there is no such program.
    explicit CommandLine(std::vector<std::string> line);
};

/// What a program may use: the time of a whole fit, and the address space of each process.
struct ProgramLimits {
    double seconds = 0.0;
    std::uint64_t memory = 0; ///< bytes; 0: no limit
};

/// A program made ready for one dataset. Safe to use from several threads.
class ProgramLearner {
public:
    virtual ~ProgramLearner() = default;
    /// Trains on the rows of the dataset and predicts `rows` of `data`, once. Throws LearnerError.
    virtual Predictions run(const Task& task, const Dataset& data, std::span<const Row> rows) const = 0;
};

/// Command lines that are run for each fit and leave files. `fit` and `predict` may be one: then `predict` has no words.
struct BatchLines {
    std::vector<std::string> fit;
    std::vector<std::string> predict;
    std::string format;
};
std::unique_ptr<ProgramLearner> make_batch(const Dataset& data, const BatchLines& lines, const ProgramLimits& limits);

/// A program that stays and does many fits, one such program a thread: docs/WORKER.md.
std::unique_ptr<ProgramLearner> make_worker(const Dataset& data, const std::vector<std::string>& line,
                                            const ProgramLimits& limits);

/// What a program has written, as one line of valid UTF-8: lines apart by ` | `, other bytes that no reader can show as `?`.
std::string printable(std::string_view text);

/// Throws a LearnerError of `code` whose text ends with the last lines of standard error.
[[noreturn]] void fail_program(const CommandLine& line, const std::string& what, const std::string& errors,
                               const std::string& code);

} // namespace unseen
