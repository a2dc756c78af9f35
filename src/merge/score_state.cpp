#include "unseen/merge/score_state.hpp"

#include "base/listed.hpp"
#include "data/column_tools.hpp"
#include "merge/fixed_state.hpp"
#include "merge/framed_bytes.hpp"
#include "merge/state_roles.hpp"
#include "read/text_source.hpp"
#include "roles/columns.hpp"
#include "state/bytes.hpp"
#include "state/row_counts.hpp"

#include "unseen/base/error.hpp"
#include "unseen/read/chunks.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace unseen {

namespace {

constexpr Frame score_frame{
    .mark = "unseen score state\n", .form = 1, .made_by = "`unseen score FILE... --state`"};
constexpr std::size_t chunk_bytes = std::size_t{1} << 25;

void refuse_declared_types(const Table& table)
{
    require(!table.declared_types, table.source + ": declares its classes; a state is made of CSV files");
}

/// True if no row of the chunk has a truth. The column of truths is known.
bool every_truth_missing(const Table& chunk, const std::string& truth)
{
    const auto* column = find_column(chunk.columns, truth);
    if (column == nullptr) return false; // several columns
    for (std::size_t i = 0; i < column->rows(); ++i)
        if (!column->missing(i)) return false;
    return true;
}

/// Throws InputError for values of items, of which there are no states.
void refuse_values(const ScoreRoles& roles)
{
    require(roles.value.empty() && roles.judged.empty(),
            "`value` and `judged`: states hold no values of items; judge the files themselves, all at once");
}

/// Throws InputError if the rows of this part alone would decide which class is positive.
void require_positive(const ScoredRows& rows, const std::string& source)
{
    require(rows.design.task != ScoreTask::binary || !PositiveClass{0, rows.design.positive_by}.guessed(),
            source + ": a state is a part of the rows, and neither class, " +
                listed_in_quotes(rows.design.classes.names(), 2) +
                ", has a usual name of a positive class; name it with `positive` (`task=multiclass` if there "
                "are more classes in other parts)");
}

/// The roles as the first chunk settled them, so that later chunks use the same.
void settle(ScoreRoles& roles, const FoundRoles& found, const ScoredRows& rows)
{
    if (roles.truth.empty()) roles.truth = found.truth->name;
    if (roles.predicted.empty() && found.predicted != nullptr) roles.predicted = found.predicted->name;
    if (rows.design.task == ScoreTask::binary && roles.score.empty() && roles.scores.empty() &&
        found.score != nullptr)
        roles.score = found.score->name;
    if (roles.task.empty()) roles.task = name_of(rows.design.task);
    if (rows.design.task != ScoreTask::binary || !roles.positive.empty()) return;
    roles.positive = rows.design.classes.name(rows.design.positive);
}

} // namespace

/// The content of a state: an exact state has rows, a state of fixed size has `fixed`.
struct ScoreState::Content {
    std::string source{}; ///< for messages: the first of its files
    ScoreRoles roles{};
    std::vector<std::string> columns{};
    ScoreTask task = ScoreTask::binary; ///< the task of an exact state
    std::vector<std::string> labels{};  ///< the labels of its truth, sorted; empty for numbers
    std::optional<RowCounts> rows{};
    std::optional<FixedState> fixed{};

    void merge_rows(const Content& other);
};

namespace {

/// The types of columns, chunk by chunk. A chunk without a value of the column does not count.
class ColumnTypes {
public:
    /// The columns of the chunk that have another type than in the chunks before.
    std::vector<std::string> changed(const Table& chunk)
    {
        std::vector<std::string> names;
        for (const auto& column : chunk.columns) {
            bool any = false;
            for (std::size_t i = 0; i < column.rows() && !any; ++i) any = !column.missing(i);
            if (any &&
                numeric_.emplace(column.name, column.is_numeric()).first->second != column.is_numeric())
                names.push_back(column.name);
        }
        return names;
    }

private:
    std::map<std::string, bool> numeric_;
};

/// The columns with numbers in some chunks and texts in others.
std::set<std::string> mixed_columns(std::span<const std::string> paths, const ReadOptions& options)
{
    std::set<std::string> mixed;
    ColumnTypes types;
    read_chunks(paths, options, chunk_bytes, [&](const Table& chunk) {
        for (auto& name : types.changed(chunk)) mixed.insert(std::move(name));
    });
    return mixed;
}

bool is_plain_file(const std::string& path)
{
    std::error_code ignored;
    return path != "-" && std::filesystem::is_regular_file(path, ignored);
}

} // namespace

