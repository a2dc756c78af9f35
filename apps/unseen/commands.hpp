// The subcommands, one file each.
#pragma once

#include "arguments.hpp"

namespace unseen::cli {

Command bound_command();
Command compare_command();
Command data_command();
Command estimate_command();
Command run_command();
Command score_command();
Command split_command();
Command store_command();

/// Adds the commands that print what is written from the tool's commands: the manual page and completion. The tool must stay where it is.
void add_page_commands(Command& tool);

} // namespace unseen::cli
