#include "report/formats/entry.hpp"

namespace unseen {

namespace {

/// The text so that LaTeX shows it literally. `[` and `*` are in braces, because at the start of a row they
/// would belong to the line break before it.
std::string latex_text(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '\\': out += "\\textbackslash{}"; break;
        case '~': out += "\\textasciitilde{}"; break;
        case '^': out += "\\textasciicircum{}"; break;
        case '<': out += "\\textless{}"; break;
        case '>': out += "\\textgreater{}"; break;
        case '|': out += "\\textbar{}"; break;
        case '[':
        case '*': out += {'{', c, '}'}; break;
        case '&':
        case '%':
        case '$':
        case '#':
        case '_':
        case '{':
        case '}': out += '\\'; [[fallthrough]];
        default: out += c;
        }
    }
    return out;
}

std::string latex_comment(const std::string& line) { return (line.empty() ? "%" : "% " + line) + '\n'; }

std::string tabular(const ResultTable& table)
{
    std::string out = "\\begin{tabular}{";
    for (const auto& column : table.columns) out += column.right ? 'r' : 'l';
    out += "}\n\\hline\n";
    const auto line = [&](auto text_of) {
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            out += (c > 0 ? " & " : "") + latex_text(text_of(c));
        out += " \\\\\n";
    };
    line([&](std::size_t c) { return table.columns[c].title; });
    out += "\\hline\n";
    for (const auto& row : table.rows) line([&](std::size_t c) { return row[c].shown; });
    return out + "\\hline\n\\end{tabular}\n";
}

} // namespace

std::string latex_answer(const Answer& answer, const Screen& /*screen*/)
{
    std::string out;
    for (const auto& text : answer.heading) out += latex_comment(text);
    if (!answer.table.columns.empty()) out += tabular(answer.table);
    for (const auto& one : answer.further) out += latex_comment(one.title) + tabular(one.table);
    for (const auto& note : answer.notes) out += latex_comment(note.text);
    return out;
}

} // namespace unseen
