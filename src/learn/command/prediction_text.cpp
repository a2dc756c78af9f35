#include "learn/command/prediction_text.hpp"

#include "learn/command/program.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

namespace {

using Fields = std::vector<std::string>;

[[noreturn]] void wrong_predictions(const std::string& what)
{
    throw LearnerError("its predictions: " + what, failures::wrong_shape);
}

std::string shown(std::string_view text)
{
    return "'" + printable(text.substr(0, 60)) + (text.size() > 60 ? "...'" : "'");
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

/// The lines that are not empty, without blanks at their ends.
std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        if (const auto line = trimmed(text.substr(0, end)); !line.empty()) lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Fields blank_separated(std::string_view line)
{
    Fields fields;
    std::size_t at = 0;
    while ((at = line.find_first_not_of(" \t", at)) != std::string_view::npos) {
        const auto end = std::min(line.find_first_of(" \t", at), line.size());
        fields.emplace_back(line.substr(at, end - at));
        at = end;
    }
    return fields;
}

/// The fields of a CSV line, without their quotes.
Fields comma_separated(std::string_view line)
{
    Fields fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"')
            fields.back() += line[i++];
        else if (line[i] == '"')
            quoted = !quoted;
        else if (line[i] == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += line[i];
    }
    for (auto& field : fields) field = std::string(trimmed(field));
    return fields;
}

} // namespace

void make_distribution(std::span<double> scores)
{
    double sum = 0.0;
    for (const double s : scores) {
        if (!std::isfinite(s))
            throw LearnerError("it gave a score that is not a finite number", failures::nan);
        if (s < 0.0) wrong_predictions("the score " + shortest(s) + " is below 0");
        sum += s;
    }
    if (!(std::abs(sum - 1.0) <= 0.005))
        wrong_predictions("the scores of a row sum to " + shortest(sum) + "; expected 1");
    if (std::abs(sum - 1.0) <= 1e-9) return;
    for (auto& s : scores) s /= sum;
}

namespace {

class Reader {
public:
    Reader(std::string_view text, const Dataset& data, FileFormat format, std::size_t rows)
        : data_(data),
          format_(format),
          rows_(rows),
          classes_(data.response_type() == ResponseType::classes),
          lines_(lines_of(text))
    {
    }

    Predictions read()
    {
        const auto weka = std::find_if(lines_.begin(), lines_.end(),
                                       [](std::string_view line) { return line.starts_with("inst#"); });
        if (weka != lines_.end()) {
            const bool csv = weka->find(',') != std::string_view::npos;
            lines_.erase(lines_.begin(), weka + 1);
            read_weka(csv);
        } else if (classes_ && format_ == FileFormat::svmlight && !lines_.empty() &&
                   lines_.front().starts_with("labels ")) {
            read_libsvm();
        } else if (lines_.size() == rows_ + 1 && is_header(comma_separated(lines_.front()))) {
            read_csv();
        } else {
            expect_rows(lines_.size());
            if (format_ == FileFormat::svmlight && classes_)
                read_svmlight();
            else
                for (const auto line : lines_)
                    add(comma_separated(line).size() == 1 ? comma_separated(line)[0] : std::string(line));
        }
        return std::move(p_);
    }

private:
    std::size_t n_classes() const { return data_.classes().size(); }

    void expect_rows(std::size_t found) const
    {
        if (found != rows_)
            wrong_predictions(std::to_string(found) + " lines for " + std::to_string(rows_) + " rows");
    }

    double number(const std::string& text) const
    {
        const auto value = parse_number(text);
        if (!value) wrong_predictions(shown(text) + " is not a number");
        if (!std::isfinite(*value))
            throw LearnerError("it predicted " + shown(text) + ", which is not a finite number",
                               failures::nan);
        return *value;
    }

    /// The class of this name, or of this number ("1.0") if classes are numbers.
    std::optional<std::uint32_t> class_code(const std::string& text) const
    {
        if (const auto code = data_.classes().code(text); code && *code < data_.own_classes()) return code;
        const auto value = parse_number(text);
        for (std::uint32_t c = 0; value && c < data_.own_classes(); ++c)
            if (parse_number(data_.classes().name(c)) == value) return c;
        return std::nullopt;
    }

    std::optional<std::uint32_t> svmlight_class(double number) const
    {
        for (std::uint32_t c = 0; c < data_.own_classes(); ++c)
            if (svmlight_number(data_, c) == number) return c;
        return std::nullopt;
    }

    /// Adds the label or the value of one row.
    void add(const std::string& text)
    {
        if (!classes_) {
            p_.value.push_back(number(text));
            return;
        }
        const auto code = class_code(text);
        if (!code) wrong_predictions(shown(text) + " is not one of the classes");
        p_.label.push_back(*code);
    }

    /// Adds the scores of one row, and its label unless that was added.
    void add_scores(std::vector<double> scores)
    {
        make_distribution(scores);
        p_.scores.insert(p_.scores.end(), scores.begin(), scores.end());
        if (p_.label.size() * n_classes() < p_.scores.size())
            p_.label.push_back(
                static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin()));
    }

    bool is_header(const Fields& fields) const
    {
        const std::string main = classes_ ? "label" : "value";
        return std::find(fields.begin(), fields.end(), main) != fields.end() ||
               (classes_ && fields.size() > 1 &&
                std::any_of(fields.begin(), fields.end(),
                            [&](const std::string& f) { return class_code(f).has_value(); }));
    }

