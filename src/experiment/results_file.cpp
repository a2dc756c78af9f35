#include "unseen/experiment/results_file.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "data/column_tools.hpp"
#include "data/summary_rows.hpp"
#include "read/encoding.hpp"
#include "read/text_source.hpp"

#include "unseen/base/error.hpp"
#include "unseen/read/reader.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

namespace unseen {

namespace {

/// The line of each row of the table: the lines after the header that are not blank. If cells span several
/// lines, the lines are not known and the numbers of the rows are returned.
std::vector<std::size_t> lines_of_rows(std::string_view text, std::size_t rows)
{
    std::vector<std::size_t> lines;
    for (std::size_t begin = 0, number = 1; begin < text.size(); ++number) {
        const auto end = std::min(text.find('\n', begin), text.size());
        if (text.substr(begin, end - begin).find_first_not_of(" \t\r") != text.npos) lines.push_back(number);
        begin = end + 1;
    }
    if (lines.size() == rows + 1) {
        lines.erase(lines.begin());
    } else {
        lines.resize(rows);
        std::iota(lines.begin(), lines.end(), std::size_t{2});
    }
    return lines;
}

std::string source_of_path(const std::string& path) { return path == "-" ? "standard input" : path; }

bool is_one_of(std::string name, std::initializer_list<std::string_view> usual)
{
    for (auto& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return std::find(usual.begin(), usual.end(), name) != usual.end();
}

/// The text of a table, in UTF-8, without the rows that sum up others; these are added to `notes`.
std::string rows_of_data_sets(const FileBytes& file, const std::string& source,
                              std::vector<std::string>& notes)
{
    auto rows = detail::without_summaries(is_utf8(file.view()) ? std::string(file.view())
                                                               : decoded(file.view(), source, "").text);
    if (!rows.left_out.empty())
        notes.push_back("left out, because they sum up the data sets: " + listed_in_quotes(rows.left_out));
    return std::move(rows.text);
}

/// The average of the other cells of a row, to the digits of a table.
bool is_average_of_others(const Table& table, std::size_t column)
{
    if (!table.columns[column].is_numeric()) return false;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        double sum = 0.0;
        std::size_t n = 0;
        for (std::size_t j = 1; j < table.columns.size(); ++j) {
            if (j == column || !table.columns[j].is_numeric() || table.columns[j].missing(i)) continue;
            sum += table.columns[j].numeric().values[i];
            ++n;
        }
        const double cell = table.columns[column].numeric().values[i];
        if (!(n > 0 && std::abs(sum / static_cast<double>(n) - cell) <= 0.005 * std::abs(cell))) return false;
    }
    return true;
}

/// Why a column of a wide table holds no scores of a learner; empty if it does. A learner may be called
/// `mean` or `median`, so that such a column must be the average of the others.
std::string why_no_learner(const Table& table, std::size_t j)
{
    const Column& column = table.columns[j];
    if (!column.is_numeric()) {
        const auto& labels = column.coded().labels.names();
        return std::all_of(labels.begin(), labels.end(), detail::is_mark_of_significance)
                   ? "marks of significance"
                   : "";
    }
    if (detail::names_a_property(column.name)) return "properties of the data sets";
    if (!detail::names_a_summary(column.name)) return "";
    const bool may_be_learner = is_one_of(column.name, {"mean", "median"});
    return may_be_learner && !is_average_of_others(table, j) ? "" : "summaries of the other columns";
}

compare::Results wide_results(const FileBytes& file, const std::string& source,
                              std::vector<std::string>& notes)
{
    const std::string text = rows_of_data_sets(file, source, notes);
    ReadOptions options{.header = true};
    const Table names = parse_table(text, source, options);
    options.categorical = {names.columns.front().name};
    std::map<std::string, std::vector<std::string>> left_out; // by the reason
    for (std::size_t j = 1; j < names.columns.size(); ++j) {
        const auto reason = why_no_learner(names, j);
        (reason.empty() ? options.numeric : left_out[reason]).push_back(names.columns[j].name);
    }
    for (const auto& [reason, columns] : left_out)
        notes.push_back(
            std::string(columns.size() == 1 ? "column " : "columns ") + listed_in_quotes(columns) +
            (columns.size() == 1 ? ": left out, because it holds " : ": left out, because they hold ") +
            reason);
    require(options.numeric.size() >= 2,
            source + ": " + std::to_string(options.numeric.size() + 1) +
                " columns; expected a column of data sets and at least two of learners");
    options.wanted = [&](const auto&) {
        auto wanted = options.categorical;
        wanted.insert(wanted.end(), options.numeric.begin(), options.numeric.end());
        return wanted;
    };
    const Table table = parse_table(text, source, options);
    const auto& sets = table.columns.front().coded();
    const auto lines = lines_of_rows(text, table.rows());
    compare::Results results;
    for (const auto& name : options.numeric) results.learners.push_back(name);
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string where = source + ": line " + std::to_string(lines[i]);
        require(!table.columns.front().missing(i), where + ": the data set has no name");
        const std::string& name = sets.labels.name(static_cast<std::size_t>(sets.codes[i]));
        const auto [first, fresh] = seen.emplace(name, lines[i]);
        require(fresh, source + ": data set '" + name + "' is on line " + std::to_string(first->second) +
                           " and on line " + std::to_string(lines[i]) +
                           "; expected one line for each data set");
        results.data_sets.push_back(name);
        auto& row = results.scores.emplace_back();
        for (std::size_t j = 1; j < table.columns.size(); ++j)
            row.push_back(table.columns[j].missing(i) ? std::nullopt
                                                      : std::optional(table.columns[j].numeric().values[i]));
    }
    return results;
}

compare::SplitResults long_results(const FileBytes& file, const std::string& source,
                                   const LongColumns& columns, std::vector<std::string>& notes)
{
    std::vector<std::string> named_by = {columns.learner};
    if (columns.learner.find(',') != std::string::npos)
        named_by = split_names(parse_table(file.view(), source, {.header = true}), columns.learner);
    ReadOptions options{.header = true, .categorical = {columns.data_set}, .numeric = {columns.value}};
    options.categorical.insert(options.categorical.end(), named_by.begin(), named_by.end());
    for (const auto& name : {columns.repeat, columns.fold})
        if (!name.empty()) options.categorical.push_back(name);
    const Table table = parse_table(file.view(), source, options);
    const auto column = [&](const std::string& name) -> const Column& {
        std::vector<std::string> all;
        for (const auto& c : table.columns) {
            if (c.name == name) return c;
            all.push_back(c.name);
        }
        throw InputError(source + ": no column is called '" + name + "'; expected one of " + listed(all));
    };
    const auto lines = lines_of_rows(file.view(), table.rows());
    const auto where = [&](std::size_t row) { return source + ": line " + std::to_string(lines[row]); };
    const auto text = [&](const std::string& name, std::size_t row) -> std::string {
        if (name.empty()) return "";
        const auto& cells = column(name).coded();
        require(cells.codes[row] >= 0, where(row) + ": " + name + " is missing");
        return cells.labels.name(static_cast<std::size_t>(cells.codes[row]));
    };

    // WEKA has a scheme and its options, which may be empty, in columns of their own.
    const auto learner_in = [&](std::size_t row) {
        if (named_by.size() == 1) return text(named_by.front(), row);
        std::string joined;
        for (const auto& name : named_by)
            if (const auto& part = column(name); !part.missing(row))
                joined += (joined.empty() ? "" : " ") + part.text(row);
        require(!joined.empty(), where(row) + ": " + listed_with_and(named_by) + " are missing");
        return joined;
    };

    using Split = std::pair<std::string, std::string>; // repeat and fold
    Labels data_sets;
    Labels learners;
    std::vector<std::string> summaries;
    std::map<std::string, std::map<std::string, bool>> folds; // of each repeat
    std::map<std::tuple<std::size_t, std::size_t, Split>, std::pair<std::size_t, double>>
        cells; // row and value
    const auto& values = column(columns.value).numeric().values;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto named = text(columns.data_set, row);
        if (detail::names_a_summary(named)) {
            add_once(summaries, named);
            continue;
        }
        const auto set = data_sets.add(named);
        const auto learner = learners.add(learner_in(row));
        const Split split{text(columns.repeat, row), text(columns.fold, row)};
        if (table.columns.empty() || column(columns.value).missing(row))
            continue; // a missing value counts as a missing line
        folds[split.first][split.second] = true;
        const auto [first, fresh] =
            cells.emplace(std::tuple{set, learner, split}, std::pair{row, values[row]});
        require(
            fresh,
            source + ": data set '" + data_sets.name(set) + "' and learner '" + learners.name(learner) +
                "' are on line " + std::to_string(lines[first->second.first]) + " and on line " +
                std::to_string(lines[row]) +
                (columns.of_splits()
                     ? "; expected one line for each split"
                     : "; expected one line for both (name `repeat` and `fold` if the lines are splits)"));
    }

