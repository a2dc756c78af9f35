#include "read/arff_header.hpp"

#include <algorithm>
#include <unordered_set>

namespace unseen {

namespace {

using Kind = ArffToken::Kind;

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

/// Reads the labels of `{a, 'b c', d}` after the opening brace.
Labels declared_labels(ArffScanner& scanner, Problems& problems, const Declaration& attribute)
{
    Labels labels;
    std::string scratch;
    while (true) {
        auto token = scanner.token();
        if (token.kind == Kind::close_brace && labels.size() == 0)
            problems.fail(token.begin, "attribute " + excerpt(attribute.name) +
                                           " declares no value; expected at least one");
        if (!token.is_text())
            problems.fail(token.begin, token.kind == Kind::unclosed_quote
                                           ? "a quote begins here and is not closed on its line"
                                           : "expected a value of the attribute " + excerpt(attribute.name) +
                                                 ", or '}' after the last");
        const auto before = labels.size();
        const auto text = token.text(scratch);
        labels.add(text);
        if (labels.size() == before)
            problems.fail(token.begin,
                          "value " + excerpt(text) + " is declared twice; expected distinct values");
        token = scanner.token();
        if (token.kind == Kind::close_brace) return labels;
        if (token.kind != Kind::comma)
            problems.fail(token.begin, "expected ',' or '}' after the value " +
                                           excerpt(labels.names().back()) +
                                           "; a value with blanks is written in quotes");
    }
}

Declaration read_attribute(ArffScanner& scanner, Problems& problems)
{
    std::string scratch;
    Declaration attribute;
    const auto name = scanner.token();
    if (!name.is_text())
        problems.fail(name.begin, name.kind == Kind::unclosed_quote
                                      ? "a quote begins here and is not closed on its line"
                                      : "expected the name of an attribute");
    attribute.name = name.text(scratch);
    attribute.begin = name.begin;

    auto token = scanner.token();
    if (token.kind == Kind::open_brace) {
        attribute.type = Declaration::Type::nominal;
        attribute.labels = declared_labels(scanner, problems, attribute);
    } else {
        const auto type = token.kind == Kind::word ? lower(token.raw) : std::string();
        if (type == "string") {
            attribute.type = Declaration::Type::string;
        } else if (type == "date") {
            attribute.type = Declaration::Type::date;
            // The form of the dates may follow; which it is shows in the dates.
            if (const auto kind = scanner.peek().kind; kind == Kind::word || kind == Kind::quoted)
                scanner.token();
        } else if (type == "relational")
            problems.fail(token.begin, "attribute " + excerpt(attribute.name) + " has the type " + type +
                                           ", which is not supported; expected numeric, string or {values}");
        else if (type != "numeric" && type != "real" && type != "integer")
            problems.fail(token.begin, "attribute " + excerpt(attribute.name) +
                                           " has no known type; expected numeric, real, "
                                           "integer, string or {value,value,...}");
        // Some programs write the range of a number after its type; it is ignored.
        if (scanner.peek().raw.starts_with('[')) return attribute;
    }
    token = scanner.token();
    if (token.kind != Kind::line_end)
        problems.fail(token.begin, "expected the end of the line after the type");
    return attribute;
}

} // namespace

std::vector<Declaration> read_arff_header(ArffScanner& scanner, Problems& problems)
{
    std::vector<Declaration> attributes;
    std::unordered_set<std::string> seen;
    for (; !scanner.at_end(); scanner.next_line()) {
        const auto token = scanner.token();
        if (token.kind == Kind::line_end) continue;
        const auto keyword = token.kind == Kind::word ? lower(token.raw) : std::string();
        if (keyword == "@relation") continue;
        if (keyword == "@attribute") {
            attributes.push_back(read_attribute(scanner, problems));
            const auto& added = attributes.back();
            if (!seen.insert(added.name).second)
                problems.fail(added.begin, "a second attribute is called " + excerpt(added.name) +
                                               "; expected distinct names");
        } else if (keyword == "@data") {
            if (attributes.empty())
                problems.fail(token.begin, "@data before any @attribute; expected attributes first");
            scanner.next_line();
            return attributes;
        } else {
            problems.fail(token.begin, "expected @relation, @attribute or @data");
        }
    }
    problems.fail("has no @data line; expected one after the attributes");
}

} // namespace unseen
