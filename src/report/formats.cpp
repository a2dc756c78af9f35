#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "report/formats/entry.hpp"
#include "report/words.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/inert.hpp"
#include "unseen/base/without_values.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>

namespace unseen {

std::span<const Format> formats()
{
    static const Format table[] = {
        {"text", "a table for reading", text_answer, true, false, true},
        {"json", "one object with everything", json_answer, false, true},
        {"csv", "one line a figure, in full", csv_answer, false},
        {"markdown", "a table", markdown_answer},
        {"latex", "a tabular", latex_answer},
    };
    return table;
}

std::string WarningOf::line() const
{
    return (about.empty() ? "" : listed(about, 1) + ": ") + warning_text(warning);
}

void Answer::warn(const Warning& warning, const std::string& about)
{
    auto same = std::ranges::find(warnings, warning, &WarningOf::warning);
    if (same == warnings.end())
        warnings.emplace_back(warning, about.empty() ? std::vector<std::string>() : std::vector{about});
    else if (about.empty())
        same->about.clear();
    else if (!same->about.empty())
        add_once(same->about, about);
}

void Answer::warn(std::span<const Warning> all, const std::string& about)
{
    for (const auto& warning : all) warn(warning, about);
}

namespace {

void make_inert(ResultTable& table)
{
    for (auto& column : table.columns) column.title = inert(column.title);
    for (auto& row : table.rows)
        for (auto& cell : row) {
            cell.shown = inert(cell.shown);
            cell.full = inert(cell.full, "\n\t"); // quoted in CSV
        }
}

/// A note for each line, the introduced ones indented.
std::vector<Note> as_lines(const std::vector<Note>& notes)
{
    std::vector<Note> all;
    for (const auto& note : notes) {
        all.emplace_back(note.text).alert = note.alert;
        for (const auto& line : note.lines) all.emplace_back("  " + line);
    }
    return all;
}

} // namespace

std::string Format::print(Answer answer, const Screen& screen) const
{
    // JSON escapes texts itself, without loss.
    if (!answer.warnings.empty()) {
        Note warnings("Warnings:");
        warnings.alert = true;
        for (const auto& one : answer.warnings) warnings.lines.push_back(one.line());
        answer.notes.push_back(std::move(warnings));
    }
    answer.notes.insert(answer.notes.end(), answer.legend.begin(), answer.legend.end());
    if (answer.verdict) {
        auto first = lines_of(*answer.verdict);
        if (!answer.heading.empty()) first.emplace_back();
        answer.heading.insert(answer.heading.begin(), first.begin(), first.end());
    }
    answer.notes = as_lines(answer.notes);
    for (auto& line : answer.heading) line = inert(line);
    for (auto& note : answer.notes) note.text = inert(note.text);
    make_inert(answer.table);
    if (answer.long_table) make_inert(*answer.long_table);
    for (auto& further : answer.further) {
        further.title = inert(further.title);
        make_inert(further.table);
    }
    return form(answer, screen);
}

namespace {

void drop_column(ResultTable& table, std::size_t column)
{
    const auto at = static_cast<std::ptrdiff_t>(column);
    table.columns.erase(table.columns.begin() + at);
    for (auto& row : table.rows) row.erase(row.begin() + at);
}

/// Drops the columns that are details; true if there were any.
bool drop_details(ResultTable& table)
{
    const auto all = table.columns.size();
    for (std::size_t c = all; c-- > 0;)
        if (table.columns[c].detail) drop_column(table, c);
    return table.columns.size() < all;
}

/// Drops the columns to be said once whose cells are all equal, and returns them with their cell.
std::vector<Note> drop_constants(ResultTable& table)
{
    std::vector<Note> said;
    if (table.rows.empty()) return said;
    for (std::size_t c = table.columns.size(); c-- > 0;) {
        const auto shown = table.rows.front()[c].shown;
        if (!table.columns[c].once ||
            std::ranges::any_of(table.rows, [&](const auto& row) { return row[c].shown != shown; }))
            continue;
        said.emplace_back(table.columns[c].title + ": " + shown);
        drop_column(table, c);
    }
    return said;
}

} // namespace

Answer brief(Answer answer)
{
    const auto said = drop_constants(answer.table);
    answer.notes.insert(answer.notes.begin(), said.begin(), said.end());
    bool dropped = drop_details(answer.table);
    for (auto& one : answer.further) dropped = drop_details(one.table) || dropped;
    const auto tables = std::erase_if(answer.further, [](const FurtherTable& one) { return one.detail; });
    if (!dropped && tables == 0 && answer.legend.empty()) return answer;
    answer.legend = {"`unseen explain TERM` explains a term; `verbose` shows methods, legend, names."};
    return answer;
}

namespace {

using Change = std::function<std::string(const std::string&)>;

void change_verdict(Verdict& verdict, const Change& change)
{
    for (auto* lines : {&verdict.sentences, &verdict.limits})
        for (auto& line : *lines) line = change(line);
    for (auto& other : verdict.further) change_verdict(other, change);
}

void change_notes(std::vector<Note>& notes, const Change& change)
{
    for (auto& note : notes) {
        note.text = change(note.text);
        for (auto& line : note.lines) line = change(line);
    }
}

/// Replaces the notes, warnings and sentences of an answer.
Answer changed(Answer answer, const Change& change)
{
    change_notes(answer.notes, change);
    for (auto& one : answer.warnings) one.warning.text = change(one.warning.text);
    answer.json = std::move(answer.json).with_sentences(change);
    if (answer.verdict) change_verdict(*answer.verdict, change);
    return answer;
}

} // namespace

Answer worded(Answer answer, const ArgumentText& say)
{
    const auto change = [&say](const std::string& text) { return word_arguments(text, say); };
    change_notes(answer.legend, change);
    return changed(std::move(answer), change);
}

Answer without_values(Answer answer, std::span<const std::string> known)
{
    const auto change = [known](const std::string& text) { return without_values(text, known); };
    for (auto& line : answer.heading) line = change(line);
    return changed(std::move(answer), change);
}

const Format& format_named(const std::string& name)
{
    const auto table = formats();
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Format& f) { return f.name == name; });
    require(found != table.end(), "unknown format '" + name + "'");
    return *found;
}

} // namespace unseen
