// How an experiment file names an argument.
//
// Example:
//
//     assert(as_file_key("target", "y") == "target = \"y\"");
//     assert(as_file_key("ignore", "a,b") == "ignore = [\"a\", \"b\"]");
#pragma once

#include <string>
#include <string_view>

namespace unseen {

/// An argument as a key of an experiment file (TOML); without a value its name in quotes. Answers about
/// experiments name arguments in this form, because that is where their reader writes them.
std::string as_file_key(std::string_view name, std::string_view value);

} // namespace unseen
