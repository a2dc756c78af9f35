#include "unseen/merge/any_time_state.hpp"

#include "base/listed.hpp"
#include "merge/any_time_settings.hpp"
#include "merge/framed_bytes.hpp"
#include "read/text_source.hpp"
#include "score/requirements.hpp"
#include "state/bytes.hpp"
#include "stats/ladder.hpp"

#include "unseen/base/digest.hpp"
#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace unseen {

namespace {

constexpr Frame any_time_frame{.mark = "unseen any-time state\n",
                               .form = 1,
                               .made_by = "`unseen score --any-time` or `unseen compare models --any-time`"};

constexpr const char* method = "ladder";

std::string described(const std::map<std::string, std::string>& settings, const std::string& name)
{
    const auto found = settings.find(name);
    return found == settings.end() ? "without `" + name + '`'
                                   : "with `" + name + "` '" + found->second + '\'';
}

void require_same_settings(const std::map<std::string, std::string>& ours, const std::string& our_source,
                           const std::map<std::string, std::string>& theirs, const std::string& their_source)
{
    for (const auto* one : {&ours, &theirs})
        for (const auto& [name, value] : *one) {
            const auto a = ours.find(name);
            const auto b = theirs.find(name);
            require(a != ours.end() && b != theirs.end() && a->second == b->second,
                    our_source + ": was made " + described(ours, name) + ", and " + their_source + ' ' +
                        described(theirs, name) + "; only rows that are judged alike count together");
        }
}

Digest digest_of_first(std::span<const std::uint64_t> rows, std::size_t n)
{
    Hasher hasher;
    for (const auto row : rows.first(n)) hasher.add(row);
    return hasher.finish();
}

Limits common(const Limits& a, const Limits& b)
{
    return {.lower = std::max(a.lower, b.lower), .upper = std::min(a.upper, b.upper)};
}

Interval interval_of(const Limits& limits, Level level)
{
    return {
        .lower = limits.lower,
        .upper = limits.upper,
        .level = level,
        .method = method,
        .estimand = Estimand::model,
        .guarantee = Guarantee::exact,
        .assumptions = {"rows are counted once, as they come, and not chosen or ordered by their outcomes"}};
}

/// p at any time of a claim whose largest E has this logarithm.
double p_of(double log_e, double sides) { return std::min(1.0, sides * std::exp(-log_e)); }

} // namespace

/// The content of a state. Limits are in units of the range: 0 is its lower end, 1 its upper.
struct AnyTimeState::Content {
    std::string source = "the state"; ///< for messages
    std::map<std::string, std::string> settings{};
    std::vector<std::string> names{};
    bool by_id = false;
    LadderCounts counts{};
    std::vector<ExactSum> sums{};     ///< of the values of each model
    Digest begin{};                   ///< of the rows that were counted, if they have no ids
    std::vector<std::uint64_t> ids{}; ///< of the rows that were counted, ascending
    std::uint64_t looks = 0;
    Limits one_sided{};                      ///< the tightest so far, each at the level of requirements
    Limits two_sided{};                      ///< the tightest so far, both together at the level of intervals
    std::map<std::string, double> largest{}; ///< the largest ln E at a look, by claim
    std::uint64_t new_rows = 0;              ///< since the last look; not stored

    bool of_pair() const { return !names.empty(); }
    RowDesign design() const;
    Measure measure() const;
    void require_followed(const Spec& asked, const std::string& text) const;
    double lowest() const { return of_pair() ? measure().lowest - measure().highest : measure().lowest; }
    double range() const { return (measure().highest - measure().lowest) * (of_pair() ? 2.0 : 1.0); }
    double unit(double x) const { return std::clamp((x - lowest()) / range(), 0.0, 1.0); }
    Limits scaled(const Limits& units) const
    {
        return {.lower = units.lower == 0.0 ? lowest() : lowest() + range() * units.lower,
                .upper = units.upper == 1.0 ? lowest() + range() : lowest() + range() * units.upper};
    }
    Value mean(std::size_t model) const
    {
        if (counts.size() == 0) return Value::none(reasons::no_rows);
        return sums[model].value() / static_cast<double>(counts.size());
    }
    void count_ids(const FollowedRows& rows);
    void require_beginning(const FollowedRows& rows) const;
    double largest_log_e(const std::string& claim, double bound, bool at_most);
    template <class Options>
    AnyTime look(const Options& options);
    Requirement judge(Requirement judged, const Bound& asked, bool turned, const AnyTime& look);
    std::vector<Warning> warnings(const AnyTime& look) const;
};

