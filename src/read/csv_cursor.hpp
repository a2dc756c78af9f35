// Private: reads a CSV text cell by cell.
#pragma once

#include <string>
#include <string_view>

namespace unseen {

/// One cell as it is in the text.
struct CsvCell {
    enum class State { good, unclosed_quote, text_after_quote };

    std::string_view
        raw; ///< without blanks around it and without its quotes; quotes inside it are still doubled
    const char* begin; ///< for messages; of text_after_quote: that text
    State state = State::good;
    bool doubled = false; ///< it contains doubled quotes
    bool quoted = false;

    /// The error in the quotes, null if there is none. After an error the start of the next cell is not
    /// known.
    const char* wrong() const
    {
        switch (state) {
        case State::good: return nullptr;
        case State::unclosed_quote: return "a quote begins here and is never closed";
        case State::text_after_quote:
            return "text after a closing quote; expected a separator or the end of the line "
                   "(a quote inside quotes is written twice)";
        }
        return nullptr;
    }

    /// The cell's text; `scratch` holds it if quotes had to be undoubled.
    std::string_view text(std::string& scratch) const
    {
        if (!doubled) return raw;
        scratch.clear();
        for (std::size_t i = 0; i < raw.size(); ++i) {
            scratch += raw[i];
            if (raw[i] == '"') ++i; // of a pair
        }
        return scratch;
    }
};

/// A position in a CSV text; if the separator is a blank, several blanks are one. Call begin_row(), then
/// cell() and next_cell() in turn until that returns false.
class CsvCursor {
public:
    /// Lines that begin with `comment` are no rows; '\0': there are none.
    CsvCursor(std::string_view text, char separator, char comment = '\0')
        : at_(text.data()),
          end_(text.data() + text.size()),
          separator_(separator),
          comment_(comment)
    {
    }

    const char* at() const { return at_; }
    const char* end() const { return end_; }
    /// Moves to `to`, which must end a cell.
    void skip_to(const char* to) { at_ = to; }
    bool ends_cell(const char* p) const { return p == end_ || *p == separator_ || *p == '\n' || *p == '\r'; }

    /// Skips blank lines and comments; false at the end of the text.
    bool begin_row()
    {
        while (true) {
            const char* p = at_;
            while (p < end_ && (blank(*p) || *p == ' ')) ++p;
            if (p == end_) return false;
            if (*p == comment_ && comment_ != '\0')
                while (p < end_ && *p != '\n' && *p != '\r') ++p;
            if (p == end_) {
                at_ = p;
                return false;
            }
            if (*p != '\n' && *p != '\r') {
                if (separator_ == ' ') at_ = p;
                return true;
            }
            at_ = p;
            next_cell();
        }
    }

    /// Scans the cell that begins here and stops at its end mark.
    CsvCell cell()
    {
        while (at_ < end_ && blank(*at_)) ++at_;
        if (at_ < end_ && *at_ == '"') return quoted_cell();
        const char* const begin = at_;
        while (!ends_cell(at_)) ++at_;
        const char* last = at_;
        while (last > begin && blank(last[-1])) --last;
        return {{begin, static_cast<std::size_t>(last - begin)}, begin};
    }

    /// Passes the end mark of the cell; true if it was a separator, so that another cell of the row follows.
    /// Inlined, because a call for each cell takes a twentieth of the time to read a table.
    [[gnu::always_inline]] bool next_cell()
    {
        if (at_ == end_) return false;
        const char c = *at_++;
        if (c == separator_) return c != ' ' || cell_follows_blanks();
        if (c == '\r' && at_ < end_ && *at_ == '\n') ++at_;
        return false;
    }

private:
    bool blank(char c) const { return (c == ' ' || c == '\t') && c != separator_; }

    /// Passes blanks that separate cells. At the end of the line they separate nothing, and its mark is
    /// passed.
    [[gnu::noinline]] bool cell_follows_blanks()
    {
        while (at_ < end_ && *at_ == ' ') ++at_;
        if (at_ == end_) return false;
        if (*at_ != '\n' && *at_ != '\r') return true;
        return next_cell();
    }

    CsvCell quoted_cell()
    {
        const char* const quote = at_++;
        CsvCell result{{}, quote};
        result.quoted = true;
        for (; at_ < end_; ++at_) {
            if (*at_ != '"') continue;
            if (at_ + 1 == end_ || at_[1] != '"') break;
            result.doubled = true;
            ++at_;
        }
        result.raw = {quote + 1, static_cast<std::size_t>(at_ - quote - 1)};
        if (at_ == end_) {
            result.state = CsvCell::State::unclosed_quote;
            return result;
        }
        ++at_;
        while (at_ < end_ && blank(*at_)) ++at_;
        if (!ends_cell(at_)) {
            result.state = CsvCell::State::text_after_quote;
            result.begin = at_;
            while (!ends_cell(at_)) ++at_;
        }
        return result;
    }

    const char* at_;
    const char* end_;
    char separator_;
    char comment_;
};

} // namespace unseen
