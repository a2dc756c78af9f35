// Shared by the designs of `unseen compare`.
#pragma once

#include "arguments.hpp"
#include "common.hpp"

#include "unseen/compare/comparison.hpp"
#include "unseen/report/answer.hpp"

#include <functional>

namespace unseen::cli {

/// Options of all designs. A design adds its own arguments and compute().
struct CompareOptions {
    AnswerOptions answer;

    void declare(Arguments& arguments);
    /// Prints the warnings and the answer; `more` may add to it.
    int print(Output& out, const compare::Answer& compared,
              const std::function<void(Answer&)>& more = {}) const;
};

template <class Design>
struct Comparing : Design {
    int run()
    {
        Output out(this->answer.output);
        return this->print(out, this->compute());
    }
};

Command compare_models_command();

} // namespace unseen::cli
