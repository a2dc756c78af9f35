#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace unseen::cli {

namespace {

/// Where further lines of a line of help begin: at its last column of text after several blanks, or where it
/// begins itself.
std::size_t indent_of(const std::string& line, std::size_t width)
{
    const auto begin = std::min(line.find_first_not_of(' '), line.size());
    const auto gap = line.find("  ", begin);
    const auto text = gap == line.npos ? line.npos : line.find_first_not_of(' ', gap);
    return text != line.npos && text <= width / 2 ? text : std::min(begin, width / 2);
}

std::string broken_line(std::string line, std::size_t width)
{
    const auto indent = indent_of(line, width);
    std::string lines;
    while (line.size() > width) {
        auto blank = line.rfind(' ', width);
        if (blank == line.npos || blank <= indent) blank = line.find(' ', std::max(indent, width));
        if (blank == line.npos) break;
        lines += line.substr(0, line.find_last_not_of(' ', blank) + 1) + '\n';
        const auto next = line.find_first_not_of(' ', blank);
        line = next == line.npos ? "" : std::string(indent, ' ') + line.substr(next);
    }
    return lines + line;
}

} // namespace

std::size_t terminal_width(int descriptor)
{
    winsize size{};
    return isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string help_within(const std::string& help, std::size_t width)
{
    if (width == 0) return help;
    std::string all;
    for (std::size_t begin = 0; begin < help.size();) {
        const auto end = std::min(help.find('\n', begin), help.size());
        auto line = help.substr(begin, end - begin);
        all += line.starts_with("  unseen ") ? line : broken_line(std::move(line), width);
        if (end < help.size()) all += '\n';
        begin = end + 1;
    }
    return all;
}

} // namespace unseen::cli
