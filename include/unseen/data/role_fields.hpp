// The description of each role of a dataset, for all fronts and files.
//
// Example:
//
//     const Roles roles{.target = "y", .weight = "w"};
//     assert(given_fields(roles).size() == 2);
//     assert(given_fields(roles)[1].info->option() == "--weight");
#pragma once

#include "unseen/base/field.hpp"
#include "unseen/data/dataset.hpp"

namespace unseen {

namespace detail {
inline constexpr FieldRemark in_model{
    "predict", "the model has the roles of its training rows; name them in `unseen fit`"};
inline constexpr FieldRemark rows_are_drawn{
    "study estimators", "a study draws each row for itself, all with equal chances and in no order"};
} // namespace detail

template <>
inline constexpr auto field_table<Roles> = std::tuple{
    Field{
        &Roles::target,
        {.name = "target",
         .kind = FieldKind::column,
         .help =
             "the column to predict: a name, @last or @first; X,Y for points of numbers (default: the last, "
             "refused where another one is more likely meant)",
         .remarks = {detail::in_model},
         .in_model = 1}},
    Field{&Roles::ignore,
          {.name = "ignore",
           .kind = FieldKind::column,
           .help = "columns that are not features",
           .remarks = {detail::in_model}}},
    Field{&Roles::categorical,
          {.name = "categorical",
           .kind = FieldKind::column,
           .help = "columns of categories that look like numbers",
           .remarks = {detail::in_model}}},
    Field{&Roles::numeric,
          {.name = "numeric",
           .kind = FieldKind::column,
           .help = "columns that must be numbers",
           .remarks = {detail::in_model}}},
    Field{&Roles::id,
          {.name = "id",
           .kind = FieldKind::column,
           .help = "the column of row names, which is not a feature",
           .remarks = {FieldRemark{.command = "predict",
                                   .help = "a column of row names, to print beside the predictions"}},
           .in_digest = 5}},
    Field{&Roles::group,
          {.name = "group",
           .kind = FieldKind::column,
           .help =
               "the column of groups of dependent rows: every split keeps groups whole; @duplicates: equal "
               "rows are a group",
           .python = "groups",
           .remarks = {detail::in_model, detail::rows_are_drawn},
           .in_digest = 1,
           .in_model = 3}},
    Field{&Roles::weight,
          {.name = "weight",
           .kind = FieldKind::column,
           .help = "the column of weights: how much each row counts",
           .python = "sample_weight",
           .remarks = {detail::in_model, detail::rows_are_drawn},
           .in_digest = 3,
           .in_model = 2}},
    Field{&Roles::time,
          {.name = "time",
           .kind = FieldKind::column,
           .help = "the column of times, for the plans that train on the past",
           .remarks = {detail::in_model, detail::rows_are_drawn},
           .in_digest = 4,
           .in_model = 5}},
    Field{&Roles::lags,
          {.name = "lags",
           .kind = FieldKind::range,
           .help = "make features of the target's last values, for forecasts in the order of `time`, else of "
                   "the file: 1-12, or 1,2,12",
           .remarks = {detail::in_model, detail::rows_are_drawn}}},
    Field{&Roles::horizon,
          {.name = "horizon",
           .kind = FieldKind::range,
           .help = "how many rows ahead the target is forecast (1, with `lags`): nothing later is seen",
           .remarks = {detail::in_model, detail::rows_are_drawn,
                       FieldRemark{.command = "estimate",
                                   .help = "how many rows ahead the target is forecast (1, with `lags`), or "
                                           "several: 1-6, or 1,3,6: nothing later is seen"}}}},
    Field{&Roles::known,
          {.name = "known",
           .kind = FieldKind::column,
           .help = "with `lags`: columns known in advance, which stay features; the other columns are none",
           .remarks = {detail::in_model, detail::rows_are_drawn}}},
    Field{&Roles::stratum,
          {.name = "stratum",
           .kind = FieldKind::column,
           .help = "the column to stratify by instead of the classes",
           .remarks = {detail::in_model,
                       FieldRemark{"study estimators", "the samples of a study are not stratified"}},
           .in_digest = 2,
           .in_model = 4}},
    Field{&Roles::ordered,
          {.name = "ordered",
           .kind = FieldKind::label,
           .help = "the classes from the lowest on, or @declared, for measures and learners of ordered "
                   "classes",
           .remarks = {detail::in_model,
                       FieldRemark{"study estimators", "a study draws from classes without an order"}}}},
    Field{&Roles::positive,
          {.name = "positive",
           .kind = FieldKind::label,
           .help = "the positive of two classes, for measures and costs (default: the one with a usual name "
                   "such as 1, yes or true, else the rarer)",
           .remarks = {detail::in_model}}},
};
static_assert(describes_all_fields<Roles>());

} // namespace unseen
