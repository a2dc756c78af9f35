// Parses the command line: the one file that includes CLI11, whose header takes seconds to compile.
#include "arguments.hpp"
#include "output.hpp"
#include "terminal.hpp"

#include "unseen/base/argument.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/base/suggestion.hpp"
#include "unseen/base/version.hpp"
#include "unseen/learn/libraries.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <span>
#include <unistd.h>

namespace unseen::cli {

namespace {

int print(const std::string& text, std::FILE* to)
{
    const bool written = std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
    return written ? 0 : 1;
}

/// Values are shown as the user types them, without CLI11's type names.
void declare(CLI::App& app, const Argument& argument)
{
    CLI::Option* option = nullptr;
    const auto take = [argument](const std::string& text) {
        if (const auto wrong = argument.take(text); !wrong.empty())
            throw CLI::ValidationError(argument.name, wrong);
    };
    if (argument.flag()) {
        app.add_flag(argument.name, *argument.as<bool>(), argument.help);
        return;
    }
    if (argument.repeats())
        option = app.add_option_function<std::vector<std::string>>(
            argument.name,
            [argument, take](const std::vector<std::string>& texts) {
                argument.clear();
                std::for_each(texts.begin(), texts.end(), take);
            },
            argument.help);
    else
        option = app.add_option_function<std::string>(argument.name, take, argument.help);
    option->type_name(argument.value_name())->required(argument.required)->default_str(argument.fallback());
    // An option takes one value at a time, so that it never takes the files after it.
    if (argument.repeats() && !argument.positional())
        option->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void declare(CLI::App& app, const Command& command)
{
    app.footer(word_arguments(command.footer, as_option) + (command.footer.ends_with('\n') ? "" : "\n"));
    for (const auto& argument : arguments_of(command)) declare(app, argument);
    if (!command.commands.empty()) app.require_subcommand(command.run ? 0 : 1, 1);
    for (const auto& below : command.commands) declare(*app.add_subcommand(below.name, below.help), below);
}

const Command* find(const Command& command, const std::string& name)
{
    const auto found = std::find_if(command.commands.begin(), command.commands.end(),
                                    [&](const auto& c) { return c.name == name; });
    return found == command.commands.end() ? nullptr : &*found;
}

/// Moves the name of a subcommand that follows options in front of them.
void bring_forward(const Command& command, const std::vector<Argument>& own, std::vector<std::string>& words,
                   std::size_t at)
{
    const auto takes_value = [&](const std::string& word) {
        return std::any_of(own.begin(), own.end(),
                           [&](const auto& a) { return a.name == word && !a.flag(); });
    };
    for (auto i = at + 1; i < words.size(); ++i)
        if (find(command, words[i]) != nullptr && !takes_value(words[i - 1])) {
            const auto begin = words.begin();
            std::rotate(begin + static_cast<std::ptrdiff_t>(at), begin + static_cast<std::ptrdiff_t>(i),
                        begin + static_cast<std::ptrdiff_t>(i + 1));
            return;
        }
}

/// The commands that the words name, from the tool down. Moves the names to the front. Throws InputError for
/// an unknown command.
std::vector<const Command*> named(const Command& tool, std::vector<std::string>& words)
{
    std::vector<const Command*> path = {&tool};
    for (std::size_t at = 0; at < words.size() && !path.back()->commands.empty(); ++at) {
        const auto& command = *path.back();
        const auto own = arguments_of(command);
        if (words[at].rfind('-', 0) == 0 && at > 0) bring_forward(command, own, words, at);
        const auto& word = words[at];
        const auto* below = find(command, word);
        const bool positional =
            std::any_of(own.begin(), own.end(), [](const auto& a) { return a.positional(); });
        if (below == nullptr && (positional || word.rfind('-', 0) == 0)) break;
        std::vector<std::string> names;
        for (const auto& one : command.commands) names.push_back(one.name);
        require(below != nullptr,
                at == 0 ? "unknown command '" + word + "'; " + suggestion(word, names, "there are: ")
                        : command.name + ": expected one of " + joined(names) + ", not '" + word + "'");
        path.push_back(below);
    }
    return path;
}

/// Names that other tools have for options.
constexpr std::pair<std::string_view, std::string_view> names_elsewhere[] = {
    {"group-by", "by"},    {"groupby", "by"},      {"subgroup", "by"},          {"slice", "by"},
    {"metric", "measure"}, {"metrics", "measure"}, {"label", "truth"},          {"labels", "truth"},
    {"y", "truth"},        {"target", "truth"},    {"prediction", "predicted"}, {"pred", "predicted"},
    {"json", "format"},    {"folds", "estimator"}, {"cv", "estimator"},         {"model", "learner"}};

/// Why the command has no such option, or the option that may have been meant, or where to find help.
std::string hint(const Command& command, const std::string& word, const std::string& see)
{
    const auto declared = declared_by(command);
    const auto option = word.substr(0, word.find('='));
    for (const auto& [refused, why] : declared.refused())
        if (option == refused) return ": " + why;
    if (word[0] != '-') return see;
    std::vector<std::string> names; // without dashes, which would resemble each other
    std::vector<std::string> meant; // the option of each name
    for (const auto& argument : declared.all())
        for (const auto& name : {argument.name, argument.alias})
            if (name.starts_with("--")) {
                names.push_back(name.substr(2));
                meant.push_back(argument.name);
            }
    const auto own = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    auto close = resembling(own, names);
    for (const auto& [elsewhere, here] : names_elsewhere)
        if (own == elsewhere && std::ranges::find(names, here) != names.end()) close = here;
    if (close.empty()) return see;
    const auto at = std::ranges::find(names, close) - names.begin();
    return "; did you mean '" + meant[static_cast<std::size_t>(at)] + "'?";
}

/// Replaces older names of options by those of today.
void rename_options(std::span<const Command* const> path, std::vector<std::string>& words)
{
    const auto end = std::ranges::find(words, "--");
    for (const auto* command : path)
        for (const auto& argument : arguments_of(*command)) {
            if (argument.alias.empty()) continue;
            for (auto word = words.begin(); word != end; ++word)
                if (*word == argument.alias || word->starts_with(argument.alias + '='))
                    word->replace(0, argument.alias.size(), argument.name);
        }
}

/// Quantiles of levels so close to 0 or 1 have no digits.
void require_usable_level(std::span<const Command* const> path)
{
    constexpr double least = 1e-12;
    for (const auto* command : path)
        for (const auto& argument : arguments_of(*command)) {
            if (argument.name != "--level" || argument.fallback().empty()) continue;
            const auto given = parse_number(argument.fallback()).value_or(0.0);
            if (!(given > 0.0 && given < 1.0)) continue; // Level says so
            require(given >= least && given <= 1.0 - least,
                    "--level: " + shortest(given) + " is too close to " + (given < 0.5 ? "0" : "1") +
                        "; expected a level from 1e-12 to 1 - 1e-12");
        }
}

/// The command line, as a shell takes it.
std::string& whole_line()
{
    static std::string line;
    return line;
}

/// A word that a shell takes as it is.
std::string quoted(const std::string& word)
{
    constexpr auto plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (!word.empty() && word.find_first_not_of(plain) == word.npos) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
    return text + '\'';
}

/// An output must not be a store, a file that another argument names, a file in a folder that does not exist,
/// or "-", which is standard input.
void require_outputs_apart(std::span<const Command* const> path)
{
    std::vector<Argument> all;
    for (const auto* command : path)
        for (auto& argument : arguments_of(*command)) all.push_back(std::move(argument));
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].output) continue;
        std::vector<std::string> others;
        for (std::size_t j = 0; j < all.size(); ++j)
            if (j != i)
                for (auto& text : all[j].texts())
                    if (!text.empty()) others.push_back(std::move(text));
        for (const auto& file : all[i].texts()) {
            require(file != "-",
                    all[i].name +
                        ": '-' is standard input, and no file to write; expected the name of a file");
            require_apart(all[i].name, file, others);
            require_folder_of(file);
        }
    }
}