/// Rows like those that are followed, without any.
RowDesign AnyTimeState::Content::design() const
{
    const auto& range = settings.at(setting::range);
    const auto comma = range.find(',');
    return {.task = settings.at(setting::judges) == "values" ? ScoreTask::values : ScoreTask::multiclass,
            .scale = {.lowest = parse_number(range.substr(0, comma)).value_or(0.0),
                      .highest = parse_number(range.substr(comma + 1)).value_or(1.0),
                      .direction = settings.at(setting::better) == "higher" ? Direction::higher_is_better
                                                                            : Direction::lower_is_better}};
}

Measure AnyTimeState::Content::measure() const
{
    const auto like = design();
    auto measure = make_measure(Spec::parse(settings.at(setting::measure)), like);
    measure.lowest = like.scale.lowest;
    measure.highest = like.scale.highest;
    return measure;
}

void AnyTimeState::Content::require_followed(const Spec& asked, const std::string& text) const
{
    const auto& own = settings.at(setting::measure);
    require(make_measure(asked, design()).spec.print() == own,
            "`require`: '" + text + "': this state follows " + own + "; expected a state for each measure");
}

AnyTimeState::AnyTimeState(const FollowedRows& like)
    : content_(std::make_unique<Content>(
          Content{.settings = like.settings, .names = like.names, .by_id = like.settings.contains("id")}))
{
    content_->sums.resize(std::max<std::size_t>(1, like.names.size()));
    content_->begin = digest_of_first({}, 0);
}
AnyTimeState::AnyTimeState(AnyTimeState&&) noexcept = default;
AnyTimeState& AnyTimeState::operator=(AnyTimeState&&) noexcept = default;
AnyTimeState::~AnyTimeState() = default;

AnyTimeState AnyTimeState::without_rows() const
{
    AnyTimeState state({.settings = content_->settings, .names = content_->names});
    return state;
}

/// Throws InputError unless all ids are new.
void AnyTimeState::Content::count_ids(const FollowedRows& rows)
{
    std::vector<std::uint64_t> all = rows.ids;
    std::ranges::sort(all);
    for (std::size_t i = 0; i < rows.ids.size(); ++i) {
        const auto place = "the id of row " + std::to_string(i + 1) + " of this run ";
        require(!std::ranges::binary_search(ids, rows.ids[i]),
                source + ": " + place +
                    "was counted before; expected new rows only, because a row that counts again makes false "
                    "alarms");
        const auto same = std::ranges::equal_range(all, rows.ids[i]);
        require(same.size() == 1, source + ": " + place + "is in it twice; expected each row once");
    }
    std::vector<std::uint64_t> united;
    std::ranges::merge(ids, all, std::back_inserter(united));
    ids = std::move(united);
}

/// Throws InputError unless the rows begin with those that were counted.
void AnyTimeState::Content::require_beginning(const FollowedRows& rows) const
{
    const auto n = static_cast<std::size_t>(counts.size());
    require(
        rows.values.size() >= n && digest_of_first(rows.rows, n) == begin,
        source + ": " + counted(n, "row was", "rows were") + " counted, and the " +
            counted(rows.values.size(), "row") +
            " of this run do not begin with them; expected the same rows, unchanged and in the same order, "
            "and new ones after them, or `id` from the first run on for files of new rows only");
}

void AnyTimeState::count(const FollowedRows& rows)
{
    auto& c = *content_;
    require_same_settings(c.settings, c.source, rows.settings, "this run");
    std::size_t first = 0;
    if (c.by_id) {
        c.count_ids(rows);
    } else {
        c.require_beginning(rows);
        first = static_cast<std::size_t>(c.counts.size());
        c.begin = digest_of_first(rows.rows, rows.rows.size());
    }
    for (std::size_t i = first; i < rows.values.size(); ++i) c.counts.add(c.unit(rows.values[i]));
    for (std::size_t m = 0; m < c.sums.size(); ++m)
        c.sums[m].add(std::span(rows.of_models[m]).subspan(first));
    c.new_rows += rows.values.size() - first;
}

