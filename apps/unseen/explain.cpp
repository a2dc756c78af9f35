// unseen explain: what a term of an answer means.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/report/explain.hpp"

namespace unseen::cli {

namespace {

struct ExplainCommand {
    std::string term;
    AnswerOptions answer;

    void declare(Arguments& arguments)
    {
        arguments.positional(
            "TERM", term, "a warning, reason, target, interval, measure, test ...; without it all are listed",
            false);
        answer.declare(arguments);
    }

    int run() const
    {
        Output out(answer.output);
        answer.print(out, term.empty() ? terms_answer() : explain(term));
        return 0;
    }
};

} // namespace

Command explain_command()
{
    return command("explain", "what a term of an answer means, where it does not hold and what to do",
                   "Examples:\n"
                   "  unseen explain few_errors\n"
                   "  unseen explain cv_wilson\n"
                   "  unseen explain roc_auc",
                   std::make_shared<ExplainCommand>());
}

} // namespace unseen::cli
