#include "read/declared_columns.hpp"

#include "read/column_type.hpp"
#include "unseen/base/number.hpp"

#include <cmath>

namespace unseen {

namespace {

using Type = Declaration::Type;

constexpr std::size_t labels_named = 3;

std::vector<double> numbers_of_labels(const Declaration& declaration, Problems& problems)
{
    std::vector<double> values;
    for (const auto& label : declaration.labels.names()) {
        const auto number = parse_number(label);
        if (!number || !std::isfinite(*number))
            problems.fail(declaration.begin, "attribute " + excerpt(declaration.name) +
                                                 " cannot be numeric: it declares the value " +
                                                 excerpt(label) + "; expected numbers only");
        values.push_back(*number);
    }
    return values;
}

} // namespace

void DeclaredColumn::add_missing()
{
    switch (store_) {
    case Store::numbers: values_.push_back(NumericColumn::missing); break;
    case Store::declared_codes: codes_.push_back(-1); break;
    case Store::texts: texts_.add_missing(); break;
    }
}

void DeclaredColumn::add_label(std::size_t code)
{
    if (store_ == Store::numbers)
        add_number(label_values_[code], declaration_.labels.name(code));
    else
        codes_.push_back(static_cast<std::int32_t>(code));
}

void DeclaredColumn::add(std::string_view text, bool in_quotes, const char* at, const MissingMarks& marks,
                         Problems& problems)
{
    if (declaration_.type == Type::nominal) {
        if (const auto code = declaration_.labels.code(text))
            add_label(*code);
        else
            add_undeclared(text, at, problems);
    } else if (!in_quotes && marks.contains(text)) {
        add_missing();
    } else if (store_ == Store::texts) {
        texts_.add(text);
    } else {
        const auto number = parse_number(text);
        if (!number)
            problems.add(at, "cell " + excerpt(text) + " of attribute " + excerpt(declaration_.name) +
                                 " is not a number; expected a number or ?");
        else if (std::isinf(*number))
            problems.add(at, "infinite cell; expected a finite number or ?");
        add_number(number.value_or(NumericColumn::missing), text);
    }
}

void DeclaredColumn::add_undeclared(std::string_view text, const char* at, Problems& problems)
{
    const auto& names = declaration_.labels.names();
    std::string known;
    for (std::size_t i = 0; i < names.size() && i < labels_named; ++i)
        known += (i == 0 ? "" : ", ") + excerpt(names[i]);
    if (names.size() > labels_named) known += ", ... (" + std::to_string(names.size()) + " values)";
    problems.add(at, "value " + excerpt(text) + " of attribute " + excerpt(declaration_.name) +
                         " is not declared; expected one of " + known);
    add_missing();
}

void DeclaredColumn::add_left_out(const char* at, Problems& problems)
{
    if (declaration_.type == Type::nominal)
        add_label(0);
    else if (declaration_.type == Type::string || declaration_.type == Type::date)
        problems.fail(at, "a sparse row leaves out the string attribute " + excerpt(declaration_.name) +
                              "; expected its value");
    else if (store_ == Store::texts)
        texts_.add("0");
    else
        values_.push_back(0.0);
}

Column DeclaredColumn::finish()
{
    Column column{std::move(declaration_.name), NumericColumn{}};
    switch (store_) {
    case Store::numbers: {
        auto spelling = spelling_.finish(values_);
        column.cells = NumericColumn{std::move(values_), std::move(spelling)};
        break;
    }
    case Store::declared_codes:
        column.cells = CodedColumn{std::move(declaration_.labels), std::move(codes_)};
        break;
    case Store::texts:
        column.cells = texts_.finish();
        if (declaration_.type == Type::date && !to_categories_)
            if (auto days = days_of_dates(column.coded())) column.cells = std::move(*days);
        break;
    }
    return column;
}

std::vector<DeclaredColumn> declared_columns(std::vector<Declaration> declarations,
                                             const ReadOptions& options, const MissingMarks& marks,
                                             const std::string& source, Problems& problems)
{
    using Store = DeclaredColumn::Store;
    std::vector<std::string> names;
    for (const auto& declaration : declarations) names.push_back(declaration.name);
    check_forced_columns(options, names, source);
    std::vector<DeclaredColumn> columns;
    for (auto& declaration : declarations) {
        auto& column = columns.emplace_back();
        column.declaration_ = std::move(declaration);
        const auto& declared = column.declaration_;
        const bool to_numbers = contains_name(options.numeric, declared.name);
        const bool to_categories = contains_name(options.categorical, declared.name);
        column.to_categories_ = to_categories;
        if (declared.type == Type::nominal && to_numbers)
            column.label_values_ = numbers_of_labels(declared, problems);
        else if (declared.type == Type::nominal)
            column.store_ = Store::declared_codes;
        else if (to_categories || (declared.type == Type::string && !to_numbers) ||
                 (declared.type == Type::date && !to_numbers))
            column.store_ = Store::texts;
        column.takes_numbers_ =
            column.store_ == Store::numbers && declared.type == Type::numeric && !marks.has_number();
    }
    return columns;
}

} // namespace unseen
