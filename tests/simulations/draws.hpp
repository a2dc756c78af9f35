// Draws and data sets that several simulations make alike.
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace unseen {

/// A draw between 0 and 1, both excluded.
inline double uniform(Stream& stream) { return 0.5 * 0x1p-53 + stream.uniform(); }

/// A draw of the normal law.
inline double normal(Stream& stream) { return normal_quantile(uniform(stream)); }

/// A draw of chi-square with `df` degrees of freedom.
inline double chi_square(Stream& stream, int df)
{
    double squares = 0.0;
    for (int i = 0; i < df; ++i) squares += std::pow(normal(stream), 2.0);
    return squares;
}

/// Independent normal features about a mean.
inline std::vector<double> normals(Stream& stream, std::size_t n, double mean = 0.0)
{
    std::vector<double> x(n);
    for (auto& v : x) v = mean + normal(stream);
    return x;
}

/// Independent features that are uniform on [0, 1).
inline std::vector<double> uniforms(Stream& stream, std::size_t n)
{
    std::vector<double> x(n);
    for (auto& v : x) v = stream.uniform();
    return x;
}

/// Rows as they are drawn: features x0, x1 ... and the response y, one of the classes c0, c1 ... or, without
/// classes, a number.
class DrawnRows {
public:
    explicit DrawnRows(std::size_t classes) : of_classes_(classes > 0)
    {
        for (std::size_t c = 0; c < classes; ++c) label_.labels.add('c' + std::to_string(c));
    }

    void add(std::span<const double> x, double y)
    {
        x_.resize(x.size());
        for (std::size_t f = 0; f < x.size(); ++f) x_[f].values.push_back(x[f]);
        if (of_classes_)
            label_.codes.push_back(static_cast<std::int32_t>(y));
        else
            number_.values.push_back(y);
    }

    /// The table of all rows; the response is its last column.
    Table table() const
    {
        Table table;
        table.declared_types = true;
        for (std::size_t f = 0; f < x_.size(); ++f) table.columns.push_back({'x' + std::to_string(f), x_[f]});
        if (of_classes_)
            table.columns.push_back({"y", label_});
        else
            table.columns.push_back({"y", number_});
        return table;
    }

private:
    bool of_classes_;
    std::vector<NumericColumn> x_;
    CodedColumn label_;
    NumericColumn number_;
};

/// The data set of numeric features x0, x1 ... and the response y, a NumericColumn or a CodedColumn.
template <class Cells>
Dataset dataset_of(std::vector<NumericColumn> x, Cells y)
{
    Table table;
    table.declared_types = true;
    for (std::size_t f = 0; f < x.size(); ++f)
        table.columns.push_back({"x" + std::to_string(f), std::move(x[f])});
    table.columns.push_back({"y", std::move(y)});
    return Dataset::make(table);
}

} // namespace unseen
