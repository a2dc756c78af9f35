#include "unseen/report/page.hpp"

#include "report/embedded.hpp"
#include "report/explained_terms.hpp"
#include "report/page_data.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/version.hpp"
#include "unseen/report/json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace unseen {

namespace {

using nlohmann::json;

/// Goes through an answer once, to check that it is one and to find the names in it.
class AnswerReader : public nlohmann::json_sax<json> {
public:
    explicit AnswerReader(std::set<std::string>& names) : names_(names) {}

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t number) override
    {
        return number_unsigned(static_cast<number_unsigned_t>(number));
    }
    bool number_unsigned(number_unsigned_t number) override
    {
        if (within_.size() == 1 && key_ == "schema") schema_ = number;
        return true;
    }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t& text) override
    {
        if (within_.size() == 1 && key_ == "command") command_ = text;
        note(text);
        return true;
    }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_array() override { return close(); }
    bool key(string_t& text) override
    {
        key_ = text;
        if (within_.back() == "measures") note(text); // their names are keys
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        error_ = position;
        return false;
    }

    /// The byte at which the text is no longer JSON, from 1.
    std::optional<std::size_t> error() const { return error_; }
    /// Older schemas are read, too: their answers have no verdict.
    bool is_answer() const { return !command_.empty() && schema_ >= 1 && schema_ <= json_schema; }

private:
    bool open()
    {
        within_.push_back(std::exchange(key_, ""));
        return true;
    }
    bool close()
    {
        within_.pop_back();
        return true;
    }
    /// Only possible names: no term is long or has blanks.
    void note(const std::string& text)
    {
        constexpr std::size_t longest = 300;
        if (text.size() <= longest && text.find(' ') == std::string::npos) names_.insert(text);
    }

    std::set<std::string>& names_;
    std::vector<std::string> within_; ///< the keys of the objects and arrays that are open
    std::string key_;                 ///< the last key
    std::string command_;
    std::uint64_t schema_ = 0;
    std::optional<std::size_t> error_;
};

