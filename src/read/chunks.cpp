#include "unseen/read/chunks.hpp"

#include "base/listed.hpp"
#include "read/arff.hpp"
#include "read/csv.hpp"
#include "read/npy.hpp"
#include "read/problems.hpp"
#include "read/text_source.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The header and the first rows tell the dialect; so much of a file is read at once in any case.
constexpr std::size_t beginning = std::size_t{1} << 16;

/// The columns of the first file, which those of all others must equal.
class CommonNames {
public:
    void check(const std::vector<std::string>& names, const std::string& source)
    {
        if (source_.empty()) {
            names_ = names;
            source_ = source;
        }
        require(names == names_,
                source + ": its columns are " + listed(names) + "; expected those of " + source_ + ": " + listed(names_));
    }

private:
    std::vector<std::string> names_;
    std::string source_;
};

std::size_t lines_of(std::string_view text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

/// One file: a buffer that holds what is to be parsed next, and the incomplete row behind it.
class FileChunks {
public:
    using Take = std::function<void(const Table&)>;

    FileChunks(const std::string& path, const ReadOptions& options, std::size_t chunk_bytes, CommonNames& names, const Take& take)
        : stream_(path),
          options_(options),
          chunk_bytes_(chunk_bytes),
          common_(names),
          take_(take)
    {
    }

    void read()
    {
        for (std::size_t wanted = std::max(chunk_bytes_, beginning); !ended_;) {
            fill(wanted);
            const std::string_view text = buffer_;
            if (layout_.names.empty() && looks_like_npy(text)) return read_npy();
            const auto checked = checked_text(text, stream_.source(), line_);
            const std::size_t mark = text.size() - checked.size(); // a byte order mark
            if (layout_.names.empty()) {
                if (looks_like_arff(checked)) return read_arff();
                layout_ = csv_layout(checked, stream_.source(), options_);
                common_.check(layout_.names, stream_.source());
                settle_wanted();
            }
            const auto end = ended_ ? checked.size() : complete_rows(checked, layout_.dialect.separator);
            if (end <= layout_.body && !ended_) {
                wanted += std::max(chunk_bytes_, buffer_.size()); // a row longer than the buffer
                continue;
            }
            give(checked.substr(0, end));
            buffer_.erase(0, mark + end);
            wanted = chunk_bytes_;
        }
        if (rows_ == 0) throw InputError(stream_.source() + ": has a header but no rows; expected at least one row of data");
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

    void settle_wanted()
    {
        if (!options_.wanted) return;
        auto wanted = options_.wanted(layout_.names);
        options_.wanted = [wanted = std::move(wanted)](const auto&) { return wanted; };
    }

    void give(std::string_view text)
    {
        auto table = parse_csv_rows(text, {.name = stream_.source(), .first_line = line_}, layout_, options_);
        line_ += lines_of(text);
        layout_.body = 0;
        layout_.dialect.notes.clear();
        if (table.rows() == 0) return;
        table.first_row = rows_;
        take_(table);
        rows_ += table.rows();
    }

    void read_whole()
    {
        while (!ended_) fill(2 * buffer_.size());
    }

    void read_arff()
    {
        read_whole();
        const auto table = parse_arff(checked_text(buffer_, stream_.source()), stream_.source(), options_);
        std::vector<std::string> names;
        for (const auto& column : table.columns) names.push_back(column.name);
        common_.check(names, stream_.source());
        take_(table);
    }

    void read_npy()
    {
        read_whole();
        auto options = options_;
        options.wanted = [this](const auto& names) {
            common_.check(names, stream_.source());
            return options_.wanted ? options_.wanted(names) : names;
        };
        take_(parse_npy(buffer_, stream_.source(), options));
    }

    TextStream stream_;
    ReadOptions options_;
    std::size_t chunk_bytes_;
    CommonNames& common_;
    const Take& take_;
    std::string buffer_;
    CsvLayout layout_;
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
