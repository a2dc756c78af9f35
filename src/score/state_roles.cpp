#include "score/state_roles.hpp"

#include "score/columns.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// A role as it is asked for on the command line.
struct Flag {
    const char* name;
    std::string value;
};

std::string joined(const std::vector<std::string>& list)
{
    std::string all;
    for (const auto& name : list) all += (all.empty() ? "" : ",") + name;
    return all;
}

std::vector<Flag> flags_of(const ScoreRoles& roles)
{
    return {{"--truth", roles.truth},
            {"--predicted", roles.predicted},
            {"--score", roles.score},
            {"--scores", joined(roles.scores)},
            {"--weight", roles.weight},
            {"--cluster", roles.cluster},
            {"--by", roles.by},
            {"--split", roles.split},
            {"--repeat", roles.repeat},
            {"--id", roles.id},
            {"--out-of-fold", roles.out_of_fold ? "yes" : ""},
            {"--task", roles.task},
            {"--order", joined(roles.order)},
            {"--positive", roles.positive},
            {"--threshold", roles.threshold ? shortest(*roles.threshold) : ""}};
}

std::string told(const Flag& flag)
{
    return flag.value.empty() ? std::string("without ") + flag.name : std::string("with ") + flag.name + " '" + flag.value + '\'';
}

} // namespace

std::vector<std::string> columns_in_roles(const Table& table, const ScoreRoles& roles)
{
    const FoundRoles found = find_roles(table, roles);
    // Scores of classes may be found by the names of the labels, which only the rows tell.
    const bool all = (found.score == nullptr || found.score_guessed) && roles.scores.empty() && roles.task != "regression";
    std::vector<std::string> names;
    const auto scores = named_scores(table, roles.scores, Labels());
    for (const auto& column : table.columns) {
        const bool scored = std::any_of(scores.begin(), scores.end(), [&](const ClassScores& s) { return s.column == &column; });
        if (&column == found.row_number) continue; // would keep equal rows apart; each part may count from 1
        if (all || scored || found.taken(column) || suggests_folds(column.name)) names.push_back(column.name);
    }
    return names;
}

std::vector<std::string> columns_to_read(const std::vector<std::string>& names, const ScoreRoles& roles)
{
    Table header{"", {}};
    for (const auto& name : names) header.columns.push_back({name, NumericColumn{}});
    try {
        auto wanted = columns_in_roles(header, roles);
        const auto* const row_number = find_roles(header, roles).row_number;
        if (row_number != nullptr) wanted.push_back(row_number->name);
        return wanted;
    } catch (const InputError&) {
        return names; // make_scored_rows() tells what is wrong, and what columns there are
    }
}

void write_roles(ByteWriter& out, const ScoreRoles& roles)
{
    for (const auto* text : {&roles.truth, &roles.predicted, &roles.score, &roles.weight, &roles.cluster, &roles.by, &roles.split,
                             &roles.repeat, &roles.id, &roles.task, &roles.positive})
        out.text(*text);
    out.texts(roles.scores);
    out.texts(roles.order);
    out.byte(roles.out_of_fold ? 1 : 0);
    out.byte(roles.threshold ? 1 : 0);
    if (roles.threshold) out.real(*roles.threshold);
}

ScoreRoles read_roles(ByteReader& in)
{
    ScoreRoles roles;
    for (auto* text : {&roles.truth, &roles.predicted, &roles.score, &roles.weight, &roles.cluster, &roles.by, &roles.split,
                       &roles.repeat, &roles.id, &roles.task, &roles.positive})
        *text = in.text();
    roles.scores = in.texts();
    roles.order = in.texts();
    roles.out_of_fold = in.byte() != 0;
    if (in.byte() != 0) roles.threshold = in.real();
    return roles;
}

void require_same_roles(const ScoreRoles& a, const std::string& source_a, const ScoreRoles& b, const std::string& source_b)
{
    const auto ours = flags_of(a);
    const auto theirs = flags_of(b);
    for (std::size_t i = 0; i < ours.size(); ++i)
        require(ours[i].value == theirs[i].value, source_b + ": was made " + told(theirs[i]) + ", and " + source_a + ' ' +
                                                      told(ours[i]) + "; states are merged if they were made alike");
}

} // namespace unseen
