#include "unseen/report/explain.hpp"

#include "base/listed.hpp"
#include "base/same_name.hpp"
#include "report/concepts.hpp"
#include "report/explained_terms.hpp"
#include "report/words.hpp"
#include "unseen/base/suggestion.hpp"

#include "unseen/base/codes.hpp"
#include "unseen/base/error.hpp"
#include "unseen/compare/tests.hpp"
#include "unseen/curve/curve.hpp"
#include "unseen/estimate/data_bound.hpp"
#include "unseen/estimate/estimator.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/interval/weak_points.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/resample/plan.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace unseen {

namespace {

/// A term of a table: its texts, each with a title.
struct Term {
    std::string kind; ///< "warning", "interval" ...
    std::string name;
    std::vector<std::pair<std::string, std::string>> texts{};
    std::vector<std::string> aliases{};

    void add(std::string title, std::string text)
    {
        if (!text.empty()) texts.emplace_back(std::move(title), std::move(text));
    }
};

void add_codes(std::vector<Term>& terms, const std::string& kind, const auto& codes)
{
    for (const auto* code : codes) {
        terms.push_back({.kind = kind, .name = std::string(code->name)});
        terms.back().add("meaning", std::string(code->sentence));
        terms.back().add("what to do", std::string(code->remedy));
    }
}

void add_targets(std::vector<Term>& terms)
{
    for (const auto estimand : {Estimand::model, Estimand::procedure, Estimand::fold_models,
                                Estimand::randomised, Estimand::split, Estimand::none}) {
        terms.push_back({.kind = "target", .name = name_of(estimand)});
        terms.back().add("meaning", meaning(estimand));
    }
    for (const auto guarantee : {Guarantee::exact, Guarantee::asymptotic, Guarantee::heuristic}) {
        terms.push_back({.kind = "guarantee", .name = name_of(guarantee)});
        terms.back().add("meaning", meaning(guarantee));
    }
}

void add_intervals(std::vector<Term>& terms)
{
    for (const auto& method : interval_methods()) {
        terms.push_back({.kind = "interval", .name = method.name});
        auto& term = terms.back();
        term.add("meaning", method.help);
        term.add("about", explained(method.estimand));
        if (method.also != Estimand::none) term.add("and about", explained(method.also));
        term.add("guarantee", explained(method.guarantee));
        if (!method.simulated.empty())
            term.add("in simulations", "covered " + method.simulated +
                                           " of the time at a nominal 95 % (warning may_undercover)");
        term.add("does not hold", std::string(weak_point(method.name)));
        if (method.by_name) term.add("what to do", "ask for another one: auto never takes it");
    }
}

/// The methods by which the measure has intervals in such a design, with the choice of `auto` first.
std::string intervals_of(const Measure& measure, const Design& design)
{
    std::vector<std::string> valid;
    for (const auto& method : interval_methods())
        if (method.valid(design, measure) &&
            std::find(valid.begin(), valid.end(), method.name) == valid.end())
            valid.push_back(method.name);
    return listed(valid);
}

void add_measures(std::vector<Term>& terms)
{
    constexpr Design repeated_folds{.splits = 100, .repeats = 10, .each_row_once = true};
    const auto infos = measure_infos();
    const auto measures = measures_of_table();
    for (std::size_t i = 0; i < infos.size(); ++i) {
        terms.push_back({.kind = "measure", .name = infos[i].name, .aliases = infos[i].aliases});
        auto& term = terms.back();
        term.add("meaning", infos[i].help);
        term.add("better", directions_text(measures[i]));
        term.add("range", ranges_text(measures[i]));
        term.add("needs", needs_text(measures[i]));
        term.add("over splits", measures[i].additive() ? "pooled: the mean over all rows"
                                                       : "the mean of the splits' figures");
        term.add("intervals of a test set", intervals_of(measures[i], test_set_design));
        term.add("of a cross-validation", intervals_of(measures[i], repeated_folds));
        term.add("also called", listed(infos[i].aliases));
    }
}

void add_specs(std::vector<Term>& terms, const std::string& kind, std::span<const SpecInfo> infos)
{
    for (const auto& info : infos) {
        terms.push_back({.kind = kind, .name = info.name, .aliases = info.aliases});
        terms.back().add("meaning", info.help);
        for (const auto& key : info.keys) terms.back().add(key.name + '=' + key.fallback, key.help);
    }
}

const std::vector<Term>& all_terms()
{
    static const std::vector<Term> terms = [] {
        std::vector<Term> all;
        for (const auto& word : concepts()) {
            all.push_back({.kind = "word",
                           .name = std::string(word.name),
                           .aliases = {word.aliases.begin(), word.aliases.end()}});
            all.back().add("meaning", std::string(word.meaning));
            all.back().add("example", std::string(word.example));
            all.back().add("see", std::string(word.see));
        }
        add_targets(all);
        add_intervals(all);
        add_measures(all);
        add_codes(all, "warning", warning_codes());
        add_codes(all, "reason", reason_codes());
        add_codes(all, "failure", failure_codes());
        for (const auto& test : compare::test_infos()) {
            all.push_back({.kind = "test", .name = test.name});
            all.back().add("meaning", test.help);
            all.back().add("compares", test.design);
            all.back().add("gives", test.gives);
        }
        add_specs(all, "learner", learner_infos());
        add_specs(all, "estimator", estimator_infos());
        add_specs(all, "plan", plan_infos());
        add_specs(all, "bound", data_bound_infos());
        const auto add_key = [&](const char* name, const char* meaning) {
            all.push_back({.kind = "answer key", .name = name});
            all.back().add("meaning", meaning);
        };
        add_key("chosen", "what a learner that tunes itself chose in its fits, each with the number of fits; "
                          "a fit chooses by "
                          "its training rows alone");
        add_key("flat", "the mean of the figures by which a learner that tunes itself chose, on splits of "
                        "the training rows: "
                        "the best of many on the rows that chose it, and so too "
                        "good. The value of the estimate is the honest figure: no row that it judges took "
                        "part in a choice");
        add_key("bias_corrected",
                "the figure of choosing the best point of a grid, by samples of the rows whose losses are "
                "known: the point that is best "
                "on the drawn rows is judged on the others (BBC-CV). It corrects for the choice without "
                "further fits; the nested figure "
                "chooses again in each fit");
        add_key("simultaneous", "an interval of one of several models that are tested on the same rows: all "
                                "of them hold together with the level, so "
                                "that it holds for the model that was chosen by these rows, too");
        add_key("law", "error = floor + factor n^-exponent, fitted to a learning curve; n is the number of "
                       "training rows");
        add_key("twice", "the error that the law of a learning curve has for twice the largest number of "
                         "training rows: an extrapolation");
        add_key("less", "the number of training rows for which the law of a learning curve has less error, "
                        "by one point or a "
                        "tenth: an extrapolation");
        add_key("crossings", "the numbers of training rows at which two learning curves cross, by lines "
                             "between their points over the "
                             "logarithm of the number; the interval has those at which the corrected t does "
                             "not refuse that the "
                             "learners are equal");
        add_key("complexity", "the size of the model of all rows, or mean and standard deviation over the "
                              "models of the splits, "
                              "and what else it knows of itself");
        add_key("out_of_bag_error",
                "the share of the training rows of an ensemble that are wrongly classified by the members "
                "whose bootstrap sample left them out");
        add_key("optimistic_out_of_bag_error", "the same of weighted-bagging; it is too good, because the "
                                               "weights of the votes come from these rows");
        add_key("out_of_bag_rmse",
                "the root of the mean squared error of the training rows of an ensemble, each predicted by "
                "the members whose bootstrap sample left it out");
        for (const auto& curve : curve_infos()) {
            all.push_back({.kind = "curve", .name = curve.spec.name});
            all.back().add("meaning", curve.spec.help);
        }
        return all;
    }();
    return terms;
}

/// The name in a text as answers print it.
std::string bare(std::string_view text)
{
    const auto first = text.find_first_not_of(" [`'");
    if (first == text.npos) return "";
    const auto last = text.find_first_of(" ]`'(:", first);
    return std::string(text.substr(first, last == text.npos ? last : last - first));
}

/// The text with blanks for hyphens: people write "cross validation" and "cross-validation".
std::string with_blanks(std::string text)
{
    std::ranges::replace(text, '-', ' ');
    return text;
}

bool is_called(const Term& term, const std::string& name)
{
    const auto wanted = with_blanks(name);
    const auto same = [&](const std::string& other) { return same_name(with_blanks(other), wanted); };
    return same(term.name) || std::any_of(term.aliases.begin(), term.aliases.end(), same);
}

/// Up to five names that contain the text, or the most similar one.
std::vector<std::string> near(const std::string& text)
{
    constexpr std::size_t most = 5;
    std::vector<std::string> names;
    std::vector<std::string> found;
    for (const auto& term : all_terms()) {
        names.push_back(term.name);
        if (text.size() > 2 && term.name.find(text) != std::string::npos && found.size() < most &&
            std::find(found.begin(), found.end(), term.name) == found.end())
            found.push_back(term.name);
    }
    if (const auto close = resembling(text, names); found.empty() && !close.empty()) found.push_back(close);
    return found;
}

std::string with_article(const std::string& kind)
{
    return (std::string_view("aeiou").find(kind.front()) != std::string_view::npos ? "an " : "a ") + kind;
}

/// The words in lines of at most 79 columns, the first after `begin`, the others with the same indentation.
void add_wrapped(std::vector<Note>& lines, std::string begin, const std::string& text)
{
    constexpr std::size_t widest = 79;
    const auto indent = begin.size();
    std::string line = std::move(begin);
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(' ', at), text.size());
        if (line.size() > indent && line.size() + 1 + end - at > widest) {
            lines.push_back(std::move(line));
            line = std::string(indent, ' ');
        }
        line += (line.size() > indent ? " " : "") + text.substr(at, end - at);
        at = end + 1;
    }
    lines.push_back(std::move(line));
}

