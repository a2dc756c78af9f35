// A dataset: features, a response and the roles of other columns, with one numbering of rows.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"), {.target = "class"});
//     assert(iris.labelled() == 150 && iris.features().size() == 4);
//     assert(iris.classes().name(0) == "setosa" && iris.class_codes()[0] == 0);
#pragma once

#include "unseen/base/digest.hpp"
#include "unseen/base/positive_class.hpp"
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

/// What a learner predicts: one of several classes, or a number.
enum class ResponseType { classes, numbers };

/// Names of the columns with a role; every other column is a feature. Empty: no column has the role.
struct Roles {
    /// The response: a column name, `@last` or `@first`; several columns of numbers with commas between them
    /// (`x,y`): each row is a point. Empty: `@last`, refused if another is more likely (doubt_of_target()).
    std::string target = "@last";
    std::vector<std::string>
        ignore{};        ///< columns that are not features; name those that are unknown when a model is used
    std::string group{}; ///< rows of one group depend on each other (a patient's visits); set it if rows do
    std::string stratum{}; ///< the column by which folds are balanced, if not by the classes
    std::string weight{};  ///< how much a row counts, >= 0; set it if the rows were not sampled alike
    std::string time{};    ///< the time of a row; set it for the forward plans
    std::string id{};      ///< the name of a row, which has no other use
    std::vector<std::string>
        categorical{}; ///< columns of numbers that are categories; set it for codes such as postcodes
    std::vector<std::string>
        numeric{}; ///< columns that must be numbers; set it if a numeric target is taken for classes
    /// The classes of the target in ascending order, or only `@declared` for the order of the file's
    /// declaration or of numbers. Set it if the order has a meaning (small, medium, large), for measures that
    /// count steps between classes.
    std::vector<std::string> ordered{};
    std::string
        positive{}; ///< the positive of two classes; set it if measures or costs are about one of them
    /// Lags of the target that become features, for forecasts of a series in the order of `time`, else of the
    /// file: `1-12`, or `1,2,12`. With horizon h, lag l of the row at time t is the target at time t-h-l+1,
    /// called `y(t-k)` with k = h+l-1. So no feature is later than t-h, when the forecast is made. Rows
    /// without all lags are left out, and so are other columns, except those that `known` names.
    std::string lags{};
    /// How many rows ahead the target is forecast: 1 (the default with lags) or more. Set it also if the file
    /// has its own lags, so that plans in time train on no row later than the moment of the forecast.
    std::optional<std::uint64_t> horizon{};
    std::vector<std::string> known{}; ///< with lags: columns known in advance for the time of a row
                                      ///< (calendar, plans), features as they are
};

/// The horizons of "1-6" or "1,3,6", ascending and each once. Throws InputError for any other text, and for
/// more than 1000.
std::vector<std::uint64_t> horizons_of(const std::string& text);

/// A value that shares immutable columns: cheap to copy, and safe to read from many threads.
///
/// Row numbering: the labelled rows of the main table are 0..labelled()-1 in file order; then follow its rows
/// without a response, the rows of an unlabelled table and those of a test table. source_row() gives a row's
/// position in its file.
class Dataset {
public:
    /// A numeric response of a table without declared types is taken as classes if it has two distinct
    /// values, or integers from 0 to at most 19 or from 1 to at most 20; `roles.numeric` and
    /// `roles.categorical` overrule this. A dataset may have no features. O(cells). The dataset takes the
    /// columns of `main`; move a large table that is no longer needed, so that no cell is in memory twice.
    /// Throws InputError for an unknown column, a column with two roles that exclude each other, no labelled
    /// row, and a missing weight or group.
    static Dataset make(Table main, const Roles& roles = {});
    /// The same, with the rows of `test`, which must have a response, and of `unlabelled`, whose target is
    /// not read. Both may be null. Columns are matched by name. Labels that `main` lacks are appended to the
    /// label lists, so that codes keep their meaning.
    static Dataset make(Table main, const Roles& roles, const Table* test, const Table* unlabelled);

    /// The same rows with other features, in the same order, each with its name and rows() cells, or with
    /// features where there are none. It is for use inside a fit, so the digests stay those of the original.
    /// O(cells).
    Dataset with_features(std::vector<Column> features) const;

    /// The same rows with other weights >= 0, one for each of rows(), for use inside a fit, as above.
    /// O(rows).
    Dataset with_weights(std::vector<double> weights) const;

    /// The same rows with one number each in place of the response, NaN for rows without one, for use inside
    /// a fit, as above. O(rows).
    Dataset with_responses(std::vector<double> responses) const;

    /// The same rows with only one of the targets(), for use inside a fit, as above. O(rows).
    Dataset with_target(std::size_t target) const;

