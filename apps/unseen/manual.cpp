// unseen manual, unseen completion: the manual page and the completion, generated from the arguments of the
// commands.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/argument.hpp"
#include "unseen/base/version.hpp"

namespace unseen::cli {

namespace {

/// Calls `each(name, command)` for the tool and all commands below it; the name is what a user types.
void walk(const Command& command, const std::string& before,
          const std::function<void(const std::string&, const Command&)>& each)
{
    const auto name = before + command.name;
    each(name, command);
    for (const auto& below : command.commands) walk(below, name + ' ', each);
}

// ---- the manual page

/// Escapes text for roff: hyphens that must not break lines, and line beginnings that look like requests.
std::string roff(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if ((out.empty() || out.back() == '\n') && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else
            out += c == '-' ? std::string("\\-") : std::string(1, c);
    }
    return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }

std::string manual_of(const std::string& name, const Command& command)
{
    const auto all = arguments_of(command);
    std::string text = ".SH \"" + name + "\"\n" + bold(name) + (all.empty() ? "" : " [OPTIONS]");
    for (const auto& argument : all)
        if (argument.positional()) text += ' ' + roff(argument.name) + (argument.repeats() ? " ..." : "");
    text += (command.commands.empty() ? "" : " COMMAND") + std::string("\n.PP\n") + roff(command.help) + '\n';
    for (const auto& argument : all) {
        text += ".TP\n" + bold(argument.name);
        if (const auto value = argument.value_name(); !value.empty()) text += " \\fI" + roff(value) + "\\fR";
        if (const auto fallback = argument.fallback(); !fallback.empty()) text += " (" + roff(fallback) + ')';
        text += '\n' + roff(argument.help) + '\n';
    }
    for (const auto& below : command.commands)
        text += ".TP\n" + bold(below.name) + '\n' + roff(below.help) + '\n';
    return text + ".PP\n.nf\n" + roff(word_arguments(command.footer, as_option)) + "\n.fi\n";
}

std::string manual_page(const Command& tool)
{
    const auto title = tool.help.substr(tool.help.find(' ') + 1);
    std::string page = ".TH UNSEEN 1 \"\" \"unseen " + std::string(version()) +
                       "\" \"User Commands\"\n.SH NAME\n" + tool.name + " \\- " + roff(title) + '\n';
    walk(tool, "",
         [&](const std::string& name, const Command& command) { page += manual_of(name, command); });
    return page;
}

// ---- completion

/// The words, in single quotes for a shell.
std::string quoted(const std::vector<std::string>& words)
{
    std::string text = "'";
    for (const char c : joined(words, " ")) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + '\'';
}

/// The possible values of an argument, or their beginnings.
std::vector<std::string> values_of(const Argument& argument)
{
    auto values = argument.choices;
    if (argument.family != nullptr)
        for (const auto& info : argument.family->known()) values.push_back(info.name);
    return values;
}

std::string bash_completion(const Command& tool)
{
    std::vector<std::string> names;
    std::string values;
    std::string words;
    walk(tool, "", [&](const std::string& name, const Command& command) {
        std::vector<std::string> own;
        for (const auto& below : command.commands) {
            own.push_back(below.name);
            names.push_back('\'' + name + ' ' + below.name + '\'');
        }
        for (const auto& argument : arguments_of(command)) {
            if (argument.positional()) continue;
            own.push_back(argument.name);
            if (!argument.flag())
                values += "    '" + name + ' ' + argument.name + "') words=" + quoted(values_of(argument)) +
                          " ;;\n";
        }
        own.emplace_back("--help");
        words += "        '" + name + "') words=" + quoted(own) + " ;;\n";
    });
    return "_unseen() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} name=" +
           tool.name +
           " words= i\n"
           "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
           "        case \"$name ${COMP_WORDS[i]}\" in\n"
           "        " +
           joined(names, "|") +
           ") name+=\" ${COMP_WORDS[i]}\" ;;\n"
           "        esac\n"
           "    done\n"
           "    case \"$name ${COMP_WORDS[COMP_CWORD - 1]}\" in\n" +
           values +
           "    *)\n"
           "        case $name in\n" +
           words +
           "        esac ;;\n"
           "    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\n"
           "complete -o bashdefault -o default -F _unseen " +
           tool.name + '\n';
}

/// A command that prints a page generated from the tool's commands.
struct PageCommand {
    const Command& tool;
    std::string (*page)(const Command& tool);
    std::string output;

    PageCommand(const Command& of, std::string (*by)(const Command&)) : tool(of), page(by) {}

    void declare(Arguments& arguments)
    {
        arguments.option("--output", &output, "write it to this file instead of standard output");
    }

    int run() const
    {
        Output out(output);
        out.write(page(tool));
        out.finish();
        return 0;
    }
};

} // namespace

void add_page_commands(Command& tool)
{
    tool.commands.push_back(command("manual", "print the manual page, for man",
                                    "Example: unseen manual --output unseen.1",
                                    std::make_shared<PageCommand>(tool, manual_page)));
    tool.commands.push_back(command("completion", "print the completion of commands and options, for bash",
                                    "Example: source <(unseen completion)",
                                    std::make_shared<PageCommand>(tool, bash_completion)));
}

} // namespace unseen::cli
