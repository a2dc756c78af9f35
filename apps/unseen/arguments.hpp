// The arguments of commands: positionals, options and flags, declared once for parsing, help, the manual page and completion.
#pragma once

#include "unseen/base/spec.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace unseen::cli {

/// The texts with `between` between them.
std::string joined(const std::vector<std::string>& texts, std::string_view between = ", ");

/// The whole number from 0 up that the text spells, if it does.
std::optional<std::uint64_t> whole_number(const std::string& text);

/// Where a value goes; the variable must outlive the parse. A bool is a flag; vectors take several.
using Target = std::variant<bool*, std::string*, double*, std::uint64_t*, std::optional<double>*, std::optional<std::uint64_t>*,
                            std::vector<std::string>*, std::vector<Spec>*>;

/// One argument of a command.
struct Argument {
    std::string name; ///< `--level`; of a positional `FILE`
    std::string help;
    Target target;
    std::vector<std::string> choices{}; ///< the only values, if any
    std::vector<std::string> words{};   ///< that a value may begin with, for completion
    bool required = false;              ///< of a positional
    bool list = false;                  ///< one value holds several, with commas between them

    bool positional() const { return name.front() != '-'; }
    bool flag() const { return std::holds_alternative<bool*>(target); }
    bool repeats() const;
    /// What stands for the value in help: TEXT, NUMBER, a|b; empty for flags and positionals.
    std::string value_name() const;
    /// The value before the parse, of numbers.
    std::string fallback() const;
    /// Takes a value. Returns what is wrong with it, or nothing.
    std::string take(const std::string& text) const;
};

/// Collects the arguments of a command.
class Arguments {
public:
    void positional(std::string_view name, std::string& target, std::string_view help, bool required = true);
    /// Any number of them, none included.
    void positionals(std::string_view name, std::vector<std::string>& target, std::string_view help);
    void option(std::string_view name, Target target, std::string_view help);
    /// Specs of one family, one value each time.
    void specs(std::string_view name, std::vector<Spec>& target, std::span<const SpecInfo> known, std::string_view help);
    void choice(std::string_view name, std::string& target, std::vector<std::string> choices, std::string_view help);
    /// A list with commas between the names; may be repeated too.
    void names(std::string_view name, std::vector<std::string>& target, std::string_view help);

    const std::vector<Argument>& all() const { return all_; }

private:
    std::vector<Argument> all_;
};

/// A command: what it is called, what it takes, and what it does, or the commands below it. Its arguments live in what the functions capture.
struct Command {
    std::string name;
    std::string help;                          ///< one line
    std::string footer;                        ///< below the options: examples, and what the specs may be
    std::function<void(Arguments&)> declare{}; ///< none: it has no arguments of its own
    std::function<int()> run{};                ///< the exit code; none: one of `commands` must be named
    std::vector<Command> commands{};
};

std::vector<Argument> arguments_of(const Command& command);

/// The command whose arguments are an Options, which declares them and runs.
template <class Options>
Command command(std::string name, std::string help, std::string footer, std::shared_ptr<Options> options,
                std::vector<Command> commands = {})
{
    return {std::move(name),
            std::move(help),
            std::move(footer),
            [options](Arguments& arguments) { options->declare(arguments); },
            [options] { return options->run(); },
            std::move(commands)};
}

/// Parses the command line and runs the command. `--help` and `--version` print and return 0. Throws InputError for bad usage.
int dispatch(int argc, char** argv, const Command& tool);

} // namespace unseen::cli
