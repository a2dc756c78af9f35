// The terminal: its width, and help that fits it.
#pragma once

#include <cstddef>
#include <string>

namespace unseen::cli {

/// The columns of the terminal behind a file descriptor; 0 if there is none.
std::size_t terminal_width(int descriptor);

/// Help in lines of at most `width` columns (0: as it is), broken at blanks. Further lines begin where the
/// explanation of an option does. Lines that begin with two blanks and `unseen` are commands to paste, and
/// stay whole.
std::string help_within(const std::string& help, std::size_t width);

} // namespace unseen::cli
