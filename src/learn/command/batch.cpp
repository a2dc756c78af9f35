// The batch form of `command`: writes files, runs programs, reads files.
#include "learn/command/prediction_text.hpp"
#include "learn/command/process.hpp"
#include "learn/command/program.hpp"
#include "learn/command/run_directory.hpp"
#include "learn/command/table_files.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace unseen {

namespace {

using namespace std::chrono_literals;

/// Runs a program to its end, with `folder` for its temporary files, and returns its standard output. Throws
/// LearnerError with the code `timeout`, `exit_code` or `crashed`, or `wrong_shape` for more than `most`
/// bytes of output.
std::string run_to_end(const CommandLine& line, std::uint64_t memory, const std::string& folder,
                       const Deadline& deadline, std::size_t most)
{
    Process process(line.file, line.words, Process::Input::none, memory, folder);
    std::string out;
    std::string_view nothing;
    auto pause = 1ms; // polling interval while the program runs with its streams closed
    while (true) {
        const bool open = process.output_open() || process.errors_open();
        const bool moved =
            process.exchange(nothing, out, open ? deadline.slice() : std::min(pause, deadline.slice()));
        if (out.size() > most) {
            process.finish();
            fail_program(line, "wrote more than " + std::to_string(most) + " bytes to standard output",
                         process.last_errors(), failures::wrong_shape);
        }
        if (!moved) {
            if (process.ended()) break; // its child processes may hold the streams open for longer
            pause = std::min(2 * pause, std::chrono::milliseconds(20));
        }
        if (deadline.over()) {
            process.finish();
            fail_program(line, "took longer than its time limit", process.last_errors(), failures::timeout);
        }
    }
    const auto ending = process.finish();
    // Reads what the pipes still hold. The whole process group has been killed, so no process adds to it.
    for (int i = 0; i < 64 && process.exchange(nothing, out, 0ms); ++i) {}
    if (!ending.good()) fail_program(line, ending.text(), process.last_errors(), ending.failure_code());
    return out;
}

/// The word with each placeholder replaced by its value.
std::string replaced(const std::string& word, const std::map<std::string, std::string>& values)
{
    std::string text;
    for (std::size_t at = 0; at < word.size();) {
        const auto mark = std::find_if(values.begin(), values.end(), [&](const auto& v) {
            return word.compare(at, v.first.size(), v.first) == 0;
        });
        text += mark != values.end() ? mark->second : std::string(1, word[at]);
        at += mark != values.end() ? mark->first.size() : 1;
    }
    return text;
}

bool mentions(const std::vector<std::string>& words, const std::string& mark)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& w) { return w.find(mark) != std::string::npos; });
}

class Batch final : public ProgramLearner {
public:
    Batch(const Dataset& data, const BatchLines& lines, const ProgramLimits& limits)
        : data_(data),
          format_(file_format(lines.format)),
          files_(data, format_),
          roles_(training_roles(data, lines.asked)),
          directory_(RunDirectory::get()),
          limits_(limits)
    {
        lines_.emplace_back(lines.fit);
        if (!lines.predict.empty()) lines_.emplace_back(lines.predict);
        to_file_ = mentions(lines.fit, "{predictions}") || mentions(lines.predict, "{predictions}");
    }

    Predictions run(const Task& task, const Dataset& data, std::span<const Row> rows) const override
    {
        if (!roles_.lacking.empty()) throw LearnerError(lines_.front().words.front() + ": " + roles_.lacking);
        const auto deadline = Deadline::in(limits_.seconds, task.stop);
        const FitDirectory folder(*directory_);
        files_.write_training(folder.path(), task.train);
        files_.write_test(folder.path(), data, rows);
        if (!roles_.weights.empty()) write_cells(folder.path() / "weights", task.train, roles_.weights);
        if (!roles_.groups.empty()) write_cells(folder.path() / "groups", task.train, roles_.groups);
        if (!roles_.times.empty()) write_cells(folder.path() / "times", task.train, roles_.times);
        const auto predictions = folder.path() / "predictions";
        const std::map<std::string, std::string> values = {
            {"{train}", folder.path() / files_.training_name()},
            {"{test}", folder.path() / files_.test_name()},
            {"{stem}", folder.path() / "rows"},
            {"{predictions}", predictions},
            {"{model}", folder.path() / "model"},
            {"{weights}", folder.path() / "weights"},
            {"{groups}", folder.path() / "groups"},
            {"{times}", folder.path() / "times"},
            {"{seed}",
             std::to_string(task.seed %
                            (std::uint64_t{1}
                             << 31))}, // programs expect a seed that is not negative and fits into 32 bits
        };
        // An upper limit that no form of predictions reaches.
        const std::size_t most = (std::size_t{1} << 20) + rows.size() * (256 + 64 * data_.classes().size());
        std::string out;
        for (auto line : lines_) {
            for (auto& word : line.words) word = replaced(word, values);
            out = run_to_end(line, limits_.memory, folder.path(), deadline, most);
        }
        if (to_file_) out = contents(predictions, most);
        return read_predictions(out, data_, format_, rows.size());
    }

private:
    std::string contents(const std::filesystem::path& path, std::size_t most) const
    {
        std::error_code error;
        const auto size = std::filesystem::file_size(path, error);
        if (error)
            throw LearnerError(lines_.back().words.front() +
                                   ": ended without an error, but wrote no file {predictions}",
                               failures::wrong_shape);
        if (size > most)
            throw LearnerError(lines_.back().words.front() + ": wrote a file {predictions} of " +
                                   std::to_string(size) + " bytes; expected at most " + std::to_string(most),
                               failures::wrong_shape);
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return std::move(text).str();
    }

    Dataset data_;
    FileFormat format_;
    TableFiles files_;
    TrainingRoles roles_;
    std::shared_ptr<RunDirectory> directory_;
    ProgramLimits limits_;
    std::vector<CommandLine> lines_;
    bool to_file_ = false;
};

} // namespace

std::unique_ptr<ProgramLearner> make_batch(const Dataset& data, const BatchLines& lines,
                                           const ProgramLimits& limits)
{
    return std::make_unique<Batch>(data, lines, limits);
}

} // namespace unseen
