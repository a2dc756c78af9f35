#include "verdict/sentences.hpp"

#include "base/listed.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

namespace unseen {

namespace {

std::string with_four_decimals(double x)
{
    const std::string text = shortest(std::round(x * 1e4) / 1e4);
    if (text.find('e') == std::string::npos) return text;
    // Below ten units of the fourth decimal; larger numbers have no exponent.
    const auto units = static_cast<int>(std::lround(std::abs(x) * 1e4));
    return std::string(x < 0.0 ? "-" : "") + "0.000" + std::to_string(units);
}

} // namespace

std::string four_decimals(double x)
{
    const double size = std::abs(x);
    return size != 0.0 && (size < 5e-5 || size >= 1e6) ? readable(x) : with_four_decimals(x);
}

std::string p_text(const std::string& name, double p, const std::string& end)
{
    if (p < 1e-4) return name + " < 0.0001";
    return name + (end.empty() || p == 1.0 ? " = " : ' ' + end + ' ') + four_decimals(p);
}

namespace detail {

namespace {

/// A sentence names at most this many subjects or pairs; the tables have all of them.
constexpr std::size_t most_named = 6;

std::string p_name(const Relation& relation) { return relation.adjusted ? "adjusted p" : "p"; }

} // namespace

} // namespace detail

std::string evidence(const Relation& relation)
{
    return " (" + relation.test + ", " + p_text(detail::p_name(relation), relation.p_value.number()) + ")";
}

namespace detail {

namespace {

using Relations = std::vector<const Relation*>;

/// "adjusted p at most 0.01". `largest`: it is the largest p-value that matters, because the differences are
/// shown.
std::string p_of_all(const Relations& all, bool largest)
{
    const auto& first = *all.front();
    if (all.size() == 1) return p_text(p_name(first), first.p_value.number());
    const auto p = [](const auto* one) { return one->p_value.number(); };
    const double end =
        largest ? p(*std::ranges::max_element(all, {}, p)) : p(*std::ranges::min_element(all, {}, p));
    return p_text(p_name(first), end, largest ? "at most" : "at least");
}

/// "b (sign, p = 0.01)", or "b, c (sign, adjusted p at most 0.01)" where one test decides about all.
std::string others_of(const Relations& all, bool largest)
{
    std::vector<std::string> names;
    const auto& first = *all.front();
    for (const auto* one : all) names.push_back(one->b);
    if (!std::ranges::all_of(all, [&](const auto* one) {
            return one->p_value && one->test == first.test && one->adjusted == first.adjusted;
        })) {
        for (std::size_t i = 0; i < all.size(); ++i)
            names[i] +=
                all[i]->p_value ? evidence(*all[i]) : " (" + std::string(all[i]->p_value.reason()) + ')';
        return listed_with_and(names, most_named);
    }
    return listed_with_and(names, most_named) + " (" + first.test + ", " + p_of_all(all, largest) + ')';
}

std::string figure_of(const Verdict& verdict)
{
    std::string text = readable(verdict.value.number());
    if (const auto& interval = verdict.interval)
        text += " (" + percent(verdict.together.value_or(interval->level)) + " interval " +
                readable(interval->lower) + " .. " + readable(interval->upper) +
                (verdict.together ? ", for all " + verdict.noun + "s together)" : ")");
    return text;
}

std::string meaning(const Reason& reason)
{
    return std::string(reason.sentence) + " [" + std::string(reason) + ']';
}

std::string capitalised(std::string text)
{
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

/// The meaning of a figure alone.
std::string alone(const Verdict& verdict)
{
    if (verdict.leaders.empty()) return "There is no figure to judge.";
    const auto what = "The " + verdict.measure + " of " + verdict.leaders.front() +
                      (verdict.in_words.empty() ? "" : ", " + verdict.in_words + ',');
    if (!verdict.value) return what + " is not known: " + meaning(verdict.value.reason()) + '.';
    return what + " is " + figure_of(verdict) + '.';
}

/// "A has the lowest error_rate, 0.1000, of 3 learners."
std::string best_of(const Verdict& verdict)
{
    if (verdict.among == 1) return alone(verdict);
    const auto names = listed_with_and(verdict.leaders, most_named);
    const bool one = verdict.leaders.size() == 1;
    if (verdict.given)
        return names + ", with which the others are compared, has the " + verdict.measure + ' ' +
               figure_of(verdict) + '.';
    return names + (one ? " has the " : " have the same ") +
           (verdict.direction == Direction::lower_is_better ? "lowest " : "highest ") + verdict.measure +
           ", " + figure_of(verdict) + ", of " + counted(verdict.among, verdict.noun) + '.';
}

/// What the data show about the leading subject, and about pairs without it.
void add_relations(std::vector<std::string>& out, const Verdict& verdict)
{
    if (verdict.leaders.empty()) return;
    const auto& leader = verdict.leaders.front();
    Relations better, worse, open, undecided, unknown;
    Relations further;
    std::size_t others = 0;
    for (const auto& relation : verdict.relations) {
        if (relation.a.empty()) {
            if (relation.p_value)
                out.push_back((relation.state == VerdictState::shown
                                   ? "The " + verdict.noun + "s are shown to differ"
                                   : "The " + verdict.noun + "s are not shown to differ") +
                              evidence(relation) + '.');
            continue;
        }
        if (relation.a != leader) {
            ++others;
            if (relation.state == VerdictState::shown || relation.state == VerdictState::refuted)
                further.push_back(&relation);
            continue;
        }
        auto& among = relation.state == VerdictState::shown       ? better
                      : relation.state == VerdictState::refuted   ? worse
                      : relation.state == VerdictState::undecided ? undecided
                      : relation.state == VerdictState::none      ? unknown
                                                                  : open;
        const bool tied = &among == &unknown && std::ranges::find(verdict.leaders, relation.b) !=
                                                    verdict.leaders.end(); // the first sentence says so
        if (!tied) among.push_back(&relation);
    }
    // The sentence before has named it, unless there is no figure.
    const auto it = out.empty() || verdict.leaders.size() > 1 ? leader : "It";
    const auto claim =
        (verdict.value ? "" : " in " + verdict.measure) + (verdict.scope.empty() ? "" : ' ' + verdict.scope);
    const auto premise = verdict.premise.empty() ? "" : capitalised(verdict.premise) + ", ";
    const auto claims = premise.empty() || it != "It" ? premise + it : premise + "it";
    if (!better.empty())
        out.push_back(claims + " is shown to be better" + claim + " than " + others_of(better, true) + '.');
    if (!worse.empty())
        out.push_back(claims + " is shown to be worse" + claim + " than " + others_of(worse, true) + '.');
    if (!open.empty()) out.push_back(it + " is not shown to be better than " + others_of(open, false) + '.');
    if (!undecided.empty())
        out.push_back("Test and interval disagree, and nothing is claimed, about " + leader + " and " +
                      others_of(undecided, true) + '.');
    if (!unknown.empty()) {
        std::vector<std::string> names;
        for (const auto* one : unknown) names.push_back(one->b);
        out.push_back("Nothing is shown about the difference " + (out.empty() ? "of " + leader + ' ' : "") +
                      "from " + listed_with_and(names, most_named) + ": " +
                      meaning(unknown.front()->p_value.reason()) + '.');
    }
    if (!further.empty()) {
        std::ranges::stable_sort(further, {}, [](const auto* one) { return one->p_value.number(); });
        std::vector<std::string> pairs;
        for (const auto* one : further) {
            const bool a = one->state == VerdictState::shown;
            pairs.push_back((a ? one->a : one->b) + " is better than " + (a ? one->b : one->a) +
                            evidence(*one));
        }
        out.push_back((others == 1 ? "Of the others, "
                                   : "Of the other " + std::to_string(others) + " pairs, " +
                                         std::to_string(further.size()) +
                                         (further.size() == 1 ? " differs: " : " differ: ")) +
                      listed_with_and(pairs, most_named) + '.');
    }
    for (const auto& relation : verdict.relations)
        if (!relation.remark.empty()) out.push_back(relation.remark + '.');
}

/// Which subgroups are worse or better than the other rows.
void add_gaps(std::vector<std::string>& out, const std::vector<Relation>& gaps)
{
    Relations compared;
    for (const auto& one : gaps)
        if (one.p_value) compared.push_back(&one);
    if (compared.empty()) return;
    const auto claim = [&](VerdictState state, const char* word) {
        Relations all;
        std::ranges::copy_if(compared, std::back_inserter(all),
                             [&](const Relation* one) { return one->state == state; });
        if (all.empty()) return;
        std::vector<std::string> names;
        for (const auto* one : all) names.push_back('\'' + one->a + '\'');
        out.push_back((all.size() == 1 ? "The subgroup " : "The subgroups ") +
                      listed_with_and(names, most_named) + (all.size() == 1 ? " is" : " are") +
                      " shown to be " + word + " than the other rows (" + p_of_all(all, true) + ").");
    };
    const auto before = out.size();
    claim(VerdictState::refuted, "worse");
    claim(VerdictState::shown, "better");
    if (out.size() == before)
        out.push_back("No subgroup is shown to differ from the other rows (" + p_of_all(compared, false) +
                      ").");
}

/// Whether the leading subject is better than a baseline: "No learner is shown to be better than always
/// saying 'no', 0.0530 (corrected_t, p = 0.4)."
std::string against(const Baseline& baseline, const Verdict& verdict)
{
    const auto& relation = baseline.relation;
    if (relation.state == VerdictState::none)
        return capitalised(baseline.name) + " has " + verdict.measure + ' ' +
               readable(baseline.value.number()) + ", which is not tested" +
               (baseline.untested.empty() ? "" : ": " + baseline.untested) + '.';
    const bool better = relation.state == VerdictState::shown;
    const bool worse = relation.state == VerdictState::refuted;
    const bool several = verdict.question == Question::which_is_better;
    const auto who = !better && !worse && several && !verdict.given ? "No " + verdict.noun : relation.a;
    return who + (better || worse || who != relation.a ? " is shown" : " is not shown") +
           (worse ? " to be worse than " : " to be better than ") + baseline.name + ", " +
           readable(baseline.value.number()) +
           (relation.p_value
                ? " (" + p_text("p", relation.p_value.number()) + ")"
                : (better || worse ? ", which is outside of the interval" : ", which is in the interval")) +
           '.';
}

} // namespace

void add_baseline(std::vector<std::string>& out, const Verdict& verdict)
{
    if (const auto& baseline = verdict.baseline;
        baseline && baseline->value && verdict.value && !verdict.leaders.empty())
        out.push_back(against(*baseline, verdict));
}

/// A limit rounded to four decimals so that it stays one.
std::string outwards(double limit, bool lower)
{
    const double scaled = limit * 1e4;
    return with_four_decimals((lower ? std::floor(scaled) : std::ceil(scaled)) / 1e4);
}

/// Two digits, rounded up.
std::string about_rows(double rows)
{
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(rows)) - 1.0));
    return std::to_string(std::llround(std::ceil(rows / unit) * unit));
}

