// The arguments of commands: positionals, options and flags. They are declared once, for parsing, help,
// manual page and completion.
#pragma once

#include "unseen/base/field.hpp"
#include "unseen/base/spec.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace unseen::cli {

/// The texts, joined with `between`.
std::string joined(const std::vector<std::string>& texts, std::string_view between = ", ");

/// A spec and its name: the text before an `=` that no `:` or `(` precedes (logreg=command:worker="..."),
/// else the spec as it was written. The name is a label: equal specs with different names have the same fits.
struct NamedSpec {
    std::string name;
    Spec spec;

    /// Throws InputError as Spec::parse() does.
    static NamedSpec parse(const std::string& text);
};

/// A file to write, and the name of its content: NAME=FILE.
struct NamedFile {
    std::string name;
    std::string file;
};

/// The variable that takes a value; it must outlive the parse. A bool is a flag; a vector takes several
/// values, in place of those that it has.
using Target = std::variant<FieldValue, std::vector<NamedSpec>*, std::vector<NamedFile>*>;

/// One argument of a command.
struct Argument {
    std::string name; ///< `--level`, or `FILE` for a positional
    std::string help;
    Target target;
    std::vector<std::string> choices{}; ///< the only values, if any
    FieldRange range{};
    const SpecFamily* family = nullptr;
    std::function<void(const NamedFile&)> check_file{}; ///< throws InputError for a file that is not valid
    bool required = false;                              ///< for positionals
    bool list = false;                                  ///< a value is a list, separated by commas
    bool empty = false;                                 ///< an empty text is a value
    bool output = false; ///< a file that is written; it must not be one that another argument names
    std::string alias{}; ///< an older name of an option, which is still taken

    bool positional() const { return name.front() != '-'; }
    bool flag() const { return as<bool>() != nullptr; }
    /// The variable, if it has this type; else null.
    template <class T>
    T* as() const
    {
        T* const* there = nullptr;
        if constexpr (std::is_constructible_v<FieldValue, T*>) {
            if (const auto* value = std::get_if<FieldValue>(&target)) there = std::get_if<T*>(value);
        } else {
            there = std::get_if<T*>(&target);
        }
        return there == nullptr ? nullptr : *there;
    }
    bool repeats() const;
    /// The placeholder of the value in help: TEXT, NUMBER, a|b; empty for flags and positionals.
    std::string value_name() const;
    /// The default of a number; else empty.
    std::string fallback() const;
    /// Its texts; empty if it takes numbers or specs.
    std::vector<std::string> texts() const;
    /// Takes a value. Returns an error message, or an empty text.
    std::string take(const std::string& text) const;
    /// Empties a list of texts, before it takes the first of its values.
    void clear() const;
};

/// An option of other commands that this one does not have, and the reason.
struct Refusal {
    std::string option;
    std::string why;
};

/// Collects the arguments of a command.
class Arguments {
public:
    void positional(std::string_view name, std::string& target, std::string_view help, bool required = true);
    /// Any number of values, including none.
    void positionals(std::string_view name, std::vector<std::string>& target, std::string_view help);
    void option(std::string_view name, Target target, std::string_view help);
    /// A file that the command writes. The command line is refused if this is a store or a file that another
    /// argument names.
    void output(std::string_view name, std::string& target, std::string_view help);
    /// An option that takes NAME=FILE, for files that the command writes, and may be repeated. `check` throws
    /// InputError for a name that nothing has, and for a file that cannot be made.
    void outputs(std::string_view name, std::vector<NamedFile>& target,
                 std::function<void(const NamedFile&)> check, std::string_view help);
    /// An option that takes a spec, or a spec with a name, and may be repeated; `target` is a pointer to the
    /// list. A spec that the family has not is refused before a file is read.
    void specs(std::string_view name, Target target, const SpecFamily& family, std::string_view help);
    void choice(std::string_view name, std::string& target, std::vector<std::string> choices,
                std::string_view help);
    /// An option that takes names separated by commas and may be repeated. `empty`: whether an empty text is
    /// one of the names.
    void names(std::string_view name, std::vector<std::string>& target, std::string_view help,
               bool empty = false);

    void add(Argument argument) { all_.push_back(std::move(argument)); }
    /// Options for the fields of a struct that their table gives to this command. `own`: what declares a
    /// field of this name instead; it gets the option that would be declared.
    void fields(const std::vector<FieldOf<FieldValue>>& fields, std::string_view command,
                const std::map<std::string_view, std::function<void(Argument)>>& own = {});

    const std::vector<Argument>& all() const { return all_; }
    const std::vector<Refusal>& refused() const { return refused_; }

private:
    std::vector<Argument> all_;
    std::vector<Refusal> refused_;
};

/// A command: its name, its arguments and its function, or its subcommands. The functions own the variables
/// of the arguments.
struct Command {
    std::string name;
    std::string help;                          ///< one line
    std::string footer;                        ///< text below the options: examples, and lists of specs
    std::function<void(Arguments&)> declare{}; ///< declares the arguments; null if there are none
    std::function<int()>
        run{}; ///< runs and returns the exit code; null: the user must name one of `commands`
    std::vector<Command> commands{};
};

Arguments declared_by(const Command& command);
std::vector<Argument> arguments_of(const Command& command);

/// Makes a command from an object that declares the arguments and runs.
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

/// The command line that dispatch() got, as a shell takes it.
const std::string& command_line();

/// Parses the command line and runs the command. `--help` and `--version` print and return 0. Throws
/// InputError for bad usage.
int dispatch(int argc, char** argv, const Command& tool);

} // namespace unseen::cli
