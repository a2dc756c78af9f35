#include "report/formats/entry.hpp"

namespace unseen {

namespace {

std::string markdown_cell(const std::string& text)
{
    std::string out = " ";
    for (const char c : text) out += (c == '|' ? "\\" : "") + std::string(1, c);
    return out + " |";
}

} // namespace

std::string markdown_answer(const Answer& answer)
{
    std::string out;
    for (const auto& text : answer.heading) out += text + "  \n";
    if (!answer.heading.empty()) out += '\n';
    out += '|';
    for (const auto& column : answer.table.columns) out += markdown_cell(column.title);
    out += "\n|";
    for (const auto& column : answer.table.columns) out += column.right ? " ---: |" : " --- |";
    out += '\n';
    for (const auto& row : answer.table.rows) {
        out += '|';
        for (const auto& cell : row) out += markdown_cell(cell.shown);
        out += '\n';
    }
    if (!answer.notes.empty()) out += '\n';
    // Several lines at once are a drawing in letters of equal width.
    for (const auto& note : answer.notes) out += note.find('\n') == note.npos ? note + "  \n" : "```text\n" + note + "\n```\n";
    return out;
}

} // namespace unseen
