#include "unseen/report/pictures.hpp"

#include "report/embedded.hpp"
#include "report/page_data.hpp"

#include "unseen/base/error.hpp"

#include <nlohmann/json.hpp>
#ifdef UNSEEN_DUKTAPE
#include <duktape.h>
#endif

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace unseen {

#ifdef UNSEEN_DUKTAPE

namespace {

/// Runs the script once for the data of a page, and asks it for its pictures.
class Script {
public:
    explicit Script(const std::string& data, bool still = false)
    {
        // With a handler for errors, because the engine ends the program at errors outside protected calls.
        call([&] {
            duk_push_lstring(engine(), data.data(), data.size());
            duk_put_global_string(engine(), "results");
            if (still) {
                duk_push_true(engine());
                duk_put_global_string(engine(), "still");
            }
            duk_eval_lstring(engine(), plot_script().data(), plot_script().size());
        });
    }

    std::vector<PagePicture> list()
    {
        std::vector<PagePicture> pictures;
        for (const auto& one : nlohmann::json::parse(called("list", {})))
            pictures.push_back({.name = one[0], .kind = one[1], .title = one[2]});
        return pictures;
    }

    std::string svg(std::size_t picture, const PictureStyle& style)
    {
        return called("plot",
                      {static_cast<double>(picture), style.pixels.value_or(0.0), style.grey ? 1.0 : 0.0});
    }
    std::string content() { return called("content", {}); }

private:
    duk_context* engine() const { return engine_.get(); }

    /// The result of a function of the script for numbers: its text, or its bytes.
    std::string called(const char* name, std::initializer_list<double> arguments)
    {
        std::string text;
        call([&] {
            duk_get_global_string(engine(), name);
            for (const double argument : arguments) duk_push_number(engine(), argument);
            duk_call(engine(), static_cast<duk_idx_t>(arguments.size()));
            duk_size_t size = 0;
            const auto* bytes = static_cast<const char*>(duk_get_buffer_data(engine(), -1, &size));
            if (bytes == nullptr) bytes = duk_get_lstring(engine(), -1, &size);
            text.assign(bytes, size);
        });
        return text;
    }

    template <class Work>
    void call(Work work)
    {
        const auto run = [](duk_context*, void* of) -> duk_ret_t {
            (*static_cast<Work*>(of))();
            return 0;
        };
        const bool failed = duk_safe_call(engine(), run, &work, 0, 1) != DUK_EXEC_SUCCESS;
        const std::string error = failed ? duk_safe_to_string(engine(), -1) : "";
        duk_pop(engine());
        if (failed) throw std::logic_error("the script of web/built/plot.js failed: " + error);
    }

    std::unique_ptr<duk_context, decltype(&duk_destroy_heap)> engine_{duk_create_heap_default(),
                                                                      duk_destroy_heap};
};

} // namespace

std::string pictures_need() { return ""; }

std::vector<PagePicture> page_pictures(std::span<const PageResult> results, const ArgumentText& say,
                                       const std::function<bool(const PagePicture&)>& wanted,
                                       const PictureStyle& style)
{
    Script script(page_data(results, say));
    auto pictures = script.list();
    for (std::size_t i = 0; i < pictures.size(); ++i)
        if (!wanted || wanted(pictures[i])) pictures[i].svg = script.svg(i, style);
    return pictures;
}

std::string content_without_script(const std::string& data)
{
    try {
        return Script(data, true).content();
    } catch (const std::logic_error&) {
        return "";
    }
}

#else

std::string pictures_need() { return "Duktape (Debian: duktape-dev)"; }

std::string content_without_script(const std::string&) { return ""; }

std::vector<PagePicture> page_pictures(std::span<const PageResult>, const ArgumentText&,
                                       const std::function<bool(const PagePicture&)>&, const PictureStyle&)
{
    throw InputError("this build cannot draw pictures: it lacks " + pictures_need());
}

#endif

std::vector<std::string> picture_names(std::string_view command)
{
    constexpr std::string_view before = "// pictures: ";
    const auto script = plot_script();
    if (!script.starts_with(before)) throw std::logic_error("web/built/plot.js does not name its pictures");
    std::istringstream line(std::string(script.substr(before.size(), script.find('\n') - before.size())));
    std::vector<std::string> all;
    for (std::string of; line >> of;) { // COMMAND=NAME,NAME
        const auto own = of.substr(0, of.find('='));
        std::vector<std::string> names;
        std::istringstream list(of.substr(own.size() + 1));
        for (std::string name; std::getline(list, name, ',');) names.push_back(name);
        if (own == command) return names;
        for (auto& name : names)
            if (std::ranges::find(all, name) == all.end()) all.push_back(std::move(name));
    }
    return all;
}

} // namespace unseen