void AnyTimeState::merge(const AnyTimeState& other)
{
    auto& a = *content_;
    const auto& b = *other.content_;
    require_same_settings(a.settings, a.source, b.settings, b.source);
    require(a.by_id, b.source + ": its rows have no ids, so they may be those of " + a.source +
                         "; states are added only if rows have an `id`");
    std::vector<std::uint64_t> both;
    std::ranges::set_intersection(a.ids, b.ids, std::back_inserter(both));
    require(both.empty(), b.source + ": " + counted(both.size(), "row") + " of it " +
                              (both.size() == 1 ? "is" : "are") + " in " + a.source +
                              " too, by the ids; a row counts "
                              "once");
    std::vector<std::uint64_t> united;
    std::ranges::merge(a.ids, b.ids, std::back_inserter(united));
    a.ids = std::move(united);
    a.counts.merge(b.counts);
    for (std::size_t m = 0; m < a.sums.size(); ++m) a.sums[m].merge(b.sums[m]);
    a.new_rows += b.counts.size();
}

/// The largest ln E of a claim at a look, with this one; infinite where any row shows it.
double AnyTimeState::Content::largest_log_e(const std::string& claim, double bound, bool at_most)
{
    const double now = counts.log_e(unit(bound), at_most);
    if (!std::isfinite(now)) return now;
    auto& most = largest.emplace(claim, now).first->second;
    return most = std::max(most, now);
}

template <class Options>
AnyTime AnyTimeState::Content::look(const Options& options)
{
    for (const auto& [name, level] :
         {std::pair(setting::level, options.level), std::pair(setting::require_level, options.require_level)})
        require(settings.at(name) == shortest(level.value()),
                source + ": was made " + described(settings, name) + ", and this run has " +
                    shortest(level.value()) + "; a state keeps its levels");
    require(!options.looks && !options.look,
            "`looks` and `any_time` exclude each other: any look is allowed");
    if (new_rows > 0 || looks == 0) ++looks;
    const Limits now = counts.limits(0.5 * options.level.outside());
    two_sided = common(two_sided, now);
    one_sided = common(one_sided, counts.limits(options.require_level.outside()));
    return {.rows = counts.size(),
            .new_rows = new_rows,
            .looks = looks,
            .by_id = by_id,
            .changed = two_sided.lower > two_sided.upper || one_sided.lower > one_sided.upper,
            .now = scaled(now)};
}

/// `turned`: the requirement is on the figure with its sign changed.
Requirement AnyTimeState::Content::judge(Requirement judged, const Bound& asked, bool turned,
                                         const AnyTime& look)
{
    judged.bound = asked.bound;
    judged.units = "rows";
    if (!judged.value || look.changed) {
        judged.limit = Value::none(look.changed ? reasons::changed_over_time : judged.value.reason());
        return judged;
    }
    const auto limits = scaled(one_sided);
    take_state(judged, asked, turned ? -limits.upper : limits.lower, turned ? -limits.lower : limits.upper);
    const double bound = turned ? -asked.bound : asked.bound;
    judged.log_e = largest_log_e(judged.text, bound, asked.at_least == turned);
    const bool above = (judged.value.number() > asked.bound) != turned;
    if (judged.state != VerdictState::undecided || judged.value.number() == asked.bound) return judged;
    if (const auto growth = counts.growth_to(unit(bound), !above, judged.level.outside()))
        judged.decides_half = std::max(*growth, 1.0) * static_cast<double>(counts.size());
    return judged;
}

std::vector<Warning> AnyTimeState::Content::warnings(const AnyTime& look) const
{
    if (!look.changed) return {};
    return {{warnings::changed_over_time, "the limits of earlier looks exclude those of this one, " +
                                              shortest(look.now.lower) + " to " + shortest(look.now.upper) +
                                              ": the figure has changed"}};
}

