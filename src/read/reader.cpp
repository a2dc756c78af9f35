#include "unseen/read/reader.hpp"

#include "read/format.hpp"
#include "read/text_source.hpp"
#include "unseen/base/error.hpp"

namespace unseen {

namespace {

Table parse(std::string_view bytes, const std::string& source, const ReadOptions& options,
            const std::function<void(std::string_view)>& done)
{
    const auto& format = format_of(bytes, source);
    if (!format.text) return format.parse(bytes, source, options, done);
    const auto text = text_of(bytes, source);
    try {
        return format.parse(text, source, options, done);
    } catch (const InputError&) {
        refuse_nul(text, source); // reports NUL bytes first, as the cause of other errors
        throw;
    }
}

} // namespace

Table read_table(const std::string& path, const ReadOptions& options)
{
    const FileBytes bytes(path);
    return parse(bytes.view(), path == "-" ? "standard input" : path, options,
                 [&](std::string_view part) { bytes.release(part); });
}

Table parse_table(std::string_view text, const std::string& source, const ReadOptions& options)
{
    return parse(text, source, options, {});
}

} // namespace unseen
