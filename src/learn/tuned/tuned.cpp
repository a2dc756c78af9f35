// tuned: tries parameters of a learner, or several learners, on splits of the training rows, and trains the
// best on all of them. An estimator that tests it is honest by construction, because the rows on which it
// chose are training rows (Stone 1974, J. R. Stat. Soc. B 36:111; Varma & Simon 2006, BMC Bioinformatics
// 7:91; Cawley & Talbot 2010, JMLR 11:2079).
//
//  - The grid: each combination of the values of the keys that are ranges or lists, in the order written; the
//    last key varies fastest. Of several learners in brackets, the grid of the first, then that of the second
//    ... With search=random, `tries` different points of it, drawn by the stream (draw, learner), the same in
//    every fit.
//  - The inner plan splits the distinct training rows, with their groups, strata and weights, by seed = first
//    word of (seed, splits). A row of multiplicity c counts c times in the inner training multisets and c
//    times its weight in the inner figures, and stands on one side of a split.
//  - Inner split s = 0, 1, ... has seed = first word of (seed, learner, s + 1), the same for all points; the
//    last fit that of (seed, learner, 0).
//  - The figure of a point is the mean of its figures on the inner splits, an exact sum. A split on which no
//    point has a figure is left out; a point that has none where others have one, or whose fit fails, is not
//    chosen. Where no point can be chosen so, the first of the grid is trained, with a warning.
//  - rule=best: the best figure; ties go to the first. rule=one-se: the first whose figure is within one
//    standard error of the best one's: standard deviation of its figures on the splits / root of their number
//    (Breiman, Friedman, Olshen & Stone 1984, section 3.4.3).
// - race=halving: after 1, 2, 4, 8 ... inner splits with figures the worse half of the points leaves.
//   race=paired: from the third split on, each point that is worse than the best by a paired t-test leaves. A
//   point that has left is not tried on further splits, and not chosen. - Complexity: that of the chosen
//   learner.
#include "base/spec_keys.hpp"
#include "learn/entry.hpp"
#include "learn/inner_splits.hpp"
#include "learn/tuned/grid.hpp"
#include "unseen/base/suggestion.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/learn/tuning.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <set>

