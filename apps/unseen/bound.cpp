// unseen bound: what is certain about an error, from counts typed in or from the fits of a store. The kinds are the library's tables; none is
// named here.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/bound/kinds.hpp"
#include "unseen/report/bounds.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/run/stored_plans.hpp"

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
    std::vector<std::string> bounds; ///< of a store
    StoreOptions store;
    AnswerOptions answer;
};

std::optional<Delta> delta_of(const Options& options)
{
    require(options.delta.empty() || options.level.empty(), "expected either --delta or --level, which is 1 - delta");
    if (!options.delta.empty()) return Delta(number("--delta", options.delta));
    if (!options.level.empty()) return Delta::beside(Level(number("--level", options.level)));
    return std::nullopt;
}

/// The bounds from data that need no unlabelled rows.
std::vector<SpecInfo> bounds_of_stores()
{
    std::vector<SpecInfo> infos;
    for (const auto& info : data_bound_infos())
        if (!needs_unlabelled(make_data_bound(resolve_bound(Spec(info.name), ResponseType::classes)))) infos.push_back(info);
    return infos;
}

int of_store(const Options& options)
{
    for (const auto& [name, text] : options.inputs)
        require(text.empty(), "--" + name + " is counted from the store; give either a store or figures");
    require(options.form.empty(), "--form: a bound of a store has it in its spec, NAME:form=...");
    std::string all;
    for (const auto& info : bounds_of_stores()) all += (all.empty() ? "" : ", ") + info.name;
    require(!options.bounds.empty(), "no bound is named; expected --bound NAME, one of " + all);
    std::vector<Spec> specs;
    for (const auto& text : options.bounds) specs.push_back(Spec::parse(text));
    const auto delta = delta_of(options).value_or(Delta::beside(Level(options.answer.level)));

    Output out(options.answer.output);
    const StoredPlans store(options.kind);
    const auto choice = options.store.choice(options.answer.seed);
    const auto learners = store.learners(choice);
    EstimateReport report;
    report.estimates = stored_bounds(store, choice, specs, delta, Level(options.answer.level));
    auto table = estimates_table(report, learners, {}, options.bounds);
    const auto data = store.data_name(choice);
    table.heading.push_back(options.kind + ": " + data);
    options.answer.print(
        out, table, [&] { return estimates_long_table(report); },
        [&] { return answer("bound").add("data", data).add("delta", delta.value()).add("estimates", estimates_json(report)); });
    return std::all_of(report.estimates.begin(), report.estimates.end(), [](const auto& e) { return e.failures == 0; }) ? 0 : 1;
}

int run(const Options& options)
{
    if (is_store(options.kind)) return of_store(options);
    require(options.bounds.empty() && !options.store.given(),
            "--bound, --data and --learner are of a store; '" + options.kind + "' is none");
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
    text += "Bounds of a store, where it holds the fits that they need: unseen bound S.db --learner tree --bound r-cv\n";
    for (const auto& info : bounds_of_stores()) text += "  " + info.name + ": " + info.help + '\n';
    return text;
}

} // namespace

Command bound_command()
{
    const auto options = std::make_shared<Options>();
    return {"bound", "what is certain about an error, from counts or a store's fits: finite-sample bounds", footer(),
            [options](Arguments& arguments) {
                arguments.positional("KIND", options->kind, "the kind of bound, see below; or a store");
                arguments.repeated("--bound", options->bounds, "of a store: a bound from its fits; repeat for several");
                options->store.declare(arguments, false);
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
