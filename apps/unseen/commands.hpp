// The subcommands, one file each.
#pragma once

#include "arguments.hpp"

namespace unseen::cli {

Command bound_command();
Command compare_command();
Command data_command();
Command estimate_command();
Command score_command();
Command split_command();

} // namespace unseen::cli
