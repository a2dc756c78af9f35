#include "unseen/read/reader.hpp"

#include "read/arff.hpp"
#include "read/csv.hpp"
#include "read/npy.hpp"
#include "read/text_source.hpp"
#include "unseen/base/error.hpp"

namespace unseen {

namespace {

/// `done`: told of each piece of the text that need not be kept at hand.
Table parse(std::string_view text, const std::string& source, const ReadOptions& options,
            std::function<void(std::string_view)> done)
{
    if (looks_like_npy(text)) return parse_npy(text, source, options);
    text = text_of(text, source);
    try {
        if (!looks_like_arff(text)) return parse_csv(text, {.name = source, .done = std::move(done)}, options);
    } catch (const InputError&) {
        refuse_nul(text, source); // then this is what is wrong
        throw;
    }
    refuse_nul(text, source);
    return parse_arff(text, source, options);
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
