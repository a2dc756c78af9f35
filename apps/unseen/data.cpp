// unseen data: what is in a file.
#include "commands.hpp"
#include "common.hpp"

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
        const auto dataset = Dataset::make(data.read(data.file, answer.quiet), data.roles);
        answer.refuse(dataset.warnings());
        tell_warnings(dataset.warnings(), answer.quiet);
        answer.print(out, answer_of(dataset));
        return 0;
    }
};

} // namespace

Command data_command()
{
    return command("data", "rows, columns, types, classes and missing values of a file", "Example: unseen data data/iris.csv",
                   std::make_shared<DataCommand>());
}

} // namespace unseen::cli
