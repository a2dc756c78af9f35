#include "unseen/data/reader.hpp"

#include "data/arff.hpp"
#include "data/csv.hpp"
#include "data/npy.hpp"
#include "data/text_source.hpp"

namespace unseen {

Table read_table(const std::string& path, const ReadOptions& options)
{
    const auto bytes = read_bytes(path);
    return parse_table(bytes.view(), path == "-" ? "standard input" : path, options);
}

Table parse_table(std::string_view text, const std::string& source, const ReadOptions& options)
{
    if (looks_like_npy(text)) return parse_npy(text, source, options);
    text = checked_text(text, source);
    return looks_like_arff(text) ? parse_arff(text, source, options) : parse_csv(text, source, options);
}

} // namespace unseen
