#include "unseen/report/pictures.hpp"

#include "report/embedded.hpp"
#include "report/page_data.hpp"

#include "unseen/base/error.hpp"

#include <nlohmann/json.hpp>
#ifdef UNSEEN_DUKTAPE
#include <duktape.h>
#endif

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
        for (const auto& one : nlohmann::json::parse(called("list", 0)))
            pictures.push_back({.name = one[0], .kind = one[1], .title = one[2]});
        return pictures;
    }

    std::string svg(std::size_t picture) { return called("plot", picture); }
    std::string content() { return called("content", 0); }

private:
    duk_context* engine() const { return engine_.get(); }

    /// The result of a function of the script for a number: its text, or its bytes.
    std::string called(const char* name, std::size_t argument)
    {
        std::string text;
        call([&] {
            duk_get_global_string(engine(), name);
            duk_push_number(engine(), static_cast<double>(argument));
            duk_call(engine(), 1);
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
                                       const std::function<bool(const PagePicture&)>& wanted)
{
    Script script(page_data(results, say));
    auto pictures = script.list();
    for (std::size_t i = 0; i < pictures.size(); ++i)
        if (!wanted || wanted(pictures[i])) pictures[i].svg = script.svg(i);
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
                                       const std::function<bool(const PagePicture&)>&)
{
    throw InputError("this build cannot draw pictures: it lacks " + pictures_need());
}

#endif

std::vector<std::string> picture_names()
{
    constexpr std::string_view before = "// pictures: ";
    const auto script = plot_script();
    if (!script.starts_with(before)) throw std::logic_error("web/built/plot.js does not name its pictures");
    std::istringstream line(std::string(script.substr(before.size(), script.find('\n') - before.size())));
    return {std::istream_iterator<std::string>(line), {}};
}

} // namespace unseen
