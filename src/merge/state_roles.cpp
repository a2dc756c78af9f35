#include "merge/state_roles.hpp"

#include "base/listed.hpp"
#include "data/spelling.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/roles/score_fields.hpp"

#include <algorithm>
#include <map>

namespace unseen {

namespace {

/// "without `by`", "with `by` 'site'".
std::string in_words(const FieldInfo& role, const std::string& value)
{
    const std::string name = '`' + std::string(role.name) + '`';
    return value.empty() ? "without " + name : "with " + name + " '" + value + '\'';
}

/// The roles of `T` that every state has, in the order of the table.
template <class T, class Fields>
std::vector<T*> always_there(const Fields& fields)
{
    std::vector<T*> there;
    for (const auto& [info, value] : fields)
        if (const auto* role = std::get_if<T*>(&value); role != nullptr && info->in_state == 1)
            there.push_back(*role);
    return there;
}

/// A field that states have only if it is given: flags, and numbers that older states lack. A bit says so.
template <class Value>
bool has_bit(const FieldOf<Value>& field)
{
    return field.info->in_state != 0 && (field.flag() || field.form() == FieldForm::whole);
}

/// The bit of a flag, or of one of its choices.
int bit_of(const FieldInfo& info, const std::string& text)
{
    const auto choices = info.values();
    return choices.empty() ? info.in_state
                           : info.in_state << (std::ranges::find(choices, text) - choices.begin());
}

} // namespace

void write_roles(ByteWriter& out, const ScoreRoles& roles)
{
    const auto fields = fields_of(roles);
    for (const auto* text : always_there<const std::string>(fields)) out.text(*text);
    for (const auto* list : always_there<const std::vector<std::string>>(fields)) out.texts(*list);
    int bits = 0;
    const auto given = given_fields(roles);
    for (const auto& field : given)
        if (has_bit(field)) bits |= bit_of(*field.info, texts_of(field.value).front());
    out.byte(static_cast<std::uint8_t>(bits));
    for (const auto* number : always_there<const std::optional<double>>(fields)) {
        out.byte(*number ? 1 : 0);
        if (*number) out.real(**number);
    }
    for (const auto& field : given)
        if (has_bit(field) && !field.flag())
            out.number(**std::get<const std::optional<std::uint64_t>*>(field.value));
}

ScoreRoles read_roles(ByteReader& in)
{
    ScoreRoles roles;
    const auto fields = fields_of(roles);
    for (auto* text : always_there<std::string>(fields)) *text = in.text();
    for (auto* list : always_there<std::vector<std::string>>(fields)) *list = in.texts();
    int bits = in.byte();
    std::vector<std::optional<std::uint64_t>*> numbers;
    for (const auto& field : fields) {
        if (!has_bit(field)) continue;
        const auto choices = field.info->values();
        for (const auto& text : choices.empty() ? std::vector<std::string>{"yes"} : choices) {
            const int bit = bit_of(*field.info, text);
            if ((bits & bit) == 0) continue;
            if (field.flag())
                set_text(field.value, text);
            else
                numbers.push_back(std::get<std::optional<std::uint64_t>*>(field.value));
            bits &= ~bit;
            break; // a second choice is left over, and refused below
        }
    }
    if (bits != 0) in.fail();
    for (auto* number : always_there<std::optional<double>>(fields))
        if (in.byte() != 0) *number = in.real();
    for (auto* number : numbers) *number = in.number();
    return roles;
}

void require_same_roles(const ScoreRoles& a, const std::string& source_a, const ScoreRoles& b,
                        const std::string& source_b)
{
    const auto ours = fields_of(a);
    const auto theirs = fields_of(b);
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const auto& role = *ours[i].info;
        const auto our = option_list(texts_of(ours[i].value));
        const auto their = option_list(texts_of(theirs[i].value));
        require(role.in_state == 0 || our == their, source_b + ": was made " + in_words(role, their) +
                                                        ", and " + source_a + ' ' + in_words(role, our) +
                                                        "; only states made in the same way can be merged");
    }
}

void require_one_spelling(const std::vector<std::string>& a, const std::string& source_a,
                          const std::vector<std::string>& b, const std::string& source_b)
{
    // Labels such as 01 are kept by each state; of 1.0 a state that saw only numbers keeps 1.
    const auto number_of = [](const std::string& label) {
        const auto number = parse_number(label);
        return number && !loses_spelling(label, *number) ? number : std::nullopt;
    };
    std::map<double, const std::string*> spelt;
    for (const auto& label : a)
        if (const auto number = number_of(label)) spelt.emplace(*number, &label);
    for (const auto& label : b) {
        const auto number = number_of(label);
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
