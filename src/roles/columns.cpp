#include "roles/columns.hpp"

#include "base/listed.hpp"
#include "data/column_tools.hpp"
#include "data/like_ids.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace unseen {

namespace {

std::string lower(std::string text)
{
    for (auto& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

std::string names_of(const Table& table) { return listed(column_names(table), most_columns_listed); }

/// The column with the first of the usual names that has no role yet; null if there is none.
const Column* guess(const Table& table, std::span<const char* const> usual, const FoundRoles& found)
{
    for (const char* name : usual)
        for (const auto& column : table.columns)
            if (lower(column.name) == name && !found.taken(column)) return &column;
    return nullptr;
}

/// The columns in `names`: one name, or several with commas between them.
std::vector<const Column*> listed_columns(const Table& table, const std::string& names)
{
    if (names.empty()) return {};
    std::vector<const Column*> columns;
    for (const auto& name : split_names(table, names)) columns.push_back(&named_column(table, name));
    return columns;
}

/// Throws InputError if a column has two of the roles truth, prediction, score, weight, split and repeat.
void refuse_two_roles(const Table& table, const FoundRoles& found)
{
    std::vector<const Column*> all = found.truths;
    all.insert(all.end(), found.predictions.begin(), found.predictions.end());
    for (const auto* column :
         {found.score, found.weight, found.split, found.repeat, found.judged, found.trials})
        if (column != nullptr) all.push_back(column);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            require(all[i] != all[j], table.source + ": column '" + all[i]->name + "' cannot have two roles");
}

// The best-known names come first. Predictions are "response" in mlr3, ".pred" and ".pred_class" in
// tidymodels, "predict" in H2O, "PredictedLabel" in ML.NET, "Scored Labels" in Azure.
constexpr const char* truth_names[] = {"truth", "y_true",   "true",   "ground_truth", "y_test", "target",
                                       "obs",   "observed", "actual", "label",        "class",  "y"};
constexpr const char* predicted_names[] = {
    "predicted",       "y_pred",          "pred",          "prediction",   "yhat",
    "y_hat",           ".pred_class",     ".pred",         "pred_class",   "pred_label",
    "predicted_class", "predicted_label", "estimate",      "response",     "predict",
    "predictedlabel",  "predicted label", "scored labels", "scored_labels"};
constexpr const char* score_names[] = {"score",  "y_score", "prob",         "probability", "proba",
                                       "y_prob", "y_proba", "y_pred_proba", "pred_proba",  "p"};

// Columns of caret, tidymodels and mlr3 with the number of the row in the data that a model was fitted on.
constexpr const char* row_number_names[] = {"rowindex", ".row", "row_ids", "row_id"};

// Columns that name the items of a benchmark.
constexpr const char* item_names[] = {
    "id",  "item",   "item_id",   "doc_id",   "docid",   "question",    "question_id", "query",    "query_id",
    "qid", "sample", "sample_id", "instance", "example", "instance_id", "image",       "utterance"};

bool is_among(std::span<const char* const> usual, const std::string& name)
{
    return std::ranges::find(usual, lower(name)) != usual.end();
}

bool ends_in(const std::string& name, const std::string& label)
{
    return !label.empty() && name.size() >= label.size() &&
           name.compare(name.size() - label.size(), label.size(), label) == 0;
}

} // namespace

JoinedTables::JoinedTables(std::span<const Table> tables)
{
    require(!tables.empty(), "there is no file of predictions; expected at least one");
    if (tables.size() > 1) joined_ = tables.front();
    table_ = tables.size() > 1 ? &joined_ : &tables.front();
    for (const auto& part : tables) add(part);
}

JoinedTables::JoinedTables(std::vector<Table>&& tables) : table_(&joined_)
{
    require(!tables.empty(), "there is no file of predictions; expected at least one");
    for (auto& part : tables) {
        if (begins_.empty()) joined_ = std::move(part);
        add(begins_.empty() ? joined_ : part);
        part = {};
    }
}

void JoinedTables::add(const Table& part)
{
    const bool first = begins_.empty();
    if (first) begins_.push_back(0);
    sources_.push_back(part.source);
    first_rows_.push_back(part.first_row);
    require(part.rows() > 0, part.source + ": has no rows; expected at least one");
    begins_.push_back(begins_.back() + part.rows());
    if (first) return;
    joined_.odd_cells.insert(joined_.odd_cells.end(), part.odd_cells.begin(), part.odd_cells.end());
    require(column_names(part) == column_names(joined_), part.source + ": its columns are " + names_of(part) +
                                                             "; expected those of " + joined_.source + ": " +
                                                             names_of(joined_));
    std::vector<Row> rows(part.rows());
    std::iota(rows.begin(), rows.end(), Row{0});
    for (std::size_t c = 0; c < part.columns.size(); ++c) {
        auto& to = joined_.columns[c];
        if (to.is_numeric() && !part.columns[c].is_numeric()) to.cells = coded_from_numbers(to);
        append_cells(to, part.columns[c], rows, part.source);
    }
}

std::vector<double> JoinedTables::last_numbers(const Column& column)
{
    if (table_ != &joined_) return column.numeric().values;
    return std::move(std::get<NumericColumn>(own(column).cells).values);
}

void JoinedTables::drop(const Column& column)
{
    if (table_ == &joined_) own(column).cells = NumericColumn{};
}

Column& JoinedTables::own(const Column& column)
{
    return joined_.columns[static_cast<std::size_t>(&column - joined_.columns.data())];
}

std::string JoinedTables::where(const std::string& column, std::size_t row) const
{
    const auto part =
        static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), row) - begins_.begin()) - 1;
    return sources_[part] + ": column '" + column + "', row " +
           std::to_string(first_rows_[part] + row - begins_[part] + 1);
}

