#include "unseen/base/words.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>

namespace unseen {

namespace {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// True for words that need no quotes, here and in a shell. Braces are included, because they mark
/// placeholders.
bool plain(std::string_view word)
{
    const std::string_view others = "_@%+=:,./-{}";
    return !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               static_cast<unsigned char>(c) >= 0x80 || others.find(c) != std::string_view::npos;
    });
}

/// Reads a quoted part that begins at text[at], a quote; moves `at` behind its end.
void read_quoted(std::string_view text, std::size_t& at, std::string& word)
{
    const auto begin = at;
    const char quote = text[at++];
    for (; at < text.size() && text[at] != quote; ++at) {
        const bool escaped = quote == '"' && text[at] == '\\' && at + 1 < text.size() &&
                             (text[at + 1] == '"' || text[at + 1] == '\\');
        if (escaped) ++at;
        word += text[at];
    }
    require(at < text.size(), "command line '" + std::string(text) + "': the quote at character " +
                                  std::to_string(begin + 1) + " is not closed; expected another " + quote);
    ++at;
}

} // namespace

std::vector<std::string> split_words(std::string_view text)
{
    require(text.find('\0') == std::string_view::npos, "command line: contains a NUL byte; expected text");
    std::vector<std::string> words;
    std::size_t at = 0;
    while (true) {
        while (at < text.size() && blank(text[at])) ++at;
        if (at == text.size()) return words;
        std::string word;
        while (at < text.size() && !blank(text[at])) {
            if (text[at] == '\'' || text[at] == '"') {
                read_quoted(text, at, word);
                continue;
            }
            if (text[at] == '\\') {
                ++at;
                require(at < text.size(), "command line '" + std::string(text) +
                                              "': ends with a backslash; expected a character after it");
            }
            word += text[at++];
        }
        words.push_back(std::move(word));
    }
}

std::string join_words(std::span<const std::string> words)
{
    std::string text;
    for (const auto& word : words) {
        if (!text.empty()) text += ' ';
        if (plain(word)) {
            text += word;
            continue;
        }
        text += '\'';
        for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        text += '\'';
    }
    return text;
}

} // namespace unseen
