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

} // namespace unseen::cli
