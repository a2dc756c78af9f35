// unseen compare models: two or more models, by their predictions for the same rows.
#include "compare.hpp"
#include "progress_line.hpp"
#include "requirements.hpp"

#include "unseen/base/error.hpp"
#include "unseen/compare/compare_fields.hpp"
#include "unseen/measure/measure_family.hpp"
#include "unseen/report/curves.hpp"
#include "unseen/roles/score_fields.hpp"
#include "unseen/score/compare_matched.hpp"

#include <algorithm>
#include <utility>

namespace unseen::cli {

namespace {

/// NAME=COLUMN, or the column alone, which is its own name.
std::pair<std::string, std::string> named(const std::string& text)
{
    const auto equals = text.find('=');
    return {text.substr(0, equals), equals == std::string::npos ? text : text.substr(equals + 1)};
}

std::vector<ModelColumn> columns_of(const std::vector<std::string>& scores)
{
    require(scores.size() >= 2, "compare models with one file needs --scores A=COL,B=COL, or for values of "
                                "items --value A=COL,B=COL, or --model with --id");
    std::vector<ModelColumn> columns;
    for (const auto& text : scores) {
        auto [name, column] = named(text);
        columns.push_back({std::move(name), std::move(column)});
    }
    return columns;
}

/// Gives each model its own column of another role; a single column is that of all.
void take_own(std::vector<ModelColumn>& columns, const std::vector<std::string>& given,
              std::string ModelColumn::*own, const std::string& option)
{
    if (given.empty() || (given.size() == 1 && given.front().find('=') == std::string::npos)) return;
    for (const auto& text : given) {
        const auto [name, column] = named(text);
        const auto model = std::ranges::find(columns, name, &ModelColumn::name);
        require(model != columns.end(), option + ": there is no model '" + name + "'");
        require(((*model).*own).empty(), option + ": model '" + name + "' is named twice");
        (*model).*own = column;
    }
    for (const auto& model : columns)
        require(!(model.*own).empty(), option + ": there is no column for model '" + model.name + "'");
}

std::vector<std::string> names_of(const std::vector<std::string>& given, std::size_t models)
{
    require(given.empty() || given.size() == models, "--names: " + std::to_string(given.size()) +
                                                         " names; expected " + std::to_string(models) +
                                                         ", one a model");
    if (!given.empty()) return given;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < models; ++i)
        names.push_back(i < 26 ? std::string(1, static_cast<char>('A' + i))
                               : "model" + std::to_string(i + 1));
    return names;
}

struct CompareModels : CompareOptions {
    std::vector<std::string> files;
    MatchRoles roles;
    std::vector<std::string> scores; ///< NAME=COLUMN of one file
    std::vector<std::string> values; ///< NAME=COLUMN of one file, or the column in each of several
    std::vector<std::string> judged; ///< likewise
    std::vector<std::string> trials; ///< likewise
    std::vector<std::string> names;
    std::vector<Spec> measures;
    std::optional<std::uint64_t> horizon;
    compare::ModelsOptions how;
    RequirementOptions gate;
    DataOptions form; ///< how to read the files
    MatchedModels matched;
    std::string any_time;
    bool merge = false;
    std::optional<AnyTimeFile> following{};

    void declare(Arguments& arguments)
    {
        auto& score = roles.score;
        arguments.positionals("FILE", files,
                              "one table with --scores NAME=COL,NAME=COL, or a table for each model");
        const auto to_scores = [&](Argument argument) {
            argument.target = &scores;
            arguments.add(std::move(argument));
        };
        const auto to_list = [&](std::vector<std::string>& list) {
            return [&](Argument argument) {
                argument.target = &list;
                argument.list = true;
                arguments.add(std::move(argument));
            };
        };
        arguments.fields(fields_of(score), "compare models",
                         {{"scores", to_scores},
                          {"value", to_list(values)},
                          {"judged", to_list(judged)},
                          {"trials", to_list(trials)}});
        arguments.specs(
            "--measure", &measures, measure_family,
            "a measure (default: accuracy, and roc_auc if there are scores; for numbers rmse and mae; "
            "for values of items mean)");
        arguments.option(
            "--model", &roles.model,
            "one table with a row for each item of each model: the column of models; with --id, the "
            "items, and --value");
        arguments.option("--time", &roles.time, "forecasts in the order of this column, without gaps");
        arguments.option("--horizon", &horizon, "number of steps ahead that was forecast, with --time (1)");
        arguments.fields(fields_of(how), "compare models", {{"require", [&](Argument require) {
                                                                 gate.declare(arguments, std::move(require));
                                                             }}});
        arguments.output("--any-time", any_time, any_time_help);
        arguments.option(
            "--merge", &merge,
            "with --any-time: the files are states of looks at any time, which are added to that one");
        arguments.names("--names", names, "names of the models");
        form.declare_form(arguments);
        CompareOptions::declare(arguments);
    }

