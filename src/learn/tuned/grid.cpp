#include "learn/tuned/grid.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace unseen {

namespace {

constexpr double most_values = 1e5;
constexpr std::uint64_t most_counted = std::uint64_t{1} << 53;

/// A number, or a power such as 2^-5.
std::optional<double> number_or_power(const std::string& text)
{
    const auto hat = text.find('^');
    if (hat == text.npos) return parse_number(text);
    const auto base = parse_number(text.substr(0, hat));
    const auto exponent = parse_number(text.substr(hat + 1));
    if (!base || !exponent) return std::nullopt;
    return std::pow(*base, *exponent);
}

/// To a reader 0.1 + 2 * 0.2 is 0.5, not 0.5000000000000001.
double tidy(double x)
{
    char text[32];
    const auto rounded =
        parse_number({text, std::to_chars(text, text + sizeof text, x, std::chars_format::general, 12).ptr});
    return rounded && std::abs(*rounded - x) <= 4.0 * std::numeric_limits<double>::epsilon() * std::abs(x)
               ? *rounded
               : x;
}

/// LOW..HIGH with a step, or a factor.
struct Range {
    double low = 0.0;
    double high = 0.0;
    double step = 1.0; ///< above 0; of a factor, above 1
    bool factor = false;

    static std::optional<Range> parse(const std::string& text)
    {
        const auto dots = text.find("..");
        if (text.compare(dots, 3, "...") == 0) return std::nullopt;
        const auto colon = text.find(':', dots);
        const auto first = text.substr(0, dots);
        const auto last = text.substr(dots + 2, colon == text.npos ? colon : colon - dots - 2);
        const auto low = number_or_power(first);
        const auto high = number_or_power(last);
        if (!low || !high) return std::nullopt;
        Range range{.low = *low, .high = *high};
        auto step = std::optional<double>(1.0);
        if (colon != text.npos) {
            range.factor = text.substr(colon + 1, 1) == "x";
            step = number_or_power(text.substr(colon + (range.factor ? 2 : 1)));
        } else if (const auto hat = first.find('^');
                   hat != first.npos && last.starts_with(first.substr(0, hat + 1))) {
            range.factor = true;
            step = parse_number(first.substr(0, hat));
        }
        const bool by_one = colon == text.npos && !range.factor;
        if (!step || (by_one && (std::floor(range.low) != range.low || std::floor(range.high) != range.high)))
            return std::nullopt;
        range.step = *step;
        const bool finite =
            std::isfinite(range.low) && std::isfinite(range.high) && std::isfinite(range.step);
        const bool moves =
            range.factor ? range.step > 1.0 && range.low > 0.0 && range.high > 0.0 : range.step > 0.0;
        return finite && moves ? std::optional(range) : std::nullopt;
    }

    double values() const
    {
        const double steps =
            factor ? std::abs(std::log(high / low)) / std::log(step) : std::abs(high - low) / step;
        return std::floor(steps + 1e-9) + 1.0;
    }
    double value(double i) const
    {
        if (factor) return tidy(high < low ? low / std::pow(step, i) : low * std::pow(step, i));
        return tidy(low + (high < low ? -i : i) * step);
    }
};

/// True if the value of the key is a range or a list.
bool has_several(const SpecKey& key, const std::string& value)
{
    const bool number = key.kind == SpecKey::Kind::integer || key.kind == SpecKey::Kind::real;
    const bool word = key.kind == SpecKey::Kind::flag || key.kind == SpecKey::Kind::choice;
    return (number && (value.find("..") != value.npos || value.find('^') != value.npos)) ||
           ((number || word) && value.find('|') != value.npos);
}

void find_axes(const Spec& spec, const std::vector<std::size_t>& path, std::vector<GridAxis>& axes)
{
    const auto& info = learner_infos()[find_info(learner_infos(), spec.name(), "learner")];
    for (const auto& [name, value] : spec.values()) {
        const auto key = std::ranges::find(info.keys, name, &SpecKey::name);
        if (key == info.keys.end() || !has_several(*key, value)) continue;
        axes.push_back({path, name, value, grid_values(value, "'" + info.name + "': " + name)});
    }
    if (info.name == "tuned") return; // it has a grid of its own
    for (std::size_t b = 0; b < spec.bases().size(); ++b) {
        auto deeper = path;
        deeper.push_back(b);
        find_axes(spec.bases()[b], deeper, axes);
    }
}

void set_at(Spec& spec, std::span<const std::size_t> path, const std::string& key, const std::string& value)
{
    if (path.empty()) {
        spec.set(key, value);
        return;
    }
    auto bases = spec.bases();
    set_at(bases[path.front()], path.subspan(1), key, value);
    spec = spec.with_bases(std::move(bases));
}

/// The keys of `a` that `b` has with the same values, and so for their bases.
Spec shared_keys(const Spec& a, const Spec& b)
{
    std::vector<Spec> bases;
    for (std::size_t i = 0; i < a.bases().size(); ++i)
        bases.push_back(shared_keys(a.bases()[i], b.bases()[i]));
    Spec shared(a.name(), std::move(bases));
    for (const auto& [key, value] : a.values())
        if (b.find(key) == value) shared.set(key, value);
    return shared;
}

} // namespace

