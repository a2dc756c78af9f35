#include "learn/command/program.hpp"

#include "base/utf8.hpp"
#include "learn/command/process.hpp"

#include "unseen/base/error.hpp"

namespace unseen {

CommandLine::CommandLine(std::vector<std::string> line)
    : file(find_program(line.at(0))),
      words(std::move(line))
{
}

std::string printable(std::string_view text)
{
    std::string line;
    while (!text.empty()) {
        const auto [bytes, code] = first_character(text);
        const auto length = std::max<std::size_t>(bytes, 1);
        if (text.front() == '\n')
            line += " | ";
        else if (text.front() == '\t')
            line += ' ';
        else if (bytes == 0 || is_control(code))
            line += text.front() == '\r' ? "" : "?";
        else
            line += text.substr(0, length);
        text.remove_prefix(length);
    }
    return line;
}

void fail_program(const CommandLine& line, const std::string& what, const std::string& errors,
                  const FailureCode& code)
{
    throw LearnerError(line.words.front() + ": " + what +
                           (errors.empty() ? "" : "; its last lines of standard error: " + printable(errors)),
                       code);
}

} // namespace unseen
