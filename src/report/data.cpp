#include "unseen/report/data.hpp"

#include "base/csv_writer.hpp"
#include "base/listed.hpp"
#include "data/doubtful_features.hpp"
#include "report/dataset_words.hpp"

#include "unseen/data/equal_rows.hpp"
#include "unseen/data/summary.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace unseen {

namespace {

/// The smallest and largest number of test rows, of all rows and of each class, over the splits so far.
class Balance {
public:
    explicit Balance(const Dataset& data)
        : data_(data),
          least_(data.classes().size() + 1, ~std::uint64_t{0}),
          most_(data.classes().size() + 1, 0)
    {
    }

    void add(std::span<const Row> test)
    {
        std::vector<std::uint64_t> counts(least_.size(), 0);
        counts[0] = test.size();
        if (data_.response_type() == ResponseType::classes)
            for (const Row r : test) ++counts[1 + static_cast<std::size_t>(data_.class_codes()[r])];
        for (std::size_t c = 0; c < counts.size(); ++c) {
            least_[c] = std::min(least_[c], counts[c]);
            most_[c] = std::max(most_[c], counts[c]);
        }
    }

    std::string text() const
    {
        std::string line = "test rows a split: " + range(0);
        for (std::size_t c = 1; c < least_.size(); ++c)
            line += (c == 1 ? "; of class '" : ", '") + data_.classes().name(c - 1) + "': " + range(c);
        return line;
    }

private:
    std::string range(std::size_t c) const
    {
        return std::to_string(least_[c]) + (least_[c] == most_[c] ? "" : " to " + std::to_string(most_[c]));
    }

    const Dataset& data_;
    std::vector<std::uint64_t> least_;
    std::vector<std::uint64_t> most_;
};

/// A number with four significant digits.
std::string rounded(double x)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", x);
    return written_out(*parse_number(text.data()));
}

std::string text_of_numbers(const NumberSummary& n)
{
    return rounded(n.least) + " .. " + rounded(n.most) + ", mean " + rounded(n.mean) + ", quartiles " +
           rounded(n.lower_quartile) + ", " + rounded(n.median) + ", " + rounded(n.upper_quartile);
}

/// The range, mean and quartiles of numbers; the most frequent categories.
std::string values_of(const ColumnSummary& column)
{
    if (column.numbers) return text_of_numbers(*column.numbers);
    std::string text;
    for (const auto& f : column.frequent)
        text += (text.empty() ? "" : ", ") + f.name + ' ' + std::to_string(f.cells);
    const auto more = column.values - column.frequent.size();
    return more == 0 || text.empty() ? text : text + ", " + std::to_string(more) + " more";
}

Json json_of(const NumberSummary& n)
{
    return Json::object()
        .add("least", n.least)
        .add("lower_quartile", n.lower_quartile)
        .add("median", n.median)
        .add("upper_quartile", n.upper_quartile)
        .add("most", n.most)
        .add("mean", n.mean);
}

std::string missing_text(const DataSummary& summary)
{
    if (summary.missing_cells == 0) return "no cell is missing";
    return counted(summary.missing_cells, "cell") + (summary.missing_cells == 1 ? " is" : " are") +
           " missing, in " + counted(summary.rows_with_missing, "row");
}

} // namespace

