// The worker form of `command`: one program for each thread, which keeps running and does one fit for each
// message.
#include "learn/command/frames.hpp"
#include "learn/command/process.hpp"
#include "learn/command/program.hpp"
#include "learn/command/run_directory.hpp"

#include "unseen/base/error.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace unseen {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t longest_text = std::uint64_t{1} << 20;

/// A program that has received the data. After any error except a FAIL message it cannot be used: usable() is
/// then false.
class Connection {
public:
    /// Starts the program, exchanges the greeting and sends the data.
    Connection(const CommandLine& line, const ProgramLimits& limits, const Dataset& data,
               const TrainingRoles& roles, const Dataset* more, RunDirectory& directory,
               const Deadline& deadline)
        : line_(line),
          roles_(roles),
          folder_(directory),
          process_(line.file, line.words, Process::Input::pipe, limits.memory, folder_.path())
    {
        const std::uint32_t expected = roles.any() ? 2 : 1;
        const auto version =
            read_hello(ask(hello_frame(requests_, expected), "HELO", longest_text, deadline));
        if (version != expected)
            fail("speaks version " + std::to_string(version) + " of the protocol" +
                     (version == 1 ? ", which has no weights, groups or times" : "") + "; expected " +
                     std::to_string(expected),
                 failures::wrong_shape);
        ask(data_frame(requests_, data, more), "OKAY", 0, deadline);
    }

    /// An idle program ends by itself when its input ends; it is killed if it does not end within a second.
    ~Connection()
    {
        process_.close_input();
        if (usable_) wait_for_end(1s);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    bool usable() const { return usable_; }

    Predictions fit(const Dataset& data, const Task& task, std::span<const Row> rows, Row first,
                    const Deadline& deadline)
    {
        const auto answer = ask(fit_frame(requests_, data, roles_, task, rows, first), "PRED",
                                longest_answer(data, rows.size()), deadline);
        usable_ = false;
        auto predictions = read_answer(answer, data, rows.size());
        usable_ = true;
        return predictions;
    }

private:
    /// Sends a message, waits for the answer called `name`, and returns its content.
    std::string ask(const std::string& message, const std::string& name, std::uint64_t longest,
                    const Deadline& deadline)
    {
        usable_ = false;
        std::string_view to_write = message;
        std::string received;
        std::uint64_t expected = frame_head;
        FrameHead head;
        while (received.size() < expected || !to_write.empty()) {
            const bool moved = process_.exchange(to_write, received, deadline.slice());
            if (head.name.empty() && received.size() >= frame_head) {
                head = read_frame_head(received);
                const bool known = head.name == name ? head.length <= longest
                                                     : head.name == "FAIL" && head.length <= longest_text;
                if (!known || head.request != requests_)
                    fail("wrote something that is not an answer (standard output is for answers only)",
                         failures::wrong_shape);
                expected += head.length;
            }
            if (received.size() > expected) break;
            if (!process_.output_open() && received.size() < expected)
                fail_when_ended(received.empty() ? "closed its standard output"
                                                 : "ended in the middle of an answer");
            if (!process_.input_open() && !to_write.empty()) fail_when_ended("closed its standard input");
            if (deadline.over()) fail("took longer than its time limit", failures::timeout);
            if (!moved && process_.ended() && !process_.exchange(to_write, received, 0ms))
                fail_when_ended("");
        }
        ++requests_;
        if (received.size() != expected || !to_write.empty())
            fail("wrote more than one answer", failures::wrong_shape);
        usable_ = true;
        auto content = received.substr(frame_head);
        if (head.name == "FAIL") throw LearnerError(line_.words.front() + ": " + printable(content));
        return content;
    }

    /// Reads standard error until the program has ended or `longest` is over.
    bool wait_for_end(std::chrono::milliseconds longest)
    {
        const auto deadline = std::chrono::steady_clock::now() + longest;
        std::string_view nothing;
        std::string ignored;
        while (!process_.ended() && std::chrono::steady_clock::now() < deadline) {
            process_.exchange(nothing, ignored, 2ms);
            ignored.clear();
        }
        while (process_.ended() && process_.exchange(nothing, ignored, 0ms)) ignored.clear();
        return process_.ended();
    }

    /// Fails after a broken stream. Usually the program is ending, and then the message says how it ended.
    [[noreturn]] void fail_when_ended(const std::string& what)
    {
        process_.close_input();
        const bool ended = wait_for_end(1s);
        const auto ending = process_.finish();
        if (ended && !ending.good()) fail(ending.text(), ending.failure_code());
        fail(what.empty() || ended ? "ended without an answer" : what, failures::crashed);
    }

    [[noreturn]] void fail(const std::string& what, const FailureCode& code)
    {
        process_.finish();
        fail_program(line_, what, process_.last_errors(), code);
    }

    const CommandLine& line_;
    const TrainingRoles& roles_;
    FitDirectory folder_; ///< for the temporary files of the program
    Process process_;
    std::uint32_t requests_ = 0; ///< number of answered requests, which numbers the next one
    bool usable_ = false;
};

class Worker final : public ProgramLearner {
public:
    Worker(const Dataset& data, const std::vector<std::string>& line, const AskedRoles& asked,
           const ProgramLimits& limits)
        : data_(data),
          line_(line),
          roles_(training_roles(data, asked)),
          limits_(limits),
          directory_(RunDirectory::get())
    {
    }

