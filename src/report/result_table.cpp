#include "unseen/report/result_table.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace unseen {

namespace {

/// Columns that a UTF-8 text takes on a terminal, near enough: its code points.
std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t to, bool right)
{
    const std::string blanks(to - std::min(to, width(text)), ' ');
    return right ? blanks + text : text + blanks;
}

std::string escaped(const std::string& text, const std::string& special, const std::string& before)
{
    std::string out;
    for (const char c : text) {
        if (special.find(c) != std::string::npos) out += before;
        out += c;
    }
    return out;
}

std::string csv_field(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

std::string latex_text(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '\\': out += "\\textbackslash{}"; break;
        case '~': out += "\\textasciitilde{}"; break;
        case '^': out += "\\textasciicircum{}"; break;
        default: out += escaped(std::string(1, c), "&%$#_{}", "\\");
        }
    }
    return out;
}

} // namespace

std::string readable(double number)
{
    const double size = std::abs(number);
    std::array<char, 64> buffer{};
    const bool tiny = size > 0.0 && size < 5e-4;
    const auto format = tiny || size >= 1e9 ? std::chars_format::scientific : std::chars_format::fixed;
    const int precision = tiny || size >= 1e9 ? 2 : size >= 1000.0 ? 1 : size >= 100.0 ? 2 : 4;
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format, precision);
    return error == std::errc{} ? std::string(buffer.data(), end) : shortest(number);
}

Cell::Cell(const Value& value) : shown(value ? readable(value.number()) : "-"), full(value ? shortest(value.number()) : "") {}

std::string print_text(const ResultTable& table)
{
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        widths.push_back(width(table.columns[c].title));
        for (const auto& row : table.rows) widths[c] = std::max(widths[c], width(row[c].shown));
    }
    std::string out;
    for (const auto& text : table.heading) out += text + '\n';
    if (!table.heading.empty()) out += '\n';
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
    if (!table.notes.empty()) out += '\n';
    for (const auto& note : table.notes) out += note + '\n';
    return out;
}

std::string print_csv(const ResultTable& table)
{
    std::string out;
    for (std::size_t c = 0; c < table.columns.size(); ++c) out += (c > 0 ? "," : "") + csv_field(table.columns[c].title);
    out += '\n';
    for (const auto& row : table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) out += (c > 0 ? "," : "") + csv_field(row[c].full);
        out += '\n';
    }
    return out;
}

std::string print_markdown(const ResultTable& table)
{
    std::string out;
    for (const auto& text : table.heading) out += text + "  \n";
    if (!table.heading.empty()) out += '\n';
    out += '|';
    for (const auto& column : table.columns) out += ' ' + escaped(column.title, "|", "\\") + " |";
    out += "\n|";
    for (const auto& column : table.columns) out += column.right ? " ---: |" : " --- |";
    out += '\n';
    for (const auto& row : table.rows) {
        out += '|';
        for (const auto& cell : row) out += ' ' + escaped(cell.shown, "|", "\\") + " |";
        out += '\n';
    }
    if (!table.notes.empty()) out += '\n';
    // Several lines at once are a drawing in letters of equal width.
    for (const auto& note : table.notes) out += note.find('\n') == note.npos ? note + "  \n" : "```text\n" + note + "\n```\n";
    return out;
}

std::string print_latex(const ResultTable& table)
{
    std::string out;
    for (const auto& text : table.heading) out += "% " + text + '\n';
    out += "\\begin{tabular}{";
    for (const auto& column : table.columns) out += column.right ? 'r' : 'l';
    out += "}\n\\hline\n";
    const auto line = [&](auto text_of) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) out += (c > 0 ? " & " : "") + latex_text(text_of(c));
        out += " \\\\\n";
    };
    line([&](std::size_t c) { return table.columns[c].title; });
    out += "\\hline\n";
    for (const auto& row : table.rows) line([&](std::size_t c) { return row[c].shown; });
    out += "\\hline\n\\end{tabular}\n";
    for (const auto& note : table.notes) {
        out += "% ";
        for (const char c : note) out += c == '\n' ? std::string("\n% ") : std::string(1, c);
        out += '\n';
    }
    return out;
}

} // namespace unseen
