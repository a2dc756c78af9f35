// Arrays become tables, and options become roles.
#include "engine.hpp"

#include "unseen/base/error.hpp"
#include "unseen/data/number_array.hpp"
#include "unseen/data/role_fields.hpp"

#include <nanobind/stl/pair.h>

#include <utility>

namespace unseen::python {

namespace {

using Numbers = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>;
using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
bool take(const Numbers& numbers, NumberArray& array)
{
    if (numbers.dtype() != nb::dtype<T>()) return false;
    array.first = static_cast<const T*>(numbers.data());
    return true;
}

NumberArray array_of(const Numbers& numbers, std::string name)
{
    NumberArray array{.first = {},
                      .rows = numbers.size(),
                      .stride = numbers.size() > 0 ? numbers.stride(0) : 1,
                      .name = std::move(name)};
    const bool taken = take<double>(numbers, array) || take<float>(numbers, array) ||
                       take<std::int64_t>(numbers, array) || take<std::int32_t>(numbers, array);
    if (!taken)
        throw InputError(
            "an array has a type that is not read here; expected float64, float32, int64 or int32");
    return array;
}

} // namespace

Table table_of(const nb::list& columns, const std::string& source, std::size_t threads)
{
    Table table{.source = source, .columns = {}};
    std::vector<Numbers> held;
    std::vector<NumberArray> arrays;
    std::vector<std::size_t> at;
    for (const nb::handle item : columns) {
        const auto [name, cells] = nb::cast<std::pair<std::string, nb::object>>(item);
        if (nb::isinstance<nb::tuple>(cells)) {
            const auto [labels, codes] = nb::cast<std::pair<Texts, Codes>>(cells);
            table.columns.push_back(
                {name, CodedColumn{Labels(labels), {codes.data(), codes.data() + codes.size()}}});
            continue;
        }
        if (nb::hasattr(cells, "holds_dates")) table.dates.push_back(name);
        held.push_back(nb::cast<Numbers>(cells));
        arrays.push_back(array_of(held.back(), source + ": '" + name + '\''));
        at.push_back(table.columns.size());
        table.columns.push_back({name, NumericColumn{}});
    }
    auto numbers = columns_of(arrays, threads);
    for (std::size_t c = 0; c < numbers.size(); ++c) table.columns[at[c]].cells = std::move(numbers[c]);
    for (const auto& column : table.columns)
        require(column.rows() == table.rows(),
                source + ": '" + column.name + "' has " + std::to_string(column.rows()) + " rows, and '" +
                    table.columns.front().name + "' has " + std::to_string(table.rows()));
    return table;
}

Roles data_roles(const Given& given)
{
    Roles roles;
    given.take_fields(roles);
    return roles;
}

} // namespace unseen::python
