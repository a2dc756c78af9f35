// Private: what one input format's file gives to the table in formats.cpp.
#pragma once

#include "unseen/read/reader.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace unseen {

/// Reads the rows of one file chunk by chunk.
class ChunkReader {
public:
    virtual ~ChunkReader() = default;
    /// Where the last row ends that is complete in a text with more to come; 0 if there is none.
    virtual std::size_t complete_rows(std::string_view text) const = 0;
    /// The rows of the next chunk of text, perhaps none. The first chunk is the beginning of the file. `first_line` is the number of the chunk's first line.
    virtual Table rows(std::string_view text, std::size_t first_line) = 0;
};

/// A row of the table. A format is told from the content, not the name of the file.
struct InputFormat {
    std::string name; ///< as messages and help call it
    /// False: bytes. True: text, which has neither control characters at its beginning nor an UTF-8 mark when the functions get it.
    bool text = true;
    /// Whether a content that begins so is of this format; null: what looks like no other one is.
    bool (*looks_like)(std::string_view beginning) = nullptr;
    /// Reads a whole content; `source` names it in messages. `done` may be called, by one thread at a time, with pieces of `text` that need
    /// not be kept at hand any longer; it may be empty.
    Table (*parse)(std::string_view text, const std::string& source, const ReadOptions& options,
                   const std::function<void(std::string_view)>& done) = nullptr;
    /// A reader for a text that begins so, which gets its chunks; null: such files are read whole. ReadOptions::wanted is asked for each chunk.
    std::unique_ptr<ChunkReader> (*chunks)(std::string_view beginning, const std::string& source,
                                           const ReadOptions& options) = nullptr;
};

// One function a format, each in the file of its name.
InputFormat csv_format();
InputFormat arff_format();
InputFormat npy_format();

/// The format of a content by its beginning. Throws InputError for bytes that are neither of a binary format nor text.
const InputFormat& format_of(std::string_view bytes, const std::string& source);

} // namespace unseen
