#include "data/summary_rows.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace unseen::detail {

namespace {

// Words that make a name one of a summary, and words that may stand beside them. English, German and French.
constexpr std::array summaries{"average", "averages",
                               "avg",     "mean",
                               "means",   "median",
                               "std",     "stddev",
                               "stdev",   "sd",
                               "rank",    "ranks",
                               "ranking", "sum",
                               "total",   "wins",
                               "losses",  "ties",
                               "win",     "loss",
                               "tie",     "draws",
                               "overall", "deviation",
                               "v",       "wtl",
                               "wdl",     "mittelwert",
                               "mittel",  "durchschnitt",
                               "summe",   "gesamt",
                               "rang",    "standardabweichung",
                               "moyenne", "somme",
                               "écart",   "Écart",
                               "ecart",   "médiane"};
constexpr std::array beside{"arithmetic", "geometric", "standard", "dev",     "error",     "of",
                            "the",        "all",       "friedman", "aligned", "score",     "accuracy",
                            "no",         "number",    "count",    "draw",    "mittlerer", "moyen",
                            "type",       "n",         "data",     "sets",    "datasets",  "grand"};

// Words of the names of properties of data sets, and of counting them.
constexpr std::array properties{"instances", "samples",   "rows", "examples", "features", "attributes",
                                "classes",   "variables", "size", "n",        "p"};
constexpr std::array counting{"number", "no", "num", "nr", "of", "n", "count"};

/// The words of a name, without the marks around and between them, in lower case (ASCII).
std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> words;
    bool within = false;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) == 0 && byte < 0x80) {
            within = false;
            continue;
        }
        if (!within) words.emplace_back();
        words.back() += static_cast<char>(std::tolower(byte));
        within = true;
    }
    return words;
}

template <std::size_t N>
bool has(const std::array<const char*, N>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The first cell of a line, without blanks and quotes.
std::string_view first_cell(std::string_view line)
{
    const auto start = line.find_first_not_of(" \t");
    if (start == line.npos) return {};
    line.remove_prefix(start);
    if (line.front() == '"' || line.front() == '\'') {
        const auto end = line.find(line.front(), 1);
        return line.substr(1, end == line.npos ? end : end - 1);
    }
    const auto cell = line.substr(0, line.find_first_of(",;\t|\r"));
    return cell.substr(0, cell.find_last_not_of(' ') + 1);
}

} // namespace

bool names_a_summary(std::string_view name)
{
    const auto words = words_of(name);
    if (words.size() == 1 && words[0] == "v") return name.find("/*") != name.npos; // WEKA's (v/ /*)
    if (words == std::vector<std::string>{"w", "t", "l"} ||
        words == std::vector<std::string>{"w", "d", "l"} || words == std::vector<std::string>{"w", "l"})
        return name.find('/') != name.npos || name.find('-') != name.npos;
    return std::any_of(words.begin(), words.end(), [](const auto& word) { return has(summaries, word); }) &&
           std::all_of(words.begin(), words.end(),
                       [](const auto& word) { return has(summaries, word) || has(beside, word); });
}

bool names_a_property(std::string_view name)
{
    const auto words = words_of(name);
    return std::any_of(words.begin(), words.end(), [](const auto& word) { return has(properties, word); }) &&
           std::all_of(words.begin(), words.end(),
                       [](const auto& word) { return has(properties, word) || has(counting, word); });
}

bool is_mark_of_significance(std::string_view cell)
{
    static constexpr std::array marks{"v", "*", "**", "+", "-", "=", "~", "≈", "−", "•", "◦", "†"};
    const auto start = cell.find_first_not_of(' ');
    if (start == cell.npos) return true;
    return has(marks, cell.substr(start, cell.find_last_not_of(' ') + 1 - start));
}

WithoutSummaries without_summaries(std::string_view text)
{
    WithoutSummaries result;
    bool below_header = false;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        const auto line = text.substr(begin, end - begin);
        const auto cell = first_cell(line);
        if (below_header && names_a_summary(cell))
            result.left_out.emplace_back(cell);
        else
            result.text += line;
        below_header = below_header || !cell.empty();
        if (end < text.size()) result.text += '\n';
        begin = end + 1;
    }
    return result;
}

} // namespace unseen::detail