    if (!summaries.empty())
        notes.push_back("left out, because they sum up the data sets: " + listed_in_quotes(summaries));
    compare::SplitResults results{.data_sets = data_sets.names(), .learners = learners.names()};
    results.values.assign(data_sets.size(), std::vector<std::vector<double>>(learners.size()));
    std::vector<std::vector<std::vector<Split>>> splits(data_sets.size(),
                                                        std::vector<std::vector<Split>>(learners.size()));
    for (const auto& [key, cell] : cells) { // sorted, so that the splits of all learners have one order
        const auto& [set, learner, split] = key;
        results.values[set][learner].push_back(cell.second);
        splits[set][learner].push_back(split);
    }
    for (std::size_t set = 0; set < splits.size(); ++set) {
        const std::vector<Split>* first = nullptr;
        for (const auto& of_learner : splits[set]) {
            if (of_learner.empty()) continue;
            if (first == nullptr) first = &of_learner;
            require(of_learner == *first,
                    source + ": data set '" + data_sets.name(set) +
                        "': the splits of the learners differ; expected the same splits for all");
        }
    }
    std::size_t most = 0;
    for (const auto& [repeat, of_repeat] : folds) most = std::max(most, of_repeat.size());
    if (!columns.fold.empty() && most > 1) results.test_train_ratio = 1.0 / static_cast<double>(most - 1);
    return results;
}

