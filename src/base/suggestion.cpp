#include "unseen/base/suggestion.hpp"

#include "base/listed.hpp"
#include "base/same_name.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace unseen {

namespace {

/// Levenshtein distance, O(|a| |b|).
std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, changed});
        }
    }
    return row.back();
}

struct Nearest {
    std::string name;
    std::size_t steps = 0;
    bool part = false;
};

/// The edit distance; or 1 more than that to a word of the candidate, so that "eror" is near "error_rate".
std::size_t distance_to(const std::string& text, std::string_view candidate)
{
    auto least = edit_distance(text, candidate);
    for (std::size_t begin = 0; begin < candidate.size();) {
        const auto end = std::min(candidate.find_first_of("_-", begin), candidate.size());
        const auto word = candidate.substr(begin, end - begin);
        if (word.size() > 3 && word.size() < candidate.size())
            least = std::min(least, edit_distance(text, word) + 1);
        begin = end + 1;
    }
    return least;
}

Nearest find_nearest(std::string_view as_written, std::span<const std::string> candidates)
{
    Nearest best;
    const auto text = lower_case(as_written);
    for (const auto& name : candidates) {
        const auto candidate = lower_case(name);
        // A part of a name has distance 1, so that "depth" is nearer to "max_depth" than to "cp".
        const bool part =
            !text.empty() && (candidate.find(text) != candidate.npos || text.find(candidate) != text.npos);
        const auto distance =
            part ? std::min<std::size_t>(1, edit_distance(text, candidate)) : distance_to(text, candidate);
        if (best.name.empty() || distance < best.steps) best = {name, distance, part};
    }
    return best;
}

} // namespace

std::string resembling(std::string_view text, std::span<const std::string> candidates)
{
    const auto best = find_nearest(text, candidates);
    // "k" is part of many names, such as "knob", but may mean "knn".
    const bool part = best.part && (best.name.size() > 2 || best.name.size() + 1 >= text.size());
    const auto steps = best.part ? edit_distance(lower_case(text), lower_case(best.name)) : best.steps;
    return part || (steps < text.size() && 2 * steps <= text.size()) ? best.name : "";
}

std::string suggestion(std::string_view text, std::span<const std::string> names,
                       const std::string& otherwise)
{
    constexpr std::size_t most_listed = 30;
    const auto close = resembling(text, names);
    return close.empty() ? otherwise + listed(names, most_listed) : "did you mean '" + close + "'?";
}

} // namespace unseen
