// unseen bound: finite-sample bounds on an error, from counts or from the fits of a store. The kinds are
// those of the library's tables.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/bound/kinds.hpp"
#include "unseen/experiment/stored_plans.hpp"
#include "unseen/report/bounds.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/run/run_fields.hpp"

#include <algorithm>

namespace unseen::cli {

namespace {

using bound::InputType;

/// The options for the probability with which a side may fail.
struct DeltaOptions {
    std::optional<double> delta;
    std::optional<double> level;

    void declare(Arguments& arguments)
    {
        arguments.option("--delta", &delta,
                         "the probability with which each side of a bound may fail (0.05)");
        arguments.option("--level", &level, "1 - delta");
    }

    std::optional<Delta> value() const
    {
        require(!delta || !level, "expected either --delta or --level, which is 1 - delta");
        if (delta) return Delta(*delta);
        return level ? std::optional(Delta::beside(Level(*level))) : std::nullopt;
    }
};

/// A bound from counts on the command line.
struct CountsCommand {
    const bound::Kind& kind;
    std::vector<std::string> inputs; ///< empty: not given
    std::string form;
    DeltaOptions delta;
    AnswerOptions answer;

    explicit CountsCommand(const bound::Kind& of) : kind(of), inputs(of.inputs.size()) {}

    void declare(Arguments& arguments)
    {
        for (std::size_t i = 0; i < inputs.size(); ++i)
            arguments.option("--" + kind.inputs[i].name, &inputs[i], kind.inputs[i].help);
        arguments.option("--form", &form,
                         "the inequality, chosen before looking at the counts: " + joined(kind.forms));
        delta.declare(arguments);
        answer.declare(arguments);
        answer.declare_report(arguments);
    }

    int run() const
    {
        Output out(answer.output);
        bound::Inputs given;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const auto& info = kind.inputs[i];
            if (inputs[i].empty()) continue;
            given.set(info, info.type == InputType::values ? read_numbers(inputs[i])
                                                           : listed("--" + info.name, inputs[i]));
        }
        answer.print(out, answer_of(kind, given, bound::compute(kind, given, form, delta.value())));
        return 0;
    }
};

/// The bounds from data that need no unlabelled rows and no more than the predictions of fits.
std::span<const SpecInfo> bounds_of_stores()
{
    static const auto all = [] {
        std::vector<SpecInfo> infos;
        for (const auto& info : data_bound_infos()) {
            const auto bound = make_data_bound(resolve_bound(Spec(info.name), ResponseType::classes));
            if (!needs_unlabelled(bound) && bound.closed_form == ClosedForm::none) infos.push_back(info);
        }
        return infos;
    }();
    return all;
}
constexpr SpecFamily stored_family{bounds_of_stores, bound_family.check};

/// Bounds of the fits of a store.
struct BoundCommand {
    std::string file;
    std::vector<Spec> bounds;
    StoreOptions store;
    DeltaOptions delta;
    AnswerOptions answer;

    void declare(Arguments& arguments)
    {
        arguments.positional("STORE", file, "the store that holds the fits, instead of a kind of bound",
                             false);
        arguments.specs("--bound", &bounds, stored_family,
                        "a bound from the store's fits; repeat for several");
        store.declare(arguments, false);
        delta.declare(arguments);
        answer.declare(arguments);
        answer.declare_report(arguments);
    }

    int run() const
    {
        require(!file.empty(), "expected a kind of bound, or a store; see unseen bound --help");
        const bool is_path = file.find_first_of("./") != file.npos;
        if (is_path) require_file(file);
        if (!is_path && !is_store(file))
            (void)bound::kind_named(file); // throws an error that lists the kinds
        std::vector<std::string> all;
        for (const auto& info : bounds_of_stores()) all.push_back(info.name);
        require(!bounds.empty(), "no bound is named; expected --bound NAME, one of " + joined(all));

        Output out(answer.output);
        const StoredPlans plans(file, store.experiment);
        tell_experiment(file, plans.experiment(), answer.quiet);
        const auto choice = store.choice(answer.seed);
        const auto fails = delta.value().value_or(Delta::beside(answer.level));
        EstimateReport report;
        report.estimates = stored_bounds(plans, choice, bounds, fails, answer.level);
        const auto data = plans.data_name(choice);
        auto printed = answer_of(report);
        printed.heading.push_back(file + ": " + data);
        printed.json = answer_object("bound")
                           .add("data", data)
                           .add("delta", fails.value())
                           .add("estimates", std::move(printed.json));
        answer.print(out, std::move(printed));
        return std::all_of(report.estimates.begin(), report.estimates.end(),
                           [](const auto& e) { return e.cost.failures == 0; })
                   ? 0
                   : 1;
    }
};

} // namespace

Command bound_command()
{
    std::vector<Command> kinds;
    std::string footer = "Examples:\n";
    for (const auto& kind : bound::kinds()) {
        const auto example = "unseen bound " + kind.name + ' ' + kind.example;
        footer += "  " + example + '\n';
        kinds.push_back(
            command(kind.name, kind.help, "Example: " + example, std::make_shared<CountsCommand>(kind)));
    }
    footer += "  unseen bound S.db --learner tree --bound r-cv\nBounds of a store, if it holds the fits that "
              "they need:\n";
    for (const auto& info : bounds_of_stores()) footer += spec_help(info.name, info.help, {});
    return command("bound", "finite-sample bounds on an error, from counts or from the fits of a store",
                   footer, std::make_shared<BoundCommand>(), std::move(kinds));
}

} // namespace unseen::cli
