// xgboost: gradient boosted trees by XGBoost (Chen & Guestrin 2016, KDD 785), by its histogram method on one
// thread, because fits run side by side and the same fit must have the same bits.
//
// - Objectives: two classes binary:logistic, several multi:softprob, numbers reg:squarederror from the mean
//   of the training responses (base_score, as XGBoost does itself from version 2.0 on). Classes without
//   training rows have the score 0.
// - A mean of more than 1000 times the range of the training responses is subtracted before and added after,
//   because XGBoost computes in single precision. Responses of a range below 0.01 or above 10^8 are divided by
//   a power of two before and multiplied after.
// - Categories are columns of 0 and 1, numbers become single precision, and missing numbers go to the side
//   that is better for the training rows at each split. A missing category is 0 in all its columns.
// - zeros=missing: cells of 0 count as missing too, and the exact method grows the trees: a histogram of each
//   column in each node would take GBs for 10^6 columns.
// - validation, patience: as in XGBoost's own early stopping, by the objective's own metric of rows set aside
//   within the training rows (early_end.hpp); the rounds up to the best one are kept.
// - Scores are in single precision, divided by their sum. Complexity: rounds.
#include "base/spec_keys.hpp"
#include "learn/early_end.hpp"
#include "learn/library/encoded.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

#ifdef UNSEEN_XGBOOST
#include <xgboost/c_api.h>
#endif

namespace unseen {

namespace {

#ifdef UNSEEN_XGBOOST

void check_call(int status)
{
    if (status == 0) return;
    const std::string text = XGBGetLastError();
    throw LearnerError("xgboost: " + text.substr(0, text.find('\n'))); // without its stack trace
}

/// An array in memory in the library's form: a text that holds its address.
template <class T>
std::string array_text(const std::vector<T>& cells, const std::string& type, const std::string& shape)
{
    return "{\"data\":[" + std::to_string(reinterpret_cast<std::uintptr_t>(cells.data())) +
           ",true],\"shape\":[" + shape + "],\"typestr\":\"" + type + "\",\"version\":3}";
}
template <class T>
std::string array_text(const std::vector<T>& cells, const std::string& type)
{
    return array_text(cells, type, std::to_string(cells.size()));
}

/// Dense rows, one after the other.
struct DenseCells {
    std::vector<float> cells;
    std::string text;

    explicit DenseCells(std::span<const EncodedRow> x)
    {
        for (const auto& row : x) cells.insert(cells.end(), row.values.begin(), row.values.end());
        text = array_text(cells, "<f4",
                          std::to_string(x.size()) + ',' + std::to_string(cells.size() / x.size()));
    }
};

using Matrix = std::unique_ptr<void, decltype(&XGDMatrixFree)>;

/// Rows in the library's own storage.
Matrix matrix_of(std::span<const EncodedRow> x)
{
    DMatrixHandle matrix = nullptr;
    check_call(
        XGDMatrixCreateFromDense(DenseCells(x).text.c_str(), R"({"missing":NaN,"nthread":1})", &matrix));
    return {matrix, XGDMatrixFree};
}

/// Rows without their zeros, which count as missing.
Matrix matrix_without_zeros(std::span<const EncodedRow> x, std::size_t columns)
{
    std::vector<std::uint64_t> begins = {0};
    std::vector<std::uint32_t> places;
    std::vector<float> cells;
    for (const auto& row : x) {
        row.for_each([&](std::size_t c, double value) {
            if (value == 0.0 || std::isnan(value)) return;
            places.push_back(static_cast<std::uint32_t>(c));
            cells.push_back(static_cast<float>(value));
        });
        begins.push_back(cells.size());
    }
    DMatrixHandle matrix = nullptr;
    check_call(XGDMatrixCreateFromCSR(array_text(begins, "<u8").c_str(), array_text(places, "<u4").c_str(),
                                      array_text(cells, "<f4").c_str(), columns,
                                      R"({"missing":NaN,"nthread":1})", &matrix));
    return {matrix, XGDMatrixFree};
}

/// Trees for some classes or a number.
struct Booster {
    BoosterHandle handle = nullptr;
    std::vector<std::size_t> classes; ///< those with training rows; empty for numbers
    double shift = 0.0;               ///< the number that was subtracted from the responses
    double unit = 1.0;                ///< they were divided by this power of two
    std::size_t columns = 0;
    bool without_zeros = false;
    mutable std::mutex predicting; ///< a matrix, unlike dense cells, is predicted by one thread at a time

    Booster() = default;
    Booster(const Booster&) = delete;
    Booster& operator=(const Booster&) = delete;
    ~Booster()
    {
        if (handle != nullptr) XGBoosterFree(handle);
    }

    Matrix matrix(std::span<const EncodedRow> x) const
    {
        return without_zeros ? matrix_without_zeros(x, columns) : matrix_of(x);
    }

