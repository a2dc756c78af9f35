#include "unseen/data/dataset.hpp"

#include "base/listed.hpp"
#include "data/column_tools.hpp"
#include "data/groups_of_one_row.hpp"
#include "data/lags.hpp"
#include "data/odd_columns.hpp"
#include "data/sparse_tools.hpp"
#include "data/times.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/label_spelling.hpp"
#include "unseen/base/number.hpp"
#include "unseen/data/equal_rows.hpp"
#include "unseen/data/role_fields.hpp"
#include "unseen/data/unnamed_target.hpp"
#include "unseen/stats/effective_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace unseen {

/// Columns that are made of sparse rows when they are first needed.
struct Dataset::Lazy {
    std::once_flag made;
    std::vector<Column> columns;
};

struct Dataset::State {
    std::vector<Column> features;             ///< unless they are sparse rows
    std::shared_ptr<const SparseRows> sparse; ///< the features, or null
    std::shared_ptr<Lazy> dense;              ///< of sparse rows, shared by datasets of the same
    std::vector<Column> others;               ///< columns with a role, and ignored columns
    std::string response_name;
    std::vector<std::string> target_names;
    ResponseType type = ResponseType::classes;
    Labels classes;
    std::size_t own_classes = 0;
    bool ordered = false;
    PositiveClass positive;
    std::string keyed_positive; ///< its name in digests; empty if it is the one of digests without a name
    std::vector<std::int32_t> class_codes;
    std::vector<double> responses;
    std::vector<double> weights;
    std::string group;
    std::vector<std::uint32_t> groups;
    std::string stratum;
    std::string time;
    std::uint64_t horizon = 0; ///< 0: the rows are no series
    std::string lags_note;
    Row rows = 0;
    Row labelled = 0;
    std::vector<Row> unlabelled;
    std::vector<Row> test_rows;
    std::vector<Row> source_row;
    Digest digest;
    Digest learning_digest;
    std::vector<Warning> warnings;

    void order_rows(std::span<const Column> response, const std::string& source,
                    const std::vector<bool>& left_out);
    void take_columns(Table& main, const Roles& roles, const Lagged& lags, bool same_order);
    void join_features();
    void append(const Table& table, std::vector<Row>& list, std::span<Column> response, bool labelled_rows);
    void take_weights(const std::string& name, const Table& main, const Table* test);
    void number_groups(const Table& main, const Table* test);
    void warn_of_columns(const Table& main, std::span<const Column> examined,
                         std::span<const Column> response, const Roles& roles);
    void warn_of_older_test_rows();
    void keep_needed_spellings(std::vector<Column>& response, const Roles& roles);
    Digest digest_of(std::span<const Column> response, const Roles& roles) const;
    void check_test_classes(const Column& response, const Table& main, const Table& test) const;
    void settle_positive(const Column& response, const Roles& roles);
    void take_numbers(std::vector<Column> response);
    void take_classes(CodedColumn coded);
};