namespace unseen {

namespace {

/// `wanted` different numbers below `size`, ascending (Floyd; Bentley 1987, CACM 30:754).
std::set<std::uint64_t> drawn(std::uint64_t size, std::uint64_t wanted, std::uint64_t seed)
{
    std::set<std::uint64_t> numbers;
    Stream stream(seed, Purpose::learner);
    for (auto last = size - std::min(size, wanted); last < size; ++last) {
        const auto number = stream.below(last + 1);
        numbers.insert(numbers.contains(number) ? last : number);
    }
    return numbers;
}

/// The learner itself, of one that only has its missing cells filled.
const Spec& without_filling(const Spec& spec)
{
    return spec.name() == impute_entry().info.name ? without_filling(spec.bases().front()) : spec;
}

/// The name of a learner in the brackets, as the texts of its points begin.
std::string shown_name(const Spec& spec, std::size_t base)
{
    const auto& own = without_filling(spec.bases()[base]).name();
    const auto same = std::ranges::count_if(
        spec.bases(), [&](const Spec& other) { return without_filling(other).name() == own; });
    return same == 1 ? own : spec.bases()[base].name();
}

/// The points that a spec of `tuned` tries. Its own keys are resolved; its brackets need not be.
std::vector<TuningPoint> points_of(const Spec& spec, ResponseType response)
{
    std::vector<Grid> grids;
    std::uint64_t size = 0;
    for (const auto& base : spec.bases()) size += grids.emplace_back(base).size();
    const bool random = spec.text("search") == "random";
    require(size > 1, "'tuned': there is nothing to choose; give ranges or lists of keys, such as k=1..9 or "
                      "criterion=gini|gain-ratio, or several "
                      "learners in brackets");
    require(random || size <= most_tuning_points,
            "'tuned': the grid has " + written_out(static_cast<double>(size)) + " points; expected at most " +
                std::to_string(most_tuning_points) + ": give fewer values, or search=random,tries=50");
    const auto tries = random ? static_cast<std::uint64_t>(spec.integer("tries")) : size;
    const auto chosen = drawn(size, tries, random ? static_cast<std::uint64_t>(spec.integer("draw")) : 0);
    std::vector<TuningPoint> points;
    std::set<std::string> seen;
    std::uint64_t before = 0;
    for (std::size_t base = 0; base < grids.size(); ++base) {
        const auto& grid = grids[base];
        for (auto i = chosen.lower_bound(before); i != chosen.end() && *i < before + grid.size(); ++i) {
            TuningPoint point{.base = base,
                              .spec = resolve_learner(grid.point(*i - before), response),
                              .text = grid.text(*i - before),
                              .values = grid.values(*i - before)};
            if (grids.size() > 1)
                point.text = shown_name(spec, base) + (point.text.empty() ? "" : ":" + point.text);
            require(seen.insert(point.spec.spec().print()).second,
                    "'tuned': two points of the grid are the same learner, " + point.spec.spec().print() +
                        "; give each value once");
            points.push_back(std::move(point));
        }
        before += grid.size();
    }
    return points;
}

Race race_of(const Spec& spec)
{
    const auto race = spec.find("race");
    if (!race) return Race::none;
    return *race == "halving" ? Race::halving : Race::paired;
}

bool within_one_error(const Spec& spec) { return spec.text("rule") == "one-se"; }

const SpecInfo& learner_info(const std::string& name)
{
    return learner_infos()[find_info(learner_infos(), name, "learner")];
}

bool has_key(const SpecInfo& info, const std::string& key)
{
    return std::ranges::find(info.keys, key, &SpecKey::name) != info.keys.end();
}

/// Gives the key to the outermost of the nested learners that has it; false if none has. Adds their keys to
/// `known`.
bool give_key(Spec& spec, const std::string& key, const std::string& value, std::vector<std::string>& known)
{
    const auto& info = learner_info(spec.name());
    if (has_key(info, key)) {
        require(!spec.find(key), "'tuned': the key '" + key + "' of '" + spec.name() +
                                     "' is there twice, inside and outside the brackets");
        spec.set(key, value);
        return true;
    }
    for (const auto& each : info.keys) known.push_back(each.name);
    if (spec.bases().size() != 1) return false;
    Spec base = spec.bases().front();
    const bool given = give_key(base, key, value, known);
    spec = spec.with_bases({std::move(base)});
    return given;
}

Spec resolve_tuned(const Spec& spec, ResponseType response)
{
    static const SpecInfo info = tuned_entry().info;
    const bool numbers = response == ResponseType::numbers;
    auto bases = spec.bases();
    Spec own(info.name, bases);
    for (const auto& [key, value] : spec.values()) {
        if (has_key(info, key) || bases.empty()) {
            own.set(key, value);
            continue;
        }
        require(bases.size() == 1,
                "'tuned': '" + key +
                    "' is not a key of its own; of several learners, keys stand in the brackets: tuned(" +
                    bases.front().name() + ":" + key + "=" + value + ";...)");
        std::vector<std::string> known;
        for (const auto& each : info.keys) known.push_back(each.name);
        if (!give_key(bases.front(), key, value, known))
            throw InputError(
                "'tuned': unknown key '" + key + "'; " +
                suggestion(key, known, "its keys and those of '" + bases.front().name() + "' are: "));
    }
    Spec resolved = resolve(own, info, numbers);
    resolved.set("inner", as_value(inner_plan(resolved, numbers)));
    resolved.set("measure", as_value(resolve_measure(spec_in(resolved.text("measure")))));

    resolved = resolved.with_bases(bases);
    const auto points = points_of(resolved, response);
    for (std::size_t b = 0; b < bases.size(); ++b) {
        const Grid grid(bases[b]);
        std::vector<Spec> own_points;
        for (const auto& point : points)
            if (point.base == b) own_points.push_back(point.spec.spec());
        if (own_points.empty())
            own_points.push_back(resolve_learner(grid.point(0), response).spec()); // none was drawn
        bases[b] = grid.canonical(own_points);
    }
    return resolved.with_bases(std::move(bases));
}

/// The point to train, with its warnings.
struct Chosen {
    std::size_t point = 0;
    std::optional<Choice> choice{}; ///< none if there was no figure to choose by
    std::optional<Warning> warning{};

    Predictions with(Predictions p) const
    {
        p.choice = choice;
        if (warning) p.warnings.push_back(*warning);
        return p;
    }
};

class TunedModel final : public Model {
public:
    TunedModel(std::unique_ptr<Model> model, Chosen chosen)
        : model_(std::move(model)),
          chosen_(std::move(chosen))
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        return chosen_.with(model_->predict(data, rows));
    }
    std::string text() const override
    {
        const auto& choice = chosen_.choice;
        return (choice ? "chosen: " + choice->text + " (" + choice->measure + " on the inner splits " +
                             shortest(choice->figure) + ")\n"
                       : chosen_.warning->text + "\n") +
               model_->text();
    }
    std::vector<double> decisions(const Dataset& data, std::span<const Row> rows) const override
    {
        return model_->decisions(data, rows);
    }
    std::optional<LinearFunctions> linear() const override { return model_->linear(); }
    std::vector<double> importances() const override { return model_->importances(); }

private:
    std::unique_ptr<Model> model_;
    Chosen chosen_;
};

class TunedPrepared final : public Prepared {
public:
    TunedPrepared(const Dataset& given, std::span<const Spec> specs, std::vector<std::vector<Base>> bases)
        : Prepared(given)
    {
        for (std::size_t v = 0; v < specs.size(); ++v)
            variants_.push_back({.spec = specs[v],
                                 .inner = spec_in(specs[v].text("inner")),
                                 .measure = make_measure(spec_in(specs[v].text("measure")),
                                                         given.response_type() == ResponseType::classes),
                                 .points = points_of(specs[v], given.response_type()),
                                 .bases = std::move(bases[v])});
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& tried = variants_.at(variant);
        auto chosen = choose(task, tried);
        auto model = tried.bases[chosen.point].fit(last_task(task));
        return std::make_unique<TunedModel>(std::move(model), std::move(chosen));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto variant : variants) {
            const auto chosen = choose(task, variants_.at(variant));
            all.push_back(chosen.with(variants_[variant].bases[chosen.point].evaluate(last_task(task))));
        }
        return all;
    }

private:
    struct Variant {
        Spec spec;
        Spec inner;
        Measure measure;
        std::vector<TuningPoint> points;
        std::vector<Base> bases; ///< one a point
    };

