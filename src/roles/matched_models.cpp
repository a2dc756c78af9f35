#include "unseen/roles/matched_models.hpp"

#include "base/add_once.hpp"
#include "data/cell_codes.hpp"
#include "data/column_tools.hpp"
#include "data/spelling.hpp"
#include "data/times.hpp"
#include "roles/columns.hpp"
#include "roles/doubts.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace unseen {

namespace {

std::string row_of(const std::string& source, std::size_t row)
{
    return "row " + std::to_string(row + 1) + " of " + source;
}

/// Finds the rows of a table by id, or by id and repeat.
class RowKeys {
public:
    RowKeys(const Table& table, const ScoreRoles& roles)
        : source_(table.source),
          id_(named_column(table, roles.id)),
          repeat_(roles.repeat.empty() ? nullptr : &named_column(table, roles.repeat))
    {
        for (std::size_t i = 0; i < table.rows(); ++i) {
            require(!id_.missing(i), source_ + ": column '" + id_.name + "', row " + std::to_string(i + 1) +
                                         ": there is no value; expected an id");
            const auto [first, fresh] = rows_.emplace(key(i), i);
            require(fresh, source_ + ": the same id is in rows " + std::to_string(first->second + 1) +
                               " and " + std::to_string(i + 1) +
                               (repeat_ != nullptr ? " of the same repeat" : ""));
        }
    }

    std::string key(std::size_t row) const
    {
        return id_.text(row) + '\n' + (repeat_ != nullptr ? repeat_->text(row) : "");
    }
    const std::size_t* find(const std::string& key) const
    {
        const auto found = rows_.find(key);
        return found == rows_.end() ? nullptr : &found->second;
    }

private:
    const std::string& source_;
    const Column& id_;
    const Column* repeat_;
    std::unordered_map<std::string, std::size_t> rows_;
};

/// The rows of `table` in the order of the rows of `first`.
std::vector<Row> matched(const Table& first, const Table& table, const ScoreRoles& roles)
{
    require(table.rows() == first.rows(), first.source + " has " + std::to_string(first.rows()) + " rows, " +
                                              table.source + " has " + std::to_string(table.rows()) +
                                              "; expected the same rows in both");
    std::vector<Row> order(table.rows());
    std::iota(order.begin(), order.end(), Row{0});
    if (roles.id.empty()) return order;
    const RowKeys of_first(first, roles);
    const RowKeys keys(table, roles);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto* row = keys.find(of_first.key(i));
        require(row != nullptr, table.source + ": no row has the id of " + row_of(first.source, i) +
                                    (roles.repeat.empty() ? "" : " in the same repeat"));
        order[i] = static_cast<Row>(*row);
    }
    return order;
}

/// Throws InputError if a column without a role, which names each row of both tables, names other rows in the
/// second one, and half of them or more in both.
void refuse_other_items(const Table& first, const FoundRoles& found, const Table& table,
                        const FoundRoles& own)
{
    for (const auto& column : first.columns) {
        const auto* other = find_column(table.columns, column.name);
        if (other == nullptr || found.taken(column) || own.taken(*other)) continue;
        std::unordered_map<std::string, std::size_t> rows;
        for (std::size_t r = 0; r < column.rows(); ++r) rows.emplace(column.text(r), r);
        std::unordered_map<std::string, std::size_t> others;
        std::size_t shared = 0;
        std::size_t same = 0;
        for (std::size_t r = 0; r < other->rows(); ++r) {
            others.emplace(other->text(r), r);
            const auto at = rows.find(other->text(r));
            if (at == rows.end()) continue;
            ++shared;
            same += at->second == r ? 1 : 0;
        }
        const bool names = rows.size() == column.rows() && others.size() == other->rows();
        require(!names || 2 * shared < column.rows() || same == column.rows(),
                first.source + " and " + table.source + ": column '" + column.name +
                    "' names other rows in the second file, so that rows of one line are not the same; "
                    "expected the same rows in both, and `id=" +
                    column.name + "` to pair them");
    }
}