namespace {

bool contains(const std::vector<std::string>& list, const std::string& name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

/// The roles of single columns in the order of the digest.
std::vector<std::pair<std::string, const std::string*>> named_roles(const Roles& roles)
{
    auto fields = fields_of(roles);
    std::erase_if(fields, [](const auto& field) { return field.info->in_digest == 0; });
    std::ranges::sort(fields, {}, [](const auto& field) { return field.info->in_digest; });
    std::vector<std::pair<std::string, const std::string*>> named;
    for (const auto& [info, value] : fields)
        named.emplace_back(info->name, std::get<const std::string*>(value));
    return named;
}

/// The roles from here on enter a digest only if they are given, so that digests without them are those of
/// earlier versions.
constexpr std::size_t first_roles = 5;

/// Checks the invariants of Table, because a table may come from other code than the readers.
void check_table(const Table& table)
{
    require(!table.columns.empty(), table.source + ": has no columns; expected at least one");
    require(table.rows() > 0, table.source + ": has no rows; expected at least one");
    require(!table.sparse || table.sparse->rows() == table.rows(),
            table.source + ": the sparse rows are as many as the others");
    std::unordered_set<std::string_view> names;
    for (const auto& column : table.columns) {
        require(column.rows() == table.rows(), table.source + ": column '" + column.name + "' has " +
                                                   std::to_string(column.rows()) + " rows; expected " +
                                                   std::to_string(table.rows()));
        require(names.insert(column.name).second,
                table.source + ": two columns are called '" + column.name + "'; expected distinct names");
    }
}

/// True if the groups are those of equal rows. A table that has such a column keeps it.
bool groups_duplicates(const Table& table, const Roles& roles)
{
    return roles.group == group_of_duplicates && find_column(table.columns, roles.group) == nullptr;
}

void check_roles(const Table& table, const Roles& roles, const std::vector<std::string>& targets)
{
    for (const auto* list : {&roles.ignore, &roles.categorical, &roles.numeric})
        for (const auto& name : *list)
            if (!table.sparse || !table.sparse->place(name)) named_column(table, name);
    for (const auto& [role, name] : named_roles(roles)) {
        if (name->empty() || (name == &roles.group && groups_duplicates(table, roles))) continue;
        named_column(table, *name);
        require(!contains(targets, *name),
                table.source + ": column '" + *name + "' cannot be the target and the " + role);
    }
    for (const auto& name : targets)
        require(!contains(roles.ignore, name),
                table.source + ": the target '" + name + "' cannot be ignored");
    for (const auto& name : roles.known) {
        named_column(table, name);
        const auto named = named_roles(roles);
        const bool other = contains(targets, name) || contains(roles.ignore, name) ||
                           std::ranges::any_of(named, [&](const auto& role) { return *role.second == name; });
        require(!other, table.source + ": column '" + name +
                            "' is not a feature; `known` is for features that are known in advance");
    }
    for (const auto& name : roles.numeric)
        require(!contains(roles.categorical, name),
                table.source + ": column '" + name +
                    "' is declared categorical and numeric; expected one of them");
}

/// Throws InputError for roles of a series that do not go together.
void check_series(const Table& table, const Roles& roles, const std::vector<std::string>& targets,
                  bool further_tables)
{
    require(roles.horizon.value_or(1) >= 1,
            "`horizon` = 0 forecasts nothing; expected 1 or more: how many rows ahead");
    require(!roles.lags.empty() || roles.known.empty(),
            "`known` names the columns that stay features beside lags, and there are no lags; expected "
            "`lags` with it");
    if (roles.lags.empty()) return;
    require(targets.size() == 1, "`lags` are of one target, and there are " + std::to_string(targets.size()));
    require(!table.sparse, table.source + ": `lags` are of a series in columns, not of sparse rows");
    require(!further_tables, "`lags` are of one file: the rows of a test file, or of unlabelled ones, have "
                             "no place in its series; "
                             "expected windows in time, such as forward-growing");
}

/// Columns of sparse rows that have a role become ordinary columns; if one of them holds categories, all
/// columns do.
void settle_sparse_rows(Table& table, const Roles& roles, const std::vector<std::string>& targets)
{
    if (!table.sparse) return;
    const auto is_in = [&](const std::string& name) { return table.sparse->place(name).has_value(); };
    if (std::ranges::any_of(roles.categorical, is_in)) return make_dense(table);
    auto names = roles.ignore;
    names.insert(names.end(), targets.begin(), targets.end());
    for (const auto& [role, name] : named_roles(roles)) names.push_back(*name);
    take_out(table, names);
}

/// The column with the type that the roles declare.
Column typed(const std::string& source, Column column, const Roles& roles)
{
    require(column.is_numeric() || !contains(roles.numeric, column.name),
            source + ": column '" + column.name + "' holds categories; it cannot be numeric");
    if (column.is_numeric() && contains(roles.categorical, column.name))
        return {column.name, coded_from_numbers(column)};
    return column;
}

/// Makes a column of numbers of its values alone, because a learner sees values. Warns if they are fewer than
/// the spellings.
void forget_spelling(Column& column, const std::string& what, std::vector<Warning>& warnings)
{
    if (!column.is_numeric() || !column.numeric().spelling) return;
    auto& numbers = std::get<NumericColumn>(column.cells);
    const std::vector<std::string> spelt = numbers.spelling->labels.names();
    numbers.spelling.reset();
    std::unordered_set<double> distinct;
    for (const double x : numbers.values)
        if (!std::isnan(x)) distinct.insert(x);
    if (distinct.size() >= spelt.size()) return;
    warnings.push_back({warnings::digits_lost,
                        what + " '" + column.name + "' has " + std::to_string(spelt.size()) +
                            " different cells of " + std::to_string(distinct.size()) +
                            " numbers: some have leading zeros, or more than 15 digits; `categorical=" +
                            column.name + "` keeps them apart"});
}

/// Takes a column of the response out of the table.
Column take_target(Table& table, const std::string& name, const Roles& roles)
{
    for (const auto& odd : table.odd_cells)
        require(odd.column != name || contains(roles.categorical, name), odd.what);
    const auto at = std::ranges::find(table.columns, name, &Column::name);
    Column column = typed(table.source, std::move(*at), roles);
    table.columns.erase(at);
    return column;
}

/// Takes the response out of the table: a column for each target. Numbers that look like class codes become
/// classes, unless the file or the user declares them numeric.
std::vector<Column> take_response(Table& table, const std::vector<std::string>& names, const Roles& roles,
                                  std::vector<Warning>& warnings)
{
    std::vector<Column> columns;
    for (const auto& name : names) {
        columns.push_back(take_target(table, name, roles));
        require(names.size() == 1 || columns.back().is_numeric(),
                table.source + ": column '" + name +
                    "' holds categories; expected numbers in each of several targets");
    }
    if (names.size() > 1) {
        for (auto& column : columns) forget_spelling(column, "the target", warnings);
        return columns;
    }
    auto& column = columns.front();
    const auto& name = column.name;
    if (!column.is_numeric() || table.declared_types || contains(roles.numeric, name) ||
        !looks_like_classes(column.numeric())) {
        forget_spelling(column, "the target", warnings);
        return columns;
    }
    column.cells = coded_from_numbers(column);
    if (const auto n = column.coded().labels.size(); n > 2)
        warnings.push_back({warnings::numbers_as_classes,
                            "the target '" + name + "' holds " + std::to_string(n) +
                                " distinct whole numbers and is taken as classes; `numeric=" + name +
                                "` makes it a number"});
    return columns;
}

/// The classes of the response from the lowest on, as the roles have them.
std::vector<std::string> class_order(const Column& response, const Roles& roles, const Table& table)
{
    const auto& names = response.coded().labels.names();
    if (roles.ordered != std::vector<std::string>{"@declared"}) return roles.ordered;
    require(table.declared_types || std::all_of(names.begin(), names.end(),
                                                [](const auto& n) { return parse_number(n).has_value(); }),
            "`ordered`: " + table.source + " declares no order of the classes; list them, lowest first");
    return names;
}

/// Gives the classes of the response the order of the roles. A class that never occurs keeps its place.
void order_classes(Column& response, const Roles& roles, const Table& table)
{
    require(!response.is_numeric(), "`ordered` is about classes, but the target '" + response.name +
                                        "' holds numbers; `categorical=" + response.name +
                                        "` makes them classes");
    auto& coded = std::get<CodedColumn>(response.cells);
    const auto names = class_order(response, roles, table);
    for (auto name = names.begin(); name != names.end(); ++name)
        require(std::find(names.begin(), name, *name) == name,
                "`ordered`: '" + *name + "' is listed twice; expected each class once");
    Labels order(names);
    require(order.size() > 1, "`ordered`: expected at least two classes, lowest first");
    std::vector<std::int32_t> places;
    for (const auto& name : coded.labels.names()) {
        const auto place = order.code(name);
        require(place.has_value(),
                "`ordered`: the class '" + name + "' of " + table.source +
                    " is not listed; expected all of: " + listed_in_quotes(coded.labels.names(), 3));
        places.push_back(static_cast<std::int32_t>(*place));
    }
    for (auto& code : coded.codes)
        if (code >= 0) code = places[static_cast<std::size_t>(code)];
    coded.labels = std::move(order);
}

/// The roles, completed: the file's own columns of groups and weights have these roles, unless the roles name
/// others or use these columns for another purpose. The target of a series is numeric.
Roles settled(Roles roles, const Table& table, const std::vector<std::string>& targets)
{
    const auto named = named_roles(roles);
    const auto is_free = [&](const std::string& column) {
        return !contains(roles.ignore, column) && !contains(targets, column) &&
               std::ranges::none_of(named, [&](const auto& role) { return *role.second == column; });
    };
    if (roles.group.empty() && is_free(table.group)) roles.group = table.group;
    if (roles.weight.empty() && is_free(table.weight)) roles.weight = table.weight;
    if (!roles.lags.empty())
        for (const auto& name : targets)
            if (!contains(roles.categorical, name) && named_column(table, name).is_numeric())
                roles.numeric.push_back(name);
    return roles;
}

/// Throws InputError unless each of the rows begin <= r < end has a weight from 0 to largest_weight.
void check_weights(const Column& column, Row begin, Row end, const std::vector<Row>& source_row,
                   const std::string& source)
{
    for (Row r = begin; r < end; ++r) {
        const auto where = [&] {
            return source + ": column '" + column.name + "', row " + std::to_string(source_row[r] + 1) + ": ";
        };
        const double weight = column.numeric().values[r];
        if (!(weight >= 0.0)) throw InputError(where() + "the weight must be a number >= 0");
        if (weight > largest_weight)
            throw InputError(where() + "the weight must be at most " + shortest(largest_weight));
    }
}

} // namespace

/// Numbers the labelled rows first, so that plans use rows 0..labelled-1. Empty `left_out`: none are.
void Dataset::State::order_rows(std::span<const Column> response, const std::string& source,
                                const std::vector<bool>& left_out)
{
    const auto has_place = [&](Row r) { return left_out.empty() || !left_out[r]; };
    const auto lacks = [&](Row r) {
        return std::ranges::any_of(response, [r](const Column& c) { return c.missing(r); });
    };
    const auto all = static_cast<Row>(response.front().rows());
    for (Row r = 0; r < all; ++r)
        if (has_place(r) && !lacks(r)) source_row.push_back(r);
    labelled = static_cast<Row>(source_row.size());
    require(labelled > 0, source + ": column '" + response_name + "', the target, has no value in any row");
    for (Row r = 0; r < all; ++r)
        if (has_place(r) && lacks(r)) {
            unlabelled.push_back(static_cast<Row>(source_row.size()));
            source_row.push_back(r);
        }
    if (unlabelled.empty()) return;
    const auto n = unlabelled.size();
    warnings.push_back({warnings::missing_target, std::to_string(n) + (n == 1 ? " row has" : " rows have") +
                                                      " no value of the target '" + response_name +
                                                      "'; no learner is trained or tested on " +
                                                      (n == 1 ? "it" : "them")});
}

/// Features that are columns beside sparse rows (such as the label, if another column is the target) become
/// sparse rows as well; if that is not possible, all features become columns.
void Dataset::State::join_features()
{
    if (std::ranges::all_of(features, &Column::is_numeric)) {
        sparse = std::make_shared<const SparseRows>(with_columns(*sparse, features));
        features.clear();
        return;
    }
    require_small(*sparse, "a feature of categories beside sparse rows");
    auto all = sparse->dense();
    all.insert(all.end(), std::make_move_iterator(features.begin()), std::make_move_iterator(features.end()));
    features = std::move(all);
    sparse = nullptr;
}

/// Appends all rows of another table, with columns matched by name.
void Dataset::State::append(const Table& table, std::vector<Row>& list, std::span<Column> response,
                            bool labelled_rows)
{
    std::vector<Row> appended(table.rows());
    std::iota(appended.begin(), appended.end(), Row{0});
    Column scratch;
    const auto cells_of = [&](const std::string& name) -> const Column& {
        const auto* column = any_column(table, name, scratch);
        return column != nullptr ? *column : named_column(table, name); // throws
    };
    for (auto& column : features) append_cells(column, cells_of(column.name), appended, table.source);
    if (sparse) {
        auto longer = *sparse;
        append_rows(longer, table);
        sparse = std::make_shared<const SparseRows>(std::move(longer));
    }
    for (auto& column : others) {
        if (const auto* from = any_column(table, column.name, scratch))
            append_cells(column, *from, appended, table.source);
        else
            append_missing(column, appended.size());
    }
    for (auto& column : response) {
        if (!labelled_rows) {
            append_missing(column, appended.size());
            continue;
        }
        const auto before = column.rows();
        append_cells(column, cells_of(column.name), appended, table.source);
        for (const Row r : appended)
            require(!column.missing(before + r), table.source + ": row " + std::to_string(r + 1) +
                                                     " has no value of the target '" + column.name +
                                                     "'; a test row needs one");
    }
    for (const Row r : appended) {
        list.push_back(static_cast<Row>(source_row.size()));
        source_row.push_back(r);
    }
}

void Dataset::State::take_weights(const std::string& name, const Table& main, const Table* test)
{
    const auto& column = *find_column(others, name);
    require(column.is_numeric(), main.source + ": the weights, column '" + name + "', must be numbers");
    check_weights(column, 0, labelled, source_row, main.source);
    weights = column.numeric().values;
    if (test != nullptr && main.weight == name && find_column(test->columns, name) == nullptr) {
        for (const Row r : test_rows) weights[r] = 1.0; // as rows of such a file that state none
    } else if (test != nullptr) {
        require(find_column(test->columns, name) != nullptr,
                test->source + ": has no column '" + name + "', the weights");
        check_weights(column, test_rows.front(), rows, source_row, test->source);
    }
    // Rows without a response are in no training or test set. Their weights have no effect, but must be
    // numbers.
    for (const Row r : unlabelled)
        if (!(weights[r] >= 0.0)) weights[r] = 1.0;
    if (all_equal(weights)) weights.clear();
}

void Dataset::State::number_groups(const Table& main, const Table* test)
{
    if (test != nullptr)
        require(find_column(test->columns, group) != nullptr,
                test->source + ": has no column '" + group + "', the groups");
    const auto& column = *find_column(others, group);
    const Row first_test = test_rows.empty() ? rows : test_rows.front();
    // If files number their own groups, the same number means different groups in different files.
    const bool of_each_file = test != nullptr && main.group == group && test->group == group;
    std::unordered_map<std::int64_t, std::uint32_t> of_code;
    std::unordered_map<double, std::uint32_t> of_number;
    std::size_t of_main = 0;
    const auto next = [&] { return static_cast<std::uint32_t>(of_main + of_code.size() + of_number.size()); };
    groups.reserve(rows);
    for (Row r = 0; r < rows; ++r) {
        if (of_each_file && r == first_test) {
            of_main = next();
            of_code.clear();
            of_number.clear();
        }
        if (column.missing(r)) {
            const bool free = r >= labelled && r < first_test;
            if (!free)
                throw InputError((r < labelled ? main : *test).source + ": column '" + group + "', row " +
                                 std::to_string(source_row[r] + 1) +
                                 ": the group is missing; expected one in every row");
            groups.push_back(no_group);
        } else if (column.is_numeric()) {
            groups.push_back(of_number.emplace(column.numeric().values[r], next()).first->second);
        } else {
            groups.push_back(of_code.emplace(column.coded().codes[r], next()).first->second);
        }
    }
    if (test_rows.empty() && labelled == rows && group != group_of_duplicates)
        warn_of_groups_of_one_row(group, next(), rows, warnings);
    std::vector<bool> trained(next(), false);
    for (Row r = 0; r < labelled; ++r) trained[groups[r]] = true;
    std::size_t shared = 0;
    for (const Row r : test_rows) shared += trained[groups[r]] ? 1 : 0;
    if (shared > 0)
        warnings.push_back(
            {warnings::groups_in_test,
             std::to_string(shared) + (shared == 1 ? " test row is" : " test rows are") +
                 " in groups that have training rows: the figures are too good for new groups"});
}

/// Warns if rows of the test file are older than the last training row.
void Dataset::State::warn_of_older_test_rows()
{
    const auto* column = find_column(others, time);
    if (test_rows.empty() || column == nullptr) return;
    const auto times = times_of(*column);
    double last = -std::numeric_limits<double>::infinity();
    for (Row r = 0; r < labelled; ++r)
        if (times[r] > last) last = times[r];
    const auto older =
        static_cast<std::uint64_t>(std::ranges::count_if(test_rows, [&](Row r) { return times[r] < last; }));
    if (older == 0) return;
    warnings.push_back({warnings::time_ignored,
                        counted(older, "row") + " of the test file " + (older == 1 ? "is" : "are") +
                            " older than the last training row: the figures are too good if the data drift"});
}

/// Throws InputError if a class of the test file is another spelling of one of the main file, or if it has
/// several classes and the main file has none of them.
void Dataset::State::check_test_classes(const Column& response, const Table& main, const Table& test) const
{
    if (response.is_numeric()) return;
    const auto& coded = response.coded();
    const auto& names = coded.labels.names();
    const auto own =
        std::vector(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(coded.own_labels()));
    std::vector<bool> occurs(names.size(), false);
    for (const Row r : test_rows) occurs[static_cast<std::size_t>(coded.codes[r])] = true;
    std::vector<std::string> there, further;
    for (std::size_t c = 0; c < names.size(); ++c)
        if (occurs[c]) (c < own.size() ? there : further).push_back(names[c]);
    const bool respelt = std::ranges::any_of(likely_pairs(further, own), [](const auto& pair) {
        return plain_spelling(pair.first) == plain_spelling(pair.second);
    });
    if (!respelt && (!there.empty() || further.size() < 2)) return;
    there.insert(there.end(), further.begin(), further.end());
    throw InputError(test.source + ": the target '" + response.name + "' has the classes " +
                     listed_in_quotes(there, 3) + ", and " + main.source + " has " +
                     listed_in_quotes(own, 3) + "; expected the same spelling in both files" +
                     likely_pairs_text(further, own));
}

/// Finds the positive class. A file with rows of one class alone has the classes of the test file too.
void Dataset::State::settle_positive(const Column& response, const Roles& roles)
{
    if (response.is_numeric()) {
        require(roles.positive.empty(), "`positive` is one of two classes, but the target '" + response.name +
                                            "' holds numbers; `categorical=" + response.name +
                                            "` makes them classes");
        return;
    }
    const auto& coded = response.coded();
    auto names = coded.labels.names();
    if (coded.own_labels() > 1) names.resize(coded.own_labels());
    const Labels labels(std::move(names));
    std::vector<std::size_t> of_class(coded.labels.size(), 0);
    for (Row r = 0; r < labelled; ++r) ++of_class[static_cast<std::size_t>(coded.codes[r])];
    positive = positive_class(labels, of_class);
    if (!roles.positive.empty()) {
        require(labels.size() <= 2,
                "`positive`: there are " + std::to_string(labels.size()) + " classes; expected two");
        const auto code = labels.code(roles.positive);
        require(code.has_value(), "`positive`: '" + roles.positive + "' is not one of the classes " +
                                      listed_in_quotes(labels.names(), 3));
        positive = {*code, PositiveBy::name};
    }
    keyed_positive = positive.code != unnamed_positive(labels) ? labels.name(positive.code) : "";
}

/// Digest of all rows at this moment: only the main table if it is called before append().
Digest Dataset::State::digest_of(std::span<const Column> response, const Roles& roles) const
{
    Hasher hasher;
    // The column counts are included so that a column gives different digests as a feature and ignored.
    add_features_to_digest(hasher, features, sparse.get());
    hasher.add(std::uint64_t{others.size()});
    for (const auto& column : others) add_to_digest(hasher, column);
    hasher.add("response");
    for (const auto& column : response) add_to_digest(hasher, column);
    const auto named = named_roles(roles);
    for (std::size_t i = 0; i < named.size(); ++i)
        if (i < first_roles || !named[i].second->empty()) hasher.add(named[i].first).add(*named[i].second);
    if (horizon > 0) hasher.add("horizon").add(horizon);
    if (!keyed_positive.empty()) hasher.add("positive").add(keyed_positive);
    hasher.add(std::uint64_t{unlabelled.size()}).add(std::uint64_t{test_rows.size()});
    return hasher.finish();
}

/// The numbers of the response, row by row.
void Dataset::State::take_numbers(std::vector<Column> response)
{
    if (response.size() == 1) { // without a copy
        responses = std::get<NumericColumn>(std::move(response.front().cells)).values;
        return;
    }
    for (Row r = 0; r < rows; ++r)
        for (const auto& column : response) responses.push_back(column.numeric().values[r]);
}

namespace {

bool all_equal_to_first(std::span<const std::int32_t> codes)
{
    return std::ranges::all_of(codes, [&](std::int32_t code) { return code == codes.front(); });
}

} // namespace

void Dataset::State::take_classes(CodedColumn coded)
{
    own_classes = coded.own_labels();
    require(!ordered || coded.appended_labels == 0,
            "`ordered`: the class '" + coded.labels.names().back() + "' of the test file is not listed");
    classes = std::move(coded.labels);
    class_codes = std::move(coded.codes);
    std::vector<std::size_t> of_class(classes.size(), 0);
    for (const auto code : class_codes)
        if (code >= 0) ++of_class[static_cast<std::size_t>(code)];
    if (const auto twice = spelt_twice(classes.names(), of_class)) warnings.push_back(*twice);
    const auto own = std::span(class_codes).first(labelled);
    if (all_equal_to_first(own))
        warnings.push_back({warnings::one_class, "every row has the class '" +
                                                     classes.name(static_cast<std::size_t>(own.front())) +
                                                     "': there is nothing to predict"});
    else if (const auto tested = std::span(class_codes).subspan(test_rows.empty() ? rows : test_rows.front());
             tested.size() > 1 && own_classes > 1 && all_equal_to_first(tested))
        warnings.push_back({warnings::one_class, "every row of the test file has the class '" +
                                                     classes.name(static_cast<std::size_t>(tested.front())) +
                                                     "': its figures say nothing about the other classes"});
}

/// Makes features of the columns without a role, and keeps the others; both in the order of `source_row`,
/// which may be that of the table.
void Dataset::State::take_columns(Table& main, const Roles& roles, const Lagged& lags, bool same_order)
{
    const bool lagged = !roles.lags.empty();
    for (const auto& column : lags.features) features.push_back(reordered(column, source_row));
    std::vector<std::string> unknown;
    const auto named = named_roles(roles);
    for (auto& column : main.columns) {
        bool other = contains(roles.ignore, column.name) || column.name == main.row_names ||
                     column.name == main.group || column.name == main.weight ||
                     std::any_of(named.begin(), named.end(),
                                 [&](const auto& role) { return *role.second == column.name; });
        // The values of other columns at the time of a row are not known when the row is forecast, unless the
        // user says so.
        if (lagged && !other && !contains(roles.known, column.name)) {
            unknown.push_back(column.name);
            other = true;
        }
        require(!lagged ||
                    std::ranges::find(lags.features, column.name, &Column::name) == lags.features.end(),
                main.source + ": column '" + column.name + "' has the name of a lag; expected another name");
        auto cells = typed(main.source, std::move(column), roles);
        if (!other) forget_spelling(cells, "the feature", warnings);
        (other ? others : features).push_back(same_order ? std::move(cells) : reordered(cells, source_row));
    }
    lags_note = lags.note;
    if (!unknown.empty())
        lags_note += "; not features, because they are not declared known: " + listed_in_quotes(unknown, 10);
    if (main.sparse) {
        sparse = same_order ? std::move(main.sparse)
                            : std::make_shared<const SparseRows>(chosen_rows(*main.sparse, source_row));
        main.sparse = nullptr;
    }
    if (sparse && !features.empty()) join_features();
}

/// About columns as they are in the main table. `examined`: the features.
void Dataset::State::warn_of_columns(const Table& main, std::span<const Column> examined,
                                     std::span<const Column> response, const Roles& roles)
{
    warn_of_constants(examined, source_row.size(), warnings);
    std::vector<std::string> times;
    if (roles.time.empty() && horizon == 0)
        times = warn_of_times(features, sparse.get(), main.dates, warnings);
    for (const auto& odd : main.odd_cells)
        if (find_column(features, odd.column) != nullptr && !contains(roles.categorical, odd.column))
            warnings.push_back({warnings::odd_cells, odd.what});
    warn_of_ids(features, sparse.get(), main.odd_cells, times, warnings);
    warn_of_names_of_roles(features, warnings);
    for (const auto columns : {std::span<const Column>(features), std::span<const Column>(others), response})
        warn_of_summary_rows(columns, main.source, source_row, warnings);
}

/// Forgets how numbers were spelt, except in columns whose cells are names.
void Dataset::State::keep_needed_spellings(std::vector<Column>& response, const Roles& roles)
{
    for (auto* columns : {&features, &response}) // a further table may have brought some
        for (auto& column : *columns)
            if (auto* numbers = std::get_if<NumericColumn>(&column.cells)) numbers->spelling.reset();
    for (auto& column : others) // cells of the other roles are names
        if (column.is_numeric() && column.numeric().spelling && column.name != roles.time &&
            column.name != roles.weight)
            column.cells = CodedColumn(*column.numeric().spelling);
}

namespace {

void check_tables(const Table& main, const Table* test, const Table* unlabelled)
{
    std::size_t all_rows = 0;
    for (const Table* table : {&main, test, unlabelled})
        if (table != nullptr) {
            check_table(*table);
            all_rows += table->rows();
        }
    require(all_rows < std::numeric_limits<Row>::max(),
            main.source + ": has too many rows; at most 4,294,967,294 are possible");
}

/// The groups of equal rows: for each row the first row that equals it, from 1.
Column duplicates_column(const Dataset& data)
{
    NumericColumn first;
    for (const Row r : first_equal_rows(data)) first.values.push_back(r + 1.0);
    return {group_of_duplicates, std::move(first)};
}

} // namespace

Dataset::Dataset(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Dataset Dataset::make(Table main, const Roles& roles)
{
    return make(std::move(main), roles, nullptr, nullptr);
}

Dataset Dataset::make(Table main, const Roles& given, const Table* test, const Table* unlabelled)
{
    auto state = std::make_shared<State>();
    check_tables(main, test, unlabelled);
    if (given.target.empty())
        if (const auto doubt = doubt_of_target(main, given); !doubt.empty()) throw InputError(doubt);
    const auto targets = named_targets(main, given.target);
    check_series(main, given, targets, test != nullptr || unlabelled != nullptr);
    const auto roles = settled(given, main, targets);
    const bool by_content = groups_duplicates(main, roles);
    state->target_names = targets;
    for (const auto& name : targets) state->response_name += (state->response_name.empty() ? "" : ",") + name;
    settle_sparse_rows(main, roles, targets);
    check_roles(main, roles, targets);
    state->group = roles.group;
    state->stratum = roles.stratum;
    state->time = roles.time;
    const bool lagged = !roles.lags.empty();
    state->horizon = roles.horizon.value_or(lagged ? 1 : 0);
    require(state->horizon == 0 || roles.group.empty(),
            "`lags` and `horizon` count the rows of one series; with `group` there are several; expected one "
            "file for each series");

    auto response = take_response(main, targets, roles, state->warnings);
    if (!roles.ordered.empty()) order_classes(response.front(), roles, main);
    state->ordered = !roles.ordered.empty();
    state->type = response.front().is_numeric() ? ResponseType::numbers : ResponseType::classes;
    const auto lags = lagged ? make_lags(main, response.front(), roles) : Lagged();
    state->warnings.insert(state->warnings.end(), lags.warnings.begin(), lags.warnings.end());
    state->order_rows(response, main.source, lags.left_out);
    const bool same_order = state->unlabelled.empty() && state->source_row.size() == response.front().rows();
    if (!same_order)
        for (auto& column : response) column = reordered(column, state->source_row);

    state->take_columns(main, roles, lags, same_order);
    state->settle_positive(response.front(), roles);
    state->digest = state->digest_of(response, roles);
    const auto values = distinct_cells(state->sparse.get());
    const auto examined = state->sparse ? std::span(values) : std::span<const Column>(state->features);
    state->warn_of_columns(main, examined, response, roles);

    // Rows of the unlabelled table are numbered before those of the test table.
    if (unlabelled != nullptr) state->append(*unlabelled, state->unlabelled, response, false);
    if (test != nullptr) {
        state->append(*test, state->test_rows, response, true);
        state->check_test_classes(response.front(), main, *test);
    }
    state->rows = static_cast<Row>(state->source_row.size());
    state->settle_positive(response.front(), roles);
    warn_of_marks(examined, response, main.missing.value_or(std::vector<std::string>()), state->warnings);
    warn_of_spellings(state->features, state->warnings);
    if (!state->test_rows.empty())
        warn_of_other_ranges(state->features, state->test_rows.front(), state->warnings);
    if (state->sparse) state->dense = std::make_shared<Lazy>();
    const bool for_plans =
        !(roles.group.empty() && roles.stratum.empty() && roles.time.empty() && roles.id.empty());
    state->learning_digest = test != nullptr || unlabelled != nullptr || for_plans
                                 ? state->digest_of(response, {.weight = roles.weight})
                                 : state->digest;

    state->keep_needed_spellings(response, roles);
    if (!roles.weight.empty()) state->take_weights(roles.weight, main, test);
    if (!roles.time.empty()) state->warn_of_older_test_rows();
    if (state->type == ResponseType::numbers)
        state->take_numbers(std::move(response));
    else
        state->take_classes(std::get<CodedColumn>(std::move(response.front().cells)));
    if (by_content) state->others.push_back(duplicates_column(Dataset(state)));
    if (!roles.group.empty()) state->number_groups(main, by_content ? nullptr : test);
    return Dataset(std::move(state));
}

Dataset Dataset::with_features(std::vector<Column> features) const
{
    if (feature_count() != 0 && features.size() != feature_count())
        throw std::logic_error("with_features(): another number of features");
    auto state = std::make_shared<State>(*state_);
    state->sparse = nullptr;
    state->dense = nullptr;
    state->features = std::move(features);
    return Dataset(std::move(state));
}

Dataset Dataset::with_weights(std::vector<double> weights) const
{
    if (weights.size() != rows()) throw std::logic_error("with_weights(): another number of rows");
    auto state = std::make_shared<State>(*state_);
    state->weights = std::move(weights);
    return Dataset(std::move(state));
}

Dataset Dataset::with_responses(std::vector<double> responses) const
{
    if (responses.size() != rows() || targets() != 1)
        throw std::logic_error("with_responses(): another number of responses");
    auto state = std::make_shared<State>(*state_);
    state->type = ResponseType::numbers;
    state->classes = {};
    state->own_classes = 0;
    state->class_codes.clear();
    state->responses = std::move(responses);
    return Dataset(std::move(state));
}

Dataset Dataset::with_target(std::size_t target) const
{
    if (targets() == 1) return *this;
    auto state = std::make_shared<State>(*state_);
    state->response_name = state_->target_names.at(target);
    state->target_names = {state->response_name};
    state->responses.clear();
    for (Row r = 0; r < rows(); ++r) state->responses.push_back(response(r)[target]);
    return Dataset(std::move(state));
}

Dataset Dataset::with_classes(std::vector<std::int32_t> codes) const
{
    if (codes.size() != rows()) throw std::logic_error("with_classes(): another number of rows");
    auto state = std::make_shared<State>(*state_);
    state->class_codes = std::move(codes);
    return Dataset(std::move(state));
}

Dataset Dataset::only(std::span<const Row> rows) const
{
    if (rows.empty()) throw std::logic_error("only(): no rows");
    const auto chosen = [&](const auto& all) {
        std::remove_cvref_t<decltype(all)> some;
        for (const Row r : rows)
            if (!all.empty()) some.push_back(all[r]);
        return some;
    };
    State state;
    for (const auto& column : state_->others) state.others.push_back(reordered(column, rows));
    state.response_name = state_->response_name;
    state.target_names = state_->target_names;
    state.type = state_->type;
    state.ordered = state_->ordered;
    state.classes = state_->classes;
    state.positive = state_->positive;
    state.own_classes = state_->own_classes;
    state.class_codes = chosen(state_->class_codes);
    for (const Row r : rows)
        if (!state_->responses.empty())
            state.responses.insert(state.responses.end(), response(r).begin(), response(r).end());
    state.weights = chosen(state_->weights);
    state.group = state_->group;
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    for (const auto group : chosen(state_->groups))
        state.groups.push_back(
            numbers.emplace(group, static_cast<std::uint32_t>(numbers.size())).first->second);
    state.stratum = state_->stratum;
    state.time = state_->time;
    state.horizon = state_->horizon;
    state.rows = state.labelled = static_cast<Row>(rows.size());
    state.source_row = chosen(state_->source_row);
    state.digest = state_->digest;
    state.learning_digest = state_->learning_digest;
    return Dataset(std::make_shared<const State>(std::move(state)));
}

Row Dataset::rows() const { return state_->rows; }
Row Dataset::labelled() const { return state_->labelled; }
std::span<const Row> Dataset::unlabelled() const { return state_->unlabelled; }
std::span<const Row> Dataset::test_rows() const { return state_->test_rows; }
Row Dataset::source_row(Row row) const { return state_->source_row.at(row); }
const SparseRows* Dataset::sparse() const { return state_->sparse.get(); }
std::size_t Dataset::feature_count() const
{
    return state_->sparse ? state_->sparse->columns : state_->features.size();
}

std::span<const Column> Dataset::features() const
{
    if (!state_->sparse) return state_->features;
    std::call_once(state_->dense->made, [&] {
        require_small(*state_->sparse, "what is asked for");
        state_->dense->columns = state_->sparse->dense();
    });
    return state_->dense->columns;
}

const Column* Dataset::column(std::string_view name) const
{
    if (const auto* column = find_column(state_->others, name)) return column;
    if (!state_->sparse) return find_column(state_->features, name);
    const auto place = state_->sparse->place(name);
    return place ? &features()[*place] : nullptr;
}

const std::string& Dataset::response_name() const { return state_->response_name; }
std::span<const std::string> Dataset::target_names() const { return state_->target_names; }
std::size_t Dataset::targets() const { return state_->target_names.size(); }
ResponseType Dataset::response_type() const { return state_->type; }
const Labels& Dataset::classes() const { return state_->classes; }
std::size_t Dataset::own_classes() const { return state_->own_classes; }
PositiveClass Dataset::positive() const { return state_->positive; }
bool Dataset::ordered_classes() const { return state_->ordered; }
std::span<const std::int32_t> Dataset::class_codes() const { return state_->class_codes; }
std::span<const double> Dataset::responses() const { return state_->responses; }
std::span<const double> Dataset::weights() const { return state_->weights; }
const Column* Dataset::group() const { return state_->group.empty() ? nullptr : column(state_->group); }
std::span<const std::uint32_t> Dataset::groups() const { return state_->groups; }
const Column* Dataset::stratum() const { return state_->stratum.empty() ? nullptr : column(state_->stratum); }
const Column* Dataset::time() const { return state_->time.empty() ? nullptr : column(state_->time); }
std::uint64_t Dataset::horizon() const { return state_->horizon; }
const std::string& Dataset::lags_note() const { return state_->lags_note; }
const Digest& Dataset::digest() const { return state_->digest; }
const Digest& Dataset::learning_digest() const { return state_->learning_digest; }
const std::vector<Warning>& Dataset::warnings() const { return state_->warnings; }

} // namespace unseen
