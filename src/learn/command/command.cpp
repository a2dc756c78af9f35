// command: a learner that is a program in any language, run for each fit (fit, predict) or once for many fits
// (worker). docs/WORKER.md.
#include "base/spec_keys.hpp"
#include "learn/command/program.hpp"
#include "learn/entry.hpp"

#include "unseen/base/digest.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <utility>

namespace unseen {

namespace {

bool mentions(const Spec& spec, const std::string& key, const std::string& mark)
{
    const auto words = spec.words(key);
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& w) { return w.find(mark) != std::string::npos; });
}

/// The roles that the programs ask for: a worker by the key `needs`, command lines by the files that they
/// mention.
AskedRoles asked_by(const Spec& spec)
{
    const auto needs = spec.words("needs");
    const auto asked = [&](const std::string& role) {
        return std::find(needs.begin(), needs.end(), role) != needs.end() ||
               mentions(spec, "fit", '{' + role + '}') || mentions(spec, "predict", '{' + role + '}');
    };
    return {.weights = asked("weights"), .groups = asked("groups"), .times = asked("times")};
}

/// Checks the keys together.
void check(const Spec& spec, ResponseType)
{
    const bool fit = !spec.words("fit").empty();
    const bool predict = !spec.words("predict").empty();
    const bool worker = !spec.words("worker").empty();
    for (const auto& role : spec.words("needs"))
        require(role == "weights" || role == "groups" || role == "times",
                "'command': needs: '" + role + "' is not valid; expected weights, groups or times");
    require(worker || spec.words("needs").empty(),
            "'command': needs is for workers; expected {weights}, {groups} or {times} in the command line");
    require(fit != worker, fit ? "'command': has fit and worker; expected one of them"
                               : "'command': has neither fit nor worker; expected fit= (and predict=) or "
                                 "worker= with a command line");
    if (worker) {
        require(!predict,
                "'command': has worker and predict; expected worker alone, because a worker also predicts");
        return;
    }
    const bool c45 = spec.text("format") == "c45";
    const auto require_mark = [&](const std::string& key, const std::string& mark) {
        require(mentions(spec, key, mark) || (c45 && mentions(spec, key, "{stem}")),
                "'command': " + key + ": '" + spec.text(key) + "' does not mention " + mark +
                    "; expected the place of that file in the command line");
        require(c45 || !mentions(spec, key, "{stem}"),
                "'command': " + key + ": {stem} is for format=c45; expected {train} and {test}");
    };
    require_mark("fit", "{train}");
    require_mark(predict ? "predict" : "fit", "{test}");
}

/// The file that a word of a command line names: the word itself, or its part before a colon, as in
/// learners.py:make. Empty if there is none.
std::string file_of(const std::string& word)
{
    std::error_code none;
    for (const auto& name : {word, word.substr(0, word.find(':'))})
        if (!name.empty() && std::filesystem::is_regular_file(name, none)) return name;
    return "";
}

/// A number for the content of the files that the command lines name: the program if it is named by a path,
/// its script, its module. 0 if they name none, or if the user gives a version, which is part of the spec.
int version_of_files(const Spec& spec)
{
    if (!spec.empty("version")) return 0;
    Hasher hasher;
    bool any = false;
    for (const auto* key : {"fit", "predict", "worker"}) {
        bool first = true;
        for (const auto& word : spec.words(key)) {
            const bool found_in_path = std::exchange(first, false) && word.find('/') == word.npos;
            const auto file = found_in_path ? "" : file_of(word);
            if (file.empty()) continue;
            any = true;
            std::ostringstream content;
            content << std::ifstream(file, std::ios::binary).rdbuf();
            hasher.add(std::move(content).str());
        }
    }
    return any ? static_cast<int>(std::stoul(hasher.finish().hex().substr(0, 6), nullptr, 16)) : 0;
}

/// Owns a copy of the rows of a training set.
class Training {
public:
    explicit Training(const Task& task) : seed_(task.seed)
    {
        std::vector<std::uint32_t> counts(task.train.universe(), 0);
        task.train.for_each([&](Row row, std::uint32_t count) { counts[row] = count; });
        rows_ = storage_.from_counts(counts);
    }
    Training(const Training&) = delete;
    Training& operator=(const Training&) = delete;
    Task task() const { return {.train = rows_, .predict = {}, .seed = seed_}; }

private:
    RowSetStorage storage_;
    RowSet rows_;
    std::uint64_t seed_;
};

/// Runs a fit, and once more if it fails: the cause of a failure may have been temporary.
Predictions run_twice(const ProgramLearner& program, const Task& task, const Dataset& data,
                      std::span<const Row> rows)
{
    try {
        return program.run(task, data, rows);
    } catch (const LearnerError&) {
        if (task.stop.stop_requested()) throw;
    }
    return program.run(task, data, rows);
}