/// Throws InputError if rows are paired by their lines although a column without a role, which has the same
/// cells in both tables, names them in another order, and no other names them in the same order.
void require_same_order(const Table& first, const FoundRoles& found, const Table& table,
                        const FoundRoles& own)
{
    const Column* reordered = nullptr;
    std::size_t from = 0;
    for (const auto& column : first.columns) {
        const auto* other = find_column(table.columns, column.name);
        if (other == nullptr || found.taken(column) || own.taken(*other)) continue;
        std::size_t row = 0;
        const auto same = [&](std::size_t r) { return column.text(r) == other->text(r); };
        while (row < column.rows() && same(row)) ++row;
        std::unordered_map<std::string, std::ptrdiff_t> counts;
        for (std::size_t r = 0; r < column.rows(); ++r) {
            ++counts[column.text(r)];
            --counts[other->text(r)];
        }
        if (2 * counts.size() <= column.rows()) continue; // where most cells differ, they name the rows
        if (row == column.rows()) return;
        if (reordered != nullptr || std::ranges::any_of(counts, [](const auto& c) { return c.second != 0; }))
            continue;
        reordered = &column;
        from = row;
    }
    if (reordered == nullptr) refuse_other_items(first, found, table, own);
    if (reordered != nullptr)
        throw InputError(first.source + " and " + table.source + ": column '" + reordered->name +
                         "' has the same cells in another order, from row " + std::to_string(from + 1) +
                         " on, so that rows of one line are not the same; `id=" + reordered->name +
                         "` pairs them");
}

/// Throws InputError if the truths differ. `by_line`: no column names the rows.
void require_same_truth(const Table& first, const Column& truth, const Table& table, const Column& other,
                        std::span<const Row> order, bool by_line)
{
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::string a = truth.text(i);
        const std::string b = other.text(order[i]);
        if (a == b) continue;
        const auto number_a = parse_number(a);
        const auto number_b = parse_number(b);
        const bool equal = number_a && number_b && *number_a == *number_b;
        require(equal && !loses_spelling(a, *number_a) && !loses_spelling(b, *number_b),
                row_of(first.source, i) + " has the truth '" + a + "', the same row in " + table.source +
                    (order[i] != i ? ", row " + std::to_string(order[i] + 1) + "," : "") + " '" + b + '\'' +
                    (by_line ? "; rows are paired by their lines, `id=COLUMN` pairs them by a column" : ""));
    }
}

void require_time_order(const Table& table, const std::string& name, std::span<const Row> kept)
{
    if (name.empty()) return;
    const Column& column = named_column(table, name);
    const auto times = times_of(column);
    double step = 0.0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::string where =
            table.source + ": column '" + name + "', row " + std::to_string(kept[i] + 1);
        require(!column.missing(kept[i]), where + ": there is no value; expected a time");
        if (i == 0) continue;
        const double gap = times[kept[i]] - times[kept[i - 1]];
        require(gap > 0.0, where + ": the rows are not in the order of time");
        if (!column.is_numeric()) continue; // months and years have unequal lengths
        if (i == 1) step = gap;
        require(std::abs(gap - step) <= 1e-9 * step,
                where + ": the time is " + shortest(gap) +
                    " after that of the row before, and the first step is " + shortest(step) +
                    "; expected equal steps");
    }
}

/// Writes out the scores of both classes, because tests select and swap rows by their scores for all classes.
void write_out_scores(ScoredRows& rows)
{
    if (!rows.predicted.one_score) return;
    const PredictionView view = rows.view();
    std::vector<double> scores(2 * rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t c = 0; c < 2; ++c) scores[2 * i + c] = view.score(i, c);
    rows.predicted.scores = std::move(scores);
    rows.predicted.one_score = false;
}

/// Recodes a model to `classes`, which are its own and those of the other models.
void recode(ScoredRows& rows, const Labels& classes, const std::string& name)
{
    if (rows.design.classes == classes) return;
    std::vector<std::uint32_t> to;
    for (const auto& label : rows.design.classes.names()) to.push_back(*classes.code(label));
    for (auto& label : rows.design.true_label) label = to[label];
    for (auto& label : rows.predicted.label) label = to[label];
    if (!rows.predicted.scores.empty()) {
        require(rows.predicted.probabilities || rows.design.classes.size() == classes.size(),
                "model '" + name + "' has scores for " + std::to_string(rows.design.classes.size()) + " of " +
                    std::to_string(classes.size()) +
                    " classes; expected scores for each class, or probabilities");
        std::vector<double> scores(rows.size() * classes.size(), 0.0);
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t c = 0; c < to.size(); ++c)
                scores[i * classes.size() + to[c]] = rows.predicted.scores[i * to.size() + c];
        rows.predicted.scores = std::move(scores);
    }
    rows.design.classes = classes;
}

