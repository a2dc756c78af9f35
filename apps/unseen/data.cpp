// unseen data: what is in a file.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/data/unnamed_target.hpp"
#include "unseen/report/data.hpp"

namespace unseen::cli {

namespace {

struct DataCommand {
    DataOptions data;
    AnswerOptions answer;

    void declare(Arguments& arguments)
    {
        data.declare(arguments, false);
        answer.declare(arguments);
    }

    int run() const
    {
        Output out(answer.output);
        auto table = data.read(data.file, answer.quiet);
        const auto form = table.form;
        const auto missing = table.missing.value_or(std::vector<std::string>());
        auto roles = data.roles;
        const auto doubt = roles.target.empty() ? doubt_of_target(table, roles) : "";
        if (!doubt.empty()) roles.target = "@last"; // described, with the doubt
        const auto dataset = Dataset::make(std::move(table), roles);
        auto shown = answer_of(dataset, answer.threads, !answer.no_values);
        std::vector<std::string> marks;
        for (const auto& mark : missing) marks.push_back(mark.empty() ? "empty" : mark);
        shown.notes.insert(shown.notes.begin(),
                           "read as " + form + "; " +
                               (marks.empty() ? "no text is taken for a missing cell"
                                              : "missing cells are " + joined(marks, " ")));
        if (!doubt.empty()) shown.notes.insert(shown.notes.begin(), "Other commands refuse this: " + doubt);
        answer.print(out, std::move(shown));
        return 0;
    }
};

} // namespace

Command data_command()
{
    return command("data", "rows, columns, types, classes and missing values of a file",
                   "Example: unseen data data/iris.csv", std::make_shared<DataCommand>());
}

} // namespace unseen::cli
