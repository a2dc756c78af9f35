#include "report/formats/entry.hpp"

namespace unseen {

namespace {

std::string latex_text(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '\\': out += "\\textbackslash{}"; break;
        case '~': out += "\\textasciitilde{}"; break;
        case '^': out += "\\textasciicircum{}"; break;
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

/// Each line of the text after a percent sign.
std::string latex_comment(const std::string& text)
{
    std::string out = "% ";
    for (const char c : text) out += c == '\n' ? std::string("\n% ") : std::string(1, c);
    return out + '\n';
}

} // namespace

std::string latex_answer(const Answer& answer)
{
    std::string out;
    for (const auto& text : answer.heading) out += latex_comment(text);
    out += "\\begin{tabular}{";
    for (const auto& column : answer.table.columns) out += column.right ? 'r' : 'l';
    out += "}\n\\hline\n";
    const auto line = [&](auto text_of) {
        for (std::size_t c = 0; c < answer.table.columns.size(); ++c) out += (c > 0 ? " & " : "") + latex_text(text_of(c));
        out += " \\\\\n";
    };
    line([&](std::size_t c) { return answer.table.columns[c].title; });
    out += "\\hline\n";
    for (const auto& row : answer.table.rows) line([&](std::size_t c) { return row[c].shown; });
    out += "\\hline\n\\end{tabular}\n";
    for (const auto& note : answer.notes) out += latex_comment(note);
    return out;
}

} // namespace unseen
