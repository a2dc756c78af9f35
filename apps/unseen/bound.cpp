// unseen bound: what is certain about an error, from counts typed in. The kinds are the library's table; none is named here.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/bound/kinds.hpp"
#include "unseen/report/bounds.hpp"

#include <algorithm>
#include <map>

namespace unseen::cli {

namespace {

using bound::InputType;

struct Options {
    std::string kind;
    std::map<std::string, std::string> inputs; ///< text by the name of the input; empty: not given
    std::string form;
    std::string delta;
    std::string level;
    AnswerOptions answer;
};

std::optional<Delta> delta_of(const Options& options)
{
    require(options.delta.empty() || options.level.empty(), "expected either --delta or --level, which is 1 - delta");
    if (!options.delta.empty()) return Delta(number("--delta", options.delta));
    if (!options.level.empty()) return Delta::beside(Level(number("--level", options.level)));
    return std::nullopt;
}

int run(const Options& options)
{
    Output out(options.answer.output);
    const auto& kind = bound::kind_named(options.kind);
    bound::Inputs inputs;
    std::string taken;
    for (const auto& info : kind.inputs) {
        taken += " --" + info.name;
        const std::string& text = options.inputs.at(info.name);
        if (text.empty()) continue;
        inputs.set(info, info.type == InputType::values ? read_numbers(text) : listed("--" + info.name, text));
    }
    for (const auto& [name, text] : options.inputs) {
        const bool known =
            std::any_of(kind.inputs.begin(), kind.inputs.end(), [&](const auto& info) { return info.name == name; });
        require(text.empty() || known, "bound " + kind.name + " takes no --" + name + "; it takes" + taken);
    }
    const auto result = bound::compute(kind, inputs, options.form, delta_of(options));
    const auto table = bound_table(kind.name, result);
    options.answer.print(
        out, table, [&] { return table; }, [&] { return bound_json(kind, inputs, result); });
    return 0;
}

std::string footer()
{
    std::string text = "Kinds:\n";
    for (const auto& kind : bound::kinds()) {
        text += "  " + kind.name + ": " + kind.help + "\n      unseen bound " + kind.name + ' ' + kind.example + '\n';
        if (kind.forms.size() > 1) {
            text += "      forms:";
            for (const auto& form : kind.forms) text += ' ' + form;
            text += '\n';
        }
    }
    return text;
}

} // namespace

Command bound_command()
{
    const auto options = std::make_shared<Options>();
    return {"bound", "what is certain about an error, from counts: finite-sample bounds", footer(),
            [options](Arguments& arguments) {
                arguments.positional("KIND", options->kind, "the kind of bound, see below");
                for (const auto& kind : bound::kinds())
                    for (const auto& info : kind.inputs)
                        if (options->inputs.emplace(info.name, "").second)
                            arguments.option("--" + info.name, options->inputs.at(info.name), info.help);
                arguments.option("--form", options->form, "the inequality, chosen before looking at the counts");
                arguments.option("--delta", options->delta, "the probability with which each side may fail (0.05)");
                arguments.option("--level", options->level, "1 - delta");
                options->answer.declare(arguments);
            },
            [options] { return run(*options); }};
}

} // namespace unseen::cli