    /// The same rows with other classes, as codes into classes() or -1 for rows without one, for use inside a
    /// fit, as above. O(rows).
    Dataset with_classes(std::vector<std::int32_t> codes) const;

    /// Only these labelled rows (ascending, distinct, at least one), without features, for plans that split
    /// inside a fit. Their response, weights, groups and other columns are unchanged, and so are the digests.
    /// O(rows x columns that are not features).
    Dataset only(std::span<const Row> rows) const;

    /// The number of rows of all tables.
    Row rows() const;
    /// The number of labelled rows of the main table, which are rows 0..labelled()-1. Plans split these.
    Row labelled() const;
    /// The rows without a response: those of the main table, then those of an unlabelled table. Ascending.
    std::span<const Row> unlabelled() const;
    /// The rows of the test table, ascending.
    std::span<const Row> test_rows() const;
    /// The row's position in its file, from 0.
    Row source_row(Row row) const;

    /// The features as columns. Sparse rows are made dense at the first call, and the columns are kept;
    /// throws InputError if they take more than most_dense_bytes.
    std::span<const Column> features() const;
    /// The features as rows() sparse rows, if they are kept in that form; null if they are columns. A learner
    /// may read either form, and must give the same answers for both.
    const SparseRows* sparse() const;
    std::size_t feature_count() const;
    /// The column of the main table with that name, except the target, whatever its role
    /// (`given:column=fold`); null if it does not exist. It has rows() cells. A column of sparse rows comes
    /// from features().
    const Column* column(std::string_view name) const;

    /// The name of the target, or the names of several targets separated by commas, as in Roles::target.
    const std::string& response_name() const;
    /// The names of the targets; its size is targets().
    std::span<const std::string> target_names() const;
    /// How many numbers the response of a row has; 1 for classes.
    std::size_t targets() const;
    ResponseType response_type() const;
    /// The classes in the order of `Roles::ordered`, else of their ARFF declaration, else by value if all are
    /// numbers, else bytewise. Empty for a numeric response.
    const Labels& classes() const;
    /// The number of classes of the main table, which come first. The others come from a test table; a
    /// learner must not use them.
    std::size_t own_classes() const;
    /// The positive class of measures and costs: the one that Roles::positive names, else positive_class() of
    /// the labelled rows of the main table. Rows of a test table, subsets and subgroups have the same.
    PositiveClass positive() const;
    /// True if the order of the classes has a meaning (`Roles::ordered`); classes() then has this order.
    bool ordered_classes() const;
    /// The class code of each row, -1 without a response. Empty for a numeric response.
    std::span<const std::int32_t> class_codes() const;
    /// The numeric response of each row, row by row: rows() x targets() numbers, NaN where there is none. A
    /// row that lacks one of several numbers has no response. Empty for classes.
    std::span<const double> responses() const;
    /// The targets() numbers of one row.
    std::span<const double> response(Row row) const
    {
        return responses().subspan(row * targets(), targets());
    }
    /// The weight of each row; empty if all rows count equally, without weights or with equal ones. A row
    /// without a response may lack a weight, and then has weight 1.
    std::span<const double> weights() const;
    /// The group column, or null. Columns that are not features are for plans; a learner must not read them,
    /// unless its traits say that it trains with groups or times.
    const Column* group() const;
    /// The number of each row's group, in order of first appearance; empty without a group column. Every
    /// labelled and test row has a group; an unlabelled row may lack it and then has no_group.
    std::span<const std::uint32_t> groups() const;
    static constexpr std::uint32_t no_group = ~std::uint32_t{0};
    /// The column to stratify by; if null, plans stratify by the classes.
    const Column* stratum() const;
    /// The column of the time at which rows were seen, or null.
    const Column* time() const;

    /// How many rows ahead the response is forecast (Roles::horizon); 0 if the rows are not a series. When a
    /// row is forecast, the response is known only up to this many rows before it.
    std::uint64_t horizon() const;
    /// A note for the user that says which lags were made and what was left out (Roles::lags); empty if there
    /// are none.
    const std::string& lags_note() const;

    /// Digest of the content of the main table (names, types, label order, cells, roles). It does not depend
    /// on the file format.
    const Digest& digest() const;
    /// Digest of everything that a fit and its predictions may depend on: all rows, including appended ones,
    /// the weight role and the horizon. The roles that only plans use (group, stratum, time, id) are left
    /// out, so a column in one of them counts as an ignored column.
    const Digest& learning_digest() const;
    const std::vector<Warning>& warnings() const;

private:
    struct Lazy;
    struct State;
    explicit Dataset(std::shared_ptr<const State> state);
    std::shared_ptr<const State> state_;
};

} // namespace unseen