/// Line and column of a byte, from 1.
std::string place_in(std::string_view text, std::size_t byte)
{
    const auto before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto last = before.rfind('\n');
    return std::to_string(line) + ':' +
           std::to_string(before.size() - (last == before.npos ? 0 : last + 1) + 1);
}

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view without_mark(std::string_view text)
{
    return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

void read_answer(const PageResult& result, std::set<std::string>& names)
{
    const std::string name = result.source.empty() ? "answer" : result.source;
    const auto text = without_mark(result.json);
    AnswerReader reader(names);
    const bool read = json::sax_parse(text, &reader);
    require(read, name + ':' + place_in(text, reader.error().value_or(0)) +
                      ": is not JSON; expected an answer as `format=json` prints it");
    require(reader.is_answer(),
            name +
                ": is JSON, but not an answer of ours; expected an object with \"command\" and \"schema\" " +
                std::to_string(json_schema) + " or older, as `format=json` prints it");
}

/// Texts of answers beyond this many bytes are shortened.
constexpr std::size_t long_answer = 1'500'000;
/// A page draws at most this many curves in a picture (`most_curves` in web/src/curves.ts).
constexpr std::size_t most_curves = 12;

using OrderedJson = nlohmann::ordered_json;

/// Shortens an answer with very many pairs of models to what its page shows first: the pairs of the leaders,
/// and the curves of the models that come next to them by the verdict's measure.
class Shortening {
public:
    explicit Shortening(OrderedJson& answer) : answer_(answer)
    {
        const auto& verdict = answer.at("verdict");
        for (const auto& name : verdict.at("leaders")) leaders_.insert(name.get<std::string>());
        for (const auto& further : verdict.at("further"))
            for (const auto& name : further.at("leaders")) leaders_.insert(name.get<std::string>());
        find_drawn(verdict);
        for (auto& item : answer.items()) shorten(item.value());
        if (left_pairs_ + left_curves_ == 0) return;
        answer["left_out_of_page"] = "This page leaves out " + std::to_string(left_pairs_) +
                                     " pairs without a leader and " + std::to_string(left_curves_) +
                                     " curves, which would make it too large. The answer as JSON has them.";
    }

private:
    void find_drawn(const OrderedJson& verdict)
    {
        if (!answer_.contains("models") || !verdict.at("measure").is_string()) return;
        const auto measure = verdict.at("measure").get<std::string>();
        std::vector<std::pair<double, std::string>> models;
        for (const auto& model : answer_.at("models")) {
            const auto value = model.at("measures").value(measure, OrderedJson());
            if (value.is_number())
                models.emplace_back(std::abs(value.get<double>() - verdict.at("value").get<double>()),
                                    model.at("name").get<std::string>());
        }
        std::sort(models.begin(), models.end());
        for (const auto& [distance, name] : models)
            if (drawn_.size() < most_curves) drawn_.insert(name);
    }

    void shorten(OrderedJson& node)
    {
        if (node.is_array()) {
            left_pairs_ +=
                erase(node, [&](const OrderedJson& one) { return is_other(one, "a") && is_other(one, "b"); });
            if (!drawn_.empty())
                left_curves_ += erase(node, [&](const OrderedJson& one) {
                    return one.contains("values") && one.contains("model") &&
                           !drawn_.contains(one.at("model").get<std::string>());
                });
        }
        for (auto& child : node)
            if (child.is_structured()) shorten(child);
    }

    /// True if the object names a model at this key that does not lead.
    bool is_other(const OrderedJson& one, const char* key) const
    {
        return one.contains(key) && one.at(key).is_string() &&
               !leaders_.contains(one.at(key).get<std::string>());
    }

    template <class Condition>
    static std::size_t erase(OrderedJson& array, const Condition& condition)
    {
        auto& all = array.get_ref<OrderedJson::array_t&>();
        return std::erase_if(all, [&](const OrderedJson& one) { return one.is_object() && condition(one); });
    }

    OrderedJson& answer_;
    std::set<std::string> leaders_;
    std::set<std::string> drawn_; ///< models whose curves remain
    std::size_t left_pairs_ = 0;
    std::size_t left_curves_ = 0;
};

/// The text of an answer, or of a shorter one if it is long.
std::string text_for_page(std::string_view text)
{
    if (text.size() <= long_answer) return std::string(text);
    auto answer = OrderedJson::parse(text);
    auto out = answer.dump();
    if (out.size() <= long_answer || !answer.contains("verdict")) return out;
    try {
        Shortening shortened(answer);
    } catch (const nlohmann::json::exception&) {
        return out; // another program wrote a verdict without the keys of ours
    }
    return answer.dump();
}

/// JSON that is inert in HTML: "<" occurs only in strings, and its escape means the same there. So nothing
/// can end the element or begin a comment.
std::string inert_json(std::string_view text)
{
    std::string inert;
    inert.reserve(text.size());
    for (const char c : text) {
        if (c == '<')
            inert += "\\u003c";
        else
            inert += c;
    }
    return inert;
}

std::size_t place_after(std::string_view page, std::string_view text)
{
    const auto at = page.find(text);
    if (at == page.npos) throw std::logic_error("web/built/page.html has no " + std::string(text));
    return at + text.size();
}

} // namespace

std::string page_data(std::span<const PageResult> results, const ArgumentText& say)
{
    std::set<std::string> names;
    for (const auto& result : results) read_answer(result, names);
    std::string out = R"({"version":)" + Json(std::string(version())).print() + ",\"results\":[";
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto& result = results[i];
        const auto text = without_mark(result.json);
        const auto same = [&](const PageResult& other) { return without_mark(other.json) == text; };
        if (std::ranges::any_of(results.first(i), same)) continue; // the same result is shown once
        out += std::string(i > 0 ? "," : "") + "\n{\"source\":" + inert_json(Json(result.source).print()) +
               ",\"command_line\":" + inert_json(Json(result.command_line).print()) +
               ",\"answer\":" + inert_json(text_for_page(text)) + '}';
    }
    auto terms = explained_terms(names);
    if (say) terms = std::move(terms).worded(say);
    return out + "],\n\"terms\":" + inert_json(terms.print()) + '}';
}

std::string html_page(std::span<const PageResult> results, const ArgumentText& say)
{
    const auto page = page_template();
    const auto content_at = place_after(page, "</noscript>");
    const auto data_at = place_after(page, R"(id="results">)");
    const auto data = page_data(results, say);
    std::string out(page.substr(0, content_at));
    out += content_without_script(data);
    out += page.substr(content_at, data_at - content_at);
    out += data;
    out += page.substr(data_at);
    return out;
}

} // namespace unseen