    Chosen choose(const Task& task, const Variant& tried) const
    {
        InnerSplits splits(data(), task, tried.inner, false, "tuned");
        TuningFigures trials(tried.measure, tried.points.size(), race_of(tried.spec));
        std::string reason;
        for (std::uint64_t s = 0; s < splits.size(); ++s) {
            const auto split = splits.at(s);
            Task inner = inner_task(task, split, s, splits.size());
            inner.progress = {}; // of many points at once
            const auto weights = splits.weights(split);
            std::vector<std::optional<Value>> figures;
            for (const auto& p : evaluated(inner, tried.bases, trials, reason)) {
                figures.push_back(p ? std::optional(figure(*p, split.test, weights, tried.measure))
                                    : std::nullopt);
                if (reason.empty() && p && !*figures.back()) reason = std::string(figures.back()->reason());
            }
            trials.add(figures);
        }
        const auto measure = tried.measure.spec.print();
        if (const auto point = within_one_error(tried.spec) ? trials.within_one_error() : trials.best())
            return {.point = *point,
                    .choice = Choice{.text = tried.points[*point].text,
                                     .figure = *trials.mean(*point),
                                     .measure = measure}};
        return {.warning =
                    Warning(warnings::no_inner_figure,
                            "no point of the grid has " + measure + " on all inner splits that have it (" +
                                reason + "); the first, " + tried.points.front().text + ", was taken")};
    }

    /// The predictions of the points that have not left, with those of one family at once; std::nullopt and
    /// the reason for a fit that fails.
    static std::vector<std::optional<Predictions>> evaluated(const Task& task, const std::vector<Base>& bases,
                                                             const TuningFigures& trials, std::string& reason)
    {
        std::vector<std::optional<Predictions>> all(bases.size());
        std::vector<bool> done;
        for (std::size_t i = 0; i < bases.size(); ++i) done.push_back(trials.left_after(i).has_value());
        const auto try_some = [&](const std::vector<std::size_t>& some) {
            std::vector<std::size_t> variants;
            for (const auto i : some) variants.push_back(bases[i].variant);
            try {
                auto predictions = bases[some.front()].prepared->evaluate(task, variants);
                for (std::size_t i = 0; i < some.size(); ++i) all[some[i]] = std::move(predictions[i]);
                return true;
            } catch (const std::exception& e) {
                reason = e.what();
                return false;
            }
        };
        for (std::size_t first = 0; first < bases.size(); ++first) {
            if (done[first]) continue;
            std::vector<std::size_t> family;
            for (auto i = first; i < bases.size(); ++i)
                if (!done[i] && bases[i].prepared == bases[first].prepared) {
                    family.push_back(i);
                    done[i] = true;
                }
            if (!try_some(family) && family.size() > 1)
                for (const auto i : family) try_some({i});
        }
        return all;
    }

    Value figure(const Predictions& p, std::span<const Row> rows, std::span<const double> weights,
                 const Measure& measure) const
    {
        const bool classes = data().response_type() == ResponseType::classes;
        std::vector<std::uint32_t> true_label;
        std::vector<double> true_value;
        for (const Row r : rows)
            if (classes)
                true_label.push_back(static_cast<std::uint32_t>(data().class_codes()[r]));
            else
                true_value.push_back(data().responses()[r]);
        return unseen::evaluate(measure, {.row = rows,
                                          .classes = classes ? &data().classes() : nullptr,
                                          .positive = data().positive().code,
                                          .probabilities = p.probabilities,
                                          .ordered = data().ordered_classes(),
                                          .true_label = true_label,
                                          .label = p.label,
                                          .scores = p.scores,
                                          .true_value = true_value,
                                          .value = p.value,
                                          .weight = weights,
                                          .complexity = p.complexity});
    }