    compare::Answer compute()
    {
        require(!merge || !any_time.empty(),
                "--merge: states of looks at any time are added to one; expected --any-time");
        require(any_time.empty() || (!how.margin && how.tests.empty()),
                "--any-time has a test of its own; --margin and --test are for a single look (--require 'A "
                "not worse "
                "than B by D in M' takes a margin)");
        if (!any_time.empty() && (merge || files.empty())) return look();
        require(!files.empty(),
                "compare models takes one file with --scores A=COL,B=COL, or a file for each model");
        gate.check(how.requirements);
        require(!horizon || !roles.time.empty(), "--horizon needs --time");
        require(!horizon || (*horizon >= 1 && *horizon <= 1'000'000'000),
                "--horizon: " + std::to_string(horizon.value_or(0)) +
                    " is not valid; expected a whole number from 1 to 1e9");
        roles.horizon = horizon.value_or(1);
        matched = read();
        tell_notes(in_words(matched.notes), answer.quiet);
        const auto& design = matched.design;
        if (design.task == ScoreTask::binary)
            tell_notes({"positive class: '" + design.classes.name(design.positive) + "'"}, answer.quiet);
        answer.give_common(how);
        const WorkLine line(answer.quiet);
        return any_time.empty() ? compare_matched(matched, measures, how) : look();
    }

    int print(Output& out, const compare::Answer& compared) const
    {
        if (following) {
            Output state_file(any_time);
            answer.refuse(std::vector<WarningOf>(compared.warnings.begin(), compared.warnings.end()));
            following->write(state_file);
        }
        const int code = CompareOptions::print(out, compared, [&](Answer& printed) {
            RequirementOptions::tell(printed, answer);
            if (answer.for_page() && !following) add_curves(printed, matched, answer.threads);
        });
        return code != 0 ? code : gate.exit_code(compared.requirements);
    }

private:
    /// Counts the rows of the files in the state, and looks.
    compare::Answer look()
    {
        gate.check(how.requirements);
        answer.give_common(how);
        following = AnyTimeFile::read(any_time);
        auto& state = following->state;
        if (merge || files.empty()) {
            add_states(state, any_time, files);
        } else {
            const auto run = followed(matched, roles.score, measures, how);
            if (!state) state.emplace(run);
            state->count(run);
        }
        auto looked = state->look(how);
        looked.warnings.insert(looked.warnings.begin(), matched.warnings.begin(), matched.warnings.end());
        return looked;
    }

    /// Two columns of one file (--scores A=COL,B=COL), or a column of each of several.
    MatchedModels read()
    {
        std::vector<Table> tables;
        for (const auto& file : files) tables.push_back(read_table(file, form.reading()));
        if (!values.empty()) roles.score.value = values.front();
        if (!judged.empty()) roles.score.judged = named(judged.front()).second;
        if (!trials.empty()) roles.score.trials = named(trials.front()).second;
        if (files.size() > 1) {
            require(values.size() < 2, "--value: several files have one column of values each, of one name");
            require(judged.size() < 2,
                    "--judged: several files have one column of a judge each, of one name");
            require(trials.size() < 2, "--trials: several files have one column of trials each, of one name");
            require(roles.model.empty(), "--model is for one table; several files are a model each");
            roles.score.scores = scores; // the columns of the classes, as in `unseen score`
            return match_models(tables, names_of(names, files.size()), roles);
        }
        require(
            roles.score.predicted.empty() && roles.score.score.empty(),
            "--predicted and --score need one file for each model; a single file takes --scores A=COL,B=COL");
        require(values.size() < 2 || roles.model.empty(),
                "--value: with --model there is one column of values");
        require(scores.empty() || values.empty(),
                "--scores and --value exclude each other: values of items have no truth");
        if (!roles.model.empty()) {
            auto models = match_long(tables.front(), roles);
            if (!names.empty()) models.names = names_of(names, models.names.size());
            return models;
        }
        auto columns = columns_of(values.empty() ? scores : values);
        take_own(columns, judged, &ModelColumn::judged, "--judged");
        take_own(columns, trials, &ModelColumn::trials, "--trials");
        auto models = match_columns(tables.front(), columns, roles);
        if (!names.empty()) models.names = names_of(names, columns.size());
        return models;
    }
};

} // namespace

Command compare_models_command()
{
    return command(
        "models", "two or more models, by their predictions for the same rows: labels, scores or numbers",
        "Examples:\n"
        "  unseen compare models ONE.csv --truth y --scores A=t,B=k --measure roc_auc\n"
        "  unseen compare models A.csv B.csv --truth y --predicted label --id row --margin 0.02\n"
        "  unseen compare models A.csv B.csv --truth y --require 'A not worse than B by 0.02 in accuracy'\n"
        "  unseen compare models so-far.csv --truth y --scores A=a,B=b --any-time S.state    # as often as "
        "you like",
        std::make_shared<Comparing<CompareModels>>());
}

} // namespace unseen::cli
