// Arrays become tables, and options become roles.
#include "engine.hpp"

#include "unseen/base/error.hpp"

#include <nanobind/stl/pair.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace unseen::python {

namespace {

using Numbers = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>;
using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
bool take(const Numbers& numbers, std::vector<double>& values)
{
    if (numbers.dtype() != nb::dtype<T>()) return false;
    const auto* data = static_cast<const T*>(numbers.data());
    const std::size_t rows = numbers.size();
    const auto step = rows > 0 ? numbers.stride(0) : 1;
    values.reserve(rows);
    std::array<double, 512> block; // appended block by block, because resize() would first clear all numbers
    for (std::size_t begin = 0; begin < rows; begin += block.size()) {
        const std::size_t n = std::min(block.size(), rows - begin);
        for (std::size_t i = 0; i < n; ++i) block[i] = static_cast<double>(data[static_cast<std::int64_t>(begin + i) * step]);
        values.insert(values.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(n));
    }
    return true;
}

/// The numbers as the library has them: the only copy that is made of them.
NumericColumn numbers_of(const Numbers& numbers)
{
    NumericColumn column;
    const bool taken = take<double>(numbers, column.values) || take<float>(numbers, column.values) ||
                       take<std::int64_t>(numbers, column.values) || take<std::int32_t>(numbers, column.values);
    if (!taken) throw InputError("an array has a type that is not read here; expected float64, float32, int64 or int32");
    return column;
}

} // namespace

Table table_of(const nb::list& columns, const std::string& source)
{
    Table table{.source = source, .columns = {}};
    for (const nb::handle item : columns) {
        const auto [name, cells] = nb::cast<std::pair<std::string, nb::object>>(item);
        if (nb::isinstance<nb::tuple>(cells)) {
            const auto [labels, codes] = nb::cast<std::pair<Texts, Codes>>(cells);
            table.columns.push_back({name, CodedColumn{Labels(labels), {codes.data(), codes.data() + codes.size()}}});
            continue;
        }
        auto numbers = numbers_of(nb::cast<Numbers>(cells));
        const auto infinite = std::ranges::find_if(numbers.values, [](double x) { return std::isinf(x); });
        if (infinite != numbers.values.end())
            throw InputError(source + ": '" + name + "' is infinite in row " + std::to_string(infinite - numbers.values.begin()) +
                             "; expected a number");
        table.columns.push_back({name, std::move(numbers)});
    }
    for (const auto& column : table.columns)
        require(column.rows() == table.rows(), source + ": '" + column.name + "' has " + std::to_string(column.rows()) +
                                                   " rows, and '" + table.columns.front().name + "' has " +
                                                   std::to_string(table.rows()));
    return table;
}

Roles data_roles(const Given& given)
{
    Roles roles;
    given.take("target", roles.target);
    given.take("ignore", roles.ignore);
    given.take("group", roles.group);
    given.take("stratum", roles.stratum);
    given.take("weight", roles.weight);
    given.take("time", roles.time);
    given.take("categorical", roles.categorical);
    given.take("numeric", roles.numeric);
    given.take("ordered", roles.ordered);
    given.take("lags", roles.lags);
    given.take("known", roles.known);
    return roles;
}

} // namespace unseen::python
