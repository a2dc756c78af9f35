#include "compare_models.hpp"

#include "output.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/compare/models.hpp"

#include <cmath>

namespace unseen::cli {

namespace {

/// The whole number that a flag gives, or `usual` where it was not given.
std::size_t whole(const std::string& flag, const std::string& text, std::size_t usual)
{
    if (text.empty()) return usual;
    const double x = number(flag, text);
    require(x >= 1.0 && x <= 1e9 && std::floor(x) == x,
            flag + ": " + shortest(x) + " is not valid; expected a whole number from 1 to 1e9");
    return static_cast<std::size_t>(x);
}

std::vector<ModelColumn> columns_of(const std::vector<std::string>& scores)
{
    require(scores.size() >= 2, "compare models with one file needs --scores A=COL,B=COL");
    std::vector<ModelColumn> columns;
    for (const auto& text : scores) {
        const auto equals = text.find('=');
        columns.push_back({text.substr(0, equals), equals == std::string::npos ? text : text.substr(equals + 1)});
    }
    return columns;
}

std::vector<std::string> names_of(const std::vector<std::string>& given, std::size_t models)
{
    require(given.empty() || given.size() == models,
            "--names: " + std::to_string(given.size()) + " names; expected " + std::to_string(models) + ", one a model");
    if (!given.empty()) return given;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < models; ++i)
        names.push_back(i < 26 ? std::string(1, static_cast<char>('A' + i)) : "model" + std::to_string(i + 1));
    return names;
}

} // namespace

void CompareModelsOptions::declare(Arguments& arguments)
{
    auto& score = roles.score;
    arguments.option("--truth", score.truth, "models: the column of the truth; found by its name if not given");
    arguments.option("--predicted", score.predicted, "models: the column of predicted labels or numbers in each file");
    arguments.option("--score", score.score, "models: the column of scores of the positive class in each file");
    arguments.names("--scores", scores, "models: NAME=COL,NAME=COL, the models' columns in one file");
    arguments.choice("--task", score.task, {"binary", "multiclass", "ordinal", "regression"},
                     "models: found by the truth if not given");
    arguments.option("--positive", score.positive, "models: the positive class");
    arguments.option("--threshold", threshold, "models: a row is labelled positive if its score is at least this");
    arguments.repeated("--measure", measures,
                       "models: what to compare by (accuracy, and roc_auc where there are scores; rmse, mae)");
    arguments.option("--weight", score.weight, "models: the column of row weights");
    arguments.names("--order", score.order, "models: the classes of an ordinal task, lowest first");
    arguments.option("--id", score.id, "models: match the rows of the files by this column, not by order");
    arguments.option("--cluster", score.cluster, "models: rows with the same value depend on each other");
    arguments.option("--split", score.split, "models: out-of-fold predictions: the column of the split that tested the row");
    arguments.option("--repeat", score.repeat, "models: the column of the repeat of the cross-validation, with --split");
    arguments.option("--time", roles.time, "models: forecasts in the order of this column, without gaps");
    arguments.option("--horizon", horizon, "models: how many steps ahead they were made (1)");
    arguments.option("--margin", margin, "models: half the width within which two models count as equivalent");
    arguments.names("--names", names, "models: what they are called");
    arguments.option("--samples", samples, "models: drawn by the bootstrap (2000)");
    arguments.option("--permutations", permutations, "models: drawn by permutation tests that cannot be enumerated (10000)");
    form.declare_form(arguments);
}

std::vector<std::pair<std::string, bool>> CompareModelsOptions::given() const
{
    const auto& score = roles.score;
    return {{"--truth", !score.truth.empty()},   {"--predicted", !score.predicted.empty()},
            {"--score", !score.score.empty()},   {"--scores", !scores.empty()},
            {"--task", !score.task.empty()},     {"--positive", !score.positive.empty()},
            {"--threshold", !threshold.empty()}, {"--measure", !measures.empty()},
            {"--weight", !score.weight.empty()}, {"--order", !score.order.empty()},
            {"--id", !score.id.empty()},         {"--cluster", !score.cluster.empty()},
            {"--split", !score.split.empty()},   {"--repeat", !score.repeat.empty()},
            {"--time", !roles.time.empty()},     {"--horizon", !horizon.empty()},
            {"--margin", !margin.empty()},       {"--names", !names.empty()},
            {"--samples", !samples.empty()},     {"--permutations", !permutations.empty()}};
}

compare::Answer compare_models(const CompareModelsOptions& options, const std::vector<std::string>& files,
                               const std::string& train_rows, const AnswerOptions& answer)
{
    require(!files.empty(), "compare models takes one file with --scores A=COL,B=COL, or a file for each model");
    MatchRoles roles = options.roles;
    if (!options.threshold.empty()) roles.score.threshold = number("--threshold", options.threshold);
    require(options.horizon.empty() || !roles.time.empty(), "--horizon belongs to --time");
    require(roles.score.split.empty() || roles.score.cluster.empty(), "--split and --cluster exclude each other");
    require(train_rows.empty() || !roles.score.split.empty(), "--train-rows belongs to --split");
    std::vector<Table> tables;
    for (const auto& file : files) tables.push_back(options.form.read(file));
    MatchedModels matched;
    if (files.size() == 1) {
        require(roles.score.predicted.empty() && roles.score.score.empty(),
                "--predicted and --score are for a file a model; one file takes --scores A=COL,B=COL");
        const auto columns = columns_of(options.scores);
        matched = match_columns(tables.front(), columns, roles);
        if (!options.names.empty()) matched.names = names_of(options.names, columns.size());
    } else {
        roles.score.scores = options.scores; // the columns of the classes, as `score` takes them
        matched = match_models(tables, names_of(options.names, files.size()), roles);
    }
    if (!answer.quiet) {
        for (const auto& note : matched.notes) tell("note: " + note);
        if (matched.models.front().task == ScoreTask::binary)
            tell("note: positive class: '" + matched.models.front().classes.name(matched.models.front().positive) + "'");
    }
    std::vector<compare::ModelPredictions> models;
    for (std::size_t i = 0; i < matched.models.size(); ++i) models.push_back({matched.names[i], matched.models[i].view()});
    const ScoredRows& rows = matched.models.front();
    std::vector<double> of_splits;
    for (const auto& fold : rows.folds)
        of_splits.push_back(static_cast<double>(train_rows.empty() ? fold.train_rows : whole("--train-rows", train_rows, 1)));
    const compare::RowDesign design{.cluster = rows.cluster,
                                    .split = rows.fold,
                                    .train_rows = of_splits,
                                    .time_ordered = !roles.time.empty(),
                                    .horizon = whole("--horizon", options.horizon, 1)};
    compare::ModelsOptions how{.level = Level(answer.level),
                               .seed = answer.seed,
                               .samples = whole("--samples", options.samples, 2000),
                               .permutations = whole("--permutations", options.permutations, 10000),
                               .threads = static_cast<std::size_t>(answer.threads)};
    for (const auto& text : options.measures) {
        how.measures.push_back(make_measure(Spec::parse(text), matched.models.front().task != ScoreTask::regression));
        how.names.push_back(Spec::parse(text).print());
    }
    if (!options.margin.empty()) how.margin = number("--margin", options.margin);
    auto result = compare::compare_models(models, design, how);
    result.warnings.insert(result.warnings.begin(), matched.warnings.begin(), matched.warnings.end());
    return result;
}

} // namespace unseen::cli