/// Gives all models the same classes: their own and those of the others.
void settle_classes(std::span<ScoredRows> models, const std::vector<std::string>& names,
                    const ScoreRoles& roles)
{
    const RowDesign& first = models.front().design;
    const bool regression = first.task == ScoreTask::regression;
    bool equal = true;
    for (std::size_t k = 0; k < models.size(); ++k) {
        require((models[k].design.task == ScoreTask::regression) == regression,
                "models '" + names.front() + "' and '" + names[k] +
                    "': one predicts classes, the other numbers; give `task`");
        equal = equal && models[k].design.classes == first.classes;
    }
    if (regression || equal) return; // values of items have no classes
    Labels all;
    for (const auto& model : models)
        for (const auto& label : model.design.classes.names()) all.add(label);
    require(first.task != ScoreTask::ordinal,
            "the models' classes differ; give all of them with `order`, lowest first");
    const Labels classes(sorted_labels(all.names()));
    for (std::size_t k = 0; k < models.size(); ++k) {
        recode(models[k], classes, names[k]);
        auto& design = models[k].design;
        std::vector<std::size_t> rows(classes.size(), 0);
        for (const auto c : design.true_label) ++rows[c];
        const auto found = positive_class(classes, rows);
        const auto named = classes.code(roles.positive);
        design.positive = named.value_or(found.code);
        design.positive_by = named ? PositiveBy::name : found.by;
        if (classes.size() > 2 && design.task == ScoreTask::binary) design.task = ScoreTask::multiclass;
    }
}

/// Gives all models the same scale of values of items. Throws InputError if their scales differ.
void settle_scales(std::span<ScoredRows> models, const std::vector<std::string>& names)
{
    bool right_or_wrong = true, of_answers = true;
    auto answers = models.front().design.scale.answers;
    for (const auto& model : models) {
        if (model.design.scale.answers != answers) answers = 0;
        right_or_wrong = right_or_wrong && model.design.scale.right_or_wrong;
        of_answers = of_answers && model.design.scale.of_answers;
    }
    for (auto& model : models) {
        model.design.scale.right_or_wrong = right_or_wrong;
        model.design.scale.of_answers = of_answers;
        model.design.scale.answers = answers;
    }
    for (std::size_t k = 1; k < models.size(); ++k)
        require(models[k].design.scale == models.front().design.scale,
                "models '" + names.front() + "' and '" + names[k] +
                    "': their columns' names say that the values have different scales; give `range`, and "
                    "`higher_is_better` or `lower_is_better`");
}

/// Takes away the human values of items that not all models have, with a warning: a difference needs both.
void take_common_values(std::span<Table> parts, std::span<const ScoreRoles> of_model,
                        std::vector<Warning>& warnings)
{
    if (of_model.front().judged.empty() || of_model.front().value.empty()) return;
    std::vector<Column*> columns;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const auto at = &named_column(parts[k], of_model[k].value) - parts[k].columns.data();
        columns.push_back(&parts[k].columns[static_cast<std::size_t>(at)]);
    }
    std::size_t taken = 0;
    for (std::size_t i = 0; i < columns.front()->rows(); ++i) {
        const auto lacking = std::ranges::count_if(columns, [&](const Column* c) { return c->missing(i); });
        if (lacking == 0 || lacking == std::ssize(columns)) continue;
        ++taken;
        for (auto* column : columns)
            if (column->is_numeric())
                std::get<NumericColumn>(column->cells).values[i] = std::numeric_limits<double>::quiet_NaN();
            else
                std::get<CodedColumn>(column->cells).codes[i] = -1;
    }
    if (taken > 0)
        warnings.push_back({warnings::missing_prediction,
                            std::to_string(taken) + (taken == 1 ? " item has" : " items have") +
                                " a human value for some models only, and count as items without one"});
}

