#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/data/reader.hpp"

#include <algorithm>
#include <fstream>

namespace unseen::cli {

void DataOptions::declare(Arguments& arguments, bool with_test)
{
    arguments.positional("DATA", file, "the data: CSV, ARFF or .npy, plain or gzip");
    arguments.option("--target", roles.target, "the column to predict; a name, @last (the default) or @first");
    arguments.names("--ignore", roles.ignore, "columns that are no features");
    arguments.names("--categorical", roles.categorical, "columns that hold categories, though they look like numbers");
    arguments.names("--numeric", roles.numeric, "columns that must be numbers");
    arguments.option("--id", roles.id, "the column that names the rows; no feature");
    arguments.option("--group", roles.group, "the column of groups of rows that belong together: no split tears one apart");
    arguments.option("--weight", roles.weight, "the column of weights: how much each row counts");
    arguments.option("--time", roles.time, "the column of times, for the plans that train on the past");
    arguments.option("--stratum", roles.stratum, "the column to stratify by instead of the classes");
    declare_form(arguments);
    if (with_test) arguments.option("--test", test, "a file of test rows, with the same columns");
}

void DataOptions::declare_form(Arguments& arguments)
{
    arguments.option("--separator", separator, "of a CSV file: one character, or tab; found out if not given");
    arguments.choice("--header", header, {"auto", "yes", "no"}, "whether a CSV file has a header row");
    arguments.names("--missing", missing, "cells that are missing, instead of: empty ? NA NaN");
}

Table DataOptions::read(const std::string& path) const { return read_table(path, reading()); }

ReadOptions DataOptions::reading() const
{
    ReadOptions options;
    if (!separator.empty()) {
        require(separator == "tab" || separator.size() == 1,
                "--separator: '" + separator + "' is not valid; expected one character, or tab");
        options.separator = separator == "tab" ? '\t' : separator[0];
    }
    if (header != "auto") options.header = header == "yes";
    options.categorical = roles.categorical;
    options.numeric = roles.numeric;
    if (!missing.empty()) options.missing = missing;
    return options;
}

Tables DataOptions::tables(bool quiet) const
{
    Tables tables{.main = read(file), .test = {}};
    if (!quiet)
        for (const auto& note : tables.main.notes) tell("note: " + file + ": " + note);
    if (!test.empty()) tables.test = read(test);
    return tables;
}

Dataset DataOptions::dataset(bool quiet) const
{
    const auto read = tables(quiet);
    return Dataset::make(read.main, roles, read.test ? &*read.test : nullptr, nullptr);
}

void StoreOptions::declare(Arguments& arguments, bool with_estimator)
{
    arguments.option("--data", data, "of a store: the data set, as `store list` names it; needed if there are several");
    arguments.option("--learner", learner, "of a store: the learner; `knn` or `knn:k=3` will do if only one is of that name");
    if (with_estimator)
        arguments.option("--estimator", estimator, "of a store: the plan; `cv` will do if only one is of that name");
}

void AnswerOptions::declare(Arguments& arguments, bool with_seed)
{
    arguments.choice("--format", format, {"text", "json", "csv", "markdown", "latex"}, "the form of the answer");
    arguments.option("--output", output, "write the answer to this file instead of standard output");
    if (with_seed) arguments.option("--seed", seed, "of every random choice");
    arguments.option("--threads", threads, "0: all; results are the same for any number");
    arguments.flag("--quiet", quiet, "no progress, notes and warnings on standard error");
}

void AnswerOptions::print(Output& out, const ResultTable& table, const std::function<ResultTable()>& long_table,
                          const std::function<Json()>& json) const
{
    if (format == "json")
        out.write(json().print() + "\n");
    else if (format == "csv")
        out.write(print_csv(long_table()));
    else if (format == "markdown")
        out.write(print_markdown(table));
    else if (format == "latex")
        out.write(print_latex(table));
    else
        out.write(print_text(table));
    out.finish();
}

void tell_warnings(const std::vector<Warning>& warnings, bool quiet)
{
    if (quiet) return;
    for (const auto& warning : warnings) tell("warning: " + warning.text + " [" + warning.code + ']');
}

double number(const std::string& what, const std::string& text)
{
    const auto value = parse_number(text);
    require(value.has_value(), what + ": '" + text + "' is not valid; expected a number");
    return *value;
}

std::vector<double> listed(const std::string& flag, const std::string& text)
{
    std::vector<double> numbers;
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        numbers.push_back(number(flag, text.substr(begin, end - begin)));
        if (end == text.size()) return numbers;
        begin = end + 1;
    }
}

std::vector<double> read_numbers(const std::string& path)
{
    std::ifstream file(path);
    if (!file) throw InputError(path + ": cannot be opened");
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
