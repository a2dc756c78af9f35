#include "learn/command/program.hpp"

#include "learn/command/process.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

namespace {

/// The length of the UTF-8 character at the start of `text`; 0 if there is no valid one.
std::size_t character(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (first >= 0xF5 || length == 0 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    // Bad: longer than necessary, half of a surrogate pair, or beyond the last character.
    const bool bad = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
                     (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F);
    return bad ? 0 : length;
}

} // namespace

CommandLine::CommandLine(std::vector<std::string> line) : file(find_program(line.at(0))), words(std::move(line)) {}

std::string printable(std::string_view text)
{
    std::string line;
    while (!text.empty()) {
        const auto length = character(text);
        if (text.front() == '\n')
            line += " | ";
        else if (length == 1 && (static_cast<unsigned char>(text.front()) < 0x20 || text.front() == 0x7F))
            line += text.front() == '\t' ? " " : text.front() == '\r' ? "" : "?";
        else if (length == 0)
            line += '?';
        else
            line += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return line;
}

void fail_program(const CommandLine& line, const std::string& what, const std::string& errors, const std::string& code)
{
    throw LearnerError(line.words.front() + ": " + what +
                           (errors.empty() ? "" : "; its last lines of standard error: " + printable(errors)),
                       code);
}

} // namespace unseen