bool FoundRoles::taken(const Column& column) const
{
    const auto among = [&](const std::vector<const Column*>& list) {
        return std::find(list.begin(), list.end(), &column) != list.end();
    };
    for (const auto* role :
         {truth, predicted, score, weight, cluster, by, split, repeat, id, judged, trials, row_number})
        if (role == &column) return true;
    return among(truths) || among(predictions);
}

void FoundRoles::forget(std::string_view role)
{
    std::erase_if(notes, [&](const RowNote& note) { return note.role == role; });
}

bool judges_items(const ScoreRoles& roles) { return !roles.value.empty() || !roles.judged.empty(); }

FoundRoles find_roles(const Table& table, const ScoreRoles& roles)
{
    FoundRoles found;
    const auto named = [&](const std::string& name) {
        return name.empty() ? nullptr : &named_column(table, name);
    };
    if (!roles.value.empty()) {
        found.predicted = named(roles.value);
        found.predictions = {found.predicted};
    }
    found.weight = named(roles.weight);
    found.cluster = named(roles.group);
    found.by = named(roles.by);
    found.id = named(roles.id);
    found.judged = named(roles.judged);
    found.trials = named(roles.trials);
    if (!roles.judged.empty() && roles.value.empty()) {
        found.truth = named(roles.truth);
        found.predicted = named(roles.predicted);
        if (found.truth != nullptr) found.truths = {found.truth};
        if (found.predicted != nullptr) found.predictions = {found.predicted};
    }
    if (judges_items(roles)) {
        found.repeat = named(roles.repeat);
        refuse_two_roles(table, found);
        return found;
    }
    found.truths = listed_columns(table, roles.truth);
    found.predictions = listed_columns(table, roles.predicted);
    found.truth = found.truths.empty() ? nullptr : found.truths.front();
    found.predicted = found.predictions.empty() ? nullptr : found.predictions.front();
    found.score = named(roles.score);
    found.split = named(roles.split);
    found.repeat = named(roles.repeat);
    const auto find = [&](const Column*& column, std::span<const char* const> usual, const char* role) {
        if (column != nullptr) return;
        column = guess(table, usual, found);
        if (column != nullptr) found.notes.push_back({.role = role, .column = column->name});
    };
    find(found.truth, truth_names, "truth");
    require(found.truth != nullptr,
            table.source + ": no column has a usual name for the truth; name it with `truth`; there are: " +
                names_of(table));
    find(found.predicted, predicted_names, "predicted");
    const auto of_knime = lower("Prediction (" + found.truth->name + ')');
    const char* const of_truth[] = {of_knime.c_str()};
    find(found.predicted, of_truth, "predicted");
    if (found.truths.empty()) found.truths = {found.truth};
    if (found.predictions.empty() && found.predicted != nullptr) found.predictions = {found.predicted};
    if (roles.score.empty() && roles.scores.empty() && roles.task != "regression") {
        find(found.score, score_names, "score");
        found.score_guessed = found.score != nullptr;
    }
    refuse_two_roles(table, found);
    if (found.id == nullptr)
        found.row_number =
            roles.row_number.empty() ? guess(table, row_number_names, found) : named(roles.row_number);
    return found;
}

bool is_called_truth(const std::string& name) { return is_among(truth_names, name); }

bool is_called_prediction(const std::string& name)
{
    return !is_called_truth(name) && (is_among(predicted_names, name) || is_among(score_names, name));
}

bool is_called_item(const std::string& name) { return is_among(item_names, name); }

bool suggests_folds(const std::string& name)
{
    const auto small = lower(name);
    if (small == "split") return true;
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    for (auto begin = small.begin();
         begin != small.end();) { // word by word, so that "cv_fold" matches but "portfolio" does not
        begin = std::find_if(begin, small.end(), is_letter);
        const auto end = std::find_if_not(begin, small.end(), is_letter);
        const std::string word(begin, end);
        for (const char* usual : {"fold", "folds", "kfold", "resample", "iteration"})
            if (word == usual) return true;
        begin = end;
    }
    return false;
}