/// What planned looks promise and cost: " (look 2 of 5, ...)".
std::string at_look(const Requirement& requirement)
{
    const auto& look = requirement.look;
    if (!look) return "";
    return " (look " + std::to_string(look->look) + " of " + std::to_string(look->looks) +
           "; all together err in at most " + percent(Level(look->together.outside())) +
           " of cases, and take up to " + std::to_string(std::lround(100.0 * (look->rows - 1.0))) +
           " % more rows than one look)";
}

std::string of_requirement(const Requirement& requirement)
{
    const auto known = [&] {
        return requirement.measure + " is at " + (requirement.lower ? "least " : "most ") +
               outwards(requirement.limit.number(), requirement.lower) + " with " +
               percent_known(requirement.level) + " confidence" + (requirement.log_e ? " at any time" : "") +
               at_look(requirement);
    };
    const auto known_of_figure = [&] {
        return known() +
               (requirement.value ? ", and the figure is " + four_decimals(requirement.value.number()) : "") +
               '.';
    };
    if (requirement.state == VerdictState::shown)
        return "The requirement " + requirement.text + " is shown to be met: " + known_of_figure();
    if (requirement.state == VerdictState::refuted)
        return "The requirement " + requirement.text + " is shown not to be met: " + known_of_figure();
    std::string text = "Whether the requirement " + requirement.text + " is met is not decided: ";
    if (!requirement.limit) return text + meaning(requirement.limit.reason()) + '.';
    text += known_of_figure();
    if (const auto& look = requirement.look)
        text += look->look < look->looks ? " Look again as planned."
                                         : " No planned look is left: take a new sample.";
    if (requirement.decides_half && !requirement.decides_most)
        text += " If that is the true figure, about " + about_rows(requirement.decides_half.number()) + ' ' +
                requirement.units + " in all decide in half of cases.";
    else if (requirement.decides_half)
        text += " If that is the true figure, about " + about_rows(requirement.decides_half.number()) + ' ' +
                requirement.units + " decide in half of cases, and about " +
                about_rows(requirement.decides_most.number()) +
                " in four of five; they have to be a new sample, because adding to these is a second look.";
    return text;
}