    void read_csv()
    {
        const auto header = comma_separated(lines_.front());
        std::optional<std::size_t> main;
        std::vector<std::pair<std::size_t, std::uint32_t>> score_columns;
        for (std::size_t j = 0; j < header.size(); ++j) {
            if (header[j] == (classes_ ? "label" : "value"))
                main = j;
            else if (const auto code = classes_ ? class_code(header[j]) : std::nullopt)
                score_columns.emplace_back(j, *code);
        }
        for (std::size_t i = 1; i < lines_.size(); ++i) {
            const auto fields = comma_separated(lines_[i]);
            if (fields.size() != header.size())
                wrong_predictions("line " + std::to_string(i + 1) + " has " + std::to_string(fields.size()) +
                                  " fields, the header " + std::to_string(header.size()));
            if (main) add(fields[*main]);
            if (score_columns.empty()) continue;
            std::vector<double> scores(n_classes(), 0.0);
            for (const auto& [column, code] : score_columns) scores[code] = number(fields[column]);
            add_scores(std::move(scores));
        }
    }

    /// Each line is the number of a class or, of two classes, a decision value, which is also the score of
    /// the class 1 (SVMlight's svm_classify).
    void read_svmlight()
    {
        std::vector<double> first;
        for (const auto line : lines_) first.push_back(number(blank_separated(line).front()));
        const bool labels =
            std::all_of(first.begin(), first.end(), [&](double x) { return svmlight_class(x).has_value(); });
        if (!labels && data_.own_classes() != 2)
            wrong_predictions("a number is not that of a class; expected 1 to " +
                              std::to_string(data_.own_classes()));
        for (const double x : first) p_.label.push_back(*svmlight_class(labels ? x : x > 0.0 ? 1.0 : -1.0));
        if (labels) return;
        p_.probabilities = false;
        double largest = 0.0;
        for (const double x : first) largest = std::max(largest, std::abs(x));
        p_.scores.assign(first.size() * n_classes(), -largest); // classes that the program does not know
        for (const double side : {1.0, -1.0})
            for (std::size_t i = 0; i < first.size(); ++i)
                p_.scores[i * n_classes() + *svmlight_class(side)] = side * first[i];
    }

    /// The output of svm-predict -b 1: `labels 1 -1`, then the number of a class and the scores in each line.
    void read_libsvm()
    {
        const auto header = blank_separated(lines_.front());
        std::vector<std::uint32_t> order;
        for (std::size_t j = 1; j < header.size(); ++j) {
            const auto code = svmlight_class(number(header[j]));
            if (!code)
                wrong_predictions(shown(header[j]) + " in the line 'labels' is not the number of a class");
            order.push_back(*code);
        }
        expect_rows(lines_.size() - 1);
        for (std::size_t i = 1; i < lines_.size(); ++i) {
            const auto fields = blank_separated(lines_[i]);
            if (fields.size() != header.size())
                wrong_predictions("line " + std::to_string(i + 1) + " has " + std::to_string(fields.size()) +
                                  " fields; expected " + std::to_string(header.size()));
            const auto code = svmlight_class(number(fields[0]));
            if (!code) wrong_predictions(shown(fields[0]) + " is not the number of a class");
            p_.label.push_back(*code);
            std::vector<double> scores(n_classes(), 0.0);
            for (std::size_t j = 0; j < order.size(); ++j) scores[order[j]] = number(fields[j + 1]);
            add_scores(std::move(scores));
        }
    }

    /// WEKA's table: the number of the row, the actual class, the predicted class as `2:name` (names may be
    /// cut short, numbers count from 1) or a predicted number, a `+` for an error, and the score of the
    /// predicted class or, as `0.1,*0.9`, those of all classes.
    void read_weka(bool csv)
    {
        expect_rows(lines_.size());
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const auto fields = csv ? comma_separated(lines_[i]) : blank_separated(lines_[i]);
            if (fields.size() < 3 || fields[0] != std::to_string(i + 1))
                wrong_predictions("WEKA's line " + shown(lines_[i]) + "; expected row " +
                                  std::to_string(i + 1));
            if (!classes_) {
                p_.value.push_back(number(fields[2]));
                continue;
            }
            std::uint32_t place = 0;
            const auto colon = fields[2].find(':');
            std::from_chars(fields[2].data(), fields[2].data() + std::min(colon, fields[2].size()), place);
            if (colon == std::string::npos || place < 1 || place > data_.own_classes())
                wrong_predictions("WEKA's prediction " + shown(fields[2]));
            p_.label.push_back(place - 1);
            // The scores are the last field, in CSV the last fields; the largest has a star.
            const auto n_last = csv ? std::min(fields.size() - 3, data_.own_classes()) : std::size_t{1};
            Fields parts;
            bool distribution = false;
            for (auto j = fields.size() - n_last; j < fields.size(); ++j)
                for (const auto& part : comma_separated(fields[j])) {
                    distribution = distribution || part.starts_with('*');
                    parts.push_back(part.starts_with('*') ? part.substr(1) : part);
                }
            if (!distribution) continue;
            if (parts.size() != data_.own_classes())
                wrong_predictions("WEKA's distribution " + shown(lines_[i]));
            std::vector<double> scores(n_classes(), 0.0);
            for (std::size_t c = 0; c < parts.size(); ++c) scores[c] = number(parts[c]);
            add_scores(std::move(scores));
        }
    }

    const Dataset& data_;
    FileFormat format_;
    std::size_t rows_;
    bool classes_;
    std::vector<std::string_view> lines_;
    Predictions p_;
};

} // namespace

Predictions read_predictions(std::string_view text, const Dataset& data, FileFormat format, std::size_t rows)
{
    return Reader(text, data, format, rows).read();
}

} // namespace unseen
