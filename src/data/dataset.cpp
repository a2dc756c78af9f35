#include "unseen/data/dataset.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/base/spec.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_map>

namespace unseen {

struct Dataset::State {
    std::vector<Column> features;
    std::vector<Column> others; ///< columns in roles, and ignored ones
    std::string response_name;
    ResponseType type = ResponseType::classes;
    Labels classes;
    std::vector<std::int32_t> class_codes;
    std::vector<double> responses;
    std::vector<double> weights;
    std::string group;
    std::string stratum;
    Row rows = 0;
    Row labelled = 0;
    std::vector<Row> unlabelled;
    std::vector<Row> test_rows;
    std::vector<Row> source_row;
    Digest digest;
    Digest digest_with_derived;
    std::vector<Warning> warnings;
};

namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();
/// A numeric response with this many distinct integers from 0 or 1 up still counts as classes (digits, wine, letters).
constexpr std::size_t most_integer_classes = 20;

const Column* find_column(const std::vector<Column>& columns, std::string_view name)
{
    for (const auto& column : columns)
        if (column.name == name) return &column;
    return nullptr;
}

const Column& named_column(const Table& table, const std::string& name)
{
    if (const auto* column = find_column(table.columns, name)) return *column;
    std::vector<std::string> names;
    for (const auto& column : table.columns) names.push_back(column.name);
    throw InputError(table.source + ": no column '" + name + "'; did you mean '" + nearest(name, names) + "'?");
}

const std::string& target_name(const Table& table, const std::string& target)
{
    require(!table.columns.empty(), table.source + ": has no columns");
    if (target == "@last") return table.columns.back().name;
    if (target == "@first") return table.columns.front().name;
    return named_column(table, target).name;
}

bool contains(const std::vector<std::string>& list, const std::string& name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

/// A numeric column as categories, in numeric order.
CodedColumn coded_from_numbers(const NumericColumn& numeric)
{
    std::set<double> distinct;
    for (const double x : numeric.values)
        if (!std::isnan(x)) distinct.insert(x);
    CodedColumn coded;
    for (const double x : distinct) coded.labels.add(shortest(x));
    for (const double x : numeric.values)
        coded.codes.push_back(std::isnan(x) ? -1 : static_cast<std::int32_t>(std::distance(distinct.begin(), distinct.find(x))));
    return coded;
}

/// Whether numbers look like class codes: two values, or few integers that begin at 0 or 1.
bool looks_like_classes(const NumericColumn& numeric)
{
    std::set<double> distinct;
    for (const double x : numeric.values) {
        if (std::isnan(x)) continue;
        distinct.insert(x);
        if (distinct.size() > most_integer_classes) return false;
    }
    if (distinct.size() <= 2) return true;
    const bool integers = std::all_of(distinct.begin(), distinct.end(), [](double x) { return std::floor(x) == x; });
    return integers && (*distinct.begin() == 0.0 || *distinct.begin() == 1.0);
}

/// Appends the cells of `rows` of `from` to `to`; new labels go to the end of the list. Throws if one is numeric and the other is not.
void append_cells(Column& to, const Column& from, const std::vector<Row>& rows, const std::string& source)
{
    if (to.is_numeric()) {
        require(from.is_numeric(), source + ": column '" + to.name + "' holds categories; expected numbers, as in the main file");
        auto& values = std::get<NumericColumn>(to.cells).values;
        for (const Row r : rows) values.push_back(from.numeric().values[r]);
        return;
    }
    auto& coded = std::get<CodedColumn>(to.cells);
    const CodedColumn as_codes = from.is_numeric() ? coded_from_numbers(from.numeric()) : from.coded();
    std::vector<std::int32_t> translated;
    for (const auto& name : as_codes.labels.names()) translated.push_back(static_cast<std::int32_t>(coded.labels.add(name)));
    for (const Row r : rows) {
        const auto code = as_codes.codes[r];
        coded.codes.push_back(code < 0 ? -1 : translated[static_cast<std::size_t>(code)]);
    }
}

void append_missing(Column& to, std::size_t n)
{
    if (to.is_numeric())
        std::get<NumericColumn>(to.cells).values.resize(to.rows() + n, missing_number);
    else
        std::get<CodedColumn>(to.cells).codes.resize(to.rows() + n, -1);
}

/// A column with its rows in another order.
Column reordered(const Column& column, const std::vector<Row>& order)
{
    Column result{column.name, NumericColumn{}};
    if (!column.is_numeric()) result.cells = CodedColumn{column.coded().labels, {}};
    append_cells(result, column, order, "");
    return result;
}

Digest digest_of(const std::vector<Column>& columns, const Column& response, const std::string& roles)
{
    Hasher hasher;
    const auto add = [&](const Column& column) {
        hasher.add(column.name);
        if (column.is_numeric()) {
            hasher.add("numeric").add(std::span<const double>(column.numeric().values));
        } else {
            hasher.add("categories");
            for (const auto& label : column.coded().labels.names()) hasher.add(label);
            hasher.add(std::span<const std::int32_t>(column.coded().codes));
        }
    };
    for (const auto& column : columns) add(column);
    hasher.add("response");
    add(response);
    hasher.add(roles);
    return hasher.finish();
}

/// The response as the roles want it: categories or numbers.
Column response_column(const Table& table, const Column& column, const Roles& roles, std::vector<Warning>& warnings)
{
    const bool wanted_classes = contains(roles.categorical, column.name);
    const bool wanted_numbers = contains(roles.numeric, column.name);
    if (!column.is_numeric()) {
        require(!wanted_numbers, table.source + ": column '" + column.name + "' holds categories; it cannot be numeric");
        return column;
    }
    if (wanted_numbers || (!wanted_classes && (table.declared_types || !looks_like_classes(column.numeric())))) return column;
    Column classes{column.name, coded_from_numbers(column.numeric())};
    if (!wanted_classes && classes.coded().labels.size() > 2)
        warnings.push_back({"numbers_as_classes", "the target '" + column.name + "' holds " +
                                                      std::to_string(classes.coded().labels.size()) +
                                                      " distinct whole numbers and is taken as classes; --numeric " +
                                                      column.name + " makes it a number"});
    return classes;
}

} // namespace

Dataset::Dataset(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Dataset Dataset::make(const Table& main, const Roles& roles) { return make(main, roles, nullptr, nullptr); }

Dataset Dataset::make(const Table& main, const Roles& roles, const Table* test, const Table* unlabelled)
{
    auto state = std::make_shared<State>();
    require(main.rows() > 0, main.source + ": has no rows");
    require(main.rows() < std::numeric_limits<Row>::max() / 4, main.source + ": has too many rows");
    state->response_name = target_name(main, roles.target);
    for (const auto* list : {&roles.ignore, &roles.categorical, &roles.numeric})
        for (const auto& name : *list) named_column(main, name);
    for (const auto* name : {&roles.group, &roles.stratum, &roles.weight, &roles.time, &roles.id})
        if (!name->empty()) {
            named_column(main, *name);
            require(*name != state->response_name,
                    main.source + ": column '" + *name + "' cannot be the target and have another role");
        }
    require(!contains(roles.ignore, state->response_name),
            main.source + ": the target '" + state->response_name + "' cannot be ignored");

    Column response = response_column(main, named_column(main, state->response_name), roles, state->warnings);
    state->type = response.is_numeric() ? ResponseType::numbers : ResponseType::classes;

    // Labelled rows first, so that plans run over 0..labelled-1.
    std::vector<Row> order;
    for (Row r = 0; r < main.rows(); ++r)
        if (!response.missing(r)) order.push_back(r);
    state->labelled = static_cast<Row>(order.size());
    require(state->labelled > 0, main.source + ": column '" + state->response_name + "', the target, has no value in any row");
    for (Row r = 0; r < main.rows(); ++r)
        if (response.missing(r)) {
            state->unlabelled.push_back(static_cast<Row>(order.size()));
            order.push_back(r);
        }
    if (!state->unlabelled.empty())
        state->warnings.push_back({"missing_target", std::to_string(state->unlabelled.size()) +
                                                         " rows have no value of the target '" + state->response_name +
                                                         "'; no learner is trained or tested on them"});
    state->source_row = order;
    const bool same_order = state->unlabelled.empty();
    if (!same_order) response = reordered(response, order);

    for (const auto& column : main.columns) {
        if (column.name == state->response_name) continue;
        const bool other = contains(roles.ignore, column.name) || column.name == roles.group || column.name == roles.stratum ||
                           column.name == roles.weight || column.name == roles.time || column.name == roles.id;
        (other ? state->others : state->features).push_back(same_order ? column : reordered(column, order));
    }

    std::string role_text;
    for (const auto& [role, name] : {std::pair<std::string, const std::string*>{"group", &roles.group},
                                     {"stratum", &roles.stratum},
                                     {"weight", &roles.weight},
                                     {"time", &roles.time},
                                     {"id", &roles.id}})
        role_text += role + '=' + *name + ';';
    std::vector<Column> all = state->features;
    all.insert(all.end(), state->others.begin(), state->others.end());
    state->digest = digest_of(all, response, role_text);

    // Derived rows: unlabelled first, then test rows; both are matched by column name.
    const auto append = [&](const Table& table, std::vector<Row>& list, bool with_response) {
        std::vector<Row> rows(table.rows());
        std::iota(rows.begin(), rows.end(), Row{0});
        for (auto& column : state->features) append_cells(column, named_column(table, column.name), rows, table.source);
        for (auto& column : state->others) {
            if (const auto* from = find_column(table.columns, column.name))
                append_cells(column, *from, rows, table.source);
            else
                append_missing(column, rows.size());
        }
        if (with_response) {
            const auto before = response.rows();
            append_cells(response, named_column(table, state->response_name), rows, table.source);
            for (std::size_t r = before; r < response.rows(); ++r)
                require(!response.missing(r), table.source + ": row " + std::to_string(r - before + 1) +
                                                  " has no value of the target '" + state->response_name +
                                                  "'; a test row needs one");
        } else {
            append_missing(response, rows.size());
        }
        for (const Row r : rows) {
            list.push_back(static_cast<Row>(state->source_row.size()));
            state->source_row.push_back(r);
        }
    };
    if (unlabelled != nullptr) append(*unlabelled, state->unlabelled, false);
    if (test != nullptr) append(*test, state->test_rows, true);
    state->rows = static_cast<Row>(state->source_row.size());
    all = state->features;
    all.insert(all.end(), state->others.begin(), state->others.end());
    state->digest_with_derived =
        test == nullptr && unlabelled == nullptr
            ? state->digest
            : digest_of(all, response, role_text + "unlabelled=" + std::to_string(state->unlabelled.size()));

    if (state->type == ResponseType::numbers) {
        state->responses = response.numeric().values;
    } else {
        state->classes = response.coded().labels;
        state->class_codes = response.coded().codes;
    }
    if (!roles.weight.empty()) {
        const auto* weight = find_column(state->others, roles.weight);
        require(weight->is_numeric(), main.source + ": the weights, column '" + roles.weight + "', must be numbers");
        state->weights = weight->numeric().values;
        for (std::size_t r = 0; r < state->weights.size(); ++r)
            require(state->weights[r] >= 0.0, main.source + ": column '" + roles.weight + "', row " +
                                                  std::to_string(state->source_row[r] + 1) +
                                                  ": a weight must be a number from 0 up");
    }
    state->group = roles.group;
    state->stratum = roles.stratum;
    return Dataset(std::move(state));
}

Row Dataset::rows() const { return state_->rows; }
Row Dataset::labelled() const { return state_->labelled; }
std::span<const Row> Dataset::unlabelled() const { return state_->unlabelled; }
std::span<const Row> Dataset::test_rows() const { return state_->test_rows; }
Row Dataset::source_row(Row row) const { return state_->source_row.at(row); }
std::span<const Column> Dataset::features() const { return state_->features; }

const Column* Dataset::column(std::string_view name) const
{
    if (const auto* column = find_column(state_->features, name)) return column;
    return find_column(state_->others, name);
}

const std::string& Dataset::response_name() const { return state_->response_name; }
ResponseType Dataset::response_type() const { return state_->type; }
const Labels& Dataset::classes() const { return state_->classes; }
std::span<const std::int32_t> Dataset::class_codes() const { return state_->class_codes; }
std::span<const double> Dataset::responses() const { return state_->responses; }
std::span<const double> Dataset::weights() const { return state_->weights; }
const Column* Dataset::group() const { return state_->group.empty() ? nullptr : column(state_->group); }
const Column* Dataset::stratum() const { return state_->stratum.empty() ? nullptr : column(state_->stratum); }
const Digest& Dataset::digest() const { return state_->digest; }
const Digest& Dataset::digest_with_derived() const { return state_->digest_with_derived; }
const std::vector<Warning>& Dataset::warnings() const { return state_->warnings; }

} // namespace unseen
