// unseen data: what is in a file.
#include "commands.hpp"
#include "common.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::cli {

namespace {

struct Options {
    DataOptions data;
    AnswerOptions answer;
};

std::size_t missing_cells(const Column& column)
{
    std::size_t n = 0;
    for (std::size_t r = 0; r < column.rows(); ++r) n += column.missing(r) ? 1 : 0;
    return n;
}

/// Number of distinct values that occur. Sorted, because a set of a million numbers takes ten times as long.
std::size_t distinct_values(const Column& column)
{
    const auto count = [](auto values) {
        std::sort(values.begin(), values.end());
        return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
    };
    if (!column.is_numeric()) {
        auto codes = column.coded().codes;
        std::erase(codes, -1);
        return count(std::move(codes));
    }
    auto values = column.numeric().values;
    std::erase_if(values, [](double x) { return std::isnan(x); });
    return count(std::move(values));
}

int run(const Options& options)
{
    Output out(options.answer.output);
    const Dataset data = options.data.dataset(options.answer.quiet);
    tell_warnings(data.warnings(), options.answer.quiet);

    ResultTable table{.columns = {{"column"}, {"role"}, {"type"}, {"missing", true}, {"distinct values", true}}, .rows = {}};
    auto columns = Json::array();
    std::size_t numeric = 0;
    std::size_t cells = 0;
    std::vector<bool> row_missing(data.rows(), false);
    for (const auto& column : data.features()) {
        const auto missing = missing_cells(column);
        const auto values = distinct_values(column);
        const std::string type = column.is_numeric() ? "numeric" : "categorical";
        numeric += column.is_numeric() ? 1 : 0;
        cells += missing;
        for (std::size_t r = 0; r < column.rows(); ++r)
            if (column.missing(r)) row_missing[r] = true;
        columns.push(Json::object()
                         .add("name", column.name)
                         .add("type", type)
                         .add("missing", std::uint64_t{missing})
                         .add("values", std::uint64_t{values}));
        table.rows.push_back({column.name, "feature", type, std::to_string(missing), std::to_string(values)});
    }
    const auto rows_with_missing = static_cast<std::uint64_t>(std::count(row_missing.begin(), row_missing.end(), true));

    auto classes = Json::object();
    std::string class_text;
    const bool has_classes = data.response_type() == ResponseType::classes;
    if (has_classes) {
        std::vector<std::uint64_t> counts(data.classes().size(), 0);
        for (Row r = 0; r < data.labelled(); ++r) ++counts[static_cast<std::size_t>(data.class_codes()[r])];
        for (std::size_t c = 0; c < counts.size(); ++c) {
            classes.add(data.classes().name(c), counts[c]);
            class_text += (c > 0 ? ", " : "") + data.classes().name(c) + ' ' + std::to_string(counts[c]);
        }
    }
    const std::string type = has_classes ? "classes" : "numbers";
    const auto unlabelled = std::uint64_t{data.unlabelled().size()};
    const auto distinct = has_classes ? std::to_string(data.classes().size()) : "";
    table.rows.push_back({data.response_name(), "target", type, std::to_string(unlabelled), distinct});
    table.notes = {std::to_string(data.rows()) + " rows; " + std::to_string(numeric) + " numeric and " +
                       std::to_string(data.features().size() - numeric) + " categorical features; " + std::to_string(cells) +
                       " cells missing in " + std::to_string(rows_with_missing) + " rows",
                   has_classes ? "classes: " + class_text : "the target '" + data.response_name() + "' holds numbers",
                   "digest " + data.digest().hex()};

    auto json = answer("data");
    json.add("rows", data.rows());
    json.add("features", Json::object()
                             .add("numeric", std::uint64_t{numeric})
                             .add("categorical", std::uint64_t{data.features().size() - numeric}));
    json.add("columns", std::move(columns));
    json.add("response", Json::object().add("name", data.response_name()).add("type", type).add("classes", std::move(classes)));
    json.add("missing",
             Json::object().add("cells", std::uint64_t{cells}).add("rows", rows_with_missing).add("response", unlabelled));
    json.add("digest", data.digest().hex());
    options.answer.print(
        out, table, [&] { return table; }, [&] { return json; });
    return 0;
}

} // namespace

Command data_command()
{
    const auto options = std::make_shared<Options>();
    return {"data", "rows, columns, types, classes and missing values of a file", "Example: unseen data data/iris.csv",
            [options](Arguments& arguments) {
                options->data.declare(arguments, false);
                options->answer.declare(arguments);
            },
            [options] { return run(*options); }};
}

} // namespace unseen::cli