    std::vector<Variant> variants_;
};

/// Throws InputError if the measure does not exist for the response, or the inner plan does not suit the rows
/// or tests rows that it trains on.
void check_tuning(const Spec& spec, const Dataset& data)
{
    const auto measure =
        make_measure(spec_in(spec.text("measure")), data.response_type() == ResponseType::classes);
    require(measure.class_count != ClassCount::two || data.classes().size() == 2,
            "'tuned': measure=" + measure.spec.print() + " is for two classes, and there are " +
                std::to_string(data.classes().size()) + "; expected one for any number, such as error_rate");
    require(
        !measure.needs_order || data.ordered_classes(),
        "'tuned': measure=" + measure.spec.print() +
            " counts steps between classes, and the order of these has no meaning; give it with `ordered`");
    const Spec inner = spec_in(spec.text("inner"));
    const auto splits = check_inner_plan(inner, data, "tuned");
    require(!within_one_error(spec) || splits > 1,
            "'tuned': rule=one-se needs the figures of at least two inner splits; inner=" + inner.name() +
                " has one");
}

} // namespace

Spec tuned_learner(const std::vector<Spec>& learners, const Spec& keys)
{
    Spec spec("tuned", learners);
    for (const auto& [key, value] : keys.values()) spec.set(key, value);
    return spec;
}

Tuning tuning_of(const Spec& learner, ResponseType response)
{
    const auto spec = make_learner(learner, response)->spec();
    Tuning tuning{.learner = spec,
                  .inner = spec_in(spec.text("inner")),
                  .measure = spec_in(spec.text("measure")),
                  .race = race_of(spec),
                  .within_one_error = within_one_error(spec),
                  .points = points_of(spec, response)};
    if (spec.bases().size() == 1) tuning.keys = Grid(spec.bases().front()).keys();
    return tuning;
}

LearnerEntry tuned_entry()
{
    SpecKey tries = integer_key("tries", "", "how many points of the grid are tried; for search=random", 1,
                                static_cast<double>(most_tuning_points));
    tries.governor = "search";
    tries.fallbacks = {{"random", "20"}};
    SpecKey race = choice_key(
        "race", "",
        "when points leave before they were tried on all inner splits: halving: after 1, 2, 4 ... of them "
        "the worse half; paired: from the "
        "third on, what is worse than the best by a paired t-test at 5 %",
        {"halving", "paired"});
    race.only_if_given = true;
    SpecKey draw = integer_key(
        "draw", "", "which points these are: another number, other points; for search=random", 0, 9e15);
    draw.governor = "search";
    draw.fallbacks = {{"random", "1"}};
    return {
        .info = {.name = "tuned",
                 .help = "tries the ranges and lists among the keys of a learner (k=1..9, "
                         "criterion=gini|gain-ratio), or several "
                         "learners, on splits of "
                         "the training rows, and trains the best",
                 .keys = {inner_key(),
                          {.name = "measure",
                           .kind = SpecKey::Kind::text,
                           .fallback = default_measures(true).front().print(),
                           .help = "the measure to choose by",
                           .fallback_for_numbers = default_measures(false).front().print()},
                          choice_key("rule", "best",
                                     "best: the best mean figure; one-se: the first within one standard "
                                     "error of it. Ties go to the first",
                                     {"best", "one-se"}),
                          choice_key("search", "grid", "grid: all points; random: some, drawn by chance",
                                     {"grid", "random"}),
                          tries,
                          draw,
                          race},
                 .fewest_bases = 1,
                 .most_bases = 100,
                 .keys_of_base = true},
        .traits = {.classes = true,
                   .numbers = true,
                   .scores = true,
                   .stochastic = true,
                   .weights = true,
                   .groups = true,
                   .times = true,
                   .sparse = true,
                   .decisions = true,
                   .linear = true,
                   .importances = true},
        .prepare_meta =
            [](const Dataset& data, std::span<const Spec> variants, std::vector<std::vector<Base>> bases) {
                return std::make_unique<TunedPrepared>(data, variants, std::move(bases));
            },
        .check =
            [](const Spec& spec, ResponseType response) {
                make_measure(spec_in(spec.text("measure")), response == ResponseType::classes);
            },
        .check_data = check_tuning,
        .chooses = true,
        .traits_of =
            [](const Spec& spec, Traits& traits) {
                const auto measure = spec_in(spec.text("measure"));
                traits.positive =
                    judges_classes(measure) && make_measure(measure, true).depends_on_positive();
            },
        .resolve = resolve_tuned,
        .bases =
            [](const Spec& spec, ResponseType response) {
                std::vector<Spec> specs;
                for (auto& point : points_of(spec, response)) specs.push_back(point.spec.spec());
                return specs;
            }};
}

} // namespace unseen