/// The words of a command line and their parts, as the columns of --ignore x,y.
std::vector<std::string> parts_of_words(std::span<char* const> given)
{
    std::vector<std::string> parts(given.begin(), given.end());
    for (const std::string_view word : given)
        for (std::size_t begin = 0; begin < word.size();) {
            const auto end = std::min(word.find_first_of(",;:=|", begin), word.size());
            parts.emplace_back(word.substr(begin, end - begin));
            begin = end + 1;
        }
    return parts;
}

} // namespace

const std::string& command_line() { return whole_line(); }

int dispatch(int argc, char** argv, const Command& tool)
{
    for (int i = 0; i < argc; ++i) whole_line() += i == 0 ? tool.name : ' ' + quoted(argv[i]);
    const std::span given(argv, static_cast<std::size_t>(argc));
    if (std::ranges::find(given, std::string_view("--no-values")) != given.end())
        hide_values(parts_of_words(given));
    CLI::App app(tool.help, tool.name);
    std::string built = "unseen " + std::string(version());
    for (const auto& line : missing_libraries()) built += "\nwithout: " + line;
    app.set_version_flag("--version", built);
    declare(app, tool);
    std::vector<std::string> words(argv + 1, argv + argc);
    const auto path = named(tool, words);
    rename_options(path, words);
    std::string name; // the name of the command, without the tool
    const CLI::App* parsed = &app;
    for (const auto* command : std::span(path).subspan(1)) {
        name += (name.empty() ? "" : " ") + command->name;
        parsed = parsed->get_subcommand(command->name);
    }
    const bool incomplete =
        !path.back()->run &&
        words.size() + 1 == path.size(); // the words are names only, and a subcommand is missing
    const auto see = "; see " + tool.name + (name.empty() ? "" : ' ' + name) + " --help";
    try {
        std::reverse(words.begin(), words.end());
        app.parse(words);
    } catch (const CLI::CallForVersion& e) {
        return print(std::string(e.what()) + "\n", stdout);
    } catch (const CLI::CallForHelp&) {
        return print(help_within(app.help(), terminal_width(STDOUT_FILENO)), stdout);
    } catch (const CLI::ParseError& e) {
        if (incomplete) {
            print(help_within(app.help(), terminal_width(STDERR_FILENO)), stderr);
            return 2;
        }
        if (const auto extra = parsed->remaining(); !extra.empty())
            throw InputError((name.empty() ? tool.name : name) + " takes no " + extra.front() +
                             hint(*path.back(), extra.front(), see));
        std::string text = e.what();
        if (const auto twice = text.find(": At Most 1 required"); twice != std::string::npos)
            text = text.substr(0, twice) + ": given more than once; expected once";
        throw InputError(text + see);
    }
    require_outputs_apart(path);
    require_usable_level(path);
    return path.back()->run();
}

} // namespace unseen::cli