bool suggests_windows(const std::string& name) { return lower(name) == "cutoff"; }

bool holds_folds(const Column& column)
{
    if (column.is_numeric() || column.coded().labels.size() < 2) return false;
    const auto& names = column.coded().labels.names();
    return std::all_of(names.begin(), names.end(), [](const std::string& name) {
        return name.size() > 4 && name.compare(0, 4, "Fold") == 0 && name[4] >= '0' && name[4] <= '9';
    });
}

std::vector<ClassScores> named_scores(const Table& table, const std::vector<std::string>& names,
                                      const Labels& labels)
{
    std::vector<ClassScores> scores;
    for (const auto& name : names) {
        const auto is_column = [&](std::string_view text) {
            return std::any_of(table.columns.begin(), table.columns.end(),
                               [&](const Column& c) { return c.name == text; });
        };
        // LABEL=COLUMN; of several signs it is the first before a column, because labels may hold them.
        const auto first = name.find('=');
        auto equals = first;
        while (equals != std::string::npos && !is_column(std::string_view(name).substr(equals + 1)))
            equals = name.find('=', equals + 1);
        if (equals == std::string::npos) equals = first;
        if (equals != std::string::npos && !is_column(name)) {
            scores.push_back({name.substr(0, equals), &named_column(table, name.substr(equals + 1))});
            continue;
        }
        std::string label;
        for (const auto& known : labels.names())
            if (ends_in(name, known) && known.size() > label.size()) label = known;
        scores.push_back({label.empty() ? name : label, &named_column(table, name)});
    }
    return scores;
}

std::vector<std::vector<ClassScores>> guessed_scores(const Table& table, const Labels& labels,
                                                     const FoundRoles& found)
{
    std::unordered_map<std::string_view, const Column*> unused;
    for (const auto& column : table.columns)
        if (column.is_numeric() && !found.taken(column)) unused.emplace(column.name, &column);
    // The names have the form prefix + label, with the same prefix for all classes.
    // KNIME's end with a parenthesis: P (class=yes).
    std::vector<std::pair<std::string, std::string>> stems; // what stands before and behind the label
    for (const std::string tail : {"", ")"})
        for (const auto& column : table.columns) {
            const auto end = labels.name(0) + tail;
            const auto stem =
                column.name.substr(0, column.name.size() - std::min(column.name.size(), end.size()));
            if (unused.count(column.name) != 0 && ends_in(column.name, end) &&
                (tail.empty() || stem.find('(') != stem.npos))
                stems.emplace_back(stem, tail);
        }
    std::stable_sort(stems.begin(), stems.end(),
                     [](const auto& a, const auto& b) { return a.first.empty() && !b.first.empty(); });
    std::vector<std::vector<ClassScores>> families;
    for (const auto& [stem, tail] : stems) {
        std::vector<ClassScores> scores;
        for (const auto& label : labels.names()) {
            const auto name = stem + label + tail;
            const auto column = unused.find(name);
            if (column == unused.end()) break;
            scores.push_back({label, column->second});
        }
        if (scores.size() == labels.size()) families.push_back(std::move(scores));
    }
    return families;
}

std::vector<std::string> columns_in_roles(const Table& table, const ScoreRoles& roles)
{
    const FoundRoles found = find_roles(table, roles);
    // Columns of scores may be named after the labels, which are only known from the rows.
    const bool all = (found.score == nullptr || found.score_guessed) && roles.scores.empty() &&
                     roles.task != "regression" && !judges_items(roles);
    std::vector<std::string> names;
    const auto scores = named_scores(table, roles.scores, Labels());
    for (const auto& column : table.columns) {
        const bool scored = std::any_of(scores.begin(), scores.end(),
                                        [&](const ClassScores& s) { return s.column == &column; });
        if (&column == found.row_number)
            continue; // it would make equal rows of two parts differ, because each part may count from 1
        if (all || scored || found.taken(column) || suggests_folds(column.name) ||
            suggests_windows(column.name))
            names.push_back(column.name);
    }
    return names;
}

std::vector<std::string> columns_to_read(const std::vector<std::string>& names, const ScoreRoles& roles)
{
    Table header{"", {}};
    for (const auto& name : names) header.columns.push_back({name, NumericColumn{}});
    try {
        auto wanted = columns_in_roles(header, roles);
        const auto* const row_number = find_roles(header, roles).row_number;
        if (row_number != nullptr) wanted.push_back(row_number->name);
        const bool other_truth = is_called_prediction(roles.truth);
        for (const auto& name : names) // because a warning may be about them
            if (std::ranges::find(wanted, name) == wanted.end() &&
                (suggests_folds(name) || suggests_windows(name) || is_called_group(name) ||
                 (judges_items(roles) && is_called_item(name)) || (other_truth && is_called_truth(name))))
                wanted.push_back(name);
        return wanted;
    } catch (const InputError&) {
        return names; // make_scored_rows() reports the error and the columns
    }
}

} // namespace unseen
