// Answers: a result as a heading, a table, notes and JSON, and the formats that print it. Each kind of result
// has a function answer_of(), in the header named after the result.
//
// Example:
//
//     const auto& kind = bound::kind_named("binomial");
//     bound::Inputs inputs;
//     inputs.set(kind.inputs[0], {0}); // errors
//     inputs.set(kind.inputs[1], {100}); // rows
//     const Answer answer = answer_of(kind, inputs, bound::compute(kind, inputs, "", Delta(0.05)));
//     std::cout << format_named("text").print(answer);
//     assert(format_named("json").print(answer).find("\"delta\": 0.05") != std::string::npos);
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"
#include "unseen/verdict/verdict.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// A table with a line above it.
struct FurtherTable {
    std::string title;
    ResultTable table;
    bool detail = false; ///< left out of a brief answer
};

/// A line below a table, and the lines that it introduces, which are printed indented.
struct Note {
    std::string text;
    std::vector<std::string> lines{};
    bool alert = false; ///< the title of warnings

    Note(std::string line, std::vector<std::string> introduced = {})
        : text(std::move(line)),
          lines(std::move(introduced))
    {
    }
    Note(const char* line) : Note(std::string(line)) {}

    friend bool operator==(const Note&, const Note&) = default;
};

/// A warning, and the figures, tests or parts of an answer that it is about; without them it is about the
/// answer as a whole.
struct WarningOf {
    Warning warning;
    std::vector<std::string> about{};

    /// "knn, cv and 2 more: the text [code]".
    std::string line() const;
};

/// A result in all its forms: a table for people, with lines above and below it, a table for programs, and
/// JSON.
struct Answer {
    std::optional<Verdict> verdict{};   ///< shown first, if the answer has one (conclude())
    std::vector<std::string> heading{}; ///< lines above the table, about the subject of the result
    ResultTable table{};
    std::vector<Note> notes{}; ///< below the table: bounds in words, reasons
    std::vector<WarningOf>
        warnings{}; ///< below the notes, each once (warn()); JSON has them at their figures
    std::vector<FurtherTable> further{}; ///< small tables between the table and the notes
    std::vector<Note> legend{}; ///< below the notes: the meaning of the table's terms, and full names
    std::optional<ResultTable> long_table{}; ///< for CSV: one line a figure; without it CSV prints `table`
    Json json{};

    /// Adds a warning about a part of the answer, or about the whole. One with the same code and text is
    /// there once, with all its parts.
    void warn(const Warning& warning, const std::string& about = {});
    void warn(std::span<const Warning> all, const std::string& about = {});

    /// The table for programs.
    const ResultTable& for_programs() const { return long_table ? *long_table : table; }
};

/// The answer without the legend and without the columns and tables that are details. If anything was left
/// out, a final note says how to see it.
Answer brief(Answer answer);

/// Rewrites the arguments in backticks (base/argument.hpp) in the notes, the legend and the sentences of the
/// JSON, by `say`.
Answer worded(Answer answer, const ArgumentText& say);

/// The answer without cells of data in its heading, notes, warnings and the sentences of the JSON
/// (base/without_values.hpp). Figures and the names of classes and subgroups in tables stay.
Answer without_values(Answer answer, std::span<const std::string> known);

/// What shows an answer to a person. Formats for programs take no notice of it.
struct Screen {
    std::size_t width = 0; ///< in columns; 0: lines are not broken
    bool colour = false;   ///< whether escape sequences may set colours
};

/// A format that prints answers.
struct Format {
    std::string name;
    std::string help;                                  ///< one line
    std::string (*form)(const Answer&, const Screen&); ///< prints an answer whose texts are inert
    bool with_notes = true;                            ///< whether it prints the notes
    bool with_splits =
        false;          ///< whether it prints the figures of single splits, of which there may be millions
    bool brief = false; ///< for a screen: answers are made brief() before printing, unless all is requested

    /// The answer in this format. Its texts (labels, names, paths) contain no control characters and no
    /// markup of the format.
    std::string print(Answer answer, const Screen& screen = {}) const;
};

/// All formats, from the table in src/report/formats.cpp. The first is the default.
std::span<const Format> formats();
/// The format called `name`. Throws InputError if there is none.
const Format& format_named(const std::string& name);

} // namespace unseen
