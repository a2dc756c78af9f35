#include "report/formats/entry.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The approximate number of columns that a UTF-8 text takes on a terminal: its code points.
std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t to, bool right)
{
    const std::string blanks(to - std::min(to, width(text)), ' ');
    return right ? blanks + text : text + blanks;
}

} // namespace

std::string print_text(const ResultTable& table)
{
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        widths.push_back(width(table.columns[c].title));
        for (const auto& row : table.rows) widths[c] = std::max(widths[c], width(row[c].shown));
    }
    std::string out;
    const auto line = [&](auto text_of) {
        std::string text;
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            text += (c > 0 ? "  " : "") + padded(text_of(c), widths[c], table.columns[c].right);
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + '\n';
    };
    line([&](std::size_t c) { return table.columns[c].title; });
    line([&](std::size_t c) { return std::string(widths[c], '-'); });
    for (const auto& row : table.rows) line([&](std::size_t c) { return row[c].shown; });
    return out;
}

std::string text_answer(const Answer& answer)
{
    std::string out;
    for (const auto& text : answer.heading) out += text + '\n';
    if (!answer.heading.empty()) out += '\n';
    if (!answer.table.columns.empty()) out += print_text(answer.table);
    for (const auto& one : answer.further) out += '\n' + one.title + ":\n" + print_text(one.table);
    const bool tables = !answer.table.columns.empty() || !answer.further.empty();
    if (tables && !answer.notes.empty()) out += '\n';
    for (const auto& note : answer.notes) out += note.text + '\n';
    return out;
}

} // namespace unseen
