// What a subcommand may be told: positionals, options and flags. A small face over CLI11, whose header takes seconds to compile
// and is therefore included in arguments.cpp alone.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace unseen::cli {

/// Declares arguments; each is bound to a variable that must outlive the parse.
class Arguments {
public:
    explicit Arguments(void* app) : app_(app) {}

    void positional(const std::string& name, std::string& target, const std::string& help);
    /// Any number of them, also none.
    void positionals(const std::string& name, std::vector<std::string>& target, const std::string& help);
    void option(const std::string& flag, std::string& target, const std::string& help);
    void option(const std::string& flag, double& target, const std::string& help);
    void option(const std::string& flag, std::uint64_t& target, const std::string& help);
    /// One of `choices`.
    void choice(const std::string& flag, std::string& target, const std::vector<std::string>& choices, const std::string& help);
    /// A flag that may be repeated, one value each time.
    void repeated(const std::string& flag, std::vector<std::string>& target, const std::string& help);
    /// A list with commas between the names; may be repeated too.
    void names(const std::string& flag, std::vector<std::string>& target, const std::string& help);
    void flag(const std::string& flag, bool& target, const std::string& help);

private:
    void* app_;
};

/// A subcommand: what it is called, what it may be told, and what it does. Its options live in what the two functions capture.
struct Command {
    std::string name;
    std::string help;   ///< one line
    std::string footer; ///< below the options: examples, and what the specs may be
    std::function<void(Arguments&)> declare;
    std::function<int()> run; ///< the exit code
};

/// Parses the command line and runs the subcommand. `--help` and `--version` print and return 0; bad usage prints one line
/// to standard error and returns 2.
int dispatch(int argc, char** argv, const std::vector<Command>& commands, const std::string& description);

} // namespace unseen::cli
