// What a command answers, and the forms in which it can be printed. Each kind of result has a function answer_of(), beside which its words stand.
#pragma once

#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// A result in all its forms: a table for people with lines above and below it, a table for programs, and JSON.
struct Answer {
    std::vector<std::string> heading{}; ///< what it is about
    ResultTable table{};
    std::vector<std::string> notes{};        ///< what the table means and rests on
    std::optional<ResultTable> long_table{}; ///< one line a figure, for CSV; nothing: the table
    Json json{};
};

/// The answer with the arguments in its notes and in the sentences of its JSON said by `say`.
Answer worded(Answer answer, const ArgumentText& say);

/// A form of answers.
struct Format {
    std::string name;
    std::string help;
    std::string (*print)(const Answer&);
    bool with_notes = true;   ///< whether it prints the notes
    bool with_splits = false; ///< whether it prints the figures of single splits, of which there may be millions
};

/// The table, in src/report/formats.cpp; the first is the default.
std::span<const Format> formats();
/// Throws InputError for an unknown name.
const Format& format_named(const std::string& name);

} // namespace unseen