ScoreReport AnyTimeState::look(const ScoreOptions& options)
{
    auto& c = *content_;
    require(!c.of_pair(), c.source + ": follows two models; `unseen compare models` looks at it");
    const auto facts = c.look(options);
    const auto measure = c.measure();
    const auto like = c.design();
    ScoreReport report{.task = like.task};
    if (like.task == ScoreTask::values) report.scale = like.scale;
    report.rows = facts.rows;
    report.level = options.level;
    ScoredMeasure figure{.name = measure.name(), .measure = measure, .value = c.mean(0)};
    figure.interval = interval_of(facts.changed ? facts.now : c.scaled(c.two_sided), options.level);
    report.measures.push_back(std::move(figure));
    for (const auto& text : options.requirements) {
        const auto asked = parse_requirement(text);
        c.require_followed(asked.measure, text);
        require_in_range(asked, measure);
        report.requirements.push_back(c.judge({.text = asked.text,
                                               .state = VerdictState::undecided,
                                               .measure = asked.measure.print(),
                                               .value = c.mean(0),
                                               .level = options.require_level},
                                              asked, false, facts));
    }
    report.warnings = c.warnings(facts);
    report.any_time = facts;
    c.new_rows = 0;
    return report;
}

compare::Answer AnyTimeState::look(const compare::ModelsOptions& options)
{
    auto& c = *content_;
    require(c.of_pair(), c.source + ": follows one model; `unseen score` looks at it");
    const auto facts = c.look(options);
    const auto measure = c.measure();
    const auto name = measure.spec.print();
    const bool high = measure.direction == Direction::higher_is_better;
    compare::Answer answer{.level = options.level};
    answer.scope = c.design().task == ScoreTask::values ? "on new items" : "on new rows";
    for (std::size_t m = 0; m < 2; ++m)
        answer.models.push_back({c.names[m], {{name, c.mean(m)}, {"rows", static_cast<double>(facts.rows)}}});
    const auto difference = [&] {
        const auto a = c.mean(0);
        return a ? Value(a.number() - c.mean(1).number()) : a;
    }();
    const double a_better = c.largest_log_e("A better", 0.0, !high);
    const double b_better = c.largest_log_e("B better", 0.0, high);
    compare::Comparison test{.test = method, .a = c.names[0], .b = c.names[1], .measure = name};
    test.difference = difference;
    test.direction = measure.direction;
    test.primary = true;
    if (difference) {
        test.p_value = p_of(std::max(a_better, b_better), 2.0);
        test.p_value_one_sided = p_of(a_better, 1.0);
        test.interval = interval_of(facts.changed ? facts.now : c.scaled(c.two_sided), options.level);
    } else {
        test.p_value = test.p_value_one_sided = Value::none(difference.reason());
        test.interval = reasons::no_value;
    }
    if (facts.changed) test.p_value = test.p_value_one_sided = Value::none(reasons::changed_over_time);
    test.figures = {{"log_e_a_better", a_better}, {"log_e_b_better", b_better}};
    answer.comparisons.push_back(std::move(test));
    for (const auto& text : options.requirements) {
        const auto asked = parse_pair_requirement(text);
        const bool turned = asked.a == c.names[1];
        require(asked.a != asked.b && std::ranges::find(c.names, asked.a) != c.names.end() &&
                    std::ranges::find(c.names, asked.b) != c.names.end(),
                "`require`: '" + text + "': the models are " + listed_in_quotes(c.names));
        c.require_followed(asked.measure, text);
        answer.requirements.push_back(
            c.judge({.text = asked.text,
                     .state = VerdictState::undecided,
                     .measure = difference_named(asked),
                     .value = difference && turned ? Value(-difference.number()) : difference,
                     .level = options.require_level},
                    bound_of(asked, measure.direction), turned, facts));
    }
    answer.warnings = c.warnings(facts);
    answer.any_time = facts;
    answer.not_shown =
        c.design().task == ScoreTask::values
            ? "The data do not show how these models compare on items of another kind."
            : "The data do not show which learner is better: only these two models were compared.";
    c.new_rows = 0;
    return answer;
}

