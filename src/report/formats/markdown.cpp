#include "report/formats/entry.hpp"

#include <cctype>
#include <string_view>

namespace unseen {

namespace {

bool is_word(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

/// The text so that Markdown shows it literally: nothing in it is markup or HTML. An underscore inside a
/// word, as in roc_auc, has no meaning and stays.
std::string markdown_text(const std::string& text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool inside = i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
        if (c == '<' || c == '>' || c == '&')
            out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
        else if (std::string_view("\\`*[]|~$").find(c) != std::string_view::npos || (c == '_' && !inside))
            (out += '\\') += c;
        else
            out += c;
    }
    return out;
}

/// A separate line, which must not be a heading, list or rule either.
std::string markdown_line(const std::string& text)
{
    if (text.empty()) return "\n";
    auto line = markdown_text(text) + "  \n";
    const auto first = line.find_first_not_of(" 0123456789");
    const bool numbered = first > 0 && line[first - 1] != ' ' && (line[first] == '.' || line[first] == ')') &&
                          line[first + 1] == ' ';
    const bool marked = std::string_view("#+-=").find(line[first]) != std::string_view::npos &&
                        (line[first + 1] == ' ' || line[first + 1] == line[first]) &&
                        (first == 0 || line[first - 1] == ' ');
    return numbered || marked ? line.insert(first, "\\") : line;
}

std::string markdown_table(const ResultTable& table)
{
    std::string out = "|";
    for (const auto& column : table.columns) out += ' ' + markdown_text(column.title) + " |";
    out += "\n|";
    for (const auto& column : table.columns) out += column.right ? " ---: |" : " --- |";
    out += '\n';
    for (const auto& row : table.rows) {
        out += '|';
        for (const auto& cell : row) out += ' ' + markdown_text(cell.shown) + " |";
        out += '\n';
    }
    return out;
}

} // namespace

std::string markdown_answer(const Answer& answer, const Screen& /*screen*/)
{
    std::string out;
    for (const auto& text : answer.heading) out += markdown_line(text);
    if (!answer.heading.empty()) out += '\n';
    if (!answer.table.columns.empty()) out += markdown_table(answer.table);
    for (const auto& one : answer.further)
        out += '\n' + markdown_line(one.title) + '\n' + markdown_table(one.table);
    if (!answer.notes.empty()) out += '\n';
    for (const auto& note : answer.notes) out += markdown_line(note.text);
    return out;
}

} // namespace unseen