/// Makes the rows of the models from matched tables. The design is that of the first table.
MatchedModels made(const Table& first, std::vector<std::string> names, std::span<Table> parts,
                   std::span<const ScoreRoles> of_model, const MatchRoles& roles)
{
    MatchedModels result{.names = std::move(names)};
    take_common_values(parts, of_model, result.warnings);
    std::vector<ScoredRows> models;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        ScoreRoles own = of_model[k];
        if (k > 0) {
            own.weight = own.group = own.split = "";
            if (own.value.empty()) own.repeat = own.id = ""; // else each has its own repeats of the items
            own.train_rows.reset();
        }
        auto& model = models.emplace_back(make_scored_rows(std::span<const Table>(&parts[k], 1), own));
        write_out_scores(model);
        auto warnings = model.warnings;
        if (!roles.score.split.empty())
            std::erase_if(warnings, [](const Warning& w) { return w.is(warnings::looks_out_of_fold); });
        if (!roles.score.group.empty())
            std::erase_if(warnings, [](const Warning& w) { return w.is(warnings::looks_like_groups); });
        add_once(result.warnings, warnings);
        add_once(result.warnings, class_warnings(model));
        if (k == 0 || !judges_items(own)) add_once(result.notes, model.notes); // one scale for all
    }
    settle_classes(models, result.names, roles.score);
    for (auto& model : models) // the groups of the first table are those of all
        if (model.predicted.judged)
            model.predicted.judged->cluster = models.front().predicted.judged->cluster;
    settle_scales(models, result.names);
    result.design = std::move(models.front().design);
    result.design.time_ordered = !roles.time.empty();
    result.design.horizon = roles.horizon;
    for (auto& model : models) result.models.push_back(std::move(model.predicted));
    const Column* const truth = find_roles(parts.front(), of_model.front()).truth;
    std::vector<Row> kept;
    for (std::size_t i = 0; i < first.rows(); ++i)
        if (truth == nullptr || !truth->missing(i)) kept.push_back(static_cast<Row>(i));
    require_time_order(first, roles.time, kept);
    return result;
}

/// True if all cells of a column are labels of the truth.
bool holds_labels(const Column& truth, const Column& column)
{
    const CellCodes known(truth);
    for (std::size_t i = 0; i < column.rows(); ++i)
        if (!column.missing(i) && !known.labels().code(column.text(i))) return false;
    return true;
}

/// Decides whether the columns of one table hold labels, scores or numbers; all models have the same task.
std::vector<ScoreRoles> roles_of(const Table& table, const Column& truth,
                                 std::span<const ModelColumn> columns, const ScoreRoles& roles)
{
    std::vector<ScoreRoles> of_models(columns.size(), roles);
    const auto column_of = [&](const ModelColumn& model) -> const Column& {
        return named_column(table, model.column);
    };
    const bool all_numbers = std::ranges::all_of(columns, [&](const ModelColumn& model) {
        return model.scores.empty() && column_of(model).is_numeric();
    });
    const bool all_labels = std::ranges::all_of(columns, [&](const ModelColumn& model) {
        return model.scores.empty() && holds_labels(truth, column_of(model));
    });
    const auto values = CellCodes(truth).labels().size();
    // Numbers are predicted numbers if the truth has more than two distinct numbers and not all of the
    // predictions are among these.
    const bool regression = roles.task.empty()
                                ? truth.is_numeric() && !table.declared_types && all_numbers &&
                                      (!looks_like_classes(truth.numeric()) || (values > 2 && !all_labels))
                                : roles.task == "regression";
    for (std::size_t k = 0; k < columns.size(); ++k) {
        of_models[k].truth = truth.name;
        if (regression) of_models[k].task = "regression";
        of_models[k].scores = columns[k].scores;
        if (!columns[k].scores.empty()) continue;
        const auto& column = column_of(columns[k]);
        const bool score = !regression && roles.task != "ordinal" && column.is_numeric() &&
                           (roles.threshold || !holds_labels(truth, column));
        (score ? of_models[k].score : of_models[k].predicted) = column.name;
    }
    return of_models;
}

} // namespace

