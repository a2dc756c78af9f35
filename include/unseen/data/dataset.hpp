// Dataset: features, a response, and roles, over one row numbering.
#pragma once

#include "unseen/base/digest.hpp"
#include "unseen/base/warning.hpp"
#include "unseen/data/row_set.hpp"
#include "unseen/data/table.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

enum class ResponseType { classes, numbers };

/// Which column plays which part. `target` is a column name, `@last` or `@first`; columns in other roles and ignored ones are not features.
struct Roles {
    std::string target = "@last";
    std::vector<std::string> ignore{};
    std::string group{};
    std::string stratum{};
    std::string weight{};
    std::string time{};
    std::string id{};
    std::vector<std::string> categorical{}; ///< columns declared categories by the user, features or response
    std::vector<std::string> numeric{};     ///< and numbers; categories are refused
};

/// A value over shared immutable columns: cheap to copy, safe to read from many threads.
///
/// Row numbering: the labelled rows of the main table are 0..labelled()-1 in file order, then its rows without a response,
/// then the rows of an unlabelled table, then those of a test table. source_row() tells where a row stood in its file.
class Dataset {
public:
    /// Throws InputError: unknown column, fewer than one labelled row, no feature left is allowed (learners such as majority
    /// need none), a weight or a group that is missing. A numeric response of a table without declared types counts as classes if it has two distinct
    /// values, or at most 20 distinct integers that begin at 0 or 1; `roles.numeric` and `roles.categorical` overrule this.
    static Dataset make(const Table& main, const Roles& roles = {});
    /// The same with rows appended: `test` (labelled; its columns are matched by name) and `unlabelled` (its target may be
    /// absent). Labels never seen in `main` are appended to the label lists, so that codes keep their meaning.
    static Dataset make(const Table& main, const Roles& roles, const Table* test, const Table* unlabelled);

    /// All rows, the derived ones included.
    Row rows() const;
    /// Rows 0..labelled()-1 of the main table have a response: the universe of every plan.
    Row labelled() const;
    /// The rows without a response, ascending.
    std::span<const Row> unlabelled() const;
    /// The rows of the test table, ascending.
    std::span<const Row> test_rows() const;
    /// Row number (0-based) within the file that the row came from.
    Row source_row(Row row) const;

    std::span<const Column> features() const;
    /// Any column of the main table by name, in whatever role (`given:column=fold`); null if there is none. Covers the same rows.
    const Column* column(std::string_view name) const;

    const std::string& response_name() const;
    ResponseType response_type() const;
    /// Classes in their order: ARFF declaration, else numeric, else bytewise. Empty for numbers.
    const Labels& classes() const;
    /// How many of the classes are the main table's; those behind them came with a test table, and no learner may reckon with them.
    std::size_t own_classes() const;
    /// Class code a row, -1 where there is no response; empty for numbers.
    std::span<const std::int32_t> class_codes() const;
    /// Response a row, NaN where there is none; empty for classes.
    std::span<const double> responses() const;
    /// Weight a row; empty if all count alike. A row without a response may lack one and then has 1.
    std::span<const double> weights() const;
    /// The group column, or null. It, the stratum and what else is no feature are for plans: a learner may not look at them.
    const Column* group() const;
    /// The number of each row's group, in order of first appearance; empty without a group column. Every labelled and test row has one; an
    /// unlabelled row that lacks one has no_group.
    std::span<const std::uint32_t> groups() const;
    static constexpr std::uint32_t no_group = ~std::uint32_t{0};
    /// The column to stratify by, or null (then plans use the classes).
    const Column* stratum() const;
    /// The column of the time at which rows were seen, or null.
    const Column* time() const;

    /// Digest of the logical content of the main table (names, types, label order, cells, roles), independent of the file's form.
    const Digest& digest() const;
    /// Digest of what a fit and its predictions may depend on: the same with the appended rows, but without the roles that only plans look at
    /// (group, stratum, time, id), so that a column in one of them is like an ignored one.
    const Digest& learning_digest() const;
    const std::vector<Warning>& warnings() const;

private:
    struct State;
    explicit Dataset(std::shared_ptr<const State> state);
    std::shared_ptr<const State> state_;
};

} // namespace unseen
