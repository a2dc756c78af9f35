// Shared by several subcommands: the options of a data file, of the answer, and of the run.
#pragma once

#include "arguments.hpp"
#include "output.hpp"
#include "plots.hpp"

#include "unseen/base/level.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/experiment/stored_plans.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/report/page.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/store/store_file.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen::cli {

/// A data file and the roles of its columns.
struct DataOptions {
    std::string file;
    std::string test;
    Roles roles{.target = ""};
    ReadOptions form;

    /// `required`: whether the file must be named. `horizons`: takes --horizon instead of the roles, for
    /// `estimate`, which answers about several.
    void declare(Arguments& arguments, bool with_test, bool required = true, std::string* horizons = nullptr);
    /// The options for the roles of columns that this command takes.
    void declare_roles(Arguments& arguments, std::string_view command, std::string* horizons = nullptr);
    /// The options for reading a file, without the roles of its columns.
    void declare_form(Arguments& arguments);
    /// The file and the options that differ from the defaults, without that of a test file, as words of a
    /// command line.
    std::vector<std::string> words() const;
    /// The options for the reader.
    ReadOptions reading() const;
    /// Reads a file, and prints notes on what was guessed.
    Table read(const std::string& path, bool quiet) const;
    /// The test file, if there is one.
    std::optional<Table> read_test() const;
};

/// The options of the answer, which every command has.
struct AnswerOptions {
    std::string format = formats().front().name;
    std::string output;
    std::string report;
    PlotOptions plots;
    Level level{0.95};
    std::uint64_t seed = 1;
    std::uint64_t threads = 0;
    bool quiet = false;
    bool verbose = false;
    bool no_values = false;
    bool strict = false;
    std::string colour = "auto";

    /// `formats`: the only ones that the command takes; empty: it takes all.
    void declare(Arguments& arguments, bool with_seed = true, std::vector<std::string> formats = {});
    /// Declares --report and --plot, for commands whose answers have pages.
    void declare_report(Arguments& arguments);
    /// Declares all of these and --level, for answers with intervals.
    void declare_judging(Arguments& arguments);
    /// Sets the options of a job that all commands have.
    template <class Options>
    void give_common(Options& options) const
    {
        for (const auto& [info, value] : fields_of(options)) {
            if (info->kind != FieldKind::common) continue;
            if (info->name == "level") *std::get<Level*>(value) = level;
            if (info->name == "seed") *std::get<std::uint64_t*>(value) = seed;
            if (info->name == "threads") *std::get<std::uint64_t*>(value) = threads;
        }
    }
    /// True if the answer needs the figures of single splits.
    bool with_splits() const { return form().with_splits || for_page(); }
    /// True if a page is made of the answer, or pictures of one.
    bool for_page() const { return plots.wanted() || !report.empty(); }
    const Format& form() const { return format_named(format); }
    /// Prints the answer in the chosen format, and writes its page and pictures if --report and --plot name
    /// some. Standard error repeats the warnings, unless both go to one terminal. Open `out` before the work
    /// begins, so that a wrong path fails at once.
    void print(Output& out, Answer answer) const;
    /// Whether the answer goes to a terminal.
    bool on_terminal() const;
    /// The screen of an answer on standard output: the terminal's width, and colours unless NO_COLOR is set;
    /// a file or a pipe has neither.
    Screen screen() const;
    /// With `strict`, prints the warnings as errors and throws if there are any. print() does it; call it
    /// before anything else is written.
    void refuse(const std::vector<WarningOf>& warnings) const;
    /// Refuses the warnings, or prints them to standard error: those of a result that is not an Answer.
    void warn(const std::vector<WarningOf>& warnings) const;
    void warn(const std::vector<Warning>& warnings) const
    {
        warn(std::vector<WarningOf>(warnings.begin(), warnings.end()));
    }
};

/// An answer for a page, with this command as the one that repeats it. `source` is the file from which it was
/// made, or empty.
PageResult page_result(Answer answer, const std::string& source);

/// The options that choose fits of a store.
struct StoreOptions {
    std::string experiment;
    std::string data;
    std::string learner;
    std::string estimator;

    void declare(Arguments& arguments, bool with_estimator = true);
    /// True if fits are chosen within an experiment.
    bool given() const { return !data.empty() || !learner.empty() || !estimator.empty(); }
    StoredChoice choice(std::uint64_t seed) const
    {
        return {.data = data, .learner = learner, .plan = estimator, .seed = seed};
    }
};

/// Declares --experiment. `all_fits`: the command takes `all`, for the fits of every experiment.
void declare_experiment(Arguments& arguments, std::string& experiment, bool all_fits = true);
/// The experiment in words: its name, the beginning of its digest and its seed.
std::string in_words(const StoredExperiment& experiment);
/// Prints which experiment of the store the answer is about, if there is one.
void tell_experiment(const std::string& store, const std::optional<StoredExperiment>& experiment, bool quiet);

/// Prints which learners have stored fits that were not used because another version of their program made
/// them.
void tell_stale(const RunReport& run, const std::string& data, const std::string& store, bool quiet);

/// Print one line each on standard error.
void tell_warnings(const std::vector<WarningOf>& warnings, bool quiet);
void tell_notes(const std::vector<std::string>& notes, bool quiet, const std::string& before = "");

/// The names and keys of a family of specs, for the lines below a command's options.
std::string specs_help(std::span<const SpecInfo> infos);
/// A name with its keys, if there is a name.
std::string spec_help(const std::string& name, const std::string& help, std::span<const SpecKey> keys);

/// Throws IoError if the file does not exist.
void require_file(const std::string& path);
/// The content of a file, or of standard input for "-". Throws IoError for a file that cannot be read.
std::string whole_text(const std::string& path);

/// The numbers of a list separated by commas. Throws InputError, naming `what`, for any other text.
std::vector<double> listed(const std::string& what, const std::string& text);

/// The numbers in a file, one on each line. Blank lines, and text after a #, are ignored.
std::vector<double> read_numbers(const std::string& path);

} // namespace unseen::cli
