// The table of input formats. To add one, write its file, declare it in format.hpp and add a row here.
#include "read/foreign.hpp"
#include "read/format.hpp"
#include "read/text_source.hpp"

#include "unseen/read/reader.hpp"

#include <algorithm>
#include <vector>

namespace unseen {

namespace {

const std::vector<InputFormat>& table()
{
    static const std::vector<InputFormat> rows = {csv_format(),   arff_format(), svmlight_format(),
                                                  conll_format(), json_format(), npy_format()};
    return rows;
}

bool named(const InputFormat& format, std::string_view source)
{
    if (source.ends_with(".gz")) source.remove_suffix(3);
    return std::any_of(format.endings.begin(), format.endings.end(),
                       [&](const auto& end) { return source.ends_with(end); });
}

} // namespace

const InputFormat& format_of(std::string_view bytes, const std::string& source, const ReadOptions& options)
{
    refuse_foreign(bytes, source);
    for (const auto& format : table())
        if (!format.text && format.looks_like(bytes)) return format;
    const auto text = text_of(bytes, source);
    const bool forced_csv = options.separator || options.header;
    const InputFormat* other = nullptr;
    for (const auto& format : table()) {
        if (!format.text) continue;
        if (format.looks_like == nullptr)
            other = &format;
        else if (format.endings.empty() ? format.looks_like(text)
                                        : !forced_csv && (named(format, source) || format.looks_like(text)))
            return format;
    }
    return *other;
}

bool is_text_format(std::string_view bytes, const std::string& source, const ReadOptions& options)
{
    return format_of(bytes, source, options).text;
}

std::string input_formats()
{
    std::string text;
    for (const auto& format : table()) text += format.name + ", ";
    return text.substr(0, text.size() - 2) + " or C4.5, plain or gzip"; // C4.5 is two files: read/c45.hpp
}

} // namespace unseen