/// Reads rows chunk by chunk. Throws InputError for a column with several types.
std::unique_ptr<ScoreState::Content> ScoreState::fixed_content(std::span<const std::string> paths,
                                                               const ReadOptions& options,
                                                               const ScoreRoles& roles, std::uint64_t cells,
                                                               const std::vector<Spec>& measures)
{
    auto content = std::make_unique<Content>(Content{.roles = roles});
    ScoreRoles settled = roles;
    settled.join = true;
    bool by_threshold = false;
    ColumnTypes types;
    read_chunks(paths, options, chunk_bytes, [&](const Table& chunk) {
        for (const auto& name : types.changed(chunk))
            throw InputError(chunk.source + ": column '" + name +
                             "' holds numbers in some rows and texts in others, and a pipe cannot be read "
                             "again; `categorical=" +
                             name + "` takes all its cells as texts");
        if (content->fixed && every_truth_missing(chunk, settled.truth)) {
            content->fixed->add_without_truth(chunk.rows());
            return;
        }
        ScoredRows rows = make_scored_rows({&chunk, 1}, settled);
        // A later chunk might guess other columns as scores of classes.
        if (rows.design.task == ScoreTask::multiclass && roles.scores.empty()) rows.predicted.scores.clear();
        if (!content->fixed) {
            refuse_declared_types(chunk);
            require_positive(rows, chunk.source);
            const FoundRoles found = find_roles(chunk, roles);
            content->source = chunk.source;
            content->columns = columns_in_roles(chunk, roles);
            content->fixed.emplace(rows, measures, cells);
            settle(settled, found, rows);
            by_threshold =
                found.predicted == nullptr && !roles.threshold && rows.design.task == ScoreTask::binary;
        }
        content->fixed->add(rows, chunk.rows() - rows.size(), by_threshold);
    });
    return content;
}

ScoreState::ScoreState(std::unique_ptr<Content> content) : content_(std::move(content)) {}
ScoreState::ScoreState(ScoreState&&) noexcept = default;
ScoreState& ScoreState::operator=(ScoreState&&) noexcept = default;
ScoreState::~ScoreState() = default;

ScoreState ScoreState::exact(std::span<const Table> tables, const ScoreRoles& roles)
{
    refuse_values(roles);
    const ScoredRows rows = make_scored_rows(tables, roles); // reports all errors, with file and row
    const Table& first = tables.front();
    refuse_declared_types(first);
    require_positive(rows, first.source);
    auto content = std::make_unique<Content>(Content{.source = first.source,
                                                     .roles = roles,
                                                     .columns = columns_in_roles(first, roles),
                                                     .task = rows.design.task});
    content->rows.emplace(content->columns);
    for (const auto& table : tables) content->rows->add(table);
    std::vector<bool> is_true(rows.design.classes.size(), false);
    for (const auto c : rows.design.true_label) is_true[c] = true;
    for (std::size_t c = 0; c < is_true.size(); ++c)
        if (is_true[c]) content->labels.push_back(rows.design.classes.name(c));
    std::sort(content->labels.begin(), content->labels.end());
    return ScoreState(std::move(content));
}

ScoreState ScoreState::of_fixed_size(std::span<const std::string> paths, const ReadOptions& reading,
                                     const ScoreRoles& roles, std::uint64_t cells,
                                     const std::vector<Spec>& measures)
{
    refuse_values(roles);
    ReadOptions options = reading;
    options.wanted = [&](const std::vector<std::string>& names) { return columns_to_read(names, roles); };
    try {
        return ScoreState(fixed_content(paths, options, roles, cells, measures));
    } catch (const InputError&) {
        // A text decides on the type of all rows, so the chunks before it must be read again.
        if (!std::all_of(paths.begin(), paths.end(), is_plain_file)) throw;
        const auto mixed = mixed_columns(paths, options);
        if (mixed.empty()) throw;
        options.categorical.insert(options.categorical.end(), mixed.begin(), mixed.end());
    }
    return ScoreState(fixed_content(paths, options, roles, cells, measures));
}