std::vector<std::string> grid_values(const std::string& written, const std::string& where)
{
    std::vector<std::string> values;
    for (std::size_t begin = 0, end = 0; end != written.npos; begin = end + 1) {
        end = written.find('|', begin);
        const auto piece = written.substr(begin, end == written.npos ? end : end - begin);
        require(!piece.empty(), where + ": '" + written + "' has an empty value; expected values between |");
        if (piece.find("..") == piece.npos) {
            const auto power = piece.find('^') == piece.npos ? std::nullopt : number_or_power(piece);
            values.push_back(power ? shortest(tidy(*power)) : piece);
            continue;
        }
        const auto range = Range::parse(piece);
        require(range.has_value(), where + ": '" + piece +
                                       "' is not a range; expected whole numbers LOW..HIGH, or "
                                       "LOW..HIGH:STEP or LOW..HIGH:xFACTOR, such as 1..9, "
                                       "0.1..0.9:0.2 or 2^-5..2^5:x4");
        const double count = range->values() + static_cast<double>(values.size());
        require(count <= most_values, where + ": '" + written + "' has " + written_out(count) +
                                          " values; expected at most " + written_out(most_values) +
                                          ": use a larger step, or a factor as in 1..1000:x10");
        for (double i = 0.0; i < range->values(); i += 1.0) values.push_back(shortest(range->value(i)));
    }
    return values;
}

Grid::Grid(Spec spec) : spec_(std::move(spec)) { find_axes(spec_, {}, axes_); }

std::uint64_t Grid::size() const
{
    std::uint64_t product = 1;
    for (const auto& axis : axes_) {
        if (product > most_counted / axis.values.size()) return most_counted;
        product *= axis.values.size();
    }
    return product;
}

std::vector<std::size_t> Grid::at(std::uint64_t index) const
{
    std::vector<std::size_t> places(axes_.size());
    for (std::size_t a = axes_.size(); a-- > 0;) {
        places[a] = static_cast<std::size_t>(index % axes_[a].values.size());
        index /= axes_[a].values.size();
    }
    return places;
}

Spec Grid::point(std::uint64_t index) const
{
    Spec spec = spec_;
    const auto places = at(index);
    for (std::size_t a = 0; a < axes_.size(); ++a)
        set_at(spec, axes_[a].path, axes_[a].key, axes_[a].values[places[a]]);
    return spec;
}

std::vector<std::string> Grid::keys() const
{
    std::vector<std::string> keys;
    for (const auto& axis : axes_) keys.push_back(axis.key);
    return keys;
}

std::vector<std::string> Grid::values(std::uint64_t index) const
{
    std::vector<std::string> values;
    const auto places = at(index);
    for (std::size_t a = 0; a < axes_.size(); ++a) values.push_back(axes_[a].values[places[a]]);
    return values;
}

std::string Grid::text(std::uint64_t index) const
{
    std::string text;
    const auto own = values(index);
    for (std::size_t a = 0; a < axes_.size(); ++a) text += (a == 0 ? "" : ",") + axes_[a].key + '=' + own[a];
    return text;
}

Spec Grid::canonical(const std::vector<Spec>& points) const
{
    Spec spec = points.front();
    for (const auto& point : points) spec = shared_keys(spec, point);
    for (const auto& axis : axes_) set_at(spec, axis.path, axis.key, axis.written);
    return spec;
}

} // namespace unseen
