// One self-contained HTML page of answers. It needs no network, no other file and no server; the script in it
// (web/) draws its tables and pictures.
//
// Example:
//
//     const auto& kind = bound::kind_named("binomial");
//     bound::Inputs inputs;
//     inputs.set(kind.inputs[0], {0}); // errors
//     inputs.set(kind.inputs[1], {100}); // rows
//     const Answer answer = answer_of(kind, inputs, bound::compute(kind, inputs, "", Delta(0.05)));
//     const std::vector<PageResult> results{{.json = format_named("json").print(answer)}};
//     assert(html_page(results).starts_with("<!doctype html>"));
#pragma once

#include "unseen/base/argument.hpp"

#include <span>
#include <string>

namespace unseen {

/// An answer for a page.
struct PageResult {
    std::string json;           ///< in the form that the format json prints
    std::string source{};       ///< the file that contains it; empty: none
    std::string command_line{}; ///< the command that repeats it; empty: unknown
};

/// The page of these answers, in this order, with the explanations (explain.hpp) of the terms that occur in
/// them; `say` words arguments in these. A Content-Security-Policy allows only the page's own script and
/// style. The page holds the answers as JSON in which no text can end an element or begin a comment: an
/// answer that is given twice stands there once, and a very long one is shortened. Viewers that run no
/// scripts show the verdicts, the first picture of each result and the first rows of its tables (in builds
/// that can draw: pictures_need()). Throws InputError, "SOURCE:LINE:COLUMN: ...", unless each is an answer of
/// `unseen` in JSON.
std::string html_page(std::span<const PageResult> results, const ArgumentText& say = {});

} // namespace unseen
