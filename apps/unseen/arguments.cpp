#include "arguments.hpp"

#include "unseen/base/number.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/base/version.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

namespace unseen::cli {

namespace {

CLI::App& app_of(void* app) { return *static_cast<CLI::App*>(app); }

/// Values are shown as the user types them, without CLI11's type names.
CLI::Option* plain(CLI::Option* option, const std::string& value_name) { return option->type_name(value_name); }

int print(const std::string& text, std::FILE* to)
{
    const bool written = std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
    return written ? 0 : 1;
}

} // namespace

void Arguments::positional(const std::string& name, std::string& target, const std::string& help)
{
    plain(app_of(app_).add_option(name, target, help), "")->required();
}

void Arguments::positionals(const std::string& name, std::vector<std::string>& target, const std::string& help)
{
    plain(app_of(app_).add_option(name, target, help), "");
}

void Arguments::option(const std::string& flag, std::string& target, const std::string& help)
{
    plain(app_of(app_).add_option(flag, target, help), "TEXT");
}

void Arguments::option(const std::string& flag, double& target, const std::string& help)
{
    plain(app_of(app_).add_option(flag, target, help), "NUMBER")->capture_default_str()->check([](const std::string& value) {
        return parse_number(value) ? std::string() : "'" + value + "' is not valid; expected a number";
    });
}

void Arguments::option(const std::string& flag, std::uint64_t& target, const std::string& help)
{
    plain(app_of(app_).add_option(flag, target, help), "N")->capture_default_str()->check([](const std::string& value) {
        const bool digits = !value.empty() && value.size() < 20 && value.find_first_not_of("0123456789") == std::string::npos;
        return digits ? std::string() : "'" + value + "' is not valid; expected a whole number from 0 up";
    });
}

void Arguments::choice(const std::string& flag, std::string& target, const std::vector<std::string>& choices,
                       const std::string& help)
{
    std::string all;
    for (const auto& choice : choices) all += (all.empty() ? "" : "|") + choice;
    plain(app_of(app_).add_option(flag, target, help), all)->check([choices, all](const std::string& value) {
        for (const auto& choice : choices)
            if (choice == value) return std::string();
        return "'" + value + "' is not valid; expected one of " + all;
    });
}

void Arguments::repeated(const std::string& flag, std::vector<std::string>& target, const std::string& help)
{
    plain(app_of(app_).add_option(flag, target, help), "SPEC")->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void Arguments::names(const std::string& flag, std::vector<std::string>& target, const std::string& help)
{
    plain(app_of(app_).add_option(flag, target, help), "NAME,...")->delimiter(',');
}

void Arguments::flag(const std::string& flag, bool& target, const std::string& help)
{
    app_of(app_).add_flag(flag, target, help);
}

int dispatch(int argc, char** argv, const std::vector<Command>& commands, const std::string& description)
{
    CLI::App app(description, "unseen");
    app.set_version_flag("--version", "unseen " + std::string(version()));
    app.require_subcommand(1);
    app.footer("Example: unseen estimate data/iris.csv --learner tree --learner knn\n"
               "`unseen COMMAND --help` tells what a command may be told.");
    for (const auto& command : commands) {
        auto* sub = app.add_subcommand(command.name, command.help);
        sub->footer(command.footer);
        Arguments arguments(sub);
        command.declare(arguments);
    }
    if (argc <= 1) {
        print(app.help(), stderr);
        return 2;
    }
    const std::string first = argv[1];
    std::vector<std::string> names;
    for (const auto& command : commands) names.push_back(command.name);
    if (first[0] != '-' && std::find(names.begin(), names.end(), first) == names.end()) {
        print("unseen: error: unknown command '" + first + "'; did you mean '" + nearest(first, names) + "'?\n", stderr);
        return 2;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForVersion& e) {
        return print(std::string(e.what()) + "\n", stdout);
    } catch (const CLI::CallForHelp&) {
        for (const auto* sub : app.get_subcommands()) return print(sub->help("unseen"), stdout);
        return print(app.help(), stdout);
    } catch (const CLI::ParseError& e) {
        const auto subs = app.get_subcommands();
        const std::string name = subs.empty() ? "unseen --help" : "unseen " + subs.front()->get_name() + " --help";
        std::string text = e.what();
        if (const auto twice = text.find(": At Most 1 required"); twice != std::string::npos)
            text = text.substr(0, twice) + ": is there more than once; expected once";
        print("unseen: error: " + text + "; see " + name + "\n", stderr);
        return 2;
    }
    for (const auto& command : commands)
        if (app.got_subcommand(command.name)) return command.run();
    return 2;
}

} // namespace unseen::cli
