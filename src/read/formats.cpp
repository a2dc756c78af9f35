// The table of input formats. To add one, write its file, declare it in format.hpp and add a row here.
#include "read/foreign.hpp"
#include "read/format.hpp"
#include "read/text_source.hpp"

#include "unseen/read/reader.hpp"

#include <vector>

namespace unseen {

namespace {

const std::vector<InputFormat>& table()
{
    static const std::vector<InputFormat> rows = {csv_format(), arff_format(), svmlight_format(), conll_format(), npy_format()};
    return rows;
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
        else if (!(format.guessed && forced_csv) && format.looks_like(text))
            return format;
    }
    return *other;
}

std::string input_formats()
{
    std::string text;
    for (const auto& format : table()) text += format.name + ", ";
    return text.substr(0, text.size() - 2) + " or C4.5, plain or gzip"; // C4.5 is two files: read/c45.hpp
}

} // namespace unseen
