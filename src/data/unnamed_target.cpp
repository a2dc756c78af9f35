#include "unseen/data/unnamed_target.hpp"

#include "base/listed.hpp"
#include "data/column_tools.hpp"
#include "data/like_ids.hpp"
#include "data/times.hpp"

#include "unseen/base/label_spelling.hpp"
#include "unseen/data/role_fields.hpp"

#include <algorithm>
#include <unordered_set>

namespace unseen {

namespace {

// In lower case; other letters than those of ASCII in both.
constexpr std::string_view usual_targets[] = {
    "target",       "class",       "label",       "y",           "outcome",      "response",      "survived",
    "saleprice",    "zielgroesse", "zielgröße",   "zielgrÖße",   "ausgefallen",  "ergebnis",      "esito",
    "risultato",    "resultado",   "relapse",     "spam",        "is_spam",      "kreditausfall", "species",
    "diagnosis",    "churn",       "churned",     "fraud",       "is_fraud",     "isfraud",       "attrition",
    "target_class", "class_label", "ziel",        "klasse",      "zielvariable", "diagnose",      "clase",
    "objetivo",     "etiqueta",    "diagnóstico", "diagnÓstico", "diagnostico",  "especie",       "classe",
    "cible",        "étiquette",   "Étiquette",   "espèce",      "espÈce",       "diagnostic",    "obiettivo",
    "etichetta",    "diagnosi",    "klasa",       "etykieta",    "gatunek",      "diagnoza",      "luokka",
    "kohde",        "класс",       "Класс",       "КЛАСС",       "метка",        "Метка",         "диагноз",
    "Диагноз",      "类别",        "标签",        "目标",        "クラス",       "ラベル"};

constexpr std::size_t fewest_rows = 20;
constexpr std::size_t most_candidates = 5;

bool has_usual_name(const std::string& name)
{
    static const auto plain = [] {
        std::unordered_set<std::string> spellings;
        for (const auto usual : usual_targets) spellings.insert(plain_spelling(usual));
        return spellings;
    }();
    return plain.contains(plain_spelling(name));
}

/// The texts of a column, if it has any: of categories, or of numbers that keep their spelling.
const CodedColumn* texts_in(const Column& column)
{
    if (!column.is_numeric()) return &column.coded();
    return column.numeric().spelling ? &*column.numeric().spelling : nullptr;
}

bool are_dates(const Column& column)
{
    constexpr std::size_t most_looked_at = 50;
    const auto* coded = texts_in(column);
    if (coded == nullptr || coded->labels.size() == 0) return false;
    const auto& names = coded->labels.names();
    return moments_of_dates(std::span(names).first(std::min(names.size(), most_looked_at))).has_value();
}

/// True if each row has a number of its own, and these go up by one, or the column is called an id.
bool numbers_rows(const Column& column)
{
    const auto& x = column.numeric().values;
    bool by_one = true;
    std::unordered_set<double> distinct;
    for (std::size_t r = 0; r < x.size(); ++r) {
        by_one = by_one && x[r] == x[0] + static_cast<double>(r);
        if (!by_one && (!is_called_id(column.name) || !distinct.insert(x[r]).second)) return false;
    }
    return true;
}

/// Why the column is not likely a target, in a clause; empty if it may be one.
std::string unlikely_as_target(const Column& column)
{
    if (are_dates(column)) return "holds dates";
    if (column.rows() < fewest_rows) return "";
    if (column.is_numeric()) return numbers_rows(column) ? "looks like an id" : "";
    const auto& names = column.coded().labels.names();
    if (2 * names.size() <= column.rows()) return "";
    std::size_t blanks = 0;
    for (const auto& name : names) blanks += static_cast<std::size_t>(std::ranges::count(name, ' '));
    return blanks >= 4 * names.size() ? "holds texts of several words"
                                      : "differs in nearly every row like an id";
}

/// Whether the file, or the user, says what the column is.
bool has_role(const Column& column, const Table& table, const Roles& roles)
{
    if (column.name == table.row_names || column.name == table.group || column.name == table.weight)
        return true;
    for (const auto& field : given_fields(roles))
        if (field.info->kind == FieldKind::column && field.info->name != "categorical" &&
            field.info->name != "numeric" && std::ranges::count(texts_of(field.value), column.name) > 0)
            return true;
    return false;
}

bool has_few_classes(const Column& column)
{
    return column.is_numeric() ? looks_like_classes(column.numeric()) : column.coded().labels.size() <= 20;
}

/// "`target=a`, `target=b` or one of 7 others".
std::string options_of(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most_candidates); ++i)
        text += (i == 0 ? "`target=" : ", `target=") + names[i] + '`';
    if (names.size() > most_candidates)
        text += " or one of " + std::to_string(names.size() - most_candidates) + " others";
    return text;
}

} // namespace

std::string doubt_of_target(const Table& table, const Roles& roles)
{
    if (table.declared_types || table.leaves_zeros_out || table.sparse || !table.group.empty()) return "";
    const auto& last = table.columns.back();
    const bool odd = std::ranges::find(table.odd_cells, last.name, &OddCell::column) != table.odd_cells.end();
    if (odd || has_usual_name(last.name) || has_role(last, table, roles)) return "";
    const bool places = std::ranges::any_of(
        table.columns, [](const Column& column) { return plain_spelling(column.name) == "x"; });
    std::vector<std::string> usual, few, many;
    for (const auto& column : table.columns) {
        if (&column == &last || has_role(column, table, roles)) continue;
        const bool named = has_usual_name(column.name) && !(places && plain_spelling(column.name) == "y");
        if (!unlikely_as_target(column).empty()) continue;
        (named ? usual : has_few_classes(column) ? few : many).push_back(column.name);
    }
    const auto unlikely = unlikely_as_target(last);
    if (usual.empty() && unlikely.empty()) return "";
    const auto begin = table.source + ": no target is named, and the last column, '" + last.name + "', ";
    const auto end = ", or `target=@last` for '" + last.name + '\'';
    if (!usual.empty())
        return begin + (unlikely.empty() ? "need not be it" : unlikely) + ": " + listed_in_quotes(usual) +
               (usual.size() == 1 ? " has the usual name" : " have usual names") + " of a target; expected " +
               options_of(usual) + end;
    few.insert(few.end(), many.begin(), many.end());
    return begin + unlikely + "; expected " + (few.empty() ? "`target=COLUMN`" : options_of(few)) + end;
}

} // namespace unseen
