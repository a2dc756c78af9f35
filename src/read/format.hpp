// Private: the rows of the table of input formats in formats.cpp.
#pragma once

#include "unseen/read/reader.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Reads the rows of one file chunk by chunk.
class ChunkReader {
public:
    virtual ~ChunkReader() = default;
    /// The end of the last complete row in a text that continues; 0 if no row is complete.
    virtual std::size_t complete_rows(std::string_view text) const = 0;
    /// The rows of the next chunk of text, which may be none. The first chunk is the beginning of the file.
    /// `first_line` is the number of the first line of the chunk.
    virtual Table rows(std::string_view text, std::size_t first_line) = 0;
};

/// A row of the table. The format of a file is recognised by its content or, with one of the `endings`, by
/// its name.
struct InputFormat {
    std::string name; ///< the name in messages and help
    /// If true, the functions get text, without a UTF-8 mark and without control characters at its beginning;
    /// else they get bytes.
    bool text = true;
    /// `parse` keeps no text that is not UTF-8: it throws OtherEncoding or some InputError.
    bool checks_encoding = false;
    /// The ends of names that imply the format, without .gz. A separator or a header among the options makes
    /// such a file CSV.
    std::vector<std::string> endings{};
    /// True if a file with this beginning has the format. Null: files that no other format matches have it.
    bool (*looks_like)(std::string_view beginning) = nullptr;
    /// Reads the whole content of a file; `source` is its name in messages. Calls `done`, which may be empty,
    /// from one thread at a time, with pieces of `text` whose memory may be released.
    Table (*parse)(std::string_view text, const std::string& source, const ReadOptions& options,
                   const std::function<void(std::string_view)>& done) = nullptr;
    /// Makes a reader of chunks for a text with this beginning. Null: files of this format are read whole.
    /// ReadOptions::wanted is called for each chunk.
    std::unique_ptr<ChunkReader> (*chunks)(std::string_view beginning, const std::string& source,
                                           const ReadOptions& options) = nullptr;
};

// One function for each format, defined in the file of its name.
InputFormat csv_format();
InputFormat arff_format();
InputFormat svmlight_format();
InputFormat npy_format();
InputFormat conll_format();
InputFormat json_format();

/// True if a file of these bytes has a format of text.
bool is_text_format(std::string_view bytes, const std::string& source, const ReadOptions& options);

/// Finds the format of a file from its beginning. Throws InputError for bytes that are
/// neither text nor of a binary format.
const InputFormat& format_of(std::string_view bytes, const std::string& source, const ReadOptions& options);

} // namespace unseen