    void set(const char* name, const std::string& value) const
    {
        check_call(XGBoosterSetParam(handle, name, value.c_str()));
    }

    /// Parameters are set beforehand; only predictions may come from many threads at once.
    void predict(std::span<const EncodedRow> x, std::span<double> out) const
    {
        if (x.empty()) return;
        constexpr const char* how =
            R"({"type":0,"training":false,"iteration_begin":0,"iteration_end":0,"strict_shape":true,"cache_id":0,"missing":NaN})";
        const bst_ulong* shape = nullptr;
        bst_ulong dimensions = 0;
        const float* result = nullptr;
        if (without_zeros) {
            // From sparse rows in place, the library would unpack 64 rows at a time.
            const std::scoped_lock lock(predicting);
            const auto matrix = matrix_without_zeros(x, columns);
            check_call(XGBoosterPredictFromDMatrix(handle, matrix.get(), how, &shape, &dimensions, &result));
            return take(result, x.size(), out);
        }
        check_call(XGBoosterPredictFromDense(handle, DenseCells(x).text.c_str(), how, nullptr, &shape,
                                             &dimensions, &result));
        take(result, x.size(), out);
    }

private:
    void take(const float* result, std::size_t rows, std::span<double> out) const
    {
        const auto width = classes.size() > 2 ? classes.size() : 1;
        const auto all = out.size() / rows;
        for (std::size_t i = 0; i < rows; ++i) {
            const std::span own(result + i * width, width);
            const auto to = out.subspan(i * all, all);
            if (classes.empty()) {
                to[0] = own[0] * unit + shift;
            } else if (width == 1) {
                to[classes[1]] = own[0];
                to[classes[0]] = 1.0 - to[classes[1]];
            } else {
                double sum = 0.0;
                for (const float p : own) sum += p;
                for (std::size_t k = 0; k < width; ++k) to[classes[k]] = own[k] / sum;
            }
        }
    }
};

/// The rows set aside, without those of classes that are not trained on, whose loss is the same in each
/// round.
std::pair<std::vector<EncodedRow>, std::vector<float>> rows_aside(const EncodedProblem& given,
                                                                  const Booster& booster)
{
    std::vector<EncodedRow> x;
    std::vector<float> label;
    for (std::size_t i = 0; i < given.x_aside.size(); ++i) {
        const auto own = std::ranges::find(
            booster.classes, static_cast<std::size_t>(given.classes > 0 ? given.y_aside[i] : 0.0));
        if (given.classes > 0 && own == booster.classes.end()) continue;
        x.push_back(given.x_aside[i]);
        label.push_back(given.classes > 0
                            ? static_cast<float>(own - booster.classes.begin())
                            : static_cast<float>((given.y_aside[i] - booster.shift) / booster.unit));
    }
    return {std::move(x), std::move(label)};
}

/// XGBoost's own loss of the rows after a round.
double loss_of(const Booster& booster, int round, DMatrixHandle rows)
{
    const char* name = "aside";
    const char* told = nullptr; // "[0]\taside-logloss:0.61"
    check_call(XGBoosterEvalOneIter(booster.handle, round, &rows, &name, 1, &told));
    const std::string text = told;
    return std::stod(text.substr(text.rfind(':') + 1));
}

/// A power of two near the range of the responses if that is tiny or huge, else 1: XGBoost compares gains,
/// which are squares of responses in single precision, with absolute limits.
double unit_of_responses(double range)
{
    constexpr double tiny = 1e-2;
    constexpr double huge = 1e8;
    const bool usual = (range >= tiny && range <= huge) || !std::isfinite(range);
    return usual ? 1.0 : std::exp2(std::floor(std::log2(range)));
}

EncodedModel train_xgboost(const Spec& spec, const EncodedProblem& given)
{
    auto booster = std::make_shared<Booster>();
    booster->columns = given.columns;
    booster->without_zeros = spec.text("zeros") == "missing";
    std::vector<float> label;
    double mean = 0.0;
    for (const double y : given.y) mean += (y - given.y.front()) / static_cast<double>(given.y.size());
    mean += given.y.front();
    if (given.classes == 0 && std::abs(mean) > 1000.0 * (given.y.back() - given.y.front()))
        booster->shift = mean;
    if (given.classes == 0) booster->unit = unit_of_responses(given.y.back() - given.y.front());
    for (const double y : given.y) { // ascending
        if (given.classes > 0 &&
            (booster->classes.empty() || booster->classes.back() != static_cast<std::size_t>(y)))
            booster->classes.push_back(static_cast<std::size_t>(y));
        label.push_back(given.classes > 0 ? static_cast<float>(booster->classes.size() - 1)
                                          : static_cast<float>((y - booster->shift) / booster->unit));
    }
    const auto labelled = [&](std::span<const EncodedRow> x, const std::vector<float>& y) {
        auto matrix = booster->matrix(x);
        check_call(XGDMatrixSetFloatInfo(matrix.get(), "label", y.data(), y.size()));
        return matrix;
    };
    const auto matrix = labelled(given.x, label);
    const DMatrixHandle of_booster[] = {matrix.get()};
    check_call(XGBoosterCreate(of_booster, 1, &booster->handle));
    booster->set("verbosity", "0");
    booster->set("nthread", "1");
    booster->set("tree_method", booster->without_zeros ? "exact" : "hist");
    booster->set("max_depth", spec.text("depth"));
    booster->set("eta", spec.text("eta"));
    booster->set("lambda", spec.text("lambda"));
    booster->set("min_child_weight", spec.text("min_weight"));
    const auto classes = booster->classes.size();
    booster->set("objective", classes == 0   ? "reg:squarederror"
                              : classes == 2 ? "binary:logistic"
                                             : "multi:softprob");
    if (classes > 2) booster->set("num_class", std::to_string(classes));
    if (classes == 0) booster->set("base_score", shortest((mean - booster->shift) / booster->unit));
    auto rounds = static_cast<int>(spec.integer("rounds"));
    const auto [x_aside, y_aside] = rows_aside(given, *booster);
    const auto aside = x_aside.empty() ? Matrix(nullptr, XGDMatrixFree) : labelled(x_aside, y_aside);
    EarlyEnd end{.patience = static_cast<std::size_t>(spec.integer("patience"))};
    for (int round = 0; round < rounds; ++round) {
        if (given.stop.stop_requested()) throw LearnerError("xgboost: stopped");
        given.progress(static_cast<std::uint64_t>(round), static_cast<std::uint64_t>(rounds));
        check_call(XGBoosterUpdateOneIter(booster->handle, round, matrix.get()));
        if (aside && end.after(static_cast<std::size_t>(round) + 1, loss_of(*booster, round, aside.get())))
            break;
    }
    if (end.best > 0) {
        rounds = static_cast<int>(end.best);
        BoosterHandle best = nullptr;
        check_call(XGBoosterSlice(booster->handle, 0, rounds, 1, &best));
        XGBoosterFree(std::exchange(booster->handle, best));
    }
    return {.predict = [booster](std::span<const EncodedRow> x,
                                 std::span<double> out) { booster->predict(x, out); },
            .complexity = {{"rounds", static_cast<double>(rounds)}}};
}

/// Predictions change with the library's version.
int version()
{
    int major = 0;
    int minor = 0;
    int patch = 0;
    XGBoostVersion(&major, &minor, &patch);
    return 3 + 10'000 * major + 100 * minor + patch;
}

constexpr const char* xgboost_missing = "";
#else
EncodedModel train_xgboost(const Spec&, const EncodedProblem&) { return {}; }
int version() { return 1; }

constexpr const char* xgboost_missing = "XGBoost (Debian: libxgboost-dev)";
#endif

/// Throws InputError for a key that XGBoost cannot read: it computes in single precision.
void check_single_precision(const Spec& spec, ResponseType)
{
    using Single = std::numeric_limits<float>;
    for (const char* key : {"eta", "lambda", "min_weight"})
        require(spec.real(key) == 0.0 || (spec.real(key) >= Single::min() && spec.real(key) <= Single::max()),
                "learner 'xgboost': " + std::string(key) + "=" + spec.text(key) +
                    " is beyond single precision, in which XGBoost computes; expected a number from 1.2e-38 "
                    "to 3.4e+38");
}

} // namespace

LearnerEntry xgboost_entry()
{
    LearnerEntry entry{
        .info =
            {.name = "xgboost",
             .help = "gradient boosted trees, by XGBoost",
             .keys = {integer_key("rounds", "100", "trees, for each class of three or more", 1, 1e6),
                      integer_key("depth", "6", "most splits from the root of a tree to a leaf", 1, 1000),
                      open_real_key(
                          "eta", "0.3",
                          "share of each tree that is added: smaller needs more rounds and is often better",
                          0, 1e300),
                      real_key("lambda", "1", "penalty on the squared values of leaves", 0, 1e300),
                      real_key("min_weight", "1",
                               "smallest sum of second derivatives in a leaf: for numbers, of rows", 0,
                               1e300),
                      choice_key("zeros", "values",
                                 "cells of 0 are values, or missing ones, as in sparse rows: then trees are "
                                 "grown by the exact "
                                 "method, whose memory is that of the other cells",
                                 {"values", "missing"})}},
        .traits = {.version = version()},
        .prepare =
            [](const Dataset& data, std::span<const Spec> variants, const Budget&) {
                return prepare_encoded(data, variants, train_xgboost, Gaps::kept, {"zeros=missing"});
            },
        .check = check_single_precision,
        .check_data = check_encoded_with_gaps,
        .sparse_keys = {"zeros=missing"},
        .traits_of = add_validation_traits,
        .missing = xgboost_missing};
    std::ranges::move(validation_keys(), std::back_inserter(entry.info.keys));
    return entry;
}

} // namespace unseen
