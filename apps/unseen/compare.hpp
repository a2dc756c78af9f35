// What the designs of `unseen compare` share.
#pragma once

#include "arguments.hpp"
#include "common.hpp"

#include "unseen/compare/comparison.hpp"

namespace unseen::cli {

/// A design has these, its own arguments, and compute().
struct CompareOptions {
    AnswerOptions answer;

    void declare(Arguments& arguments);
    /// Tells the warnings and prints the answer.
    int print(Output& out, const compare::Answer& compared) const;
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
