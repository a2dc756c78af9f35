#include "common.hpp"

#include "terminal.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/data/role_fields.hpp"
#include "unseen/read/read_fields.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace unseen::cli {

void DataOptions::declare(Arguments& arguments, bool with_test, bool required, std::string* horizons)
{
    arguments.positional("DATA", file, "the data: " + input_formats(), required);
    declare_roles(arguments, horizons != nullptr ? "estimate" : "", horizons);
    declare_form(arguments);
    if (with_test) arguments.option("--test", &test, "a file of test rows, with the same columns");
}

void DataOptions::declare_roles(Arguments& arguments, std::string_view command, std::string* horizons)
{
    std::map<std::string_view, std::function<void(Argument)>> own;
    if (horizons != nullptr)
        own["horizon"] = [&](Argument argument) {
            argument.target = horizons;
            arguments.add(std::move(argument));
        };
    arguments.fields(fields_of(roles), command, own);
}

void DataOptions::declare_form(Arguments& arguments) { arguments.fields(fields_of(form), ""); }

namespace {

/// A name as the option of a list takes it.
std::string list_item(const std::string& name)
{
    if (name.find_first_of(",\"") == name.npos) return name;
    std::string quoted = "\"";
    for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace

std::vector<std::string> DataOptions::words() const
{
    auto given = given_fields(roles);
    std::ranges::move(given_fields(form), std::back_inserter(given));
    std::vector<std::string> words = {file};
    std::vector<std::string> after_lists;
    for (const auto& field : given) {
        auto& to = field.list() || field.info->name == "target" ? words : after_lists;
        for (const auto& text : texts_of(field.value)) {
            to.push_back(field.info->option());
            if (!field.flag()) to.push_back(field.list() ? list_item(text) : text);
        }
    }
    words.insert(words.end(), after_lists.begin(), after_lists.end());
    return words;
}

ReadOptions DataOptions::reading() const
{
    auto options = form;
    options.categorical = roles.categorical;
    options.numeric = roles.numeric;
    return options;
}

Table DataOptions::read(const std::string& path, bool quiet) const
{
    auto table = read_table(path, reading());
    tell_notes(table.notes, quiet, path + ": ");
    return table;
}

std::optional<Table> DataOptions::read_test() const
{
    return test.empty() ? std::nullopt : std::optional(read_table(test, reading()));
}

void StoreOptions::declare(Arguments& arguments, bool with_estimator)
{
    declare_experiment(arguments, experiment);
    arguments.option("--data", &data,
                     "for a store: the data set, as `store list` names it; needed if there are several");
    arguments.option("--learner", &learner,
                     "for a store: the learner; `knn` or `knn:k=3` is enough if only one learner fits");
    if (with_estimator)
        arguments.option("--estimator", &estimator,
                         "for a store: the plan; `cv` is enough if only one plan fits");
}

void AnswerOptions::declare(Arguments& arguments, bool with_seed, std::vector<std::string> formats)
{
    if (formats.empty())
        for (const auto& known : unseen::formats()) formats.push_back(known.name);
    arguments.choice("--format", format, std::move(formats), "the format of the answer");
    arguments.output("--output", output, "write the answer to this file instead of standard output");
    if (with_seed) arguments.option("--seed", &seed, seed_field.help);
    arguments.option("--threads", &threads, threads_field.help);
    arguments.choice("--color", colour, {"auto", "always", "never"},
                     "bold and colour in text: auto is on a terminal, unless NO_COLOR is set");
    arguments.option("--verbose", &verbose,
                     "explain the terms of a table, and give methods and names in full");
    arguments.option(
        "--no-values", &no_values,
        "quote no cell of the data in messages, warnings and pages, for data that must not leave "
        "this machine; names of columns and the tables of an answer stay");
    arguments.option("--strict", &strict,
                     "make every warning an error: nothing is printed or written, and the exit code is 1");
    arguments.option("--quiet", &quiet, "print no progress, notes and warnings on standard error");
}

void AnswerOptions::declare_report(Arguments& arguments)
{
    arguments.output("--report", report,
                     "also write the answer to this file as an HTML page with pictures, which needs no other "
                     "file and no network");
    plots.declare(arguments);
}

void AnswerOptions::declare_judging(Arguments& arguments)
{
    arguments.option("--level", &level, level_field.help);
    declare(arguments);
    declare_report(arguments);
}

PageResult page_result(Answer answer, const std::string& source)
{
    if (const auto& known = words_shown()) answer = without_values(std::move(answer), *known);
    return {.json = worded(std::move(answer), as_typed).json.print(),
            .source = source,
            .command_line = command_line()};
}

bool AnswerOptions::on_terminal() const { return output.empty() && isatty(STDOUT_FILENO) == 1; }

Screen AnswerOptions::screen() const
{
    const bool terminal = on_terminal();
    const char* refused = std::getenv("NO_COLOR");
    return {.width = terminal ? terminal_width(STDOUT_FILENO) : std::size_t{0},
            .colour = colour == "always" ||
                      (colour == "auto" && terminal && (refused == nullptr || *refused == 0))};
}

void AnswerOptions::print(Output& out, Answer answer) const
{
    refuse(answer.warnings);
    if (!on_terminal() || !form().with_notes || isatty(STDERR_FILENO) != 1)
        tell_warnings(answer.warnings, quiet);
    std::string missing;
    if (for_page()) { // first, so that nothing is printed if they cannot be written
        const auto result = page_result(answer, "");
        if (!report.empty()) {
            Output page(report);
            page.write(html_page(std::span(&result, 1), as_typed));
            page.finish();
        }
        missing = write_plots(plots, std::span(&result, 1), quiet);
    }
    if (const auto& known = words_shown()) answer = without_values(std::move(answer), *known);
    if (form().brief && !verbose) answer = brief(std::move(answer));
    out.write(form().print(worded(std::move(answer), as_typed), screen()));
    out.finish();
    if (!missing.empty()) throw std::runtime_error(missing);
}

void declare_experiment(Arguments& arguments, std::string& experiment, bool all_fits)
{
    arguments.option("--experiment", &experiment,
                     std::string("for a store: the experiment, by its name or the beginning of its digest") +
                         (all_fits ? "; all for every fit" : "") +
                         " (default: the complete one that was started last)");
}

std::string in_words(const StoredExperiment& experiment)
{
    return experiment.name + " (" + experiment.digest().hex().substr(0, 8) + ", seed " +
           std::to_string(experiment.seed) + ')';
}

void tell_experiment(const std::string& store, const std::optional<StoredExperiment>& experiment, bool quiet)
{
    if (!experiment) return;
    tell_notes({store + ": experiment " + in_words(*experiment) +
                (experiment->complete ? "" : ", which is not complete")},
               quiet);
}

void AnswerOptions::refuse(const std::vector<WarningOf>& warnings) const
{
    if (!strict || warnings.empty()) return;
    for (const auto& warning : warnings) tell("error: " + warning.line());
    throw std::runtime_error("--strict makes " + std::to_string(warnings.size()) +
                             (warnings.size() == 1 ? " warning an error" : " warnings errors"));
}

void AnswerOptions::warn(const std::vector<WarningOf>& warnings) const
{
    refuse(warnings);
    tell_warnings(warnings, quiet);
}

void tell_stale(const RunReport& run, const std::string& data, const std::string& store, bool quiet)
{
    for (const auto& one : run.stale)
        tell_notes({data + ": " + std::to_string(one.fits) + " fits of '" + one.learner + "' in " + store +
                    " are stale, because its program or what it asked for has changed; they are not used "
                    "(`unseen store prune " +
                    store + "` removes them)"},
                   quiet);
}

void tell_warnings(const std::vector<WarningOf>& warnings, bool quiet)
{
    if (quiet) return;
    for (const auto& warning : warnings) tell("warning: " + warning.line());
}

void tell_notes(const std::vector<std::string>& notes, bool quiet, const std::string& before)
{
    if (quiet) return;
    for (const auto& note : notes) tell("note: " + before + note);
}

std::string spec_help(const std::string& name, const std::string& help, std::span<const SpecKey> keys)
{
    std::string text = name.empty() ? "" : "  " + name + ": " + help + '\n';
    for (const auto& key : keys) text += "      " + key_help(key) + '\n';
    return text;
}

std::string specs_help(std::span<const SpecInfo> infos)
{
    std::string text;
    for (const auto& info : infos) text += spec_help(name_with_brackets(info), info.help, info.keys);
    return text;
}

void require_file(const std::string& path)
{
    if (!std::filesystem::exists(path)) throw IoError(path + ": cannot be opened: " + std::strerror(ENOENT));
}

std::string whole_text(const std::string& path)
{
    std::ifstream file;
    if (path != "-") {
        file.open(path, std::ios::binary);
        const bool folder = std::filesystem::is_directory(path);
        if (!file || folder)
            throw IoError(path + ": cannot be read: " + std::strerror(folder ? EISDIR : errno));
    }
    return {std::istreambuf_iterator<char>(path == "-" ? std::cin : file), {}};
}

namespace {

double number(const std::string& what, const std::string& text)
{
    const auto value = parse_number(text);
    require(value.has_value(), what + ": '" + text + "' is not valid; expected a number");
    return *value;
}

} // namespace

std::vector<double> listed(const std::string& what, const std::string& text)
{
    std::vector<double> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        numbers.push_back(number(what, text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return numbers;
}

std::vector<double> read_numbers(const std::string& path)
{
    require_file(path);
    std::istringstream file(whole_text(path));
    std::vector<double> numbers;
    std::size_t row = 0;
    for (std::string line; std::getline(file, line);) {
        ++row;
        line.erase(std::find(line.begin(), line.end(), '#'), line.end());
        const auto first = line.find_first_not_of(" \t\r");
        if (first == std::string::npos) continue;
        const auto last = line.find_last_not_of(" \t\r");
        numbers.push_back(number(path + ":" + std::to_string(row), line.substr(first, last - first + 1)));
    }
    return numbers;
}

} // namespace unseen::cli