Json term_json(const Term& term)
{
    auto texts = Json::list(term.texts, [](const auto& part) {
        return Json::object().add("what", part.first).add("text", Json::sentence(part.second));
    });
    return Json::object().add("kind", term.kind).add("name", term.name).add("texts", std::move(texts));
}

} // namespace

Json explained_terms(const std::set<std::string>& texts)
{
    std::set<std::string> names;
    for (const auto& text : texts) names.insert(bare(text));
    auto found = Json::array();
    for (const auto& term : all_terms())
        if (names.contains(term.name)) found.push(term_json(term));
    return found;
}

Answer explain(std::string_view text)
{
    const auto& terms = all_terms();
    const bool whole =
        std::ranges::any_of(terms, [&](const Term& term) { return is_called(term, std::string(text)); });
    const auto name = whole ? std::string(text) : bare(text); // names may have blanks
    Answer answer{.long_table = ResultTable{.columns = {{"kind"}, {"name"}, {"what"}, {"text"}}, .rows = {}}};
    auto entries = Json::array();
    for (const auto& term : terms) {
        if (!is_called(term, name)) continue;
        const auto title = term.name + ": " + with_article(term.kind);
        if (answer.heading.empty())
            answer.heading.push_back(title);
        else
            answer.notes.insert(answer.notes.end(), {"", title, ""});
        std::size_t widest = 0;
        for (const auto& part : term.texts) widest = std::max(widest, part.first.size());
        for (const auto& [what, words] : term.texts) {
            add_wrapped(answer.notes, what + std::string(widest - what.size() + 2, ' '), words);
            answer.long_table->rows.push_back({term.kind, term.name, what, words});
        }
        entries.push(term_json(term));
    }
    const auto close = near(name);
    require(!answer.heading.empty(), "unknown term '" + std::string(text) + "'; " +
                                         (close.empty() ? "`unseen explain` lists all"
                                                        : "did you mean " + listed_in_quotes(close) + '?'));
    answer.json = answer_object("explain").add("term", std::string(text)).add("entries", std::move(entries));
    return answer;
}