MatchedModels match_models(std::span<const Table> tables, std::vector<std::string> names,
                           const MatchRoles& roles)
{
    require(tables.size() >= 2 && names.size() == tables.size(),
            "expected at least two tables, and a name for each");
    const Table& first = tables.front();
    const auto found = find_roles(first, roles.score);
    ScoreRoles of_others = roles.score; // without the roles that only the first table needs
    of_others.weight = of_others.group = of_others.by = of_others.split = "";
    std::vector<Table> parts;
    std::vector<ScoreRoles> of_model = {roles.score};
    of_model.resize(tables.size(), of_others);
    for (std::size_t k = 0; k < tables.size(); ++k) {
        const auto order = matched(first, tables[k], roles.score);
        const auto own = find_roles(tables[k], of_model[k]);
        require(own.truths.size() == found.truths.size(),
                tables[k].source + ": expected as many targets as in " + first.source);
        for (std::size_t t = 0; t < found.truths.size(); ++t)
            require_same_truth(first, *found.truths[t], tables[k], *own.truths[t], order,
                               roles.score.id.empty());
        if (k > 0 && roles.score.id.empty()) require_same_order(first, found, tables[k], own);
        parts.push_back(tables[k]);
        if (k > 0 && !roles.score.id.empty())
            for (auto& column : parts.back().columns) column = reordered(column, order);
    }
    return made(first, std::move(names), parts, of_model, roles);
}

namespace {

/// Throws InputError, with the item, unless each model has a row for the same items, or repeats of items,
/// once each.
void require_same_items(const Table& table, const ScoreRoles& roles, const std::vector<std::string>& names,
                        const std::vector<std::vector<Row>>& rows)
{
    const Column& item = named_column(table, roles.id);
    const Column* repeat = roles.repeat.empty() ? nullptr : &named_column(table, roles.repeat);
    const auto name_of = [&](Row row) {
        return '\'' + item.text(row) + '\'' +
               (repeat == nullptr ? "" : " in repeat '" + repeat->text(row) + '\'');
    };
    std::vector<std::unordered_map<std::string, Row>> items(names.size());
    for (std::size_t k = 0; k < names.size(); ++k)
        for (const auto row : rows[k]) {
            const auto [at, fresh] = items[k].emplace(name_of(row), row);
            require(fresh, table.source + ": column '" + item.name + "', row " + std::to_string(row + 1) +
                               ": model '" + names[k] + "' has item " + at->first + " twice, first in row " +
                               std::to_string(at->second + 1) +
                               (repeat == nullptr ? "; `repeat` names the repeats of an item" : ""));
        }
    for (std::size_t k = 1; k < names.size(); ++k)
        for (const auto& [own, other] : {std::pair(k, std::size_t{0}), std::pair(std::size_t{0}, k)})
            for (const auto row : rows[own])
                require(items[other].contains(name_of(row)),
                        table.source + ": model '" + names[other] + "' has no row for item " + name_of(row) +
                            " of model '" + names[own] + "'; expected the same items for all models");
}

} // namespace

MatchedModels match_long(const Table& table, const MatchRoles& roles)
{
    require(!roles.score.value.empty() && !roles.score.id.empty(),
            "`model` needs `value`, the column of values, and `id`, the column of items");
    const Column& of_model = named_column(table, roles.model);
    std::vector<std::string> names;
    std::unordered_map<std::string, std::size_t> places;
    std::vector<std::vector<Row>> rows;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        require(!of_model.missing(i), table.source + ": column '" + of_model.name + "', row " +
                                          std::to_string(i + 1) + ": there is no value; expected a model");
        const auto name = of_model.text(i);
        const auto [at, fresh] = places.emplace(name, names.size());
        if (fresh) {
            names.push_back(name);
            rows.emplace_back();
        }
        rows[at->second].push_back(static_cast<Row>(i));
    }
    require(names.size() >= 2, table.source + ": column '" + of_model.name + "' names one model, '" +
                                   names.front() + "'; expected at least two");
    require_same_items(table, roles.score, names, rows);
    std::vector<Table> parts;
    for (std::size_t k = 0; k < names.size(); ++k) {
        Table part{.source = table.source + ", model '" + names[k] + '\'', .columns = {}};
        for (const auto& column : table.columns)
            if (&column != &of_model) part.columns.push_back(reordered(column, rows[k]));
        parts.push_back(std::move(part));
    }
    return match_models(parts, std::move(names), roles);
}