/// The columns of a long table by their usual names; nothing if there are none for data sets or learners.
std::optional<LongColumns> find_long_columns(const std::vector<std::string>& names, const std::string& source)
{
    LongColumns columns;
    std::vector<std::string> left;
    for (const auto& name : names) {
        const auto take = [&](std::string& role, std::initializer_list<std::string_view> usual) {
            if (!role.empty() || !is_one_of(name, usual)) return false;
            role = name;
            return true;
        };
        const bool taken =
            take(columns.data_set, {"dataset", "data_set", "data set", "data", "problem", "task"}) ||
            take(columns.learner, {"algorithm", "learner", "model", "classifier", "method", "estimator"}) ||
            take(columns.fold, {"fold", "split", "cv_fold"}) ||
            take(columns.repeat, {"repeat", "repetition", "rep", "run", "seed"});
        if (!taken) left.push_back(name);
    }
    if (columns.data_set.empty() || columns.learner.empty()) return std::nullopt;
    const auto usual = std::find_if(left.begin(), left.end(), [](const auto& name) {
        return is_one_of(name, {"value", "score", "result"});
    });
    require(usual != left.end() || left.size() == 1,
            source + ": columns '" + columns.data_set + "' and '" + columns.learner +
                "' make a line of it one result, and it is not clear which column has the scores; name it "
                "with `value` (and "
                "`dataset` and `learner`); there are: " +
                listed(left));
    columns.value = usual != left.end() ? *usual : left.front();
    return columns;
}

} // namespace

AnyResults read_any_results(const std::string& path, LongColumns columns)
{
    const FileBytes file(path);
    const auto source = source_of_path(path);
    AnyResults results;
    if (columns.data_set.empty()) {
        std::vector<std::string> names;
        std::vector<std::string> unsaid;
        const auto text = rows_of_data_sets(file, source, unsaid);
        for (const auto& column : parse_table(text, source, {.header = true}).columns)
            names.push_back(column.name);
        if (const auto found = find_long_columns(names, source)) {
            columns = *found;
            results.notes.push_back("data sets: column '" + columns.data_set + "'; learners: '" +
                                    columns.learner + "'; scores: '" + columns.value + '\'' +
                                    (columns.fold.empty() ? "" : "; folds: '" + columns.fold + '\'') +
                                    (columns.repeat.empty() ? "" : "; repeats: '" + columns.repeat + '\'') +
                                    ", by their names");
            for (const auto& name :
                 {columns.data_set, columns.learner, columns.value, columns.fold, columns.repeat})
                std::erase(names, name);
            if (!names.empty())
                results.notes.push_back(
                    "left out: " + std::string(names.size() == 1 ? "column " : "columns ") +
                    listed_in_quotes(names));
        }
    }
    if (columns.data_set.empty())
        results.wide = wide_results(file, source, results.notes);
    else
        results.by_lines = long_results(file, source, columns, results.notes);
    results.columns = columns;
    return results;
}

} // namespace unseen
