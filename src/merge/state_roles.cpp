#include "merge/state_roles.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <map>

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
            {"drop_missing", roles.drop_missing ? "yes" : ""},
            {"link", roles.link},
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
    for (const auto* text : {&roles.truth, &roles.predicted, &roles.score, &roles.weight, &roles.cluster,
                             &roles.by, &roles.split, &roles.repeat, &roles.id, &roles.task, &roles.positive})
        out.text(*text);
    out.texts(roles.scores);
    out.texts(roles.order);
    const int link = roles.link == "softmax" ? 4 : roles.link == "sigmoid" ? 8 : 0;
    out.byte(static_cast<std::uint8_t>((roles.out_of_fold ? 1 : 0) | (roles.drop_missing ? 2 : 0) | link));
    out.byte(roles.threshold ? 1 : 0);
    if (roles.threshold) out.real(*roles.threshold);
}

ScoreRoles read_roles(ByteReader& in)
{
    ScoreRoles roles;
    for (auto* text : {&roles.truth, &roles.predicted, &roles.score, &roles.weight, &roles.cluster, &roles.by,
                       &roles.split, &roles.repeat, &roles.id, &roles.task, &roles.positive})
        *text = in.text();
    roles.scores = in.texts();
    roles.order = in.texts();
    const auto flags = in.byte();
    if (flags > 11) in.fail();
    roles.out_of_fold = (flags & 1) != 0;
    roles.drop_missing = (flags & 2) != 0;
    roles.link = (flags & 4) != 0 ? "softmax" : (flags & 8) != 0 ? "sigmoid" : "";
    if (in.byte() != 0) roles.threshold = in.real();
    return roles;
}

void require_same_roles(const ScoreRoles& a, const std::string& source_a, const ScoreRoles& b,
                        const std::string& source_b)
{
    const auto ours = named_roles(a);
    const auto theirs = named_roles(b);
    for (std::size_t i = 0; i < ours.size(); ++i)
        require(ours[i].value == theirs[i].value, source_b + ": was made " + told(theirs[i]) + ", and " +
                                                      source_a + ' ' + told(ours[i]) +
                                                      "; only states made in the same way can be merged");
}

void require_one_spelling(const std::vector<std::string>& a, const std::string& source_a,
                          const std::vector<std::string>& b, const std::string& source_b)
{
    std::map<double, const std::string*> spelt;
    for (const auto& label : a)
        if (const auto number = parse_number(label)) spelt.emplace(*number, &label);
    for (const auto& label : b) {
        const auto number = parse_number(label);
        const auto found = number ? spelt.find(*number) : spelt.end();
        require(found == spelt.end() || *found->second == label,
                source_b + ": has the label '" + label + "', and " + source_a + " '" +
                    (found == spelt.end() ? "" : *found->second) +
                    "'; a state that saw only numbers keeps no spelling of them; make both states with "
                    "`categorical`, which names "
                    "the columns of labels");
    }
}

} // namespace unseen