MatchedModels match_columns(const Table& table, std::span<const ModelColumn> columns, const MatchRoles& roles)
{
    const bool values = !roles.score.value.empty();
    ScoreRoles own = roles.score; // so that only the truth is guessed
    if (values) own.value = columns.front().column;
    if (!columns.front().judged.empty()) own.judged = columns.front().judged;
    if (!columns.front().trials.empty()) own.trials = columns.front().trials;
    own.predicted = values ? "" : columns.front().column;
    own.scores = columns.front().scores;
    const FoundRoles found = find_roles(table, own);
    require(values || found.truths.size() == 1, "models in columns of one file must have one target");
    std::vector<std::string> names;
    std::vector<Table> parts;
    std::vector<const Column*> predictions;
    for (const auto& model : columns) {
        std::vector<const Column*> of_model;
        if (model.scores.empty()) of_model.push_back(&named_column(table, model.column));
        const auto& judged = model.judged.empty() ? roles.score.judged : model.judged;
        if (!judged.empty()) of_model.push_back(&named_column(table, judged));
        const auto& trials = model.trials.empty() ? roles.score.trials : model.trials;
        if (!trials.empty()) of_model.push_back(&named_column(table, trials));
        for (const auto& scores : named_scores(table, model.scores, Labels()))
            of_model.push_back(scores.column);
        Table part{.source = table.source, .columns = {}, .declared_types = table.declared_types};
        const Column* const roles_of_rows[] = {found.truth, found.weight, found.cluster,
                                               found.split, found.repeat, found.id};
        for (const auto* of_rows : roles_of_rows) {
            if (of_rows == nullptr) continue;
            require(std::ranges::find(of_model, of_rows) == of_model.end(),
                    table.source + ": column '" + of_rows->name +
                        "' has another role; expected the predictions of model '" + model.name + "'");
            part.columns.push_back(*of_rows);
        }
        for (const auto* column : of_model)
            if (find_column(part.columns, column->name) == nullptr) part.columns.push_back(*column);
        names.push_back(model.name);
        predictions.insert(predictions.end(), of_model.begin(), of_model.end());
        parts.push_back(std::move(part));
    }
    const auto is_prediction = [&](const Column& c) {
        return std::ranges::find(predictions, &c) != predictions.end();
    };
    std::vector<ScoreRoles> of_model(columns.size(), roles.score);
    const bool items = judges_items(own);
    for (std::size_t k = 0; k < columns.size() && items; ++k) {
        (values ? of_model[k].value : of_model[k].predicted) = columns[k].column;
        if (!columns[k].judged.empty()) of_model[k].judged = columns[k].judged;
        if (!columns[k].trials.empty()) of_model[k].trials = columns[k].trials;
    }
    if (!items) of_model = roles_of(table, *found.truth, columns, roles.score);
    auto result = made(table, std::move(names), parts, of_model, roles);
    for (const auto& column : table.columns)
        if (roles.score.split.empty() && suggests_folds(column.name) && !is_prediction(column))
            result.warnings.push_back(
                {warnings::looks_out_of_fold,
                 "column '" + column.name +
                     "' suggests that several models made these predictions, each for its fold; then rows of "
                     "different folds are not draws for one model; `split=" +
                     column.name + "` compares the learners"});
    if (found.cluster == nullptr)
        warn_of_group_columns(
            table, [&](const Column& c) { return found.taken(c) || is_prediction(c); }, result.warnings);
    std::vector<RowNote> notes;
    for (const auto& note : found.notes)
        if (note.role == "truth") notes.push_back(note);
    add_once(notes, result.notes);
    for (std::size_t k = 0; k < columns.size() && !items; ++k)
        notes.push_back({.role = result.names[k],
                         .column = columns[k].column,
                         .how = RowNote::How::from_rows,
                         .what = !columns[k].scores.empty()
                                     ? "there is a column of scores for each class"
                                     : "column '" + columns[k].column + "' holds " +
                                           (result.design.task == ScoreTask::regression ? "predicted numbers"
                                            : of_model[k].score.empty()                 ? "labels"
                                                                                        : "scores")});
    result.notes = std::move(notes);
    return result;
}

} // namespace unseen