ScoreState ScoreState::parse(std::string_view bytes, const std::string& source)
{
    ByteReader in(unframed(score_frame, bytes, source), source);
    auto content = std::make_unique<Content>(Content{.source = source});
    const bool fixed = in.byte() != 0;
    content->roles = read_roles(in);
    content->columns = in.texts();
    if (fixed) {
        content->fixed = FixedState::read(in);
    } else {
        const auto task = in.byte();
        if (task > static_cast<std::uint8_t>(ScoreTask::regression)) in.fail();
        content->task = static_cast<ScoreTask>(task);
        content->labels = in.texts();
        content->rows = RowCounts::read(in, content->columns);
    }
    if (!in.at_end()) in.fail();
    return ScoreState(std::move(content));
}

std::string ScoreState::bytes() const
{
    ByteWriter out;
    out.byte(content_->fixed ? 1 : 0);
    write_roles(out, content_->roles);
    out.texts(content_->columns);
    if (content_->fixed) {
        content_->fixed->write(out);
    } else {
        out.byte(static_cast<std::uint8_t>(content_->task));
        out.texts(content_->labels);
        content_->rows->write(out);
    }
    return framed(score_frame, out.bytes());
}

void ScoreState::Content::merge_rows(const Content& b)
{
    const bool numbers = task == ScoreTask::regression;
    require(numbers == (b.task == ScoreTask::regression),
            b.source + ": is about " + (numbers ? "classes" : "numbers") + ", and " + source + " about " +
                (numbers ? "numbers" : "classes") + "; `task` settles it when the states are made");
    require_one_spelling(labels, source, b.labels, b.source);
    std::vector<std::string> all;
    std::set_union(labels.begin(), labels.end(), b.labels.begin(), b.labels.end(), std::back_inserter(all));
    const bool both_binary = task == ScoreTask::binary && b.task == ScoreTask::binary;
    require(!both_binary || all.size() <= 2,
            b.source + ": has the classes " + listed(b.labels) + "; expected those of " + source + ": " +
                listed(labels) +
                " (parts of one file with more classes? make their states with `task=multiclass`)");
    task = std::max(task, b.task); // a part with two classes may belong to a whole with more
    labels = std::move(all);
    rows->merge(*b.rows);
}

void ScoreState::merge(const ScoreState& other)
{
    Content& a = *content_;
    const Content& b = *other.content_;
    require(a.fixed.has_value() == b.fixed.has_value(),
            b.source + ": is " + (b.fixed ? "of fixed size" : "exact") + ", and " + a.source + ' ' +
                (b.fixed ? "exact" : "of fixed size") +
                "; only states made in the same way can be merged (`cells`)");
    require(a.columns == b.columns, b.source + ": holds the columns " + listed(b.columns) +
                                        "; expected those of " + a.source + ": " + listed(a.columns));
    require_same_roles(a.roles, a.source, b.roles, b.source);
    if (a.fixed)
        a.fixed->merge(*b.fixed, a.source, b.source);
    else
        a.merge_rows(b);
}

ScoreReport ScoreState::report(const ScoreOptions& options) const
{
    if (content_->fixed) {
        require(options.requirements.empty(), "`require`: a state of fixed size has limits of figures "
                                              "instead of values; expected files of rows");
        return content_->fixed->report(options);
    }
    const Table table = content_->rows->table(content_->source);
    auto report = score(make_scored_rows({&table, 1}, content_->roles), options);
    report.digest.reset(); // the order of the rows is that of the state
    return report;
}

ScoreState read_state(const std::string& path)
{
    const auto bytes = read_bytes(path);
    return ScoreState::parse(bytes.view(), path == "-" ? "standard input" : path);
}

} // namespace unseen
