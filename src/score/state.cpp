#include "unseen/score/state.hpp"

#include "data/text_source.hpp"
#include "score/row_counts.hpp"
#include "score/state_bytes.hpp"
#include "score/state_roles.hpp"

#include "unseen/base/digest.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

constexpr std::string_view magic = "unseen score state\n";
constexpr std::uint8_t form = 1;
constexpr std::size_t digest_size = 16;

std::string listed(const std::vector<std::string>& names)
{
    std::string all;
    for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

std::string digest_bytes(std::string_view bytes)
{
    const Digest digest = Hasher().add(bytes).finish();
    ByteWriter out;
    out.number(digest.high);
    out.number(digest.low);
    return out.bytes();
}

/// The bytes between magic and digest, once both have been checked.
std::string_view checked_content(std::string_view bytes, const std::string& source)
{
    require(bytes.substr(0, magic.size()) == magic,
            source + ": is no state; expected a file that `unseen score FILE... --state` wrote");
    require(bytes.size() > magic.size() + digest_size, source + ": is cut off: a state ends with a digest");
    const auto version = static_cast<std::uint8_t>(bytes[magic.size()]);
    require(version == form, source + ": is a state of form " + std::to_string(version) + "; this version of unseen reads form " +
                                 std::to_string(form));
    const auto content = bytes.substr(0, bytes.size() - digest_size);
    require(bytes.substr(content.size()) == digest_bytes(content),
            source + ": is cut off or damaged: its digest is not that of its content");
    return content.substr(magic.size() + 1);
}

} // namespace

/// What every state has, and the rows.
struct ScoreState::Content {
    std::string source; ///< for messages: the first of the files that it came from
    ScoreRoles roles;
    ScoreTask task = ScoreTask::binary; ///< of the part that it was made of
    std::vector<std::string> labels;    ///< those of the truth, sorted; empty for numbers
    RowCounts rows;
};

ScoreState::ScoreState(std::unique_ptr<Content> content) : content_(std::move(content)) {}
ScoreState::ScoreState(ScoreState&&) noexcept = default;
ScoreState& ScoreState::operator=(ScoreState&&) noexcept = default;
ScoreState::~ScoreState() = default;

ScoreState ScoreState::exact(std::span<const Table> tables, const ScoreRoles& roles)
{
    const ScoredRows rows = make_scored_rows(tables, roles); // all that can be wrong is found here, with file and row
    const Table& first = tables.front();
    require(!first.declared_types, first.source + ": declares its classes; a state is made of CSV files");
    auto content =
        std::make_unique<Content>(Content{first.source, roles, rows.task, {}, RowCounts(columns_in_roles(first, roles))});
    for (const auto& table : tables) content->rows.add(table);
    std::vector<bool> is_true(rows.classes.size(), false);
    for (const auto c : rows.true_label) is_true[c] = true;
    for (std::size_t c = 0; c < is_true.size(); ++c)
        if (is_true[c]) content->labels.push_back(rows.classes.name(c));
    std::sort(content->labels.begin(), content->labels.end());
    return ScoreState(std::move(content));
}

ScoreState ScoreState::parse(std::string_view bytes, const std::string& source)
{
    ByteReader in(checked_content(bytes, source), source);
    auto roles = read_roles(in);
    const auto task = in.byte();
    if (task > static_cast<std::uint8_t>(ScoreTask::regression)) in.fail();
    auto labels = in.texts();
    auto content = std::make_unique<Content>(
        Content{source, std::move(roles), static_cast<ScoreTask>(task), std::move(labels), RowCounts::read(in)});
    if (!in.at_end()) in.fail();
    return ScoreState(std::move(content));
}

std::string ScoreState::bytes() const
{
    ByteWriter out;
    write_roles(out, content_->roles);
    out.byte(static_cast<std::uint8_t>(content_->task));
    out.texts(content_->labels);
    content_->rows.write(out);
    std::string all(magic);
    all += static_cast<char>(form);
    all += out.bytes();
    return all + digest_bytes(all);
}

void ScoreState::merge(const ScoreState& other)
{
    Content& a = *content_;
    const Content& b = *other.content_;
    require(a.rows.names() == b.rows.names(), b.source + ": holds the columns " + listed(b.rows.names()) +
                                                  "; expected those of " + a.source + ": " + listed(a.rows.names()));
    require_same_roles(a.roles, a.source, b.roles, b.source);
    const bool numbers = a.task == ScoreTask::regression;
    require(numbers == (b.task == ScoreTask::regression),
            b.source + ": is about " + (numbers ? "classes" : "numbers") + ", and " + a.source + " about " +
                (numbers ? "numbers" : "classes") + "; --task settles it when the states are made");
    std::vector<std::string> labels;
    std::set_union(a.labels.begin(), a.labels.end(), b.labels.begin(), b.labels.end(), std::back_inserter(labels));
    const bool both_binary = a.task == ScoreTask::binary && b.task == ScoreTask::binary;
    require(!both_binary || labels.size() <= 2,
            b.source + ": has the classes " + listed(b.labels) + "; expected those of " + a.source + ": " + listed(a.labels) +
                " (parts of one file with more classes? make their states with --task multiclass)");
    a.task = std::max(a.task, b.task); // two classes may be the few of many that a part happens to have
    a.labels = std::move(labels);
    a.rows.merge(b.rows);
}

ScoreReport ScoreState::report(const ScoreOptions& options) const
{
    const Table table = content_->rows.table(content_->source);
    return score(make_scored_rows(std::span(&table, 1), content_->roles), options);
}

ScoreState read_state(const std::string& path)
{
    const auto bytes = read_bytes(path);
    return ScoreState::parse(bytes.view(), path == "-" ? "standard input" : path);
}

} // namespace unseen