namespace {

void write(ByteWriter& out, const StepCounts& counts)
{
    out.count(counts.size());
    std::uint32_t last = 0;
    for (const auto& [step, n] : counts) {
        out.count(step - std::exchange(last, step));
        out.count(n);
    }
}

StepCounts read_steps(ByteReader& in)
{
    StepCounts counts;
    std::uint64_t step = 0;
    const auto n = in.length();
    for (std::size_t i = 0; i < n; ++i) {
        const auto further = in.count();
        if (further > ladder_steps || (i > 0 && further == 0) || (step += further) > ladder_steps) in.fail();
        if ((counts[static_cast<std::uint32_t>(step)] = in.count()) == 0) in.fail();
    }
    return counts;
}

void write(ByteWriter& out, const Limits& limits)
{
    out.real(limits.lower);
    out.real(limits.upper);
}

Limits read_limits(ByteReader& in)
{
    const double lower = in.real();
    return {.lower = lower, .upper = in.real()};
}

} // namespace

bool AnyTimeState::of_two_models() const { return content_->of_pair(); }

std::string AnyTimeState::bytes() const
{
    const auto& c = *content_;
    ByteWriter out;
    out.count(c.settings.size());
    for (const auto& [name, value] : c.settings) {
        out.text(name);
        out.text(value);
    }
    out.texts(c.names);
    out.byte(c.by_id ? 1 : 0);
    write(out, c.counts.from_low());
    write(out, c.counts.from_high());
    for (const auto& sum : c.sums) out.sum(sum);
    out.number(c.begin.high);
    out.number(c.begin.low);
    out.count(c.ids.size());
    for (const auto id : c.ids) out.number(id);
    out.count(c.looks);
    write(out, c.one_sided);
    write(out, c.two_sided);
    out.count(c.largest.size());
    for (const auto& [claim, log_e] : c.largest) {
        out.text(claim);
        out.real(log_e);
    }
    return framed(any_time_frame, out.bytes());
}

AnyTimeState AnyTimeState::parse(std::string_view bytes, const std::string& source)
{
    ByteReader in(unframed(any_time_frame, bytes, source), source);
    FollowedRows like;
    for (auto n = in.length(); n > 0; --n) {
        auto name = in.text();
        like.settings[std::move(name)] = in.text();
    }
    like.names = in.texts();
    AnyTimeState state(like);
    auto& c = *state.content_;
    c.source = source;
    for (const auto* needed : {setting::judges, setting::measure, setting::range, setting::better,
                               setting::level, setting::require_level})
        if (!c.settings.contains(needed)) in.fail();
    if (c.by_id != (in.byte() != 0)) in.fail();
    auto from_low = read_steps(in);
    auto counts = LadderCounts::of(std::move(from_low), read_steps(in));
    if (!counts) in.fail();
    c.counts = std::move(*counts);
    for (auto& sum : c.sums) sum = in.sum();
    c.begin.high = in.number();
    c.begin.low = in.number();
    for (auto n = in.length(); n > 0; --n) c.ids.push_back(in.number());
    c.looks = in.count();
    c.one_sided = read_limits(in);
    c.two_sided = read_limits(in);
    for (auto n = in.length(); n > 0; --n) {
        auto claim = in.text();
        c.largest[std::move(claim)] = in.real();
    }
    if (!in.at_end() || c.ids.size() != (c.by_id ? c.counts.size() : 0)) in.fail();
    return state;
}

std::optional<AnyTimeState> read_any_time_state(const std::string& path)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
    const auto bytes = read_bytes(path);
    return AnyTimeState::parse(bytes.view(), path);
}

void add_states(std::optional<AnyTimeState>& state, const std::string& path,
                std::span<const std::string> files)
{
    require(state || !files.empty(),
            "`any_time`: there is no state '" + path + "' yet; expected the files whose rows it counts");
    for (const auto& file : files) {
        auto other = read_any_time_state(file);
        if (!other) throw IoError(file + ": cannot be read: there is no such file");
        if (!state) state = other->without_rows();
        state->merge(*other);
    }
}

} // namespace unseen