/// Programs do not keep models, so a request to predict trains again. The first one also predicts the rows of
/// the task, because ensembles ask for these after rows of their own.
class CommandModel final : public Model {
public:
    CommandModel(std::shared_ptr<const ProgramLearner> program, const Dataset& data, const Task& task)
        : program_(std::move(program)),
          data_(data),
          training_(task),
          later_(task.predict.begin(), task.predict.end())
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        if (!is_own(data)) return run_twice(*program_, training_.task(), data, rows);
        const std::lock_guard lock(mutex_);
        if (const auto known = known_of(rows)) return *known;
        predicted_ = later_;
        predicted_.insert(predicted_.end(), rows.begin(), rows.end());
        std::ranges::sort(predicted_);
        predicted_.erase(std::unique(predicted_.begin(), predicted_.end()), predicted_.end());
        predictions_ = run_twice(*program_, training_.task(), data, predicted_);
        return *known_of(rows);
    }

private:
    /// Whether this is the dataset of the task, of which there may be copies that share their cells.
    bool is_own(const Dataset& data) const
    {
        return data.features().data() == data_.features().data() && data.sparse() == data_.sparse() &&
               data.rows() == data_.rows();
    }
    std::optional<Predictions> known_of(std::span<const Row> rows) const
    {
        return predictions_ ? select_rows(*predictions_, predicted_, rows) : std::nullopt;
    }

    std::shared_ptr<const ProgramLearner> program_;
    Dataset data_; ///< of the task
    Training training_;
    std::vector<Row> later_; ///< the rows of the task
    mutable std::mutex mutex_;
    mutable std::vector<Row> predicted_; ///< ascending
    mutable std::optional<Predictions> predictions_;
};

class CommandPrepared final : public Prepared {
public:
    CommandPrepared(const Dataset& data, std::span<const Spec> variants) : Prepared(data)
    {
        for (const auto& spec : variants) {
            const ProgramLimits limits{.seconds = spec.seconds("timeout"),
                                       .memory = spec.empty("memory") ? 0 : spec.bytes("memory")};
            if (const auto worker = spec.words("worker"); !worker.empty())
                programs_.push_back(make_worker(data, worker, asked_by(spec), limits));
            else
                programs_.push_back(make_batch(data,
                                               {.fit = spec.words("fit"),
                                                .predict = spec.words("predict"),
                                                .format = spec.text("format"),
                                                .asked = asked_by(spec)},
                                               limits));
        }
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        return std::make_unique<CommandModel>(programs_.at(variant), data(), task);
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto v : variants) all.push_back(run_twice(*programs_.at(v), task, data(), task.predict));
        return all;
    }

private:
    std::vector<std::shared_ptr<const ProgramLearner>> programs_;
};

} // namespace

LearnerEntry command_entry()
{
    using Kind = SpecKey::Kind;
    return {
        .info =
            {.name = "command",
             .help = "a program in any language: command lines that are run for each fit, or a worker that "
                     "does many fits "
                     "(docs/WORKER.md)",
             .keys = {{.name = "fit",
                       .kind = Kind::words,
                       .fallback = "",
                       .help = "command line that trains; {train} {test} {predictions} {model} {weights} "
                               "{groups} {times} {seed} "
                               "stand for "
                               "files and the seed"},
                      {.name = "predict",
                       .kind = Kind::words,
                       .fallback = "",
                       .help = "command line that predicts; without it, 'fit' does both; without "
                               "{predictions}, standard output is read"},
                      {.name = "worker",
                       .kind = Kind::words,
                       .fallback = "",
                       .help = "command line of a program that keeps running and does many fits"},
                      {.name = "needs",
                       .kind = Kind::words,
                       .fallback = "",
                       .help = "what a worker gets of the training rows beside features and responses: "
                               "weights, groups, times (a blank "
                               "between two)"},
                      choice_key("format", "csv",
                                 "format of the files: csv, arff, svmlight, c45 ({stem}.names, .data, .test)",
                                 {"csv", "arff", "svmlight", "c45"}),
                      {.name = "timeout",
                       .kind = Kind::time,
                       .fallback = "1h",
                       .help = "time limit of a fit with its predictions: 500ms, 60s, 5min, 2h"},
                      {.name = "memory",
                       .kind = Kind::size,
                       .fallback = "",
                       .help = "limit of the address space of each process: 512MiB, 2GiB; empty: no limit"},
                      {.name = "version",
                       .kind = Kind::words,
                       .fallback = "",
                       .help = "of the programs: stored fits of another one are not used; empty: the content "
                               "of the files that the "
                               "command lines name"}}},
        .traits = {.stochastic = true},
        .prepare = [](const Dataset& data, std::span<const Spec> variants,
                      const Budget&) { return std::make_unique<CommandPrepared>(data, variants); },
        .check = check,
        .traits_of =
            [](const Spec& spec, Traits& traits) {
                // From version 2 on decision values are kept as scores.
                traits.version += version_of_files(spec) + (spec.text("format") == "svmlight" ? 1 : 0);
                const auto asked = asked_by(spec);
                traits.weights = asked.weights;
                traits.groups = asked.groups;
                traits.times = asked.times;
                traits.positive = spec.text("format") == "svmlight"; // which numbers the classes by it
            }};
}

} // namespace unseen