    Predictions run(const Task& task, const Dataset& data, std::span<const Row> rows) const override
    {
        if (!roles_.lacking.empty()) throw LearnerError(line_.words.front() + ": " + roles_.lacking);
        const auto deadline = Deadline::in(limits_.seconds, task.stop);
        if (&data != &data_ && data.learning_digest() != data_.learning_digest()) {
            Connection once(line_, limits_, data_, roles_, &data, *directory_, deadline);
            return once.fit(data_, task, rows, data_.rows(), deadline);
        }
        auto connection = mine();
        if (!connection) connection = start(deadline);
        try {
            auto predictions = connection->fit(data_, task, rows, 0, deadline);
            keep(std::move(connection));
            return predictions;
        } catch (...) {
            if (connection->usable()) keep(std::move(connection));
            throw;
        }
    }

private:
    /// Starts a program. If the first two starts fail, before any has succeeded, all later ones fail at once
    /// with the same error. So a program that cannot start takes its time twice, not twice per fit.
    std::unique_ptr<Connection> start(const Deadline& deadline) const
    {
        {
            const std::lock_guard lock(mutex_);
            if (failed_starts_ >= 2) throw LearnerError(*never_);
        }
        try {
            auto connection =
                std::make_unique<Connection>(line_, limits_, data_, roles_, nullptr, *directory_, deadline);
            const std::lock_guard lock(mutex_);
            started_ = true;
            failed_starts_ = 0;
            return connection;
        } catch (const LearnerError& e) {
            const std::lock_guard lock(mutex_);
            if (!started_ && !deadline.stop.stop_requested()) {
                ++failed_starts_;
                never_ = e;
            }
            throw;
        }
    }

    /// The program that this thread started, or null. Programs are not shared, because they die with the
    /// thread that started them.
    std::unique_ptr<Connection> mine() const
    {
        const std::lock_guard lock(mutex_);
        const auto node = idle_.extract(std::this_thread::get_id());
        return node.empty() ? nullptr : std::move(node.mapped());
    }

    void keep(std::unique_ptr<Connection> connection) const
    {
        const std::lock_guard lock(mutex_);
        idle_[std::this_thread::get_id()] = std::move(connection);
    }

    Dataset data_;
    CommandLine line_;
    TrainingRoles roles_;
    ProgramLimits limits_;
    std::shared_ptr<RunDirectory> directory_;
    mutable std::mutex mutex_;
    mutable bool started_ = false;                ///< whether any start succeeded
    mutable int failed_starts_ = 0;               ///< the number of failed starts before any success
    mutable std::optional<LearnerError> never_{}; ///< the error of the last of them
    mutable std::map<std::thread::id, std::unique_ptr<Connection>>
        idle_; ///< idle programs by the thread that started them
};

} // namespace

std::unique_ptr<ProgramLearner> make_worker(const Dataset& data, const std::vector<std::string>& line,
                                            const AskedRoles& asked, const ProgramLimits& limits)
{
    return std::make_unique<Worker>(data, line, asked, limits);
}

} // namespace unseen
