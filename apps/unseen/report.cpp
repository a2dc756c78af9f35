// unseen report: results as one HTML page.
#include "commands.hpp"
#include "common.hpp"
#include "plots.hpp"

#include "unseen/base/error.hpp"
#include "unseen/experiment/compared_store.hpp"
#include "unseen/experiment/experiment.hpp"
#include "unseen/report/comparisons.hpp"
#include "unseen/report/experiments.hpp"
#include "unseen/report/page.hpp"
#include "unseen/store/store_file.hpp"

namespace unseen::cli {

namespace {

struct ReportCommand {
    std::vector<std::string> files;
    std::string output;
    PlotOptions plots;
    std::string experiment;
    std::uint64_t threads = 0;

    void declare(Arguments& arguments)
    {
        arguments.positionals(
            "FILE", files,
            "answers in JSON, as --format json prints them, or stores; one page shows them all");
        declare_experiment(arguments, experiment, false);
        arguments.option("--threads", &threads, "number of threads, 0 for all; results do not depend on it");
        arguments.output("--output", output, "the file of the page; it is replaced");
        plots.declare(arguments);
    }

    int run() const
    {
        require(!files.empty(),
                "no file of results; expected: unseen report RESULT.json... --output FILE.html");
        require(plots.wanted() || !output.empty(),
                "--output is missing: expected the file of the page, as --output report.html");
        std::vector<PageResult> results;
        for (const auto& file : files) {
            if (file != "-" && is_store(file))
                add_store(file, results);
            else
                results.push_back(
                    {.json = whole_text(file), .source = file == "-" ? "standard input" : file});
        }
        if (!output.empty()) {
            const auto page = html_page(results, as_option);
            Output out(output);
            out.write(page);
            out.finish();
        }
        const auto missing = write_plots(plots, results, false);
        if (!missing.empty()) throw std::runtime_error(missing);
        return 0;
    }

private:
    /// Adds the estimates of a store's experiment and, if there are several learners, their comparison by the
    /// first estimator and measure that allow one. Nothing is fitted.
    void add_store(const std::string& path, std::vector<PageResult>& results) const
    {
        require(experiment != "all",
                "--experiment: experiments have designs of their own; name one, a page shows it");
        const auto stored = find_experiment(path, experiment);
        require(stored.has_value(), path + ": holds no experiment; expected one that `unseen run` filled");
        tell_experiment(path, stored, false);
        const auto store = read_store(path, stored->digest());
        auto asked = parse_experiment(stored->text, stored->name, stored->folder);
        asked.seed = stored->seed;
        RunOptions options;
        options.threads = threads;
        options.store = store.get();
        options.stored_only = true;
        const auto report = run_experiment(asked, {}, options);
        for (const auto& result : report.results) tell_stale(result.report.run, result.data, path, false);
        results.push_back(page_result(answer_of(asked, report), path));
        if (asked.learners.size() < 2 || asked.options.estimators.empty()) return;
        try {
            const StoredQuestion question{.experiment = experiment, .seed = asked.seed, .threads = threads};
            const auto compared =
                compare_stored(path, question, {.level = asked.options.level, .seed = asked.seed});
            tell_notes(compared.notes, false);
            results.push_back(page_result(answer_of(compared.answer), path));
        } catch (const InputError& e) {
            tell_notes({path + ": no comparison: " + e.what()}, false);
        }
    }
};

} // namespace

Command report_command()
{
    return command(
        "report",
        "show results as one HTML page with tables and pictures, which needs no other file and no network",
        "Examples:\n"
        "  unseen estimate data/iris.csv --learner tree --learner knn --format json > result.json\n"
        "  unseen report result.json --output report.html\n"
        "  unseen report result.json --plot forest=estimates.svg    # a picture of it, for a paper\n"
        "  unseen report S.db --output report.html          # the whole experiment of a store, without "
        "fitting\n"
        "  unseen estimate data/iris.csv --learner tree --report report.html    # the same, with the command "
        "in the page",
        std::make_shared<ReportCommand>());
}

} // namespace unseen::cli