/// What is known of the best of many subjects.
std::string of_many(const Verdict& verdict)
{
    const auto among = verdict.among;
    const auto candidates = verdict.may_be_best.size();
    const std::string sure = " (" + percent(*verdict.ranked) + ')';
    const std::string scope = verdict.scope.empty() ? "" : ' ' + verdict.scope;
    if (verdict.best_is_shown) return "It is shown to be the best of them" + scope + sure + '.';
    if (candidates == among)
        return "No " + verdict.noun + " is shown to be worse than the best" + scope + sure + '.';
    if (candidates == 1)
        return "All others are shown to be worse than the best" + scope + sure +
               ", but a tie with one of them is not excluded.";
    return std::to_string(candidates) + " of " + counted(among, verdict.noun) +
           " are not shown to be worse than the best" + scope + sure +
           "; a truly best one is missing in at most " + percent(Level(verdict.ranked->outside())) +
           " of samples.";
}

void add_facts(std::vector<std::string>& out, const Verdict& verdict)
{
    std::vector<std::string> required;
    std::ranges::transform(verdict.requirements, std::back_inserter(required), of_requirement);
    out.insert(out.begin(), required.begin(), required.end());
    add_baseline(out, verdict);
}

std::vector<std::string> sentences_of(const Verdict& verdict)
{
    std::vector<std::string> out;
    if (verdict.question != Question::which_is_better)
        out.push_back(alone(verdict));
    else if (verdict.leaders.empty())
        out.push_back("No " + verdict.noun + " can be called the best: " + meaning(verdict.value.reason()) +
                      '.');
    else if (verdict.value)
        out.push_back(best_of(verdict));
    if (verdict.possible)
        out.emplace_back(
            "It counts every row that may be an error: leave-one-out has no more, and often far fewer.");
    if (verdict.seen)
        out.emplace_back(
            "These are the rows on which it was trained: the figure says nothing about new rows.");
    add_relations(out, verdict);
    if (verdict.ranked && verdict.relations.empty()) out.push_back(of_many(verdict));
    add_gaps(out, verdict.gaps);
    add_facts(out, verdict);
    return out;
}

} // namespace detail

} // namespace unseen
