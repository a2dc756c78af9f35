// The subcommands, one file each.
#pragma once

#include "arguments.hpp"

namespace unseen::cli {

Command bound_command();
Command compare_command();
Command curve_command();
Command tune_command();
Command data_command();
Command estimate_command();
Command explain_command();
Command fit_command();
Command importance_command();
Command predict_command();
Command report_command();
Command run_command();
Command score_command();
Command split_command();
Command store_command();
Command study_command();

/// Adds the commands `manual` and `completion`, which describe the tool's commands. They keep a reference to
/// the tool.
void add_page_commands(Command& tool);

} // namespace unseen::cli
