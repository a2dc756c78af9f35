// Private: splits an ARFF text into lines of tokens.
#pragma once

#include <string>
#include <string_view>

namespace unseen {

struct ArffToken {
    enum class Kind { word, quoted, unclosed_quote, comma, open_brace, close_brace, line_end };

    Kind kind = Kind::line_end;
    std::string_view raw;        ///< the word or the quoted text, without quotes
    const char* begin = nullptr; ///< for messages
    bool escaped = false;        ///< the quoted text contains backslashes

    bool is_text() const { return kind == Kind::word || kind == Kind::quoted; }
    /// True for a question mark without quotes; in quotes it is an ordinary value.
    bool is_missing() const { return kind == Kind::word && raw == "?"; }
    /// The text. If it contains backslashes, they are resolved into `scratch`.
    std::string_view text(std::string& scratch) const
    {
        if (!escaped) return raw;
        scratch.clear();
        for (std::size_t i = 0; i < raw.size(); ++i) {
            if (raw[i] != '\\' || i + 1 == raw.size()) {
                scratch += raw[i];
                continue;
            }
            const char c = raw[++i];
            scratch += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
        }
        return scratch;
    }
};

/// A position in an ARFF text. token() stays at the end of the line until next_line() passes it.
class ArffScanner {
public:
    explicit ArffScanner(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    const char* at() const { return at_; }
    const char* end() const { return end_; }
    bool at_end() const { return at_ == end_; }
    /// Moves to `to`, which must be the end of a word.
    void skip_to(const char* to) { at_ = to; }
    bool ends_word(const char* p) const
    {
        return p == end_ || blank(*p) || line_end(*p) || *p == ',' || *p == '{' || *p == '}';
    }
    void skip_blanks()
    {
        while (at_ < end_ && blank(*at_)) ++at_;
    }

    ArffToken token()
    {
        skip_blanks();
        if (at_ == end_ || line_end(*at_) || *at_ == '%') return {ArffToken::Kind::line_end, {}, at_};
        switch (*at_) {
        case ',': return {ArffToken::Kind::comma, {}, at_++};
        case '{': return {ArffToken::Kind::open_brace, {}, at_++};
        case '}': return {ArffToken::Kind::close_brace, {}, at_++};
        case '\'':
        case '"': return quoted();
        default: break;
        }
        const char* const begin = at_;
        while (!ends_word(at_)) ++at_;
        return {ArffToken::Kind::word, {begin, static_cast<std::size_t>(at_ - begin)}, begin};
    }

    /// The next token, without moving past it.
    ArffToken peek()
    {
        const char* const here = at_;
        const auto next = token();
        at_ = here;
        return next;
    }

    /// Moves past the rest of the line, such as a comment, and its end.
    void next_line()
    {
        while (at_ < end_ && !line_end(*at_)) ++at_;
        if (at_ == end_) return;
        if (*at_++ == '\r' && at_ < end_ && *at_ == '\n') ++at_;
    }

private:
    static bool blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }
    static bool line_end(char c) { return c == '\n' || c == '\r'; }

    /// Reads quoted text, which must end on its line.
    ArffToken quoted()
    {
        const char quote = *at_;
        const char* const begin = at_++;
        ArffToken token{ArffToken::Kind::unclosed_quote, {}, begin};
        for (; at_ < end_ && !line_end(*at_); ++at_) {
            if (*at_ == '\\' && at_ + 1 < end_ && !line_end(at_[1])) {
                token.escaped = true;
                ++at_;
            } else if (*at_ == quote) {
                token.kind = ArffToken::Kind::quoted;
                token.raw = {begin + 1, static_cast<std::size_t>(at_ - begin - 1)};
                ++at_;
                break;
            }
        }
        return token;
    }

    const char* at_;
    const char* end_;
};

} // namespace unseen