Answer terms_answer()
{
    Answer answer{
        .heading = {
            "`unseen explain TERM` explains a term: its meaning, where it does not hold and what to do."}};
    auto kinds = Json::object();
    answer.long_table = ResultTable{.columns = {{"kind"}, {"name"}}, .rows = {}};
    const auto& terms = all_terms();
    for (auto first = terms.begin(); first != terms.end();) {
        const auto last =
            std::find_if(first, terms.end(), [&](const Term& t) { return t.kind != first->kind; });
        std::vector<std::string> names;
        for (; first != last; ++first)
            if (std::find(names.begin(), names.end(), first->name) == names.end())
                names.push_back(first->name);
        const auto& kind = std::prev(last)->kind;
        add_wrapped(answer.notes, kind + "s:" + std::string(13 - kind.size(), ' '), listed(names));
        for (const auto& name : names) answer.long_table->rows.push_back({kind, name});
        kinds.add(kind, Json::list(names));
    }
    answer.json = answer_object("explain").add("terms", std::move(kinds));
    return answer;
}

Answer list_answer(const std::string& kind, std::span<const SpecInfo> infos)
{
    Answer answer;
    answer.long_table =
        ResultTable{.columns = {{"name"}, {"key"}, {"default"}, {"meaning"}, {"choices"}}, .rows = {}};
    auto list = Json::array();
    for (const auto& info : infos) {
        answer.notes.push_back(name_with_brackets(info) + ": " + info.help);
        answer.long_table->rows.push_back({info.name, "", "", info.help, ""});
        auto keys = Json::array();
        for (const auto& key : info.keys) {
            answer.notes.push_back("    " + key_help(key));
            answer.long_table->rows.push_back(
                {info.name, key.name, key.fallback, key.help, listed(key.choices)});
            keys.push(Json::object()
                          .add("name", key.name)
                          .add("default", key.fallback)
                          .add("help", key.help)
                          .add("choices", Json::list(key.choices)));
        }
        list.push(Json::object().add("name", info.name).add("help", info.help).add("keys", std::move(keys)));
    }
    answer.json = answer_object("estimate").add("kind", kind).add("specs", std::move(list));
    return answer;
}

} // namespace unseen
