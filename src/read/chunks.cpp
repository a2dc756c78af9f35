#include "unseen/read/chunks.hpp"

#include "base/listed.hpp"
#include "read/encoding.hpp"
#include "read/format.hpp"
#include "read/text_source.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace unseen {

namespace {

/// The first read takes at least this many bytes, because the dialect is found from the header and the first
/// rows.
constexpr std::size_t beginning = std::size_t{1} << 16;

/// The columns of the first file; all other files must have the same.
class CommonNames {
public:
    void check(const std::vector<std::string>& names, const std::string& source)
    {
        if (source_.empty()) {
            names_ = names;
            source_ = source;
        }
        require(names == names_, source + ": its columns are " + listed(names) + "; expected those of " +
                                     source_ + ": " + listed(names_));
    }

private:
    std::vector<std::string> names_;
    std::string source_;
};

std::size_t lines_of(std::string_view text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// One file, with a buffer for the text to parse next and the incomplete row after it.
class FileChunks {
public:
    using Take = std::function<void(const Table&)>;

    FileChunks(const std::string& path, const ReadOptions& options, std::size_t chunk_bytes,
               CommonNames& names, const Take& take)
        : stream_(path, options.large),
          options_(options),
          wanted_(options.wanted),
          chunk_bytes_(chunk_bytes),
          common_(names),
          take_(take)
    {
        options_.wanted = [this](const auto& all) { return chosen(all); };
    }

    void read()
    {
        std::unique_ptr<ChunkReader> reader;
        for (std::size_t wanted = std::max(chunk_bytes_, beginning); !ended_;) {
            fill(wanted);
            if (reader == nullptr &&
                (in_other_encoding() || format_of(buffer_, stream_.source(), options_).chunks == nullptr))
                return read_whole();
            const std::string_view text = buffer_;
            const auto checked = checked_text(text, stream_.source(), line_);
            const std::size_t mark = text.size() - checked.size(); // a byte order mark
            if (reader == nullptr)
                reader = format_of(buffer_, stream_.source(), options_)
                             .chunks(checked, stream_.source(), options_);
            const auto end = ended_ ? checked.size() : reader->complete_rows(checked);
            if (end == 0 && !ended_) {
                wanted += std::max(chunk_bytes_, buffer_.size()); // a row longer than the buffer
                continue;
            }
            give(reader->rows(checked.substr(0, end), line_));
            line_ += lines_of(checked.substr(0, end));
            buffer_.erase(0, mark + end);
            wanted = chunk_bytes_;
        }
        if (rows_ == 0)
            throw InputError(stream_.source() +
                             ": has a header but no rows; expected at least one row of data");
    }

private:
    void fill(std::size_t wanted)
    {
        const auto before = buffer_.size();
        if (wanted <= before) return;
        buffer_.resize(wanted);
        const auto n = stream_.read(buffer_.data() + before, wanted - before);
        buffer_.resize(before + n);
        ended_ = buffer_.size() < wanted;
    }

    /// True if the text has to be converted; then it is read whole.
    bool in_other_encoding() const
    {
        if (!options_.encoding.empty() && !names_utf8(options_.encoding)) return true;
        if (looks_like_utf16(buffer_)) return true;
        const auto complete = ended_ ? buffer_.size() : buffer_.rfind('\n') + 1;
        return !is_utf8(std::string_view(buffer_).substr(0, complete)) &&
               is_text_format(buffer_, stream_.source(), options_);
    }

    void give(Table table)
    {
        if (table.rows() == 0) return;
        table.first_row = rows_;
        rows_ += table.rows();
        take_(table);
    }

    void read_whole()
    {
        while (!ended_) fill(2 * buffer_.size());
        auto table = parse_table(buffer_, stream_.source(), options_);
        if (!chosen_) {
            std::vector<std::string> names;
            for (const auto& column : table.columns) names.push_back(column.name);
            common_.check(names, stream_.source());
        }
        give(std::move(table));
    }

    /// The columns of `names` that the caller wants. Asks the caller once.
    const std::vector<std::string>& chosen(const std::vector<std::string>& names)
    {
        if (!chosen_) {
            common_.check(names, stream_.source());
            chosen_ = wanted_ ? wanted_(names) : names;
        }
        return *chosen_;
    }

    TextStream stream_;
    ReadOptions options_;
    std::function<std::vector<std::string>(const std::vector<std::string>&)>
        wanted_; ///< the caller's function
    std::optional<std::vector<std::string>> chosen_;
    std::size_t chunk_bytes_;
    CommonNames& common_;
    const Take& take_;
    std::string buffer_;
    std::size_t line_ = 1;
    std::size_t rows_ = 0;
    bool ended_ = false;
};

} // namespace

void read_chunks(std::span<const std::string> paths, const ReadOptions& options, std::size_t chunk_bytes,
                 const std::function<void(const Table&)>& take)
{
    CommonNames names;
    for (const auto& path : paths) FileChunks(path, options, chunk_bytes, names, take).read();
}

} // namespace unseen