Answer answer_of(const Dataset& data, std::size_t threads, bool values)
{
    auto summary = summarise(data, threads);
    for (auto& column : summary.features) {
        if (!values) column.numbers.reset();
        // Many categories that occur once are names of rows.
        const bool names = column.values > 10;
        std::erase_if(column.frequent,
                      [&](const CategoryCount& f) { return !values || (names && f.cells == 1); });
    }
    const bool has_classes = !summary.class_counts.empty();
    const auto unlabelled = data.unlabelled().size();
    const auto categorical = summary.categorical;
    const bool listed = summary.features.size() == data.feature_count();
    Answer answer{.json = answer_object("data")};
    auto warned = data.warnings();
    if (data.horizon() == 0)
        for (auto& warning : equal_rows(data).warning()) warned.push_back(std::move(warning));
    for (auto& warning : doubtful_features(data)) warned.push_back(std::move(warning));
    answer.warn(warned);
    answer.table.columns = {{"column"},        {"role"},           {"type"},
                            {"missing", true}, {"distinct", true}, {"values"}};
    const auto type_of = [](const ColumnSummary& c) { return c.numeric ? "numeric" : "categorical"; };
    for (const auto& c : summary.features)
        answer.table.rows.push_back({c.name, "feature", type_of(c), c.missing, c.values, values_of(c)});
    auto classes = Json::object();
    std::string class_text;
    for (std::size_t c = 0; c < summary.class_counts.size(); ++c) {
        classes.add(data.classes().name(c), summary.class_counts[c]);
        class_text +=
            (c > 0 ? ", " : "") + data.classes().name(c) + ' ' + std::to_string(summary.class_counts[c]);
    }
    if (!values && has_classes) {
        const auto [least, most] = std::ranges::minmax(summary.class_counts);
        classes = Json();
        class_text = std::to_string(summary.class_counts.size()) + ", of " + std::to_string(least) + " to " +
                     counted(most, "row");
    }
    const std::string type = has_classes ? "classes" : "numbers";
    for (std::size_t t = 0; t < data.targets(); ++t)
        answer.table.rows.push_back({data.target_names()[t], "target", type, unlabelled,
                                     has_classes ? Cell(data.classes().size()) : Cell(""),
                                     has_classes || !values ? "" : text_of_numbers(summary.targets[t])});
    answer.notes = {counted(data.rows(), "row") + "; " + std::to_string(summary.numeric) + " numeric and " +
                        std::to_string(categorical) + " categorical features; " + missing_text(summary),
                    has_classes ? "classes: " + class_text
                                : "the " + targets_text(data) +
                                      (data.targets() > 1 ? " hold numbers" : " holds numbers"),
                    "digest " + data.digest().hex()};
    const auto note = [&](const std::string& text) { answer.notes.insert(answer.notes.end() - 1, text); };
    if (!data.lags_note().empty()) note(data.lags_note());
    if (summary.repeated_rows > 0)
        note(counted(summary.repeated_rows, "row") + (summary.repeated_rows == 1 ? " equals" : " equal") +
             " an earlier row in all features and the target");
    if (!listed) {
        const auto cells = static_cast<double>(data.rows()) * static_cast<double>(summary.numeric);
        if (summary.numeric > 0)
            note(counted(summary.nonzero_cells, "numeric cell") + " are not 0: " +
                 rounded(static_cast<double>(summary.nonzero_cells) / static_cast<double>(data.rows())) +
                 " a row, " + rounded(100.0 * static_cast<double>(summary.nonzero_cells) / cells) +
                 " % of all");
        if (summary.zero_features > 0)
            note(counted(summary.zero_features, "feature") + " are 0 in every row");
        note("features are not listed one by one: there are more than " +
             std::to_string(DataSummary::most_listed));
    }
    std::vector<std::string> constant;
    for (const auto& c : summary.features)
        if (c.values <= 1 && (data.sparse() != nullptr || (c.values == 1 && c.missing > 0)))
            constant.push_back(c.name); // the others draw a warning
    if (!constant.empty()) note("features with one value or none: " + listed_in_quotes(constant, 10));
    std::vector<std::string> rare;
    for (std::size_t c = 0; c < summary.class_counts.size(); ++c)
        if (summary.class_counts[c] < 10) rare.push_back(data.classes().name(c));
    if (!rare.empty())
        note("classes of fewer than 10 rows, which some of ten folds will lack: " +
             listed_in_quotes(rare, 3));
    const auto column_json = [&](const ColumnSummary& c) {
        return Json::object()
            .add("name", c.name)
            .add("type", type_of(c))
            .add("missing", c.missing)
            .add("values", c.values)
            .add("numbers", c.numbers ? json_of(*c.numbers) : Json())
            .add("frequent", Json::list(c.frequent, [](const CategoryCount& f) {
                     return Json::object().add("name", f.name).add("cells", f.cells);
                 }));
    };
    answer.json.add("rows", data.rows())
        .add("features", Json::object().add("numeric", summary.numeric).add("categorical", categorical))
        .add("columns", listed ? Json::list(summary.features, column_json) : Json())
        .add("nonzero_cells", summary.nonzero_cells)
        .add("zero_features", summary.zero_features)
        .add("repeated_rows", summary.repeated_rows)
        .add("response", response_json(data).add("classes", std::move(classes)))
        .add("missing", Json::object()
                            .add("cells", summary.missing_cells)
                            .add("rows", summary.rows_with_missing)
                            .add("response", unlabelled))
        .add("digest", data.digest().hex())
        .add("warnings", warnings_json(warned));
    return answer;
}

std::string write_plan(const Plan& plan, const Dataset& data, const Write& write)
{
    CsvWriter csv(write);
    csv.field("split,repeat,fold,role,row").end_line();
    Scratch scratch;
    Balance balance(data);
    for (std::uint64_t i = 0; i < plan.size(); ++i) {
        const Split split = plan.at(i, scratch);
        const auto head =
            std::to_string(i) + ',' + std::to_string(split.repeat) + ',' + std::to_string(split.fold) + ',';
        const auto train = head + "train";
        const auto test = head + "test";
        split.train.for_each([&](Row row, std::uint32_t count) {
            for (std::uint32_t c = 0; c < count; ++c)
                csv.field(train).number(data.source_row(row)).end_line();
        });
        for (const Row row : split.test) csv.field(test).number(data.source_row(row)).end_line();
        balance.add(split.test);
    }
    csv.finish();
    return balance.text();
}

} // namespace unseen
