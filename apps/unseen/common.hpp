// What several subcommands share: the options of a data file, of the answer's form, and of the run.
#pragma once

#include "arguments.hpp"
#include "output.hpp"

#include "unseen/base/level.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/data/reader.hpp"
#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"
#include "unseen/run/stored_plans.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unseen::cli {

/// The tables of a run.
struct Tables {
    Table main;
    std::optional<Table> test;
};

/// A data file and the roles of its columns.
struct DataOptions {
    std::string file;
    std::string test;
    Roles roles;
    std::string separator;
    std::string header = "auto";
    std::vector<std::string> missing;

    void declare(Arguments& arguments, bool with_test);
    /// The options that say how a file is to be read, without its columns' roles.
    void declare_form(Arguments& arguments);
    /// How to read.
    ReadOptions reading() const;
    /// Reads the file (and the test file) and tells guesses and warnings on standard error unless `quiet`.
    Table read(const std::string& path) const;
    Tables tables(bool quiet) const;
    Dataset dataset(bool quiet) const;
};

/// The form of the answer and the options that every command has.
struct AnswerOptions {
    std::string format = "text";
    std::string output;
    double level = 0.95;
    std::uint64_t seed = 1;
    std::uint64_t threads = 0;
    bool quiet = false;

    void declare(Arguments& arguments, bool with_seed = true);
    /// Whether this form has the splits' figures, of which there may be millions.
    bool lists_splits() const { return format == "json"; }
    /// Prints the table, the long table (CSV) or the JSON, whichever form was asked for; the last two, which grow with the splits, are
    /// made only then. `out` is opened before the work begins, so that a wrong path costs no work.
    void print(Output& out, const ResultTable& table, const std::function<ResultTable()>& long_table,
               const std::function<Json()>& json) const;
};

/// Which fits of a store are meant.
struct StoreOptions {
    std::string data;
    std::string learner;
    std::string estimator;

    void declare(Arguments& arguments, bool with_estimator = true);
    bool given() const { return !data.empty() || !learner.empty() || !estimator.empty(); }
    StoredChoice choice(std::uint64_t seed) const { return {.data = data, .learner = learner, .plan = estimator, .seed = seed}; }
};

/// One line each on standard error.
void tell_warnings(const std::vector<Warning>& warnings, bool quiet);

/// The number that `text` spells. Throws InputError that names `what` otherwise.
double number(const std::string& what, const std::string& text);

/// The numbers between commas.
std::vector<double> listed(const std::string& flag, const std::string& text);

/// The numbers of a file, one a line; blank lines and what follows a # do not count.
std::vector<double> read_numbers(const std::string& path);

} // namespace unseen::cli
