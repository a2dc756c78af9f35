#include "score/state_roles.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

namespace unseen {

namespace {

/// A role by the name of its argument.
struct NamedRole {
    const char* name;
    std::string value;
};

std::string joined(const std::vector<std::string>& list)
{
    std::string all;
    for (const auto& name : list) all += (all.empty() ? "" : ",") + name;
    return all;
}

std::vector<NamedRole> named_roles(const ScoreRoles& roles)
{
    return {{"truth", roles.truth},
            {"predicted", roles.predicted},
            {"score", roles.score},
            {"scores", joined(roles.scores)},
            {"weight", roles.weight},
            {"cluster", roles.cluster},
            {"by", roles.by},
            {"split", roles.split},
            {"repeat", roles.repeat},
            {"id", roles.id},
            {"out_of_fold", roles.out_of_fold ? "yes" : ""},
            {"task", roles.task},
            {"order", joined(roles.order)},
            {"positive", roles.positive},
            {"threshold", roles.threshold ? shortest(*roles.threshold) : ""}};
}

std::string told(const NamedRole& role)
{
    const std::string name = std::string("`") + role.name + '`';
    return role.value.empty() ? "without " + name : "with " + name + " '" + role.value + '\'';
}

} // namespace

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
    const auto ours = named_roles(a);
    const auto theirs = named_roles(b);
    for (std::size_t i = 0; i < ours.size(); ++i)
        require(ours[i].value == theirs[i].value, source_b + ": was made " + told(theirs[i]) + ", and " + source_a + ' ' +
                                                      told(ours[i]) + "; only states made in the same way can be merged");
}

} // namespace unseen
